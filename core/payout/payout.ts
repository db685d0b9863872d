// A payout: an asset that leaves a wallet and is paid out as a PIX (spec "Wallet payout"). Its debit, its PIX and what goes back
// to the wallet are movements; the record says what they mean. Amounts are cents of BRL and smallest units of the asset that is sold.
import { Schema } from "effect"
import { likenessFields } from "../account/duplicate-policy.ts"
import { history } from "../machine/machine.ts"
import { movementId } from "../movement/movement.ts"
import { type BackPurpose, isOrdered, pixPaymentFields, pricedFields } from "../pix-payment/pix-payment.ts"
import { owedIn, recordKind } from "../ports/records.ts"
import { statementLists } from "../time/instant.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { type PayoutState, payoutOwed, payoutStates } from "./payout.states.ts"
import { payoutAssets, payoutNetworks } from "./routes.ts"

const text = Schema.NullOr(Schema.String)

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
  ...pricedFields,
  /** The beneficiary that was declared, if one was. */
  taxId: text,
  /** What the wallet pays for value and fee. */
  units: Schema.BigInt,
  /** The wallet's address on the network: where what is given back goes to, unless the next field says otherwise. */
  address: Schema.String,
  /** Where manual refunds go, if not to that address (C55). */
  manualRefundsTo: Schema.optionalKey(
    Schema.Struct({ network: Schema.Literals(payoutNetworks), address: Schema.String })
  ),
  /** The transaction of the debit. */
  transactionHash: text,
  ...pixPaymentFields,
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

/** The movement that debits the wallet of a payout. */
export const debitOf = (payoutId: string): string => movementId(payoutId, "debit")

/** Where what is given back for a purpose goes. */
export const refundPlace = (
  { address, manualRefundsTo, network }: Pick<Payout, "address" | "manualRefundsTo" | "network">,
  purpose: BackPurpose
): { readonly network: Payout["network"]; readonly address: string } =>
  isOrdered(purpose) ? manualRefundsTo ?? { network, address } : { network, address }

/** Whose books a payout's debit is held in. */
export const walletOf = ({ owner, walletId }: Payout): Pick<Wallet, "id" | "owner"> => ({ id: walletId, owner })
