// Identifiers of tests: a counter, so that ids can be foretold and sort by creation, and secrets that repeat.
import { Effect, Layer } from "effect"
import { type Id, type IdPrefix, shardDigits } from "../../core/base/ids/ids.ts"
import { Ids } from "../../core/engine/store/ids.ts"

/** Counts up from 1 over all prefixes; an account's id ends in its own count, and the others in that of their account. */
export const counterIds: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  let count = 0
  const next = (length = 12) => String(++count).padStart(length, "0")
  return {
    next: <P extends IdPrefix>(prefix: P, near?: string) =>
      Effect.sync<Id<P>>(() => `${prefix}_${near === undefined ? next() : next(10) + shardDigits(near)}`),
    walletId: (near) => Effect.sync(() => next(22) + shardDigits(near)),
    secret: (bytes) => Effect.sync(() => next(bytes * 2))
  }
})

/** The n-th end-to-end id of a test, in the layout of the payment system. */
export const endToEndIdAt = (n: number): string => `E99999999202601010000${String(n).padStart(11, "0")}`

/** The n-th return id of a test. */
export const returnIdAt = (n: number): string => `D99999999202601010000${String(n).padStart(11, "0")}`
