// DELETE /admin/secrets/keys/{keyId}: an older key opens nothing from now on, once nothing is sealed under it. What else it
// made ends with it: links, upload addresses, and seals of commands that were not given yet.
import { Clock, Effect } from "effect"
import { NotFound, StateConflict } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { KeyRings, isPending, newestOf, without } from "../../engine/store/key-ring.ts"
import { Resealings } from "./resealing.ts"
import { leftUnder, resealingJob, resealingOf, ringOf, ringView } from "./find-key-ring.ts"

/** Takes an older key out of the ring. */
export const removeDataKey = (operator: Actor, keyId: string) =>
  Effect.gen(function*() {
    const before = yield* ringOf
    const now = yield* Clock.currentTimeMillis
    const isKnown = before.value.keys.some(({ id }) => id === keyId)
    const ring = without(before.value, keyId)
    if (!isKnown) return yield* new NotFound({ resource: "Key" })
    if (ring === undefined || keyId === before.value.current || isPending(before.value)) {
      return yield* new StateConflict({ resource: "Data key", state: "in use" })
    }
    const resealing = yield* resealingOf(keyId)
    const isEnded = resealing !== undefined && resealing.value.endedAt !== null
    if (!isEnded || (yield* leftUnder(keyId)) > 0) {
      // What a process sealed late is looked for again.
      const writes = isEnded ? [replace(Resealings, resealing, { ...resealing.value, endedAt: null })] : []
      const jobs = [resealingJob(newestOf(ring).id, now)]
      yield* Store.use((store) => store.commit(changeSet({ writes, jobs })))
      return yield* new StateConflict({ resource: "Data key", state: "sealing records" })
    }
    const action = {
      action: "secrets.remove",
      owner: operatorOwner,
      subject: ring.id,
      version: before.version,
      detail: { keyId },
      at: now
    }
    const writes = [replace(KeyRings, before, ring), actOf(operator, action)]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return yield* ringView(ring)
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
