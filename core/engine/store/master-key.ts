// The master key of a service: it wraps the data keys of an environment and seals nothing else, so that another master key
// costs one small record (0202). Two may be configured while it is changed: both unwrap, the current one wraps.
import { Clock, Context, Data, Effect, Option, Redacted } from "effect"
import { type DataKey, KeyRings, firstRing, keptId, ringId, wrapPlace } from "./key-ring.ts"
import { Ids } from "./ids.ts"
import { get, insert } from "./records.ts"
import { Store, changeSet } from "./store.ts"

/** A key is wrapped by a master key that this service was not given. */
export class MasterKeyUnknown extends Data.TaggedError("MasterKeyUnknown") {}

export class MasterKey extends Context.Service<MasterKey, {
  /** Wraps a data key, 64 hex digits, for its place. */
  readonly wrap: (key: Redacted.Redacted, place: string) => Effect.Effect<string>
  /** The data key again. A text that was altered is a defect. */
  readonly unwrap: (wrapped: string, place: string) => Effect.Effect<Redacted.Redacted, MasterKeyUnknown>
  /** The public half of what seals commands under a data key. */
  readonly commandKey: (keyId: string, key: Redacted.Redacted) => Effect.Effect<string>
}>()("pontepay/core/ports/MasterKey") {}

const keyBytes = 32
const idBytes = 8

/** A new data key, wrapped. */
export const newDataKey = Effect.fnUntraced(function*() {
  const { secret } = yield* Ids
  const master = yield* MasterKey
  const id = yield* secret(idBytes)
  const key = Redacted.make(yield* secret(keyBytes))
  return {
    id,
    wrapped: yield* master.wrap(key, wrapPlace(id)),
    commandKey: yield* master.commandKey(id, key),
    createdAt: yield* Clock.currentTimeMillis
  } satisfies DataKey
})

/** The ring of the environment; the first that opens it makes one. */
export const openRing = Effect.gen(function*() {
  const before = Option.getOrUndefined(yield* get(KeyRings, ringId))
  if (before !== undefined) return before.value
  const key = Redacted.make(yield* Ids.use(({ secret }) => secret(keyBytes)))
  const kept = yield* MasterKey.use(({ wrap }) => wrap(key, wrapPlace(keptId)))
  const ring = firstRing(kept, yield* newDataKey())
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(KeyRings, ring)] })))
  // As everybody reads it from now on: one that is read again is the same value.
  return Option.getOrThrow(yield* get(KeyRings, ringId)).value
})
