// Reading and changing what is stored of operations. A change is made over the version that was read, so of two processes one is
// faster and the other reads again.
import { Effect, Option } from "effect"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { type Attempt, type TronOperation, TronOperations } from "./operation.ts"

export const stored = (id: string) => Effect.map(get(TronOperations, id), Option.getOrUndefined)

/** Puts an operation in the place of what was read, or under a new id; false where another process was faster. */
export const changed = (before: Stored<TronOperation> | undefined, value: TronOperation) => {
  const write = before === undefined ? insert(TronOperations, value) : replace(TronOperations, before, value)
  return Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    Effect.as(true),
    Effect.catchTags({ DuplicateKey: () => Effect.succeed(false), VersionConflict: () => Effect.succeed(false) })
  )
}

/** An operation whose last attempt is another one. */
export const withLast = (operation: TronOperation, change: Partial<Attempt>): TronOperation => ({
  ...operation,
  attempts: operation.attempts.map((each, place) =>
    place === operation.attempts.length - 1 ? { ...each, ...change } : each
  )
})
