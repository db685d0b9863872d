// A DePix swap: a user's DePix on Spark for satoshis, on Spark or over Lightning (spec "DePix swap"). One record for what was
// asked and its legs, and one for the authorization, which holds the sealed seed until it is used or its time is over.
import { Schema } from "effect"
import { derivedId } from "../ids/derived-id.ts"
import { history } from "../machine/history.ts"
import { UnitsSchema } from "../money/units.ts"
import { owedIn } from "../ports/owed.ts"
import { recordKind } from "../ports/records.ts"
import { type SwapLegState, swapLegStates } from "./swap-leg.states.ts"
import { swapOwed } from "./swap.owed.ts"
import { type SwapState, swapStates } from "./swap.states.ts"

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

export const SwapLeg = Schema.Struct({
  state: Schema.Literals(Object.keys(swapLegStates.states) as ReadonlyArray<SwapLegState>),
  originTxHash: text,
  destinationTxHash: text,
  /** Satoshis that the leg brought; null for the DePix of leg 0. */
  actualAmountOut: Schema.NullOr(sats),
  error: Schema.NullOr(SwapError),
  /** Leg 1: the pool's id of the swap. */
  swapRequestId: text,
  /** Leg 3: the one invoice that the address gave, stored before it is paid, and what routing it took. */
  bolt11: text,
  feeSats: Schema.NullOr(sats),
  /** When it was asked for, and how often it was looked up in vain since. */
  submittedAt: Schema.NullOr(Schema.Int),
  checks: Schema.Int,
  /** Why it was refused, for the operator. */
  refusal: text
})
export type SwapLeg = typeof SwapLeg.Type

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
  /** What the pool has to give at least; fixed when leg 0 is asked for. */
  poolMinimum: Schema.NullOr(sats),
  error: Schema.NullOr(SwapError),
  legs: Schema.Array(SwapLeg),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Swap = typeof Swap.Type

export const Swaps = recordKind({
  kind: "swap",
  schema: Swap,
  keys: { clientRequestId: (swap: Swap) => clientRequestKey(swap.owner, swap.clientRequestId) },
  lists: { bySubAccount: (swap: Swap) => swap.subAccountId },
  owed: owedIn(swapOwed, (swap: Swap) => swap.state)
})

/** The look-up key of a caller's own id: no owner can reach another's. */
export const clientRequestKey = (owner: string, clientRequestId: string): string => `${owner}/${clientRequestId}`

/** The id of the swap of a request: the same however often it is sent, so that also an answer that broke off names it. */
export const swapIdOf = (owner: string, clientRequestId: string): string =>
  derivedId("swp", `swap/${clientRequestKey(owner, clientRequestId)}`, owner)

/** Our id of the movement of a leg. */
export const legOperation = (swap: Swap, leg: LegNumber): string => `${swap.id}/leg-${leg}`

const untouched: SwapLeg = {
  state: "PENDING",
  originTxHash: null,
  destinationTxHash: null,
  actualAmountOut: null,
  error: null,
  swapRequestId: null,
  bolt11: null,
  feeSats: null,
  submittedAt: null,
  checks: 0,
  refusal: null
}

/** The legs of a new swap. */
export const newLegs = (network: SwapNetwork): ReadonlyArray<SwapLeg> =>
  Array.from({ length: network === "lightning" ? 4 : 3 }, () => untouched)

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

export const SwapAuthorizations = recordKind({ kind: "swapAuthorization", schema: SwapAuthorization })

/** Where the seed of a swap is sealed for. */
export const seedPlace = (swapId: string): string => `swap/${swapId}/seed`

/** An authorization from which nothing can be opened any more. */
export const wiped = (authorization: SwapAuthorization, now: number): SwapAuthorization => ({
  ...authorization,
  sealed: null,
  updatedAt: now
})
