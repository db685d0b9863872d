// Worker step after a rotation (0203): the new key seals from now on, and what older ones sealed is sealed again under it, a
// record a commit. A run is bounded and the next one goes on where it stopped; a record that was not sealed again is looked at
// again, so each is done whole or not at all.
import { Clock, Effect } from "effect"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import type { SealAgain } from "../../engine/resource/sealed-texts.ts"
import { type ClaimedJob, again, finish, finished } from "../../engine/store/job-queue.ts"
import { type KeyRing, KeyRings, announcedMs, newestOf, switched } from "../../engine/store/key-ring.ts"
import { type Stored, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Resealing, Resealings, newResealing } from "./resealing.ts"
import { resealingOf, ringOf } from "./find-key-ring.ts"
import { sealedLists } from "./sealed-kinds.ts"

/** Records that one run seals again. */
const recordsPerRun = 100
/** How long what a process sealed before it knew of the new key may take to be stored. */
const lateMs = 60_000

/** Lets the new key seal, and seals the next records again. */
export const advanceResealing = Effect.fnUntraced(function*(job: ClaimedJob) {
  const ring = yield* ringOf
  const now = yield* Clock.currentTimeMillis
  const newest = newestOf(ring.value)
  if (!job.id.endsWith(`/${newest.id}`)) return yield* ended(job, [])
  if (ring.value.current !== newest.id) return yield* letSeal(ring, now)
  const older = ring.value.keys.filter(({ id }) => id !== newest.id)
  for (const { id } of older) {
    if (yield* resealNext(id)) return again(0)
  }
  const waitMs = ring.value.currentSince + lateMs - now
  return waitMs > 0 ? again(waitMs) : yield* ended(job, older.map(({ id }) => id))
})

// Every process has read the new key by now; once each has read that it seals, nothing new is under the older ones.
const letSeal = Effect.fnUntraced(function*(ring: Stored<KeyRing>, now: number) {
  const write = replace(KeyRings, ring, switched(ring.value, now))
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  return again(announcedMs)
})

const ended = Effect.fnUntraced(function*(job: ClaimedJob, keyIds: ReadonlyArray<string>) {
  const endedAt = yield* Clock.currentTimeMillis
  const writes = yield* Effect.forEach(
    keyIds,
    (keyId) =>
      Effect.map(
        resealingOf(keyId),
        (before) => written(before, { ...(before?.value ?? newResealing(keyId)), endedAt })
      )
  )
  yield* Store.use((store) => store.commit(changeSet({ writes, finished: finish(job) })))
  return finished
})

const written = (before: Stored<Resealing> | undefined, after: Resealing) =>
  before === undefined ? insert(Resealings, after) : replace(Resealings, before, after)

/** Seals the next records of an older key again; whether there were any. */
const resealNext = Effect.fnUntraced(function*(keyId: string) {
  const before = yield* resealingOf(keyId)
  const resealing = before?.value ?? newResealing(keyId)
  const store = yield* Store
  for (const { kind, list, name, reseal } of sealedLists) {
    const place = resealing.places[name] ?? { after: "0", seen: 0 }
    const rows = yield* store.feed({ kind, list, value: keyId, after: BigInt(place.after), limit: recordsPerRun })
    const last = rows.at(-1)
    if (last === undefined) continue
    for (const { record } of rows) yield* reseal(record.id, sealedAgain(keyId))
    const places = { ...resealing.places, [name]: { after: String(last.seq), seen: place.seen + rows.length } }
    yield* store.commit(changeSet({ writes: [written(before, { ...resealing, places })] }))
    return true
  }
  return false
})

/** A text sealed again for its place where it is under the older key. One that opens for no one is left as it is. */
const sealedAgain = (keyId: string): SealAgain =>
  Effect.fnUntraced(function*(text, place) {
    if (sealedBy(text) !== keyId) return text
    const { openCommand, seal } = yield* Secrets
    return yield* openCommand(text, place).pipe(
      Effect.flatMap((secret) => seal(secret, place)),
      Effect.catchDefect(() => Effect.as(Effect.logWarning("A sealed text does not open", { keyId }), text))
    )
  })
