// Identifiers of tests: a counter, so that ids can be foretold and sort by creation, and secrets that repeat.
import { Effect, Layer } from "effect"
import type { Id, IdPrefix } from "../../core/ids/ids.ts"
import { Ids } from "../../core/ports/ids.ts"

/** Counts up from 1 over all prefixes. */
export const counterIds: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  let count = 0
  const next = () => String(++count).padStart(12, "0")
  return {
    next: <P extends IdPrefix>(prefix: P) => Effect.sync<Id<P>>(() => `${prefix}_${next()}`),
    walletId: Effect.sync(() => next().padStart(24, "0")),
    secret: (bytes) => Effect.sync(() => next().padStart(bytes * 2, "0"))
  }
})

/** The n-th end-to-end id of a test, in the layout of the payment system. */
export const endToEndIdAt = (n: number): string => `E99999999202601010000${String(n).padStart(11, "0")}`

/** The n-th return id of a test. */
export const returnIdAt = (n: number): string => `D99999999202601010000${String(n).padStart(11, "0")}`
