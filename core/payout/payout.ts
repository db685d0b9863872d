// A payout: an asset that leaves a wallet and is paid out as a PIX (spec "Wallet payout"). Its debit, its PIX and what goes back
// to the wallet are movements; the record says what they mean. Amounts are cents of BRL and smallest units of the asset that is sold.
import { Schema } from "effect"
import { likenessFields } from "../account/duplicate-policy.ts"
import { history } from "../machine/history.ts"
import { RateSchema } from "../money/rate.ts"
import { type Cents, CentsFromNumber } from "../money/units.ts"
import { type Reversal, movementId } from "../movement/movement.ts"
import { PixDestination, PixReceiver } from "../movement/order.ts"
import { owedIn } from "../ports/owed.ts"
import { recordKind } from "../ports/records.ts"
import { statementLists } from "../time/place.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { type PayoutState, payoutOwed, payoutStates } from "./payout.states.ts"
import { payoutAssets, payoutNetworks } from "./routes.ts"

const text = Schema.NullOr(Schema.String)
const instant = Schema.NullOr(Schema.Int)

export const Payout = Schema.Struct({
  /** `transactionId`; the PIX is paid under it. */
  id: Schema.String,
  owner: Schema.String,
  subAccountId: Schema.String,
  walletId: Schema.String,
  externalId: text,
  state: Schema.Literals(Object.keys(payoutStates.states) as ReadonlyArray<PayoutState>),
  network: Schema.Literals(payoutNetworks),
  asset: Schema.Literals(payoutAssets),
  destination: PixDestination,
  /** The beneficiary that was declared, if one was. */
  taxId: text,
  /** What the receiver gets, and the fee on top of it. */
  value: CentsFromNumber,
  fee: CentsFromNumber,
  rate: RateSchema,
  /** What the wallet pays for both. */
  units: Schema.BigInt,
  /** The wallet's address on the network: where what is given back goes to, unless the next field says otherwise. */
  address: Schema.String,
  /** Where manual refunds go, if not to that address (C55). */
  manualRefundsTo: Schema.optionalKey(
    Schema.Struct({ network: Schema.Literals(payoutNetworks), address: Schema.String })
  ),
  /** Since when nobody can say whether the debit, or the PIX, happened. */
  doubtedAt: instant,
  /** The transaction of the debit. */
  transactionHash: text,
  /** When the PIX settled; known without an end-to-end id when only its reversal was told. */
  paidAt: instant,
  endToEndId: text,
  payerIspb: text,
  receiver: Schema.NullOr(PixReceiver),
  /** Why debit or PIX were refused, for the operator; customers see a text of ours. */
  refusal: text,
  /** Cumulative reversals. */
  returned: CentsFromNumber,
  /** Of the value: given back to the wallet after the PIX had settled, and on its way there. */
  refunded: CentsFromNumber,
  refunding: CentsFromNumber,
  /** The transaction of the last manual refund that arrived. */
  manualRefund: text,
  ...likenessFields,
  /** Keyed digest of the receiver's PIX key; absent where a BR Code names no key. */
  pixKeyDigest: Schema.optionalKey(Schema.String),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Payout = typeof Payout.Type

export const Payouts = recordKind({
  kind: "payout",
  schema: Payout,
  keys: {
    externalId: ({ externalId, owner }: Payout) => externalId === null ? undefined : externalIdKey(owner, externalId)
  },
  lists: {
    ...statementLists,
    byLikeness: ({ likeness }: Payout) => likeness,
    byPixKey: ({ pixKeyDigest }: Payout) => pixKeyDigest
  },
  owed: owedIn(payoutOwed, (payout: Payout) => payout.state)
})

/** The look-up key of a caller's own id: no owner can reach another's. */
export const externalIdKey = (owner: string, externalId: string): string => `${owner}/${externalId}`

/** What a movement of a payout is for. `return` and `refund` are ordered by the operator, before and after the PIX had settled. */
export type PayoutPurpose = "debit" | "pix" | "restore" | "reversal" | "return" | "refund"

/** The movement that debits the wallet of a payout. */
export const debitOf = (payoutId: string): string => movementId(payoutId, "debit" satisfies PayoutPurpose)

/** The movement that pays its PIX. */
export const pixOf = (payoutId: string): string => movementId(payoutId, "pix" satisfies PayoutPurpose)

/** Whether the operator ordered a movement. */
export const isOrdered = (purpose: string): purpose is "return" | "refund" =>
  purpose === "return" || purpose === "refund"

/** Whether a movement takes something of a payout back to its wallet. */
export const isGivenBack = (purpose: string): purpose is GivenBack["purpose"] =>
  isOrdered(purpose) || purpose === "restore" || purpose === "reversal"

/** Something of a payout that goes back to its wallet: the cents of the payout, and what they are worth of its asset. */
export interface GivenBack {
  readonly purpose: Exclude<PayoutPurpose, "debit" | "pix">
  /** The id of the return that it answers, or of the order; null where a payout has one. */
  readonly about: string | null
  /** The return that it answers. */
  readonly reversal: Reversal | null
  readonly cents: Cents
  readonly units: bigint
}

/** Where what is given back for a purpose goes. */
export const refundPlace = (
  { address, manualRefundsTo, network }: Pick<Payout, "address" | "manualRefundsTo" | "network">,
  purpose: GivenBack["purpose"]
): { readonly network: Payout["network"]; readonly address: string } =>
  isOrdered(purpose) ? manualRefundsTo ?? { network, address } : { network, address }

/** Whose books a payout's debit is held in. */
export const walletOf = ({ owner, walletId }: Payout): Pick<Wallet, "id" | "owner"> => ({ id: walletId, owner })
