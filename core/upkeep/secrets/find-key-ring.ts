// The ring of an environment as rotating it finds it, and how much is still sealed under an older key.
import { Effect, Option } from "effect"
import { get } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import { isoInstant } from "../../base/time/instant.ts"
import {
  type DataKey,
  type KeyRing,
  KeyRings,
  commandKeyOf,
  isPending,
  newestOf,
  ringId
} from "../../engine/store/key-ring.ts"
import { Resealings, newResealing } from "./resealing.ts"
import { sealedLists } from "./sealed-kinds.ts"

/** The job that follows a rotation; named by the key that seals from then on. */
const resealingTask = "advance-resealing"

/** The job that seals again under a key what older ones sealed. */
export const resealingJob = (keyId: string, runAt: number) => ({
  id: `${resealingTask}/${keyId}`,
  task: resealingTask,
  subject: `${resealingTask}/${keyId}`,
  runAt
})

/** The ring, which a service makes before it does anything else. */
export const ringOf = Effect.map(get(KeyRings, ringId), Option.getOrThrow)

/** How far the texts of a key are sealed again. */
export const resealingOf = (keyId: string) =>
  Effect.map(get(Resealings, keyId), (found) => Option.getOrUndefined(found))

/** Records in the lists of a key that were not looked at since it stopped to seal. */
export const leftUnder = Effect.fnUntraced(function*(keyId: string) {
  const { places } = (yield* resealingOf(keyId))?.value ?? newResealing(keyId)
  // Nothing that is a key's id and more is ever listed.
  const spans = sealedLists.map(({ kind, list }) => ({ kind, list, from: keyId, below: `${keyId}~` }))
  const listed = yield* Store.use((store) => store.counts(spans))
  return sealedLists.reduce((left, { name }, index) => left + (listed[index] ?? 0) - (places[name]?.seen ?? 0), 0)
})

const stateOf = (ring: KeyRing, key: DataKey) =>
  key.id === ring.current
    ? "current" as const
    : isPending(ring) && key.id === newestOf(ring).id
    ? "next" as const
    : "older" as const

/** The ring as the operator sees it: no key, and the public half that commands are sealed with. */
export const ringView = Effect.fnUntraced(function*(ring: KeyRing) {
  const keys = yield* Effect.forEach(ring.keys.toReversed(), (key) =>
    Effect.gen(function*() {
      const state = stateOf(ring, key)
      return {
        keyId: key.id,
        state,
        createdAt: isoInstant(key.createdAt),
        left: state === "older" ? yield* leftUnder(key.id) : null,
        resealed: state === "older" ? ((yield* resealingOf(key.id))?.value.endedAt ?? null) !== null : null
      }
    }))
  return { commandKey: commandKeyOf(ring), keys }
})
