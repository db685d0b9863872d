// Lightning invoice endpoints to their use cases.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as create from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import * as read from "../../../../core/payments/lightning-invoice/read-lightning-invoice.ts"
import { createLightningInvoice, readLightningInvoice } from "../definition/lightning-invoice.ts"
import { route } from "../request/route.ts"

export const lightningInvoiceRoutes = [
  route(
    createLightningInvoice,
    ({ attempt, caller, payload }) => create.createLightningInvoice({ caller, request: payload, attempt })
  ),
  route(
    readLightningInvoice,
    ({ caller, origin, params }) =>
      Effect.map(
        read.readLightningInvoice(caller, params.paymentHash, origin()),
        (data) => answered({ success: true, data })
      )
  )
]
