// A DePix swap: a user's DePix on Spark for satoshis, on Spark or over Lightning (spec "DePix swap"). One record for the
// request and how far it is, one for the authorization, which holds the sealed seed until it is used or expires, and a
// movement for each leg.
import { Schema } from "effect"
import { derivedId } from "../../base/ids/ids.ts"
import { declaredPart } from "../../standards/identity/declaration.ts"
import { history } from "../../engine/machine/machine.ts"
import { type Sats, UnitsSchema, subtract, zero } from "../../base/money/units.ts"
import { movementId } from "../movement/movement.ts"
import { owedIn, recordKind } from "../../engine/store/records.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { type SwapState, swapOwed, swapStates } from "./swap.states.ts"
import {
  declaredFields,
  historyFields,
  noPersonalData,
  paymentRecords,
  personalField
} from "../../engine/store/personal.ts"

const text = Schema.NullOr(Schema.String)
const sats = UnitsSchema("BTC")

/** Where a swap is delivered. */
export const SwapNetwork = Schema.Literals(["spark", "lightning"])
export type SwapNetwork = typeof SwapNetwork.Type

/** Why a swap, or a leg of it, did not go on. */
export const SwapError = Schema.Literals([
  "AUTHORIZATION_EXPIRED",
  "INSUFFICIENT_BALANCE",
  "INSUFFICIENT_OUTPUT",
  "SLIPPAGE_EXCEEDED",
  "TRANSFER_REFUSED",
  "LIGHTNING_FAILED",
  "OUTCOME_UNKNOWN"
])
export type SwapError = typeof SwapError.Type

/** The legs by their number; the fourth is that of Lightning. */
export type LegNumber = 0 | 1 | 2 | 3

export const Swap = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  walletId: Schema.String,
  clientRequestId: Schema.String,
  state: Schema.Literals(Object.keys(swapStates.states) as ReadonlyArray<SwapState>),
  /** The wallet's own address on Spark: where DePix leaves, and where Lightning is paid from. */
  sparkAddress: Schema.String,
  units: UnitsSchema("DEPIX"),
  network: SwapNetwork,
  destination: Schema.String,
  /** The destination that was given; null for the wallet's own. */
  address: text,
  minAmountOut: sats,
  maxSlippageBps: Schema.Int,
  /** What routing may take; 0 on Spark. */
  maxLightningFee: sats,
  reference: text,
  ...declaredPart,
  /** What the pool has to give at least; fixed in the commit that sends leg 0. */
  poolMinimum: Schema.NullOr(sats),
  /** What it can be expected to give at most, by the price of that moment and the slippage that was agreed. */
  poolMaximum: Schema.NullOr(sats),
  error: Schema.NullOr(SwapError),
  /** How many legs are confirmed: the number of the leg under way. */
  confirmedLegs: Schema.Int,
  /** The transfer of leg 0, and the satoshis that the pool gave in leg 1. */
  originTxHash: text,
  output: Schema.NullOr(sats),
  /** Since when the outcome of the leg under way is unknown, and how often it was looked up in vain. */
  doubtedAt: Schema.NullOr(Schema.Int),
  checks: Schema.Int,
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Swap = typeof Swap.Type

export const Swaps = recordKind({
  kind: "swap",
  schema: Swap,
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      destination: personalField.address,
      address: personalField.address,
      reference: personalField.text,
      ...declaredFields,
      ...historyFields
    }
  },
  keys: { clientRequestId: (swap: Swap) => clientRequestKey(swap.owner, swap.clientRequestId) },
  lists: { bySubAccount: (swap: Swap) => swap.subAccountId },
  owed: owedIn(swapOwed, (swap: Swap) => swap.state)
})

/** The look-up key of a caller's own id: no owner can reach another's. */
export const clientRequestKey = (owner: string, clientRequestId: string): string => `${owner}/${clientRequestId}`

/** The id of the swap of a request: the same however often it is sent, so that also an answer that broke off names it. */
export const swapIdOf = (owner: string, clientRequestId: string): string =>
  derivedId("swp", `swap/${clientRequestKey(owner, clientRequestId)}`, owner)

/** What the movement of a leg is planned for, and its id. */
export const legPurpose = (leg: LegNumber) => `leg-${leg}` as const
export const legMovement = (swapId: string, leg: LegNumber): string => movementId(swapId, legPurpose(leg))

/** The legs of a swap: over Lightning there is a fourth. */
export const legsTo = (network: SwapNetwork): ReadonlyArray<LegNumber> =>
  network === "lightning" ? [0, 1, 2, 3] : [0, 1, 2]

/** Satoshis that reach the destination: what the pool gave, less the allowance for routing. */
export const deliveredSats = ({ maxLightningFee, output }: Swap): Sats =>
  subtract(output ?? zero("BTC"), maxLightningFee) ?? zero("BTC")

export const SwapAuthorization = Schema.Struct({
  /** The id of its swap. */
  id: Schema.String,
  owner: Schema.String,
  /** The seed, sealed for this place; null once it was used or is void. */
  sealed: text,
  expiresAt: Schema.Int,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type SwapAuthorization = typeof SwapAuthorization.Type

export const SwapAuthorizations = recordKind({
  kind: "swapAuthorization",
  schema: SwapAuthorization,
  personal: noPersonalData("a sealed seed, wiped with its use"),
  lists: { sealedBy: ({ sealed }: SwapAuthorization) => sealedBy(sealed) }
})

/** Where the seed of a swap is sealed for. */
export const seedPlace = (swapId: string): string => `swap/${swapId}/seed`

/** An authorization from which nothing can be opened any more. */
export const wiped = (authorization: SwapAuthorization, now: number): SwapAuthorization => ({
  ...authorization,
  sealed: null,
  updatedAt: now
})
