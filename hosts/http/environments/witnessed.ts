// The witness of an environment's data store: what is copied outside of it while it is used, and what a start concludes from the copies
// (C68; 0253). A store in memory has none: it loses everything at once.
import { Context, Effect, Layer, Redacted, Schedule } from "effect"
import { dirname, join, resolve } from "node:path"
import { type Witness, openWitness } from "../../../adapters/node/witness.ts"
import type { Environment } from "../../../core/base/environment/environment.ts"
import { Wallets } from "../../../core/customers/wallet/wallet.ts"
import {
  Pulses,
  StoreTaken,
  type TakenStore,
  beat,
  pulseNow,
  takeStore,
  wasUsed
} from "../../../core/engine/store/generation.ts"
import { type ChangeSet, Store, StoreUnavailable } from "../../../core/engine/store/store.ts"
import { takeBackWallets } from "../../../core/upkeep/reconcile/take-back-wallets.ts"
import type { Database, WitnessSettings } from "../settings/config.ts"

/** How often a process copies what it has committed: milliseconds. */
const beatMs = 1_000

interface Witnessing {
  readonly witness: Witness | undefined
  /** Commits of this process, and how many of them were copied. */
  commits: number
  copied: number
}

const WitnessOfStore = Context.Reference<Witnessing>("pontepay/hosts/http/WitnessOfStore", {
  defaultValue: () => ({ witness: undefined, commits: 0, copied: 0 })
})

const addressOf = (database: Exclude<Database, { readonly kind: "memory" }>): string => {
  if (database.kind === "sqlite") return `sqlite:${resolve(database.path)}`
  const { host, pathname } = new URL(Redacted.value(database.url))
  return `postgres:${host}${pathname}`
}

const witnessOf = (
  environment: Environment,
  database: Database,
  { directory }: WitnessSettings
): Witness | undefined => {
  if (database.kind === "memory") return undefined
  const usual = database.kind === "sqlite" ? join(dirname(database.path), "witness") : "./data/witness"
  return openWitness(directory ?? usual, environment, addressOf(database))
}

/** The store of an environment, whose wallets are kept outside before they are committed. */
export const witnessed = <Out, E, R>(
  environment: Environment,
  database: Database,
  settings: WitnessSettings,
  store: Layer.Layer<Out | Store, E, R>
): Layer.Layer<Out | Store, E, R> =>
  Layer.effectContext(Effect.gen(function*() {
    const services = yield* Effect.context<Out | Store>()
    const inner = yield* Store
    const of: Witnessing = { witness: witnessOf(environment, database, settings), commits: 0, copied: 0 }
    const commit: typeof inner.commit = (changes) =>
      Effect.andThen(
        keptOutside(of.witness, changes),
        Effect.tap(inner.commit(changes), () => Effect.sync(() => void (of.commits += isBeat(changes) ? 0 : 1)))
      )
    const holder: { current: TakenStore } = { current: { at: 0, restored: undefined } }
    return services.pipe(
      Context.add(Store, { ...inner, commit }),
      Context.add(WitnessOfStore, of),
      Context.add(StoreTaken, holder)
    )
  })).pipe(Layer.provide(store))

const isBeat = ({ writes: [first] }: ChangeSet): boolean => first?.kind === Pulses.kind

// A wallet is on two disks before it is shown.
const keptOutside = (witness: Witness | undefined, { writes }: ChangeSet) => {
  const wallets = writes.filter(({ kind }) => kind === Wallets.kind)
  return witness === undefined || wallets.length === 0
    ? Effect.void
    : Effect.forEach(wallets, ({ body, id }) => witness.keepWallet(id, body), { discard: true }).pipe(
      Effect.mapError((cause) => new StoreUnavailable({ cause }))
    )
}

/** Takes the store of an environment that is ours, and copies what it commits from then on. */
export const takeEnvironment = Effect.fnUntraced(function*({ losesNothing, restored }: WitnessSettings) {
  const of = yield* WitnessOfStore
  const { witness } = of
  if (witness === undefined) return
  const holder = yield* StoreTaken
  const taking = Effect.fnUntraced(function*(count: number | undefined) {
    const place = yield* Store.use((store) => store.place)
    const taken = yield* takeStore({ count, place, word: restored, losesNothing })
    const isNew = taken.restored !== undefined && taken.restored.startedAt !== holder.current.restored?.startedAt
    holder.current = taken
    if (isNew) {
      yield* Effect.logError("The data store may have lost commits: what it planned is looked up outside first", {
        since: new Date(taken.restored.since).toISOString()
      })
    }
    return place
  })
  const copied = yield* witness.count
  const isUsed = yield* wasUsed
  let place = yield* taking(copied)
  // At every start: the one before may have died between its restore and this.
  const wallets = yield* takeBackWallets(yield* witness.walletIds, witness.wallet)
  if (wallets > 0) yield* Effect.logWarning("Wallets were taken back from their copies", { wallets })
  if (copied === undefined && isUsed) {
    yield* Effect.logWarning("The data store had no witness here: a restore is noticed from now on")
  }
  let count = yield* beat
  yield* witness.note(count)

  const step = Effect.gen(function*() {
    const { commits } = of
    // A process with nothing to do asks the database for nothing.
    if (commits === of.copied) return
    const now = yield* Store.use((store) => store.place)
    // Another copy of the data, or the same that went back while it was used.
    if (now !== place || (yield* pulseNow) < count) place = yield* taking(count)
    count = yield* beat
    yield* witness.note(count)
    of.copied = commits
  })
  yield* step.pipe(
    Effect.catch((problem) =>
      Effect.logWarning("The witness of the data store cannot be kept now", { problem: problem._tag })
    ),
    Effect.repeat(Schedule.spaced(beatMs)),
    Effect.forkScoped
  )
})
