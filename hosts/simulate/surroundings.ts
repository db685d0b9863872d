// What processes of a simulation find around them: a store and a queue that are watched, simulated parties, whatever the
// embedder brings in their place, and around each call what may go wrong with it.
import { Clock, Context, Effect, Layer, Redacted, References, Scheduler, type Scope } from "effect"
import * as memoryCallWindow from "../../adapters/memory/call-window.ts"
import * as memoryDocuments from "../../adapters/memory/document-store.ts"
import * as memory from "../../adapters/memory/store.ts"
import * as sqlite from "../../adapters/sqlite/store.ts"
import * as nodeSecrets from "../../adapters/node/secrets.ts"
import * as unconfigured from "../../adapters/unconfigured/ports.ts"
import { englishReason } from "../../core/base/reason/english.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Ids } from "../../core/engine/store/ids.ts"
import { KycProvider } from "../../core/ports/kyc-provider.ts"
import {
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "../../core/ports/moving/adapter.ts"
import { Notifier } from "../../core/ports/notifier.ts"
import { DocumentRetention } from "../../core/ports/document-store.ts"
import { FloatMarks } from "../../core/ports/float-marks.ts"
import { PasswordHasher } from "../../core/ports/password-hasher.ts"
import { PersonRetention } from "../../core/ports/person-retention.ts"
import { PublicOrigin } from "../../core/ports/public-origin.ts"
import { OperationLimit, SecondOperatorAbove, restrictions } from "../../core/ports/restrictions.ts"
import { TreasuryLimits } from "../../core/ports/treasury-limits.ts"
import { RailBooks, type RailBooksReader } from "../../core/ports/rail-books.ts"
import { RequiredFields } from "../../core/standards/identity/declaration.ts"
import { type ChangeSet, Store } from "../../core/engine/store/store.ts"
import type { RequestServices } from "../http/environments/plane.ts"
import type { TaskServices } from "../worker/tasks.ts"
import type { Report } from "./auditor/judge.ts"
import type { Panel } from "./auditor/panel.ts"
import { watchedPorts } from "./conduct.ts"
import type { Decisions } from "./decisions.ts"
import { idsLayer } from "./ids.ts"
import { type Own, serversOf, wireOf } from "./own.ts"
import { type SimulatedChain, chainLayer } from "./ports/chain.ts"
import { inboxLayer } from "./ports/events.ts"
import { type SimulatedIdentity, identityLayer } from "./ports/kyc-provider.ts"
import { type SimulatedLightning, lightningLayer } from "./ports/lightning-node.ts"
import { type SimulatedRail, railLayer } from "./ports/pix-rail.ts"
import { ratesLayer } from "./ports/rates.ts"
import { type Receivers, notifierLayer } from "./ports/receivers.ts"
import { type SimulatedSpark, sparkLayer } from "./ports/spark-wallet.ts"
import { type SimulatedPool, poolLayer } from "./ports/swap-pool.ts"
import type { StoreName } from "./scenario.ts"
import { noTrouble, queueTrouble, storeTrouble } from "./storage.ts"
import { type VirtualTime, schedulerOf } from "./time.ts"
import { vaultLayer } from "./vault.ts"
import { CurrentWork, Process, type Trouble, type Work, guarded } from "./work.ts"

export type Services = RequestServices | TaskServices

interface Parts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly rail: SimulatedRail
  /** What the PIX provider shows of its books; undefined where it shows none. */
  readonly books: RailBooksReader | undefined
  readonly chain: SimulatedChain
  readonly lightning: SimulatedLightning
  readonly spark: SimulatedSpark
  readonly pool: SimulatedPool
  readonly identity: SimulatedIdentity
  readonly receivers: Receivers
  readonly panel: Panel
  readonly own: Own
  readonly store: Context.Context<Store | JobQueue>
  readonly report: Report
  /** Whether the database cannot be reached now. */
  readonly isAway: () => boolean
  readonly committed: (label: string, changes: ChangeSet) => void
  /** A job was given back, to be done from an instant on. */
  readonly givenBack: (runAt: number) => void
}

/** What there is: as it is, for setting up and looking, and as processes reach it. */
interface Surroundings {
  readonly bare: Context.Context<Services>
  readonly reached: Context.Context<Services>
}

/** The key that seals the secrets of every simulation. */
const secretsKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

// Beside the world, so that its keys are the same in every run and no step is spent on them.
const fixedIds = Layer.succeed(Ids, {
  next: () => Effect.die("the keys of secrets have no such id"),
  walletId: () => Effect.die("the keys of secrets have no such id"),
  secret: (bytes) => Effect.succeed("07".repeat(bytes))
})
const secretsLayer = nodeSecrets.layer({ environment: "sandbox", key: secretsKey }).pipe(
  Layer.provide(Layer.merge(Layer.fresh(memory.layer), fixedIds))
)

// What leaves a treasury, and what an operator decides, is up to what a seed makes of it.
const nothingRestricted = restrictions({
  operationLimit: OperationLimit.none,
  secondOperatorAbove: SecondOperatorAbove.none,
  requiredFields: RequiredFields.none,
  treasuryLimits: TreasuryLimits.none,
  floatMarks: FloatMarks.none,
  documentRetentionMs: DocumentRetention.forever,
  personRetentionMs: PersonRetention.ofTheLaw
})

// Operators of a simulation give orders without signing in.
const noSignIn = Layer.succeed(PasswordHasher, {
  hash: () => Effect.die("no one signs in"),
  verify: () => Effect.die("no one signs in"),
  isOutdated: () => false
})

/** Puts everything together, for as long as the scope. */
export const surroundingsOf = (parts: Parts, scope: Scope.Scope): Surroundings => {
  const simulated = watched(parts, built(parts, scope))
  const data = troubledData(parts, simulated)
  const plain = Context.merge(simulated, ownPorts(parts, Context.get(data, Store), scope))
  // Whoever sets up or looks has a count of calls of this world: ids are made of it.
  const outside: Work = { label: "outside", process: new Process("outside", () => undefined), calls: 0 }
  const reached = troubledPorts(parts, Context.merge(plain, data))
  return {
    bare: Context.add(plain, CurrentWork, outside),
    reached: Context.merge(reached, watchedPorts(reached, parts.report, parts.panel.shown))
  }
}

/** The same with the time of the simulation. */
export const ambient = <S>(
  services: Context.Context<S>,
  time: VirtualTime,
  clock: Clock.Clock
): Context.Context<S> =>
  services.pipe(
    Context.add(Clock.Clock, clock),
    Context.add(Scheduler.Scheduler, schedulerOf(time)),
    Context.add(References.MinimumLogLevel, "None")
  )

const built = (parts: Parts, scope: Scope.Scope) => {
  const { books, chain, decisions, identity, lightning, panel, pool, rail, receivers, spark } = parts
  const around = Layer.mergeAll(
    unconfigured.layer,
    unconfigured.auditor,
    Layer.succeed(PublicOrigin, PublicOrigin.none),
    chainLayer(chain),
    railLayer(rail),
    Layer.succeed(RailBooks, books),
    notifierLayer(receivers, (notification, clock) => {
      panel.signatures.sent(notification, clock)
      panel.readings.told(`a delivery to ${notification.url}`, notification.body)
    }),
    lightningLayer(lightning),
    sparkLayer(spark),
    poolLayer(pool),
    identityLayer(identity),
    ratesLayer(decisions),
    inboxLayer,
    idsLayer,
    vaultLayer((label, isRight) => panel.pinChecked(label, isRight)),
    memoryDocuments.layer,
    memoryCallWindow.layer,
    secretsLayer,
    nothingRestricted,
    noSignIn
  )
  return Context.merge(Effect.runSync(Layer.buildWithScope(around, scope)), parts.store)
}

/** An empty store. SQLite writes in groups: what waits for its turn takes it in virtual time. */
export const emptyStore = (
  name: StoreName,
  time: VirtualTime,
  scope: Scope.Scope
): Context.Context<Store | JobQueue> => {
  const layer = name === "sqlite"
    ? sqlite.layer({ filename: ":memory:", nextTurn: (run) => time.soon(run) })
    : memory.layer
  return Effect.runSync(Layer.buildWithScope(layer, scope))
}

// What the embedder brings stands in the place of what is simulated. An adapter keeps its rows in the store as the process that calls
// it reaches it: its commits fail like any other, and the process may be killed around them.
const ownPorts = (
  { decisions, own, rail, time }: Parts,
  store: Store["Service"],
  scope: Scope.Scope
): Context.Context<never> => {
  const layer = own.adapters?.({ wire: wireOf(time, decisions), pix: serversOf(rail), now: () => time.now })
  if (layer === undefined) return Context.empty()
  return Effect.runSync(Layer.buildWithScope(Layer.provide(layer, Layer.succeed(Store, store)), scope))
}

const watched = (parts: Parts, services: ReturnType<typeof built>): Context.Context<Services> => {
  const { committed, givenBack, panel, report, time } = parts
  const store = Context.get(services, Store)
  const queue = Context.get(services, JobQueue)
  const watchedStore: Store["Service"] = {
    ...store,
    // The clocks of processes differ; the store has one.
    now: Effect.sync(() => time.now),
    commit: (changes) =>
      Effect.withFiber((fiber) => {
        const { label } = Context.get(fiber.context, CurrentWork)
        return Effect.tap(store.commit(changes), () => Effect.sync(() => committed(label, changes)))
      })
  }
  const watchedQueue: JobQueue["Service"] = {
    ...queue,
    claim: (request) =>
      Effect.tap(queue.claim(request), (jobs) => Effect.sync(() => panel.jobs.claimed(request.now, jobs))),
    retry: (job, runAt, problem) =>
      Effect.tap(queue.retry(job, runAt, problem), () =>
        Effect.sync(() => {
          panel.jobs.gaveBack(job)
          givenBack(runAt)
        })),
    bury: (job, problem) =>
      Effect.tap(
        queue.bury(job, problem),
        () => Effect.sync(() => report("no-dead-letters", `job ${job.id} was put aside: ${englishReason(problem)}`))
      )
  }
  return services.pipe(Context.add(Store, watchedStore), Context.add(JobQueue, watchedQueue))
}

const troubledData = (
  { decisions, isAway, time }: Parts,
  plain: Context.Context<Services>
): Context.Context<Store | JobQueue> => {
  const guard = <S extends object>(name: string, service: S, trouble: Trouble) =>
    guarded(name, service, decisions, "killAfterCommit", trouble)
  return Context.make(Store, guard("store", Context.get(plain, Store), storeTrouble(time, decisions, isAway))).pipe(
    Context.add(JobQueue, guard("queue", Context.get(plain, JobQueue), queueTrouble(decisions, isAway)))
  )
}

const troubledPorts = ({ decisions }: Parts, plain: Context.Context<Services>): Context.Context<Services> => {
  const port = <S extends object>(name: string, service: S) =>
    guarded(name, service, decisions, "killAfterPort", noTrouble)
  return plain.pipe(
    Context.merge(pixRailAdapter.services(port("rail", pixRailAdapter.of(plain)))),
    Context.merge(chainAdapter.services(port("chain", chainAdapter.of(plain)))),
    Context.merge(lightningNodeAdapter.services(port("lightning", lightningNodeAdapter.of(plain)))),
    Context.merge(sparkWalletAdapter.services(port("spark", sparkWalletAdapter.of(plain)))),
    Context.merge(swapPoolAdapter.services(port("pool", swapPoolAdapter.of(plain)))),
    Context.add(KycProvider, port("kyc", Context.get(plain, KycProvider))),
    Context.add(Notifier, port("notifier", Context.get(plain, Notifier)))
  )
}
