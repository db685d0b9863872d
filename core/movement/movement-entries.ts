// What a movement's own change means for the books: what it keeps from a float or gives back, and what the PIX provider took for
// it. What it means for its record is that record's entries.
import { type Entry, type Posting, entry } from "../ledger/journal.ts"
import { type FloatPlace, floatReleased, floatReserved, floatSpent, railFeePaid } from "../ledger/movement-templates.ts"
import type { AssetCode } from "../money/assets.ts"
import type { Movement } from "./movement.ts"

/** The entries of a change, at an instant (Unix milliseconds). */
export const movementEntries = (before: Movement, after: Movement, now: number): ReadonlyArray<Entry> => [
  ...floatOf(before, after, now),
  ...costOf(before, after, now)
]

// A movement is sent several times at most, and reserved once for each time it was not.
const booked = (
  after: Movement,
  about: string,
  template: string,
  postings: ReadonlyArray<Posting>,
  at: number
): Entry =>
  entry({ id: `${after.id}/${template}${about}`, template, source: after.id, owner: after.owner, at, postings })

const reservations = { floatReserved, floatReleased, floatSpent } as const

/** What a movement takes from a float of ours; undefined for one that takes nothing from any. */
export const takenBy = ({ order }: Pick<Movement, "order">): Taking | undefined => {
  if (order.kind === "delivery") return { asset: order.asset, place: order.network, units: order.units }
  return order.kind === "pixPayment" || order.kind === "pixReturn"
    ? { asset: "BRL", place: "pix", units: order.value }
    : undefined
}

/** Smallest units of an asset at a place. */
export interface Taking {
  readonly asset: AssetCode
  readonly place: FloatPlace
  readonly units: bigint
}

const floatOf = (before: Movement, after: Movement, now: number): ReadonlyArray<Entry> => {
  const taken = takenBy(after)
  if (taken === undefined || before.reserved === after.reserved) return []
  const name = after.reserved === true ? "floatReserved" : after.state === "DONE" ? "floatSpent" : "floatReleased"
  // It can be held, released and claimed again: each time is another entry.
  return [
    booked(
      after,
      `/${after.history?.length ?? 0}`,
      name,
      reservations[name](taken.place, taken.asset, taken.units),
      now
    )
  ]
}

const costOf = (before: Movement, after: Movement, now: number): ReadonlyArray<Entry> => {
  const cost = pixCost(after)
  return cost === undefined || cost === 0n || pixCost(before) !== undefined
    ? []
    : [booked(after, "", "railFeePaid", railFeePaid(cost), now)]
}

const pixCost = ({ receipt }: Movement) =>
  receipt?.kind === "pixPayment" || receipt?.kind === "pixReturn" ? receipt.cost : undefined
