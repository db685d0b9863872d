// A payout: an asset that leaves a wallet and is paid out as a PIX (spec "Wallet payout"). One record for the debit, the
// PIX, what came back and what was given back. Amounts are cents of BRL and smallest units of the asset that is sold.
import { Schema } from "effect"
import { likenessFields } from "../account/duplicate-policy.ts"
import { Network } from "../address/network.ts"
import { history } from "../machine/history.ts"
import { RateSchema } from "../money/rate.ts"
import { CentsFromNumber } from "../money/units.ts"
import { PixKeyType } from "../pix/pix-key.ts"
import { owedIn } from "../ports/owed.ts"
import { recordKind } from "../ports/records.ts"
import { statementLists } from "../time/place.ts"
import type { Wallet } from "../wallet/wallet.ts"
import { payoutOwed, payoutRefundOwed } from "./payout.owed.ts"
import { type PayoutState, payoutStates } from "./payout.states.ts"
import { payoutAssets, payoutNetworks } from "./routes.ts"

/** Who receives: a PIX key in its normal form, or whoever a BR Code names. */
const Destination = Schema.Union([
  Schema.Struct({ by: Schema.Literal("key"), key: Schema.String, keyType: PixKeyType }),
  Schema.Struct({ by: Schema.Literal("brCode"), brCode: Schema.String })
])
export type PayoutDestination = typeof Destination.Type

const text = Schema.NullOr(Schema.String)
const instant = Schema.NullOr(Schema.Int)

/** What the rail's settlement message told; tax id and account are whole here and masked wherever they are shown. */
const Receiver = Schema.Struct({
  name: text,
  taxId: text,
  bankName: text,
  ispb: text,
  branch: text,
  account: text,
  accountType: text
})

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
  destination: Destination,
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
  /** The debit, signed in the request and sent by a job. */
  spend: Schema.Struct({
    operationId: Schema.String,
    network: Network,
    payload: Schema.String
  }),
  /** Since when an answer of the chain or of the rail is missing. */
  doubtedAt: instant,
  transactionHash: text,
  debitedAt: instant,
  /** When the PIX settled; known without an end-to-end id when only its reversal was told. */
  paidAt: instant,
  endToEndId: text,
  payerIspb: text,
  receiver: Schema.NullOr(Receiver),
  /** Why debit or PIX were refused, for the operator; customers see a text of ours. */
  refusal: text,
  /** When the whole asset was back in the wallet. */
  restoredAt: instant,
  /** Cumulative reversals. */
  returned: CentsFromNumber,
  /** Of the value: given back to the wallet after the PIX had settled, and on its way there. */
  refunded: CentsFromNumber,
  refunding: CentsFromNumber,
  /** The manual refund that is on its way, and the transaction of the last one that arrived. */
  orderedRefund: text,
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

/** A settled payout that its receiver's bank sent back, under the id of the rail, so that each counts once. */
export const PayoutReversal = Schema.Struct({
  /** `<payout>/<return id in upper case>`. */
  id: Schema.String,
  owner: Schema.String,
  payoutId: Schema.String,
  /** `reversalTicketId`: the rail's, or one made of the payout when the whole came back and no id was told. */
  returnId: Schema.String,
  value: CentsFromNumber,
  reason: text,
  createdAt: Schema.Int
})
export type PayoutReversal = typeof PayoutReversal.Type

export const PayoutReversals = recordKind({
  kind: "payoutReversal",
  schema: PayoutReversal,
  lists: { byPayout: ({ payoutId }: PayoutReversal) => payoutId }
})

/** The id of a reversal's record. */
export const reversalRecordId = (payoutId: string, returnId: string): string => `${payoutId}/${returnId.toUpperCase()}`

/** Something of a payout that is sent back to its wallet. */
export const PayoutRefund = Schema.Struct({
  /** Also the id of the movement on the chain: `restore/…`, `reversal/…`, or `rfd_…` of a manual refund. */
  id: Schema.String,
  owner: Schema.String,
  payoutId: Schema.String,
  /** Why: the PIX was refused, a reversal came, or the operator ordered it, before or after the PIX had settled. */
  cause: Schema.Literals(["failure", "reversal", "orderedUnpaid", "orderedPaid"]),
  /** The cents of the payout that it gives back. */
  cents: CentsFromNumber,
  units: Schema.BigInt,
  /** The reversal that it gives on. */
  reversalId: text,
  state: Schema.Literals(["SENDING", "SENT", "REFUSED"]),
  transactionHash: text,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
})
export type PayoutRefund = typeof PayoutRefund.Type

export const PayoutRefunds = recordKind({
  kind: "payoutRefund",
  schema: PayoutRefund,
  lists: { byPayout: ({ payoutId }: PayoutRefund) => payoutId },
  owed: owedIn(payoutRefundOwed, (refund: PayoutRefund) => refund.state)
})

/** Where a refund of this cause goes. */
export const refundPlace = (
  { address, manualRefundsTo, network }: Pick<Payout, "address" | "manualRefundsTo" | "network">,
  cause: PayoutRefund["cause"]
): { readonly network: Payout["network"]; readonly address: string } => {
  switch (cause) {
    case "failure":
    case "reversal":
      return { network, address }
    case "orderedUnpaid":
    case "orderedPaid":
      return manualRefundsTo ?? { network, address }
  }
}

/** Whose books a payout's debit is held in. */
export const walletOf = ({ owner, walletId }: Payout): Pick<Wallet, "id" | "owner"> => ({ id: walletId, owner })
