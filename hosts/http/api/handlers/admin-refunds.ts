// Refunds by hand, and what becomes of the rest of a deposit: what one would do, and doing it.
import { operatorOrders } from "../../../../core/inbox/operator-order.ts"
import { previewRest } from "../../../../core/payments/deposit/preview-rest.ts"
import { previewInvoiceRefund } from "../../../../core/payments/lightning-invoice/preview-invoice-refund.ts"
import { previewPayoutRefund } from "../../../../core/payments/payout/preview-payout-refund.ts"
import * as api from "../definition/admin-refunds.ts"
import { managed } from "../request/management-route.ts"

const { deliverRest, refundInvoice, refundPayout, returnRest } = operatorOrders

export const adminRefundRoutes = [
  managed(api.previewPayoutRefund, (_, { params }) => previewPayoutRefund(params.transactionId)),
  managed(
    api.refundPayout,
    ({ operator }, { params, payload }) => refundPayout.give(operator, { ...params, ...payload })
  ),
  managed(api.previewInvoiceRefund, (_, { params, query }) => previewInvoiceRefund({ ...params, ...query })),
  managed(
    api.refundInvoice,
    ({ operator }, { params, payload }) => refundInvoice.give(operator, { ...params, ...payload })
  ),
  managed(api.previewRestDelivery, (_, { params }) => previewRest("deliver", params.depositId)),
  managed(
    api.deliverRest,
    ({ operator }, { params, payload }) => deliverRest.give(operator, { ...params, ...payload })
  ),
  managed(api.previewRestReturn, (_, { params }) => previewRest("return", params.depositId)),
  managed(api.returnRest, ({ operator }, { params, payload }) => returnRest.give(operator, { ...params, ...payload }))
]
