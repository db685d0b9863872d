// Refunds by hand, and what becomes of the rest of a deposit: what one would do, and doing it.
import { deliverRest } from "../../../core/deposit/deliver-rest.ts"
import { previewRest } from "../../../core/deposit/preview-rest.ts"
import { returnRest } from "../../../core/deposit/return-rest.ts"
import { previewInvoiceRefund } from "../../../core/lightning-invoice/preview-invoice-refund.ts"
import { refundLightningInvoice } from "../../../core/lightning-invoice/refund-lightning-invoice.ts"
import { previewPayoutRefund } from "../../../core/payout/preview-payout-refund.ts"
import { refundPayout } from "../../../core/payout/refund-payout.ts"
import * as api from "../api/admin-refunds.ts"
import { managed } from "../management/route.ts"

export const adminRefundRoutes = [
  managed(api.previewPayoutRefund, (_, { params }) => previewPayoutRefund(params.transactionId)),
  managed(
    api.refundPayout,
    ({ operator }, { params, payload }) => refundPayout(operator, params.transactionId, payload.preview)
  ),
  managed(api.previewInvoiceRefund, (_, { params, query }) => previewInvoiceRefund({ ...params, ...query })),
  managed(
    api.refundInvoice,
    ({ operator }, { params, payload: { preview, ...payload } }) =>
      refundLightningInvoice(operator, { ...params, ...payload, ...(preview === undefined ? {} : { agreed: preview }) })
  ),
  managed(api.previewRestDelivery, (_, { params }) => previewRest("deliver", params.depositId)),
  managed(
    api.deliverRest,
    ({ operator }, { params, payload }) => deliverRest(operator, { ...params, rest: BigInt(payload.rest) })
  ),
  managed(api.previewRestReturn, (_, { params }) => previewRest("return", params.depositId)),
  managed(
    api.returnRest,
    ({ operator }, { params, payload }) => returnRest(operator, { ...params, rest: BigInt(payload.rest) })
  )
]
