// When an API key was last used, beside the key: its own record changes with every minute of traffic, and that of the key only
// when an operator changes it.
import { Effect, Option, Schema } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { byId, get, insert, recordKind, replace, together } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const KeyUse = Schema.Struct({
  /** The key's own id. */
  id: Schema.String,
  owner: Schema.String,
  /** Unix milliseconds, to the minute. */
  lastUsedAt: Schema.Int
})

export const KeyUses = recordKind({ kind: "keyUse", schema: KeyUse, personal: noPersonalData("an instant") })

/** Notes that a key is used, at most once a minute. That it could not be noted stops no request. */
export const noteUse = (key: { readonly id: string; readonly owner: string }, now: number) =>
  Effect.gen(function*() {
    const before = Option.getOrUndefined(yield* get(KeyUses, key.id))
    if (before !== undefined && now - before.value.lastUsedAt < limits.keyUseMs) return
    const use = { id: key.id, owner: key.owner, lastUsedAt: now }
    const write = before === undefined ? insert(KeyUses, use) : replace(KeyUses, before, use)
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  }).pipe(Effect.ignore)

/** When each of the keys was last used, Unix milliseconds; undefined for one that never was. */
export const lastUses = (ids: ReadonlyArray<string>) =>
  Effect.map(
    together(Object.fromEntries(ids.map((id) => [id, byId(KeyUses, id)]))),
    (found) => ids.map((id) => found[id]?.lastUsedAt)
  )
