// A sweep: part of a treasury that an operator sends to the one address of the configuration. Amounts are smallest units of the asset.
import { Schema } from "effect"
import { englishReason } from "../../base/reason/english.ts"
import { Reason } from "../../base/reason/reason.ts"
import { Network } from "../../standards/address/network.ts"
import { derivedId, operatorOwner } from "../../base/ids/ids.ts"
import { history } from "../../engine/machine/machine.ts"
import { type AssetCode, assetCodes, isBrlPegged } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import { centsForAsset, pegRate } from "../../base/money/rate.ts"
import type { Cents, Units } from "../../base/money/units.ts"
import { movementId } from "../movement/movement.ts"
import { recordKind } from "../../engine/store/records.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type TreasurySweepState, treasurySweepStates } from "./treasury-sweep.states.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

/** A treasury: an asset on a network. */
export interface TreasuryPlace {
  readonly asset: AssetCode
  readonly network: Network
}

export const TreasurySweep = Schema.Struct({
  id: Schema.String,
  owner: Schema.Literal(operatorOwner),
  /** What the operator calls it; the same again is the same sweep. */
  reference: Schema.String,
  asset: Schema.Literals(assetCodes),
  network: Network,
  units: Schema.BigInt,
  /** As the configuration named it when it was ordered. */
  address: Schema.String,
  /** The sweep of the same treasury before this one; null for the first. */
  previous: Schema.NullOr(Schema.String),
  state: Schema.Literals(Object.keys(treasurySweepStates.states) as ReadonlyArray<TreasurySweepState>),
  transactionHash: Schema.NullOr(Schema.String),
  /** Why it was not sent. */
  refusal: Schema.NullOr(Reason),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type TreasurySweep = typeof TreasurySweep.Type

/** A treasury as lists and keys name it, as `USDC@base`. */
export const placeName = ({ asset, network }: TreasuryPlace): string => `${asset}@${network}`

// Each follows the one before it and no two follow the same, so of orders at the same time one is stored.
export const TreasurySweeps = recordKind({
  kind: "treasurySweep",
  schema: TreasurySweep,
  personal: noPersonalData("amounts, and an address of the service's own"),
  keys: { following: (sweep: TreasurySweep) => `${placeName(sweep)}/${sweep.previous ?? "none"}` },
  lists: { all: () => "all", byPlace: placeName }
})

/** The id of the sweep that a reference names: the same reference can never be two sweeps. */
export const sweepId = (reference: string): string => derivedId("tsw", `sweep/${reference}`, operatorOwner)

/** What the movement of a sweep is for. */
export const sweepPurpose = "sweep"

const sweepMovement = (id: string): string => movementId(id, sweepPurpose)

/** What it is worth by its peg; undefined for what is not pegged to the real. */
export const sweepCents = ({ asset, units }: Pick<TreasurySweep, "asset" | "units">): Cents | undefined =>
  isBrlPegged(asset) ? centsForAsset(pegRate(asset), units as Units<typeof asset>) : undefined

/** A sweep as operators see it. */
export const treasurySweepView = (sweep: TreasurySweep) => ({
  sweepId: sweep.id,
  reference: sweep.reference,
  asset: sweep.asset,
  network: sweep.network,
  amount: printDecimal(sweep.asset, sweep.units as Units<AssetCode>),
  address: sweep.address,
  movementId: sweepMovement(sweep.id),
  status: treasurySweepStates.states[sweep.state],
  transactionHash: sweep.transactionHash,
  reason: sweep.refusal && englishReason(sweep.refusal),
  cause: sweep.refusal,
  createdAt: isoInstant(sweep.createdAt),
  updatedAt: isoInstant(sweep.updatedAt)
})
