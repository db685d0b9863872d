// What may leave a treasury in an hour and a day (C51): a movement is counted before it is claimed, in a commit of the operator's own, so
// that processes that send at once share one count. Whatever then comes between stays counted, as does what is refused: a limit
// errs to the side of too little.
import { Effect, Option, Schema } from "effect"
import type { ReasonOf } from "../../base/reason/reason.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Network } from "../../standards/address/network.ts"
import { type AssetCode, assetCodes } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { get, insert, recordKind, replace } from "../../engine/store/records.ts"
import { type CommitError, Store, changeSet } from "../../engine/store/store.ts"
import { type TreasuryLimit, TreasuryLimits } from "../../ports/treasury-limits.ts"
import { type Taking, takenBy } from "./decide-movement.ts"
import type { Movement } from "./movement.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const hourMs = 3_600_000
/** Clock hours that make up a day. */
const hoursOfDay = 24

const TreasuryUse = Schema.Struct({
  /** Asset and place, as `USDC@base`. */
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  asset: Schema.Literals(assetCodes),
  place: Schema.Literals([...Network.literals, "pix"]),
  /** What was sent in each clock hour of the last day that had any, oldest first: when it began in Unix milliseconds, and smallest units. */
  hours: Schema.Array(Schema.Struct({ from: Schema.Int, units: Schema.BigInt }))
})
type TreasuryUse = typeof TreasuryUse.Type

export const TreasuryUses = recordKind({
  kind: "treasuryUse",
  schema: TreasuryUse,
  personal: noPersonalData("amounts")
})

/** What sending a movement means for the limits of its treasury: none is in its way, it was counted now, or it is above one. */
export type Counting =
  | { readonly _tag: "Free" | "Counted" }
  | { readonly _tag: "Above"; readonly reason: ReasonOf<"treasuryLimit"> }

const total = (hours: TreasuryUse["hours"]): bigint => hours.reduce((sum, { units }) => sum + units, 0n)

/** Which limit a movement of so many units is above, after what was sent in the hour and the day; undefined within all of them. */
const limitAbove = (
  limit: TreasuryLimit,
  units: bigint,
  inHour: bigint,
  inDay: bigint
): { readonly per: "movement" | "hour" | "day"; readonly most: bigint } | undefined =>
  ([
    { per: "movement", most: limit.perMovement, sum: units },
    { per: "hour", most: limit.perHour, sum: inHour + units },
    { per: "day", most: limit.perDay, sum: inDay + units }
  ] as const).flatMap(({ most, per, sum }) => most !== undefined && sum > most ? [{ per, most }] : [])[0]

/** Counts a movement that is about to be sent. `isReleased`: an operator sends it above the limits; it counts all the same. */
export const counted = Effect.fnUntraced(function*(
  movement: Movement,
  isReleased: boolean
): Effect.fn.Return<Counting, CommitError, Store | TreasuryLimits> {
  const taken = takenBy(movement)
  const limit = taken && (yield* TreasuryLimits).of(taken.asset, taken.place)
  if (taken === undefined || limit === undefined || movement.counted === true) {
    return { _tag: "Free" }
  }
  const { asset, place, units } = taken
  const now = yield* Store.use((store) => store.now)
  const before = Option.getOrUndefined(yield* get(TreasuryUses, idOf(taken)))
  const from = now - now % hourMs
  const day = (before?.value.hours ?? []).filter((hour) => hour.from > from - hoursOfDay * hourMs)
  const inHour = total(day.filter((hour) => hour.from >= from))
  const above = isReleased ? undefined : limitAbove(limit, units, inHour, total(day))
  if (above !== undefined) {
    const amounts = { amount: amount(asset, units), most: amount(asset, above.most) }
    return { _tag: "Above", reason: { code: "treasuryLimit", asset, ...amounts, per: above.per } }
  }
  const hours = [...day.filter((hour) => hour.from < from), { from, units: inHour + units }]
  const after: TreasuryUse = { id: idOf(taken), owner: operatorOwner, asset, place, hours }
  const write = before === undefined ? insert(TreasuryUses, after) : replace(TreasuryUses, before, after)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  return { _tag: "Counted" }
  // Another movement of the treasury was counted meanwhile.
}, Effect.retry({ while: ({ _tag }) => _tag === "VersionConflict" || _tag === "DuplicateKey" }))

const idOf = ({ asset, place }: Taking): string => `${asset}@${place}`

const amount = (asset: AssetCode, units: bigint): string => printDecimal(asset, units as Units<AssetCode>)
