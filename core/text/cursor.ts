// Cursors: an opaque text for a place in a list. A forged one can only name another place of the same list.
import { Effect } from "effect"
import { type ValidationFailed, invalidField } from "../errors/errors.ts"

const form = /^p([0-9a-z]{1,13})$/

// Stores count places in 64 signed bits.
const lastPlace = 2n ** 63n - 1n

/** The cursor of a place. */
export const cursorAt = (seq: bigint): string => `p${seq.toString(36)}`

/** The place of a cursor; refuses text that is none. */
export const placeOf = (cursor: string): Effect.Effect<bigint, ValidationFailed> => {
  const digits = form.exec(cursor)?.[1]
  if (digits === undefined) return Effect.fail(invalidField("cursor", "not a cursor of this list"))
  const place = Array.from(digits).reduce((above, digit) => above * 36n + BigInt(Number.parseInt(digit, 36)), 0n)
  return place <= lastPlace ? Effect.succeed(place) : Effect.fail(invalidField("cursor", "not a cursor of this list"))
}
