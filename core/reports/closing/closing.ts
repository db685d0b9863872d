// A closing: what moved on one civil day in São Paulo at one place, the PIX provider's account or a chain's treasury, by its own statement
// and by our journal, with what is on one side alone. It is written once and never changes (0267).
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { assetCodes } from "../../base/money/assets.ts"
import { recordKind } from "../../engine/store/records.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** What moved. `cost` is what the place took for it, `other` whatever else the journal posts there; neither is in a statement. */
export const closingKinds = ["received", "sent", "returned", "reversed", "cost", "other"] as const
export type ClosingKind = (typeof closingKinds)[number]

const Kind = Schema.Literals(closingKinds)
const Asset = Schema.Literals(assetCodes)

/** How many movements, and what they come to in smallest units: positive for what came in. */
const Sum = Schema.Struct({ count: Schema.Int, units: Schema.BigInt })

const ClosingLine = Schema.Struct({
  kind: Kind,
  asset: Asset,
  /** Null where the statement does not have this kind in full: it is not compared. */
  statement: Schema.NullOr(Sum),
  journal: Sum
})
export type ClosingLine = typeof ClosingLine.Type

const Difference = Schema.Struct({
  /** The name that both sides have for it, such as `received/` and an end-to-end id, or the hash of a transaction. */
  movement: Schema.String,
  kind: Kind,
  asset: Asset,
  /** Smallest units, positive for what came in; null where that side does not have it. */
  statement: Schema.NullOr(Schema.BigInt),
  journal: Schema.NullOr(Schema.BigInt),
  /** The record of ours that it is about; null where there is none. */
  subject: Schema.NullOr(Schema.String),
  /** The civil day on which one side had it first. */
  since: Schema.String
})
/** A movement that one side lacks, or that both have with other amounts. */
export type Difference = typeof Difference.Type

export const Closing = Schema.Struct({
  /** `pix/2026-11-28` */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  /** `pix` or a network. */
  place: Schema.String,
  /** The civil day in São Paulo. */
  day: Schema.String,
  closedAt: Schema.Int,
  lines: Schema.Array(ClosingLine),
  /** What one side alone had when the day ended, the oldest first. */
  open: Schema.Array(Difference),
  /** What left that list on this day because it had grown too long: smallest units by asset. */
  beyond: Schema.Array(Schema.Struct({ asset: Asset, count: Schema.Int, units: Schema.BigInt })),
  /** Rows of the statement that could not be read. */
  unreadable: Schema.Int,
  /**
   * What the place said it holds of us when the day was closed, and what our journal had then: null for a treasury, as one account has all
   * of them. Empty where the place does not say.
   */
  balances: Schema.Array(
    Schema.Struct({ asset: Asset, held: Schema.BigInt, booked: Schema.NullOr(Schema.BigInt) })
  ),
  /** The place in the journal up to which its entries are in a closing. */
  journalTo: Schema.BigInt
})
export type Closing = typeof Closing.Type

export const Closings = recordKind({
  kind: "closing",
  schema: Closing,
  personal: noPersonalData("sums, and ids and amounts of movements that one side lacks"),
  lists: {
    byPlace: ({ place }: Closing) => place,
    byDay: ({ day }: Closing) => day
  }
})
