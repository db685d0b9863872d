// Manual refunds: what one would do, and doing just that. The operator's alone.
import { Effect } from "effect"
import { previewInvoiceRefund } from "../../../../core/lightning-invoice/preview-invoice-refund.ts"
import { refundLightningInvoice } from "../../../../core/lightning-invoice/refund-lightning-invoice.ts"
import { previewPayoutRefund } from "../../../../core/payout/preview-payout-refund.ts"
import { refundPayout } from "../../../../core/payout/refund-payout.ts"
import type { Handlers } from "../bind.ts"

export const refundHandlers: Handlers<
  "previewPayoutRefund" | "refundPayout" | "previewInvoiceRefund" | "refundInvoice"
> = {
  previewPayoutRefund: (_, { params }) => previewPayoutRefund(params.id),
  refundPayout: ({ operator }, { body, params }) =>
    Effect.map(refundPayout(operator, params.id, body.preview), ({ refundId, status }) => ({ id: refundId, status })),
  previewInvoiceRefund: (_, { params, query }) => previewInvoiceRefund({ paymentHash: params.id, ...query }),
  refundInvoice: ({ operator }, { body: { preview, ...body }, params }) =>
    refundLightningInvoice(operator, { paymentHash: params.id, agreed: preview, ...body }).pipe(
      Effect.map(({ status }) => ({ id: params.id, status }))
    )
}
