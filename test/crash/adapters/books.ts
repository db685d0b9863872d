// What a stand-in of a provider has of a trial: how to reach it, and its books.
import type { Movement } from "../../../core/payments/movement/movement.ts"
import type { Reach } from "./ports.ts"

/** A time that value moved by the books of a stand-in. */
export interface Entry {
  /** In cents or millisatoshis. */
  readonly value: bigint
  /** What proves it, by the names that a receipt has for it. */
  readonly proof: Readonly<Record<string, string>>
}

/** A stand-in that is open for one trial. */
export interface StandIn {
  readonly reach: Reach
  /** All that moved, for whomever and under whatever id. */
  readonly entries: () => ReadonlyArray<Entry>
  /** How many invoices were asked to be paid. */
  readonly invoices?: () => number
  /** Whether nothing was ever asked of it that could move value. */
  readonly isUntouched: () => boolean
  /** It lives so far ahead. */
  readonly passes?: (aheadMs: number) => void
  /** What is open or on its way is done. */
  readonly land: () => void | Promise<void>
  readonly close: () => Promise<void>
}

/** In what a receipt differs from the books; undefined where it does not. */
export const differenceOf = (
  entries: ReadonlyArray<Entry>,
  value: bigint,
  receipt: Movement["receipt"]
): string | undefined => {
  const [entry] = entries
  if (entry === undefined) return receipt === null ? undefined : "there is a receipt of what did not move"
  if (entry.value !== value) return `the books have ${entry.value} instead of ${value}`
  const has: Readonly<Record<string, unknown>> = { ...receipt }
  const other = Object.keys(entry.proof).find((name) => has[name] !== entry.proof[name])
  return other && `${other} is ${String(has[other])} on record, and ${entry.proof[other]} in the books`
}
