// The operations that entries and movements are of, read together in one question.
import { Effect } from "effect"
import { Store } from "../../engine/store/store.ts"
import type { OperationFacts } from "../../engine/resource/booked.ts"
import { operationOf } from "./operation-facts.ts"

/** What the operations behind some sources say, by their ids. */
export const operationsBehind = Effect.fnUntraced(function*(sources: ReadonlyArray<string>) {
  const named = new Map(sources.flatMap((source) => {
    const operation = operationOf(source)
    return operation === undefined ? [] : [[operation.id, operation] as const]
  }))
  const found = yield* Store.use((store) =>
    store.ask([...named.values()].map(({ id, kind }) => ({ by: "id", kind, id })))
  )
  return new Map(
    found.flat().flatMap(({ record }): ReadonlyArray<readonly [string, OperationFacts]> => {
      const facts = named.get(record.id)?.factsOf(record.body)
      return facts === undefined ? [] : [[record.id, facts]]
    })
  )
})
