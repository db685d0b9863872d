// A whole world in one thread: the service as several processes on one store, the providers and customers around it, time,
// and what goes wrong. The core, its use cases and the steps of the worker are the real ones.
import { Cause, Context, Effect, Exit, type Fiber, Option, Redacted, Scope } from "effect"
import { callerOf } from "../../core/customers/access/caller.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import { Accounts } from "../../core/customers/account/account.ts"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import { compareRailBooks } from "../../core/inbox/compare-rail-books.ts"
import { closeDays } from "../../core/reports/closing/close-days.ts"
import { explainOutflows } from "../../core/inbox/explain-outflows.ts"
import { takeProviderFacts } from "../../core/inbox/take-provider-facts.ts"
import { watchAccounts } from "../../core/inbox/watch-accounts.ts"
import { readKyc } from "../../core/customers/kyc/read-kyc.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { StoreTaken, type TakenStore } from "../../core/engine/store/generation.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { ProviderInboxes, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { get, list } from "../../core/engine/store/records.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import { Subaccounts } from "../../core/customers/subaccount/subaccount.ts"
import { provisionedWallet } from "../../core/customers/wallet/first-wallet.ts"
import { envelopeOf } from "../../core/customers/wallet/unlock-wallet.ts"
import { syncMirror } from "../../core/customers/wallet/find-wallet.ts"
import { Wallets } from "../../core/customers/wallet/wallet.ts"
import type { Action } from "./actions/action.ts"
import { acts } from "./actions/acts.ts"
import { repetitionOf } from "./actions/repetition.ts"
import { ConfiguredAccounts } from "./accounts.ts"
import type { Stage } from "./actions/stage.ts"
import { textOf } from "./actor.ts"
import { Apps } from "./apps.ts"
import type { Violation, Written } from "./auditor/judge.ts"
import { OutsideJudge, outsidePromises } from "./auditor/outside.ts"
import { Panel } from "./auditor/panel.ts"
import { checkOwn, checkScenario } from "./checks.ts"
import { Client, type Heard } from "./client.ts"
import { Clocks } from "./clocks.ts"
import { Decisions } from "./decisions.ts"
import { Foresight } from "./foresight.ts"
import { Losses, losing, mayHappen } from "./losses.ts"
import { OperatorDesk } from "./operator.ts"
import type { Own } from "./own.ts"
import { SimulatedChain } from "./ports/chain.ts"
import { ProviderEvents } from "./ports/events.ts"
import { SimulatedRail } from "./ports/pix-rail.ts"
import { booksOf, showsBooks } from "./ports/rail-books.ts"
import { SimulatedDisputes } from "./ports/disputes.ts"
import { SimulatedIdentity } from "./ports/kyc-provider.ts"
import { SimulatedLightning } from "./ports/lightning-node.ts"
import { priceOf } from "./ports/rates.ts"
import { SimulatedSpark } from "./ports/spark-wallet.ts"
import { SimulatedPool } from "./ports/swap-pool.ts"
import { Receivers } from "./ports/receivers.ts"
import { isCalendarEdge } from "./calendar.ts"
import { Rewindable } from "./rewindable.ts"
import type { Scenario, Step } from "./scenario.ts"
import { startRounds } from "./rounds.ts"
import { Seats } from "./seats.ts"
import { VirtualTime, clockOf } from "./time.ts"
import { Timeline } from "./timeline.ts"
import { Trace, lineOf } from "./trace.ts"
import { simulatedPin } from "./vault.ts"
import { CurrentWork, type Process, type Work } from "./work.ts"
import { Workers } from "./workers.ts"
import { type Services, ambient, emptyStore, surroundingsOf } from "./surroundings.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** An order may be on its way so long before anything of it is committed. */
const unheardMs = 40 * second
/** The number of the first repeated order, above those of every scenario. */
const firstRepetition = 900_000
/** When it is looked at what a loss or a change has left. */
const looksAfterMs = [10 * minute, 2 * hour, 6 * hour, 24 * hour, 72 * hour, 240 * hour]

type Ended = (exit: Exit.Exit<unknown, unknown>) => void

/** The services as a process has them. */
type Surroundings = WeakMap<Process, Context.Context<Services>>

export class World {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly trace = new Trace()
  readonly violations: Array<Violation> = []
  /** How often each row of each table was taken: `<machine> <row number>`. */
  readonly rows = new Map<string, number>()
  readonly rail: SimulatedRail
  readonly chain: SimulatedChain
  readonly lightning: SimulatedLightning
  readonly spark: SimulatedSpark
  readonly pool: SimulatedPool
  readonly identity: SimulatedIdentity
  readonly disputes: SimulatedDisputes
  readonly receivers: Receivers
  readonly client: Client
  readonly workers: Workers
  readonly panel: Panel
  readonly timeline = new Timeline()
  /** What was asked of the service from outside: requests, acts of people, and events of providers each time. */
  operations = 0
  private faultsSeen = 0
  private readonly scenario: Scenario
  private readonly accounts: ReadonlyArray<BootstrapAccount>
  private readonly scope = Scope.makeUnsafe()
  private readonly hosts: Seats
  private readonly workerSeats: Seats
  private readonly steps: Map<number, Step>
  private readonly heardBy = new Map<number, Heard>()
  private context = Context.empty() as Context.Context<Services>
  /** The same without anything going wrong: for setting up, and for looking at what is there. */
  private bare = Context.empty() as Context.Context<Services>
  private readonly surroundings: Surroundings = new WeakMap()
  private awayUntil = 0
  private readonly clocks: Clocks
  private readonly accountsOf: ConfiguredAccounts
  /** The store where it may lose commits, and what each process took it as. */
  private readonly rewindable: Rewindable | undefined
  private readonly losses: Losses | undefined
  private readonly taken = new WeakMap<Process, { current: TakenStore }>()
  private readonly lostChanges: Array<ChangeSet> = []
  private readonly acted: Array<{ readonly at: number; readonly step: Step }> = []
  private repeated = 0
  private isOpen = false
  /** From the first loss or change of an account on, only what really left and arrived is judged. */
  private isJudgedOutside = false
  private readonly outside: OutsideJudge
  private readonly operator: OperatorDesk
  /** The envelope of each account's first wallet. */
  private readonly foresight = new Foresight((what) => this.report("explained-before", what))
  private readonly envelopes: Array<Redacted.Redacted> = []

  constructor(scenario: Scenario, accounts: ReadonlyArray<BootstrapAccount>, own: Own = {}) {
    checkScenario(scenario)
    checkOwn(own, accounts)
    this.scenario = scenario
    this.accounts = [...accounts, ...(own.accounts ?? [])]
    this.own = own
    this.steps = new Map(scenario.steps.map((step) => [step.number, step]))
    this.time = new VirtualTime(scenario.startsAt)
    this.decisions = new Decisions(scenario.seed, scenario.faults, () => this.time.now)
    const report = (invariant: string, message: string) => this.report(invariant, message)
    const shared = { time: this.time, decisions: this.decisions, complain: report }
    const events = new ProviderEvents(
      this.time,
      this.decisions,
      (place, message, taken) => this.hand(place, message, taken)
    )
    this.rail = new SimulatedRail(shared, events, (effect) => this.panel.paid(effect))
    this.chain = new SimulatedChain(shared, (effect) => this.panel.moved(effect))
    this.lightning = new SimulatedLightning(shared, events, (effect) => this.panel.sent(effect))
    const satsOf = (bolt11: string) => this.lightning.resolved.get(bolt11)?.amount ?? 0n
    this.pool = new SimulatedPool(shared, ({ receipt, request }) => this.spark.exchanged(request.units, receipt.sats))
    const signed = (operationId: string, now: number) => this.panel.signed(operationId, now)
    this.spark = new SimulatedSpark({ ...shared, satsOf, signed })
    this.identity = new SimulatedIdentity(shared, events)
    this.disputes = new SimulatedDisputes(events)
    this.receivers = new Receivers(this.time, this.decisions, (post) => this.panel.received(post), (url) => {
      const app = this.apps.at(url)
      return app === undefined ? undefined : (post, answered) => this.apps.post(app, post, answered)
    })
    this.clocks = new Clocks(this.time, this.decisions)
    this.rewindable = mayHappen(scenario, [...losing, "accountChanged"])
      ? new Rewindable({
        open: () => emptyStore(scenario.store ?? "memory", this.time, this.scope),
        now: () => this.time.now,
        settled: (effect) => void this.settled(effect, ambient(Context.empty(), this.time, clockOf(this.time)))
      })
      : undefined
    this.losses = this.rewindable && mayHappen(scenario, losing) ?
      new Losses({
        time: this.time,
        decisions: this.decisions,
        trace: this.trace,
        data: this.rewindable,
        look: (effect) => this.look(effect),
        endAll: () => this.endAll(),
        away: (ms) => void (this.awayUntil = this.time.now + ms),
        lost: (since, changes) => this.lost(since, changes)
      }) :
      undefined
    this.accountsOf = new ConfiguredAccounts({
      time: this.time,
      decisions: this.decisions,
      trace: this.trace,
      seats: () => this.everySeat().map(({ name }) => name),
      restart: (seat) => this.everySeat().find(({ name }) => name === seat)?.process.kill(),
      changed: () => this.judgeOutside("watch-accounts")
    })
    this.outside = new OutsideJudge({
      report,
      rail: this.rail,
      chain: this.chain,
      node: this.lightning,
      spark: this.spark,
      pool: this.pool,
      commits: () => this.rewindable?.commits.map(({ changes }) => changes) ?? [],
      lost: () => this.lostChanges,
      configured: () =>
        new Set(["pool:1", "spark:1", ...this.everySeat().flatMap(({ process }) => Object.values(process.accounts))])
    })
    this.panel = new Panel({
      report,
      now: () => this.time.now,
      apartMs: () => this.clocks.apartMs,
      priceAt: (asset, at) => priceOf(this.decisions, asset as AssetCode, at),
      satsOf,
      rail: this.rail,
      chain: this.chain,
      lightning: this.lightning,
      spark: this.spark,
      pool: this.pool,
      identity: this.identity,
      disputes: this.disputes,
      accounts: this.accounts.length,
      balances: () => this.look(Store.use((store) => store.balances(""))),
      syncWallets: () => this.syncWallets(),
      shownKyc: (owner, subAccountId) => this.look(this.shownKyc(owner, subAccountId)),
      opened: (sealed, id) =>
        Redacted.value(this.look(Secrets.use((secrets) => secrets.open(sealed, `webhook/${id}/secret`)))),
      actionOf: (step) => this.steps.get(step)?.action,
      askedUnder: (step) => this.client.keys.get(step)
    })
    const { clocks, decisions, time, trace } = this
    const staff = {
      time,
      decisions,
      trace,
      clocks,
      born: (process: Process, seat: string) => this.born(process, seat),
      restarted: () => this.workers.wakeAt(time.now)
    }
    this.hosts = new Seats(staff, "http", 2)
    this.workerSeats = new Seats(staff, "worker", 2)
    this.workers = new Workers({
      ...shared,
      worker: (name) => this.workerSeats.drawn(name),
      dueAt: () => this.look(JobQueue.use((queue) => queue.nextDueAt)),
      run: (process, label, effect, ended) => this.run(process, label, effect, ended)
    })
    this.apps = new Apps({
      ...shared,
      report,
      accounts: own.accounts ?? [],
      apps: own.apps ?? [],
      host: (name) => this.hosts.drawn(name),
      services: (process, label) => Context.add(this.servicesOf(process), CurrentWork, { label, process, calls: 0 }),
      payCharge: (chargeId, name) => void this.rail.payCharge(chargeId, name),
      asked: () => this.operations++
    })
    this.operator = new OperatorDesk({
      ...shared,
      host: (name) => this.hosts.drawn(name),
      run: (process, label, effect, ended) => this.run(process, label, effect, ended),
      keys: this.accounts.map(({ apiKey }) => apiKey)
    })
    this.client = new Client({
      ...shared,
      host: (name) => this.hosts.drawn(name),
      run: (process, label, effect, ended) => this.run(process, label, effect, ended),
      callerOf: (account) => callerOf(this.operator.keyOf(account), "sandbox"),
      refused: ({ step }, cause) => {
        const refusal = Cause.squash(cause)
        this.panel.readings.told(`the refusal of step ${step}`, `${String(refusal)} ${textOf(refusal)}`)
      },
      sent: ({ account }, label) => {
        this.panel.gates.begins(label)
        this.operator.mayTurn(account, label)
      },
      heard: (asked, heard) => {
        const { question, step } = asked
        this.heardBy.set(step, heard)
        this.trace.add(this.time.now, `s${step} ${question.route} ${heard._tag}`)
        this.panel.heard(asked, heard)
      }
    })
    this.stage = {
      time: this.time,
      decisions: this.decisions,
      client: this.client,
      rail: this.rail,
      chain: this.chain,
      lightning: this.lightning,
      events,
      disputes: this.disputes,
      operator: this.operator,
      readings: this.panel.readings,
      proofOf: (account, pin) => ({
        walletPin: Redacted.make(pin === "right" ? simulatedPin : "000000"),
        protectedSymmetricKey: this.envelopes[account % this.envelopes.length] ?? Redacted.make("")
      }),
      heard: (step) => this.heardBy.get(step),
      actionOf: (step) => this.steps.get(step)?.action
    }
  }

  private readonly stage: Stage
  private readonly own: Own
  readonly apps: Apps

  /** Puts the services together and makes the accounts; everything of the scenario is planned afterwards. */
  open(): void {
    const { bare, reached } = surroundingsOf({
      time: this.time,
      decisions: this.decisions,
      rail: this.rail,
      books: showsBooks(this.scenario) ? booksOf(this.rail) : undefined,
      chain: this.chain,
      lightning: this.lightning,
      spark: this.spark,
      pool: this.pool,
      identity: this.identity,
      receivers: this.receivers,
      panel: this.panel,
      own: this.own,
      store: this.rewindable?.services ?? emptyStore(this.scenario.store ?? "memory", this.time, this.scope),
      report: (invariant, message) => this.report(invariant, message),
      isAway: () => this.awayUntil > this.time.now,
      committed: (label, changes) => this.committed(label, changes),
      givenBack: (runAt) => this.workers.wakeAt(runAt)
    }, this.scope)
    this.bare = ambient(bare, this.time, clockOf(this.time))
    this.context = reached
    for (const account of this.accounts) this.settle(account)
    this.losses?.begin()
    this.isOpen = true
    for (const { process } of this.everySeat()) this.takes(process)
    this.apps.start()
    this.recur()
    for (const step of this.scenario.steps) {
      this.time.at(this.scenario.startsAt + step.atMs, () => this.act(step))
    }
    if (isCalendarEdge(this.scenario.startsAt)) this.decisions.happened("start", "calendarEdge")
    this.surround()
  }

  // An operator whom an embedder brings looks every six hours at what waits for a person; a worker compares the books of the PIX
  // provider where it shows them.
  private recur(): void {
    const run = (process: Process, label: string, effect: Effect.Effect<unknown, unknown, Services>, ended: Ended) =>
      void this.run(process, label, effect, ended)
    const { own, time } = this
    if (own.operator !== undefined) {
      const process = (label: string) => this.hosts.drawn(label)
      startRounds({ name: "operator/round", everyMs: 6 * hour, round: own.operator, process, time, run })
    }
    if (showsBooks(this.scenario)) {
      const process = (label: string) => this.workerSeats.drawn(label)
      startRounds({ name: "compare-rail-books", everyMs: hour, round: compareRailBooks(), process, time, run })
      startRounds({ name: "close-days", everyMs: hour, round: closeDays(), process, time, run })
    }
  }

  // What goes wrong by itself, hour by hour: clocks, and the database.
  private surround(): void {
    const hours = Math.ceil((this.scenario.steps.at(-1)?.atMs ?? 0) / hour) + 24
    for (let number = 0; number < hours; number++) {
      this.time.at(this.scenario.startsAt + number * hour + 1, () => {
        if (this.decisions.at(`database/${number}`, ["databaseAway"]) !== undefined) {
          const ms = this.decisions.between(`database/${number}~`, minute, 10 * minute)
          this.awayUntil = this.time.now + ms
          this.trace.add(this.time.now, `the database is away for ${ms} ms`)
        }
        this.losses?.mayLose(String(number))
        this.accountsOf.mayChange(String(number))
        if (number % 6 !== 0) return
        for (const { name, process } of this.everySeat()) {
          this.clocks.mayJump(process, `${name}/${number}`)
        }
      })
    }
  }

  private everySeat(): ReadonlyArray<{ readonly name: string; readonly process: Process }> {
    return [...this.hosts.all, ...this.workerSeats.all]
  }

  private endAll(): void {
    for (const { process } of this.everySeat()) process.kill()
  }

  private born(process: Process, seat: string): void {
    process.accounts = this.accountsOf.of(seat)
    // The first ones begin with the world.
    if (this.isOpen) this.takes(process)
  }

  private takes(process: Process): void {
    if (this.losses !== undefined) this.taken.set(process, { current: this.losses.taken() })
  }

  // What is gone from the store is gone from the records of adapters too. Clients repeat their orders, and providers what they told.
  private lost(since: number, changes: ReadonlyArray<ChangeSet>): void {
    this.lostChanges.push(...changes)
    this.chain.movements.forgetSince(since)
    this.spark.transfers.forgetSince(since)
    this.spark.payments.forgetSince(since)
    this.stage.events.tellAnew(since)
    const { acted, decisions, time } = this
    for (const { at, step: { action, number } } of acted) {
      const again = at >= since - unheardMs ? repetitionOf(action, number) : undefined
      if (again === undefined) continue
      const step = { number: firstRepetition + ++this.repeated, atMs: 0, action: again }
      this.steps.set(step.number, step)
      time.at(time.now + decisions.between(`again/${step.number}`, minute, 3 * hour), () => this.act(step))
    }
    this.judgeOutside("explain-outflows")
    this.workers.wakeAt(time.now)
  }

  // From now on, with the recurring step of the worker that leaves what it finds to a person.
  private judgeOutside(task: "watch-accounts" | "explain-outflows"): void {
    this.isJudgedOutside = true
    const { time } = this
    for (const ms of looksAfterMs) {
      time.at(time.now + ms, () => {
        const name = `${task}/${time.now}`
        const process = this.workerSeats.drawn(name)
        if (process !== undefined) {
          this.run(process, name, task === "watch-accounts" ? watchAccounts() : explainOutflows(), () => undefined)
        }
      })
    }
  }

  private shownKyc(owner: string, subAccountId: string) {
    return Effect.gen(function*() {
      const account = Option.getOrThrow(yield* get(Accounts, owner)).value
      return yield* readKyc({ account, keyId: "auditor" }, subAccountId)
    })
  }

  // An account with the wallet that it has to begin with.
  private settle(account: BootstrapAccount): void {
    this.look(applyBootstrap(account))
    this.envelopes.push(this.look(Effect.gen(function*() {
      const caller = yield* callerOf(Redacted.make(account.apiKey), "sandbox")
      const holder = yield* Effect.flatMap(get(Subaccounts, caller.account.mainSubAccountId), Effect.fromOption)
      return yield* envelopeOf(yield* provisionedWallet(holder.value))
    })))
  }

  /** Runs everything that is to come up to an instant. */
  runUntil(ms: number, isOver: () => boolean = () => false): void {
    for (let at = this.time.nextAt; at !== undefined && at <= ms && !isOver(); at = this.time.nextAt) {
      this.time.advance()
    }
  }

  /** The same for a world with apps of its own: their promises run after each event. */
  async runWithAppsUntil(ms: number, isOver: () => boolean): Promise<void> {
    await this.apps.foreign.settle()
    for (let at = this.time.nextAt; at !== undefined && at <= ms && !isOver(); at = this.time.nextAt) {
      this.time.advance()
      await this.apps.foreign.settle()
    }
  }

  /** Nothing goes wrong any more. */
  calm(): void {
    this.decisions.calm()
    this.awayUntil = 0
    for (const { process } of this.everySeat()) process.skewMs = 0
    this.workers.wakeAt(this.time.now)
  }

  /** The last questions of the auditors. */
  judge(): void {
    if (this.isJudgedOutside) this.outside.after()
    else this.panel.after()
    this.apps.judge()
  }

  /** Looks at what is there, past everything that can go wrong. */
  look<A, E>(effect: Effect.Effect<A, E, Services>): A {
    return this.settled(effect, this.bare)
  }

  private settled<A, E, R>(effect: Effect.Effect<A, E, R>, services: Context.Context<R>): A {
    const fiber = Effect.runForkWith(services)(effect)
    // A store that writes in groups has yet to write.
    if (fiber.pollUnsafe() === undefined) this.time.drain()
    const exit = fiber.pollUnsafe()
    if (exit !== undefined && Exit.isSuccess(exit)) return exit.value
    throw new Error("The simulation could not look at its store", { cause: exit?.cause })
  }

  // What the next payment of each wallet would do before anything else.
  private syncWallets(): void {
    this.look(Effect.gen(function*() {
      for (const { value: account } of yield* list(Accounts, "all", "all", { limit: 1_000 })) {
        const wallets = yield* list(Wallets, "bySubAccount", account.mainSubAccountId, { limit: 100 })
        for (const { value } of wallets) yield* syncMirror(value)
      }
    }))
  }

  /** Ends everything: nothing can be asked any more. */
  close(): void {
    Effect.runSync(Scope.close(this.scope, Exit.void))
  }

  private act(step: Step): void {
    this.operations++
    this.acted.push({ at: this.time.now, step })
    this.trace.add(this.time.now, `s${step.number} ${step.action.do}`)
    const act = acts[step.action.do] as (stage: Stage, action: Action, number: number) => void
    act(this.stage, step.action, step.number)
  }

  private report(invariant: string, message: string): void {
    if (this.isJudgedOutside && !outsidePromises.has(invariant)) return
    this.violations.push({ invariant, message, at: this.time.now })
    this.timeline.count("violations", this.time.now)
    this.trace.add(this.time.now, `VIOLATION ${invariant}: ${message}`)
  }

  private committed(label: string, changes: ChangeSet): void {
    this.trace.add(this.time.now, lineOf(label, changes))
    this.timeline.count("commits", this.time.now)
    const faults = this.decisions.injected.length
    if (faults > this.faultsSeen) this.timeline.count("faults", this.time.now, faults - this.faultsSeen)
    this.faultsSeen = faults
    for (const { machine, row } of changes.moves) {
      const key = `${machine} ${row + 1}`
      this.rows.set(key, (this.rows.get(key) ?? 0) + 1)
    }
    const written = changes.writes.map(({ body, expected, id, kind, owner }): Written => ({
      kind,
      id,
      owner,
      isNew: expected === 0,
      value: JSON.parse(body) as Readonly<Record<string, unknown>>
    }))
    if (!this.isJudgedOutside) {
      this.panel.committed(label, changes, written)
      this.foresight.committed(changes.writes)
    }
    this.losses?.committed(changes)
    this.workers.noted(changes)
  }

  private hand(place: string, message: ProviderMessage, taken: (accepted: boolean) => void): void {
    this.operations++
    const process = this.hosts.drawn(place)
    if (process === undefined) return taken(false)
    const handle = Effect.gen(function*() {
      const { inbox, name } = (yield* ProviderInboxes).main
      yield* takeProviderFacts({ inbox: name }, yield* inbox.read(message))
    })
    let isOver = false
    const stopWaiting = this.time.at(this.time.now + 10 * second, () => {
      isOver = true
      taken(false)
    })
    this.run(process, place, handle, (exit) => {
      if (isOver) return
      stopWaiting()
      taken(Exit.isSuccess(exit))
    })
  }

  private run<A, E>(
    process: Process,
    label: string,
    effect: Effect.Effect<A, E, Services>,
    ended: (exit: Exit.Exit<A, E>) => void
  ): Fiber.Fiber<A, E> {
    const work: Work = { label, process, calls: 0 }
    const fiber = Effect.runForkWith(Context.add(this.servicesOf(process), CurrentWork, work))(effect)
    fiber.addObserver((exit) => {
      if (process.isAlive) ended(exit)
    })
    this.time.drain()
    return fiber
  }

  private servicesOf(process: Process): Context.Context<Services> {
    const known = this.surroundings.get(process)
    if (known !== undefined) return known
    const taken = this.taken.get(process)
    const context = taken === undefined ? this.context : Context.add(this.context, StoreTaken, taken)
    const services = ambient(context, this.time, clockOf(this.time, () => process.skewMs))
    this.surroundings.set(process, services)
    return services
  }
}
