// POST /admin/secrets/rotate: a new data key, and every key wrapped by the master key of now (0203). The new key seals once
// every process has read it; a job does that, and then seals again what older keys sealed.
import { Clock, Effect } from "effect"
import { StateConflict } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { MasterKey, newDataKey } from "../../engine/store/master-key.ts"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { type KeyRing, KeyRings, announcedMs, isPending, keptId, wrapPlace } from "../../engine/store/key-ring.ts"
import { resealingJob, ringOf, ringView } from "./find-key-ring.ts"

/** Adds a data key to the ring and wraps all of it again. */
export const rotateDataKey = (operator: Actor) =>
  Effect.gen(function*() {
    const before = yield* ringOf
    if (isPending(before.value)) return yield* new StateConflict({ resource: "Rotation", state: "in progress" })
    const now = yield* Clock.currentTimeMillis
    const key = yield* newDataKey()
    const [first, ...others] = before.value.keys
    const ring: KeyRing = {
      ...before.value,
      kept: yield* rewrapped(before.value.kept, keptId),
      keys: [yield* rewrappedKey(first), ...yield* Effect.forEach(others, rewrappedKey), key]
    }
    const action = {
      action: "secrets.rotate",
      owner: operatorOwner,
      subject: ring.id,
      version: before.version,
      detail: { keyId: key.id },
      at: now
    }
    const writes = [replace(KeyRings, before, ring), actOf(operator, action)]
    const jobs = [resealingJob(key.id, now + announcedMs)]
    yield* Store.use((store) => store.commit(changeSet({ writes, jobs })))
    return yield* ringView(ring)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))

const rewrappedKey = <K extends { readonly id: string; readonly wrapped: string }>(key: K) =>
  Effect.map(rewrapped(key.wrapped, key.id), (wrapped) => ({ ...key, wrapped }))

// This process opened the ring with its master keys, so one that it cannot unwrap now was wrapped by another since.
const rewrapped = Effect.fnUntraced(function*(wrapped: string, keyId: string) {
  const { unwrap, wrap } = yield* MasterKey
  const place = wrapPlace(keyId)
  const key = yield* unwrap(wrapped, place).pipe(
    Effect.catchTag(
      "MasterKeyUnknown",
      () =>
        Effect.fail(
          new StateConflict({ resource: "Key ring", state: "wrapped by a key that this process was not given" })
        )
    )
  )
  return yield* wrap(key, place)
})
