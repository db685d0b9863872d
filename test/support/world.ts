// A data plane with everything around it that a test can steer: clock, ports, provider events, accounts and the worker,
// one job at a time. Runs on any store; memory by default.
import { createHmac } from "node:crypto"
import { Clock, Context, Effect, Exit, Fiber, Layer, Redacted, References, Scope } from "effect"
import * as memoryCallWindow from "../../adapters/memory/call-window.ts"
import * as memoryDocuments from "../../adapters/memory/document-store.ts"
import * as memory from "../../adapters/memory/store.ts"
import * as nodePasswords from "../../adapters/node/password-hasher.ts"
import * as unconfigured from "../../adapters/unconfigured/ports.ts"
import * as pdfReceipts from "../../adapters/pdf/receipt.ts"
import * as sandboxLiveness from "../../adapters/sandbox/liveness-provider.ts"
import * as sandboxInbox from "../../adapters/sandbox/provider-inbox.ts"
import { type Caller, callerOf } from "../../core/customers/access/caller.ts"
import { applyBootstrap } from "../../core/operations/provisioning/apply-bootstrap.ts"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import { createDeposit } from "../../core/payments/deposit/create-deposit.ts"
import type { DepositRequest } from "../../core/payments/deposit/admit-deposit.ts"
import { readDeposit } from "../../core/payments/deposit/read-deposit.ts"
import { type ClaimedJob, JobQueue } from "../../core/engine/store/job-queue.ts"
import { ProviderInbox, ProviderInboxes } from "../../core/ports/provider-inbox.ts"
import { PublicOrigin } from "../../core/ports/public-origin.ts"
import { restrictions } from "../../core/ports/restrictions.ts"
import { type ChangeSet, type NewJob, Store } from "../../core/engine/store/store.ts"
import type { RequestServices } from "../../hosts/http/environments/plane.ts"
import { providerRoutes } from "../../hosts/http/api/handlers/provider.ts"
import { Foresight } from "../../hosts/simulate/foresight.ts"
import type { TaskServices } from "../../hosts/worker/tasks.ts"
import { runJob } from "../../hosts/worker/worker.ts"
import { counterIds } from "./ids.ts"
import { FakeKyc, kycLayer } from "./kyc.ts"
import { FakeLightning, lightningLayer } from "./lightning.ts"
import {
  type FakeChain,
  FakeNotifier,
  FakeRail,
  FakeRates,
  ManualClock,
  chainLayer,
  fakeChain,
  notifierLayer,
  railLayer,
  ratesLayer
} from "./ports.ts"
import { unrestricted } from "./restrictions.ts"
import { secretsOfTests } from "./secrets.ts"
import { FakePool, FakeSpark, poolLayer, sparkLayer } from "./swap.ts"
import { FakeVault, vaultLayer } from "./vault.ts"

export type Services = RequestServices | TaskServices
export type PlaneLayer = Layer.Layer<Store | JobQueue, unknown>

/** 2026-03-01T00:00:00Z in Unix milliseconds. */
export const startOfTests = 1_772_323_200_000

const providerSecret = "provider-secret-of-tests"
const leaseMs = 60_000
/** More jobs than any test has due at one moment. */
const mostJobs = 5_000

/** An account of the tests: KYC approved, everything allowed but third parties. */
export const account = (name: string, parts: Partial<BootstrapAccount> = {}): BootstrapAccount => ({
  name,
  environment: "sandbox",
  apiKey: `pontepay_test_${name.padEnd(32, "-")}`,
  taxId: "11144477735" as NonNullable<BootstrapAccount["taxId"]>,
  kyc: "APPROVED",
  ...parts
})

/** A request of 10.00 for USDT on polygon, by default: fee 0.25, and 1.95 USDT at the price of 5.00. */
export const depositRequest = (parts: Partial<DepositRequest> = {}): DepositRequest => ({
  value: 1_000,
  asset: "USDT",
  network: "polygon",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  ...parts
})

/** A worker process: its calls reach the plane until it is killed, and hang for ever after. */
class Process {
  readonly services: Context.Context<Services>
  private isAlive = true
  private callsLeft: number
  private readonly onDeath: () => void

  constructor(services: Context.Context<Services>, calls: number, onDeath: () => void) {
    this.callsLeft = calls
    this.onDeath = onDeath
    this.services = services.pipe(
      Context.add(Store, this.guarded(Context.get(services, Store))),
      Context.add(JobQueue, this.guarded(Context.get(services, JobQueue)))
    )
  }

  die(): void {
    this.isAlive = false
    this.onDeath()
  }

  private guarded<S extends object>(service: S): S {
    return new Proxy(service, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name)
        if (Effect.isEffect(member)) return this.whileAlive(() => member)
        if (typeof member !== "function") return member
        return (...parts: ReadonlyArray<unknown>) =>
          this.whileAlive(() => Reflect.apply(member, target, parts) as Effect.Effect<unknown>)
      }
    })
  }

  private whileAlive<A, E, R>(call: () => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      if (this.callsLeft-- <= 0) this.die()
      return this.isAlive ? call() : Effect.never
    })
  }
}

export class World {
  readonly clock = new ManualClock(startOfTests)
  readonly chain: FakeChain = fakeChain()
  readonly rail = new FakeRail()
  readonly notifier = new FakeNotifier()
  readonly rates = new FakeRates()
  readonly lightning = new FakeLightning()
  readonly spark = new FakeSpark()
  readonly pool = new FakePool()
  readonly kyc = new FakeKyc()
  readonly vault = new FakeVault()
  /** Jobs that were requested by a commit and not yet ended by one, by id. */
  readonly jobs = new Map<string, NewJob>()
  /** Every change set that was applied. */
  readonly commits: Array<ChangeSet> = []
  private readonly unforeseen: Array<string> = []
  private readonly foresight = new Foresight((what) => this.unforeseen.push(what))
  private readonly scope = Scope.makeUnsafe()
  private context = Context.empty() as Context.Context<Services>

  /** Opens a plane. `decorate` may wrap the services that are handed out. */
  static async open(
    plane: PlaneLayer = memory.layer,
    decorate: (services: Context.Context<Services>) => Context.Context<Services> = (services) => services
  ): Promise<World> {
    const world = new World()
    const around = Layer.mergeAll(
      unconfigured.layer,
      unconfigured.auditor,
      Layer.succeed(PublicOrigin, PublicOrigin.none),
      chainLayer(world.chain),
      railLayer(world.rail),
      notifierLayer(world.notifier),
      ratesLayer(world.rates),
      lightningLayer(world.lightning),
      sparkLayer(world.spark),
      poolLayer(world.pool),
      kycLayer(world.kyc),
      vaultLayer(world.vault),
      counterIds,
      nodePasswords.layer({ memory: 64, passes: 1, parallelism: 1 }),
      memoryDocuments.layer,
      memoryCallWindow.layer,
      sandboxLiveness.layer,
      pdfReceipts.layer,
      secretsOfTests(),
      restrictions(unrestricted),
      sandboxInbox.layer({ secret: Redacted.make(providerSecret) })
    )
    const built = await Effect.runPromise(Layer.buildWithScope(Layer.merge(plane, around), world.scope))
    const store = Context.get(built, Store)
    const inboxes = { main: { name: "sandbox", inbox: Context.get(built, ProviderInbox) }, named: [] }
    const watched = Context.add(Context.add(built, ProviderInboxes, inboxes), Store, {
      ...store,
      commit: (changes) => Effect.tap(store.commit(changes), () => Effect.sync(() => world.committed(changes)))
    })
    world.context = decorate(watched)
    return world
  }

  /**
   * Ends the world; whatever was done in it, the balances of each asset sum to zero, whatever is owed about a record has its
   * job, and nothing happened to a record that its explanation had not listed as possible.
   */
  async close(): Promise<void> {
    const balances = await this.run(Store.use((store) => store.balances("")))
    const totals = new Map<string, bigint>()
    for (const { amount, asset } of balances) totals.set(asset, (totals.get(asset) ?? 0n) + amount)
    const { orphans } = await this.run(Store.use((store) => store.orphans(undefined, 10_000)))
    await Effect.runPromise(Scope.close(this.scope, Exit.void))
    const lacking = orphans.filter(({ status }) => status === "missing").map(({ id, job }) => `${id} ${job}`)
    if (lacking.length > 0) throw new Error(`Records have lost their jobs: ${lacking.join(", ")}`)
    if (this.unforeseen.length > 0) throw new Error(`No one had foreseen: ${this.unforeseen.join("; ")}`)
    const wrong = [...totals].filter(([, sum]) => sum !== 0n).map(([asset, sum]) => `${asset} ${sum}`)
    if (wrong.length > 0) throw new Error(`The trial balance is not zero: ${wrong.join(", ")}`)
    const kept = this.vault.seeds.filter((seed) => seed.some((byte) => byte !== 0)).length
    if (kept > 0) throw new Error(`${kept} of ${this.vault.seeds.length} seeds were not wiped after their use`)
  }

  /** Runs an effect in this world. */
  run<A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> {
    return Effect.runPromise(this.inside(effect, this.context))
  }

  /** Runs an effect that must fail, and answers with its failure. */
  refusal<A, E>(effect: Effect.Effect<A, E, Services>): Promise<E> {
    return this.run(Effect.flip(effect))
  }

  private inside<A, E>(effect: Effect.Effect<A, E, Services>, context: Context.Context<Services>): Effect.Effect<A, E> {
    return effect.pipe(
      Effect.provide(context),
      Effect.provideService(Clock.Clock, this.clock),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  }

  private committed(changes: ChangeSet): void {
    this.commits.push(changes)
    this.foresight.committed(changes.writes)
    for (const { id } of changes.finished) this.jobs.delete(id)
    for (const job of changes.jobs) if (!this.jobs.has(job.id)) this.jobs.set(job.id, job)
  }

  /** Makes an account, or changes the one with its key, and gives its caller. */
  async caller(declared: BootstrapAccount = account("first")): Promise<Caller> {
    await this.run(applyBootstrap(declared))
    return await this.run(callerOf(Redacted.make(declared.apiKey), declared.environment))
  }

  /** Makes a deposit and gives its status record. */
  async deposit(caller: Caller, parts: Partial<DepositRequest> = {}) {
    const once = await this.run(createDeposit({ caller, request: depositRequest(parts) }))
    if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
    return await this.record(caller, once.answer.externalId)
  }

  record(caller: Caller, externalId: string) {
    return this.run(readDeposit(caller, externalId))
  }

  /** A signed event of the provider, through the route that takes them. */
  provider(subscription: string, data: unknown, id?: string): Promise<unknown> {
    return this.run(this.providerEvent(subscription, data, id))
  }

  private providerEvent(
    subscription: string,
    data: unknown,
    id: string | undefined
  ): Effect.Effect<unknown, unknown, Services> {
    const route = providerRoutes(Context.get(this.context, ProviderInboxes))[0]
    if (route === undefined) throw new Error("no route takes provider events")
    return Effect.suspend(() => {
      const text = JSON.stringify({ event: { id, subscription, data } })
      const timestamp = String(Math.floor(this.clock.now / 1_000))
      const signature = createHmac("sha256", providerSecret).update(`${timestamp}.${text}`).digest("hex")
      const body = new TextEncoder().encode(text)
      const type = "application/json"
      const headers = { "content-type": type, "x-provider-timestamp": timestamp, "x-provider-signature": signature }
      const request = { method: route.method, target: route.path, headers, body }
      const matched = { request, body, search: "", params: {}, now: this.clock.now, origin: () => null }
      return route.run(matched, Effect.die("no one requested a caller"))
    })
  }

  settle(trackId: string | null, endToEndId: string, type = "DEPOSIT-SUCCESS", id?: string): Promise<unknown> {
    return this.provider("TICKET", { type, ticket: { id: trackId, endToEndId } }, id)
  }

  confirmReturn(endToEndId: string, returnId: string, value: number, id?: string): Promise<unknown> {
    return this.provider("PIX-RETURN", { type: "RETURN-CONFIRMED", endToEndId, returnId, value }, id)
  }

  claim(limit: number): Promise<ReadonlyArray<ClaimedJob>> {
    return this.run(JobQueue.use((queue) => queue.claim({ now: this.clock.now, leaseMs, limit })))
  }

  runJob(job: ClaimedJob): Promise<void> {
    return this.run(runJob(job))
  }

  /**
   * Runs a job in a process of its own, which dies when it has called its plane so often, or when a port is scripted to
   * kill whoever asks.
   */
  async runJobInProcess(job: ClaimedJob, calls = Number.POSITIVE_INFINITY): Promise<"ended" | "killed"> {
    const death = Promise.withResolvers<"killed">()
    const process = new Process(this.context, calls, () => death.resolve("killed"))
    this.chain.kill =
      this.rail.kill =
      this.rail.payments.kill =
      this.lightning.payments.kill =
      this.spark.tokens.kill =
      this.spark.transfers.kill =
      this.spark.payments.kill =
      this.pool.swaps.kill =
      this.kyc.submissions.kill =
        () => process.die()
    const fiber = Effect.runFork(this.inside(runJob(job), process.services))
    const fate = await Promise.race([Effect.runPromise(Fiber.await(fiber)).then(() => "ended" as const), death.promise])
    process.die()
    fiber.interruptUnsafe()
    // What it had in memory died with it.
    if (fate === "killed") this.vault.seeds.length = 0
    return fate
  }

  /** Works off everything that is due, as often as there is something; gives how many jobs were run. */
  async work(limit = 20): Promise<number> {
    for (let count = 0;;) {
      const jobs = await this.claim(limit)
      if (jobs.length === 0) return count
      for (const job of jobs) await this.runJob(job)
      count += jobs.length
      if (count > mostJobs) throw new Error("the jobs of one moment never end")
    }
  }

  advance(ms: number): void {
    this.clock.now += ms
  }
}
