// The receipt behind a link: of a payout, or of the PIX that a Lightning invoice paid. The token is the only credential.
import { Effect, Option } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { type LightningInvoice, LightningInvoices } from "../lightning-invoice/lightning-invoice.ts"
import { pixReceiptView } from "../pix-payment/pix-payment.ts"
import { type Payout, Payouts } from "../payout/payout.ts"
import { get } from "../../engine/store/records.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import type { PaidPix } from "../../standards/pix/receipt-lines.ts"
import { paymentOfToken } from "../../customers/access/proofs.ts"

type Facts = Omit<PaidPix, "orderedBy" | "isSimulated"> & Pick<Payout, "owner" | "subAccountId">

/** What a token opens; one that opens nothing is not found, whatever is wrong with it. */
export const readReceipt = Effect.fnUntraced(function*(token: string) {
  const id = yield* paymentOfToken(token)
  const facts = id.startsWith("pay_")
    ? ofPayout(Option.getOrUndefined(yield* get(Payouts, id))?.value)
    : ofInvoice(Option.getOrUndefined(yield* get(LightningInvoices, id))?.value)
  if (facts === undefined) return yield* new NotFound({ resource: "Receipt" })
  const { owner, subAccountId, ...pix } = facts
  const account = Option.getOrUndefined(yield* get(Accounts, owner))?.value
  const payer = Option.getOrUndefined(yield* get(Subaccounts, subAccountId))?.value
  const read: PaidPix = {
    ...pix,
    orderedBy: payer?.name ?? account?.name ?? null,
    isSimulated: account?.environment !== "production"
  }
  return read
})

const ofPayout = (payout: Payout | undefined): Facts | undefined => {
  if (payout === undefined || payout.paidAt === null) return undefined
  const receipt = pixReceiptView(payout)
  const { id: transactionId, owner, paidAt, returned, subAccountId, value } = payout
  return receipt === null ? undefined : { transactionId, owner, subAccountId, paidAt, returned, value, receipt }
}

const ofInvoice = (invoice: LightningInvoice | undefined): Facts | undefined => {
  if (invoice === undefined || invoice.paidAt === null) return undefined
  const receipt = pixReceiptView(invoice)
  const { owner, paidAt, paymentHash: transactionId, returned, subAccountId, value } = invoice
  return receipt === null ? undefined : { transactionId, owner, subAccountId, paidAt, returned, value, receipt }
}
