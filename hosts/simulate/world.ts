// A whole world in one thread: the service as several processes on one store, the providers and customers around it, time,
// and what goes wrong. The core, its use cases and the steps of the worker are the real ones.
import { Cause, Context, Effect, Exit, type Fiber, Option, Redacted, Scope } from "effect"
import { callerOf } from "../../core/customers/access/caller.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import { Accounts } from "../../core/customers/account/account.ts"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import { takeProviderFacts } from "../../core/inbox/take-provider-facts.ts"
import { readKyc } from "../../core/customers/kyc/read-kyc.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
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
import type { Stage } from "./actions/stage.ts"
import { textOf } from "./actor.ts"
import { Apps } from "./apps.ts"
import type { Violation, Written } from "./auditor/judge.ts"
import { Panel } from "./auditor/panel.ts"
import { checkOwn, checkScenario } from "./checks.ts"
import { Client, type Heard } from "./client.ts"
import { Clocks } from "./clocks.ts"
import { Decisions } from "./decisions.ts"
import { Foresight } from "./foresight.ts"
import { OperatorDesk } from "./operator.ts"
import type { Own } from "./own.ts"
import { SimulatedChain } from "./ports/chain.ts"
import { ProviderEvents } from "./ports/events.ts"
import { SimulatedRail } from "./ports/pix-rail.ts"
import { SimulatedDisputes } from "./ports/disputes.ts"
import { SimulatedIdentity } from "./ports/kyc-provider.ts"
import { SimulatedLightning } from "./ports/lightning-node.ts"
import { priceOf } from "./ports/rates.ts"
import { SimulatedSpark } from "./ports/spark-wallet.ts"
import { SimulatedPool } from "./ports/swap-pool.ts"
import { Receivers } from "./ports/receivers.ts"
import { isCalendarEdge } from "./calendar.ts"
import type { Scenario, Step } from "./scenario.ts"
import { startRounds } from "./rounds.ts"
import { Seats } from "./seats.ts"
import { VirtualTime, clockOf } from "./time.ts"
import { Timeline } from "./timeline.ts"
import { Trace, lineOf } from "./trace.ts"
import { simulatedPin } from "./vault.ts"
import { CurrentWork, type Process, type Work } from "./work.ts"
import { Workers } from "./workers.ts"
import { type Services, ambient, surroundingsOf } from "./surroundings.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

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
  private readonly steps: ReadonlyMap<number, Step>
  private readonly heardBy = new Map<number, Heard>()
  private context = Context.empty() as Context.Context<Services>
  /** The same without anything going wrong: for setting up, and for looking at what is there. */
  private bare = Context.empty() as Context.Context<Services>
  private readonly surroundings: Surroundings = new WeakMap()
  private awayUntil = 0
  private readonly clocks: Clocks
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
    const staff = { time, decisions, trace, clocks, restarted: () => this.workers.wakeAt(time.now) }
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
      chain: this.chain,
      lightning: this.lightning,
      spark: this.spark,
      pool: this.pool,
      identity: this.identity,
      receivers: this.receivers,
      panel: this.panel,
      own: this.own,
      store: this.scenario.store ?? "memory",
      report: (invariant, message) => this.report(invariant, message),
      isAway: () => this.awayUntil > this.time.now,
      committed: (label, changes) => this.committed(label, changes),
      givenBack: (runAt) => this.workers.wakeAt(runAt)
    }, this.scope)
    this.bare = ambient(bare, this.time, clockOf(this.time))
    this.context = reached
    for (const account of this.accounts) this.settle(account)
    this.apps.start()
    if (this.own.operator !== undefined) {
      startRounds({
        time: this.time,
        host: (name) => this.hosts.drawn(name),
        run: (process, label, effect, ended) => this.run(process, label, effect, ended)
      }, this.own.operator)
    }
    for (const step of this.scenario.steps) {
      this.time.at(this.scenario.startsAt + step.atMs, () => this.act(step))
    }
    if (isCalendarEdge(this.scenario.startsAt)) this.decisions.happened("start", "calendarEdge")
    this.surround()
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
        if (number % 6 !== 0) return
        for (const { name, process } of [...this.hosts.all, ...this.workerSeats.all]) {
          this.clocks.mayJump(process, `${name}/${number}`)
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
    for (const { process } of [...this.hosts.all, ...this.workerSeats.all]) process.skewMs = 0
    this.workers.wakeAt(this.time.now)
  }

  /** The last questions of the auditors. */
  judge(): void {
    this.panel.after()
    this.apps.judge()
  }

  /** Looks at what is there, past everything that can go wrong. */
  look<A, E>(effect: Effect.Effect<A, E, Services>): A {
    const fiber = Effect.runForkWith(this.bare)(effect)
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
    this.trace.add(this.time.now, `s${step.number} ${step.action.do}`)
    const act = acts[step.action.do] as (stage: Stage, action: Action, number: number) => void
    act(this.stage, step.action, step.number)
  }

  private report(invariant: string, message: string): void {
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
    this.panel.committed(label, changes, written)
    this.foresight.committed(changes.writes)
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
    const services = ambient(this.context, this.time, clockOf(this.time, () => process.skewMs))
    this.surroundings.set(process, services)
    return services
  }
}
