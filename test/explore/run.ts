// One run of the kernel under a schedule that is told choice by choice: two workers on one movement, a provider that tells
// what it did, and one crash. Every call to the store or to the port waits until it is chosen, so between any two of them
// anything else may happen.
import { Clock, Context, Effect, Exit, Layer, Option, Redacted, References, Scheduler, Scope } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import * as memory from "../../adapters/memory/store.ts"
import {
  bookMovement,
  performMovement,
  planAndClaim,
  sendClaimed
} from "../../core/payments/movement/perform-movement.ts"
import {
  type Movement,
  Movements,
  type Plan,
  movementId,
  needsSeed,
  plan
} from "../../core/payments/movement/movement.ts"
import type { MovementOrder, MovementReceipt } from "../../core/payments/movement/order.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { get, list } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { VirtualTime, clockOf, schedulerOf } from "../../hosts/simulate/time.ts"
import { Heard, hearing } from "./heard.ts"
import { orders, sayWhatTheyKeep } from "./orders.ts"
import { type Ports, portsOver } from "./ports.ts"
import { Process } from "./process.ts"
import { type Fate, Rail, fates } from "./rail.ts"
import { digest, inOrder, signedOnce, textOf } from "./text.ts"

/** One step of a schedule. */
export type Choice =
  | { readonly do: "step"; readonly who: string; readonly fate?: Fate }
  | { readonly do: "crash"; readonly who: string }
  | { readonly do: "wait" }
  | { readonly do: "land" }

/** Whoever plans asks which account it will be, and nothing else. */
const silent = portsOver({
  keepsIds: false,
  send: Effect.never,
  lookUp: Effect.never,
  resolve: () => Effect.never,
  paying: () => undefined
})

/** What a process of the run can reach. */
type Reached = Store | JobQueue | Ports

const startsAt = 1_772_323_200_000

const id = movementId("dep_1", "deliver")

export class Run {
  readonly time = new VirtualTime(startsAt)
  readonly rail: Rail
  private readonly processes: Array<Process> = []
  private readonly scope = Scope.makeUnsafe()
  private readonly plain: Context.Context<Store | JobQueue>
  private readonly receipt: MovementReceipt
  private crashes = 1
  private waits = 1
  /** The invoices that were asked to be paid: only one may ever be. */
  readonly invoices = new Set<string>()
  private readonly isBelievedSoon: boolean
  private resolved = 0
  private claims = 0
  /** Who stepped last; undefined before anybody has. */
  private last: string | undefined
  private heardCount = 0
  private messages = 0

  constructor(kind: MovementOrder["kind"], keepsIds: boolean) {
    const [order, receipt] = orders[kind]
    this.receipt = receipt
    this.rail = new Rail(keepsIds)
    this.isBelievedSoon = keepsIds && sayWhatTheyKeep.has(kind)
    this.plain = Context.add(
      Effect.runSync(Layer.buildWithScope(memory.layer, this.scope)),
      Clock.Clock,
      clockOf(this.time)
    )
    const wanted: Plan = {
      purpose: "deliver",
      owner: "acc_1",
      subjectKind: "deposit",
      subject: "dep_1",
      order,
      at: startsAt
    }
    if (needsSeed(order.kind)) this.withSeed(wanted)
    else {
      this.now(Store.use((store) => store.commit(changeSet(plan(wanted)))))
      this.worker("first")
    }
    this.worker("second")
  }

  /**
   * What may happen next. Two things are left out that lead nowhere else: a process dies right after its own step, or before
   * anybody's, as no one sees the difference until it would have stepped again; and where time does not pass any more,
   * a look at the clock comes first, as it gives the same whenever it comes.
   */
  get choices(): ReadonlyArray<Choice> {
    const choices: Array<Choice> = []
    for (const { call, isDead, name } of this.processes) {
      if (isDead || call === undefined) continue
      if (call.label === "now" && this.waits === 0) return [{ do: "step", who: name }, ...this.crashOf(name)]
      if (call.label === "send") choices.push(...fates.map((fate) => ({ do: "step" as const, who: name, fate })))
      else choices.push({ do: "step", who: name })
      choices.push(...this.crashOf(name))
    }
    if (this.rail.onItsWay > 0) choices.push({ do: "land" })
    if (this.waits > 0 && this.processes.some(({ call }) => call !== undefined)) choices.push({ do: "wait" })
    if (this.messages < 2 && this.truth() !== undefined) choices.push({ do: "step", who: "provider" })
    return choices
  }

  private crashOf(who: string): ReadonlyArray<Choice> {
    const mayDie = this.crashes > 0 && this.process(who).kind !== "provider" &&
      (this.last === undefined || this.last === who)
    return mayDie ? [{ do: "crash", who }] : []
  }

  take(choice: Choice): void {
    this.last = choice.do === "step" ? choice.who : choice.do
    switch (choice.do) {
      case "wait":
        // What is under way arrives well within the time after which an Absent is believed; where ids are kept it is believed
        // much sooner, and what is under way arrives at any time.
        if (!this.isBelievedSoon) this.rail.land()
        this.pass(this.isBelievedSoon ? 6_000 : 41_000)
        this.waits--
        break
      case "land":
        this.rail.land()
        break
      case "crash": {
        this.crashes--
        const process = this.process(choice.who)
        process.isDead = true
        process.call = undefined
        break
      }
      case "step":
        if (choice.who === "provider") this.tell()
        else this.process(choice.who).call?.run(choice.fate)
    }
    this.time.drain()
  }

  // Whatever waits for a time within it goes on: a call to a port that has not been made by then is given up.
  private pass(ms: number): void {
    const until = this.time.now + ms
    for (let next = this.time.nextAt; next !== undefined && next <= until; next = this.time.nextAt) this.time.advance()
    this.time.now = until
  }

  /** Everything that decides what can happen from here. */
  get state(): string {
    // Of a process that goes on, all that it saw decides what it will do; of another, nothing does. Who is called what
    // decides nothing either: workers are alike, and so are the provider's messages.
    const traces = this.processes.map(({ isDead, isOver, kind, trace }) => `${kind} ${isDead || isOver ? "" : trace}`)
    const left = [this.crashes, this.waits]
    return digest([this.described, ...left, ...inOrder(traces)].join("|"))
  }

  /** What is left when every process has died: all that decides how it ends. */
  get world(): string {
    return digest(this.described)
  }

  private get described(): string {
    const { record, version } = this.movement
    const job = this.now(JobQueue.use((queue) => queue.find(`move/${id}`)))
    const outside = [this.rail.text, this.time.now, this.messages, textOf([...this.invoices])]
    return [textOf(record), version, textOf(job), ...outside, ...this.heard].join("|")
  }

  get movement(): { readonly record: Movement; readonly version: number } {
    const { value, version } = Option.getOrThrow(this.now(get(Movements, id)))
    return { record: value, version }
  }

  get heard(): ReadonlyArray<string> {
    return this.now(list(Heard, "all", "all", { limit: 100 })).map(({ value }) => value.on).toSorted()
  }

  /** Lets a worker that nothing happens to bring the movement to its end; false when it does not come to one. */
  finish(): boolean {
    for (const process of this.processes) process.isDead = true
    for (let tries = 0; tries < 6; tries++) {
      this.rail.land()
      this.pass(400_000)
      const name = `last ${tries}`
      this.worker(name)
      for (let process = this.process(name); process.call !== undefined; process = this.process(name)) {
        process.call.run("done")
        this.time.drain()
      }
      const { state } = this.movement.record
      if (state === "DONE" || state === "REFUSED" || state === "CANCELLED") return true
    }
    return false
  }

  close(): void {
    Effect.runSync(Scope.close(this.scope, Exit.void))
  }

  private process(name: string): Process {
    const found = this.processes.find((process) => process.name === name)
    if (found === undefined) throw new Error(`no one is called ${name}`)
    return found
  }

  private truth(): "done" | "refused" | undefined {
    if (this.rail.effects > 0) return "done"
    return this.rail.isRefused ? "refused" : undefined
  }

  // The provider tells only what is so, and may tell it twice.
  private tell(): void {
    const on = this.truth()
    if (on === undefined) throw new Error("there is nothing to tell")
    const fact = on === "done" ? { on, receipt: this.receipt } : { on, reason: reason("refusedByReceiver") }
    this.start(`provider ${++this.messages}`, "provider", () => bookMovement(this.subjects, id, fact))
  }

  // What needs the seed is sent by the run that plans it, which holds the seed; workers only look it up.
  private withSeed(wanted: Plan): void {
    const { claim, parts } = this.now(Effect.provideContext(planAndClaim(wanted), silent))
    this.now(Store.use((store) => store.commit(changeSet(parts))))
    this.start("first", "request", () => sendClaimed(this.subjects, claim, [], Redacted.make(new Uint8Array(16))))
    this.worker("third")
  }

  private worker(name: string): void {
    this.start(name, "worker", (process) =>
      Effect.gen({ self: this }, function*() {
        // Whoever is slow loses its lease to the next: each claim comes when the one before has run out.
        const claim = Effect.suspend(() =>
          JobQueue.use((queue) =>
            queue.claim({ now: this.time.now + 10_000 * ++this.claims, leaseMs: 6_000, limit: 1 })
          )
        )
        const [job] = yield* this.gated(process, "claim", claim)
        if (job !== undefined) yield* performMovement(this.subjects)(job)
      }))
  }

  private readonly subjects = hearing(() => `heard ${++this.heardCount}`)

  private start(
    name: string,
    kind: Process["kind"],
    work: (process: Process) => Effect.Effect<unknown, unknown, Reached>
  ): void {
    const process = new Process(name, kind)
    this.processes.push(process)
    const context = this.services(process)
    const running = Effect.onExit(
      Effect.suspend(() => work(process)),
      () =>
        Effect.sync(() => {
          process.isOver = true
        })
    )
    Effect.runFork(Effect.provide(running, context))
    this.time.drain()
  }

  private services(process: Process): Context.Context<Reached> {
    const { rail } = this
    const store = Context.get(this.plain, Store)
    const ports = portsOver({
      keepsIds: rail.keepsIds,
      send: this.gated(process, "send", (fate) => Effect.sync(() => rail.send(fate ?? "done"))),
      lookUp: this.gated(process, "look up", Effect.sync(() => rail.lookUp())),
      resolve: (amount) =>
        this.gated(process, "resolve", Effect.sync(() => signedOnce(++this.resolved, amount, startsAt))),
      paying: (bolt11) => void this.invoices.add(bolt11)
    })
    return Context.merge(ports, this.plain).pipe(
      Context.add(Store, {
        ...store,
        get: (kind, key) => this.gated(process, "get", store.get(kind, key)),
        commit: (changes) => this.gated(process, "commit", store.commit(changes)),
        now: this.gated(process, "now", Effect.sync(() => this.time.now))
      }),
      Context.add(Clock.Clock, clockOf(this.time)),
      Context.add(Scheduler.Scheduler, schedulerOf(this.time)),
      Context.add(References.MinimumLogLevel, "None")
    ) as Context.Context<Reached>
  }

  /** A call that waits until it is chosen. */
  private gated<A, E, R>(
    process: Process,
    label: string,
    call: Effect.Effect<A, E, R> | ((fate: Fate | undefined) => Effect.Effect<A, E, R>)
  ): Effect.Effect<A, E> {
    return Effect.callback<A, E>((resume) => {
      const waiting = {
        label,
        run: (fate: Fate | undefined) => {
          process.call = undefined
          const effect = typeof call === "function" ? call(fate) : call
          const exit = this.exitOf(effect)
          process.saw(label, exit)
          resume(exit)
        }
      }
      process.call = waiting
      return Effect.sync(() => {
        if (process.call !== waiting) return
        process.call = undefined
        process.saw(label, "given up")
      })
    })
  }

  private exitOf<A, E, R>(effect: Effect.Effect<A, E, R>): Exit.Exit<A, E> {
    return Effect.runSyncExitWith(this.plain)(effect as Effect.Effect<A, E, Store | JobQueue>)
  }

  private now<A, E>(effect: Effect.Effect<A, E, Store | JobQueue>): A {
    return Exit.match(this.exitOf(effect), {
      onSuccess: (value) => value,
      onFailure: (cause) => {
        throw new Error(String(cause))
      }
    })
  }
}
