// Manual refunds, and what becomes of the rest of a deposit: what one would do, and doing just that. The operator's alone.
import { Effect } from "effect"
import { deliverRest } from "../../../../core/deposit/deliver-rest.ts"
import { previewRest } from "../../../../core/deposit/preview-rest.ts"
import { returnRest } from "../../../../core/deposit/return-rest.ts"
import { previewInvoiceRefund } from "../../../../core/lightning-invoice/preview-invoice-refund.ts"
import { refundLightningInvoice } from "../../../../core/lightning-invoice/refund-lightning-invoice.ts"
import { previewPayoutRefund } from "../../../../core/payout/preview-payout-refund.ts"
import { refundPayout } from "../../../../core/payout/refund-payout.ts"
import type { Handlers } from "../bind.ts"

const orderOf = ({ id }: { readonly id: string }, { rest }: { readonly rest: number }) => ({
  depositId: id,
  rest: BigInt(rest)
})

const orderView = ({ movementId, status }: { readonly movementId: string; readonly status: string }) => ({
  id: movementId,
  status
})

export const refundHandlers: Handlers<
  | "previewPayoutRefund"
  | "refundPayout"
  | "previewInvoiceRefund"
  | "refundInvoice"
  | "previewRestDelivery"
  | "deliverRest"
  | "previewRestReturn"
  | "returnRest"
> = {
  previewPayoutRefund: (_, { params }) => previewPayoutRefund(params.id),
  refundPayout: ({ operator }, { body, params }) =>
    Effect.map(refundPayout(operator, params.id, body.preview), ({ refundId, status }) => ({ id: refundId, status })),
  previewInvoiceRefund: (_, { params, query }) => previewInvoiceRefund({ paymentHash: params.id, ...query }),
  refundInvoice: ({ operator }, { body: { preview, ...body }, params }) =>
    refundLightningInvoice(operator, { paymentHash: params.id, agreed: preview, ...body }).pipe(
      Effect.map(({ status }) => ({ id: params.id, status }))
    ),
  previewRestDelivery: (_, { params }) => previewRest("deliver", params.id),
  deliverRest: ({ operator }, { body, params }) => Effect.map(deliverRest(operator, orderOf(params, body)), orderView),
  previewRestReturn: (_, { params }) => previewRest("return", params.id),
  returnRest: ({ operator }, { body, params }) => Effect.map(returnRest(operator, orderOf(params, body)), orderView)
}
