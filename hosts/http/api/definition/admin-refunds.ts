// The operator's endpoints that give money back by hand: refunds, what becomes of the rest of a deposit, and what each of them
// would do.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { limits } from "../../../../core/base/limits/limits.ts"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, answer, id, instant } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { SecondOperator } from "./needs.ts"
import { LightningInvoiceRecord } from "./lightning-invoice.ts"

const preview = Schema.optionalKey(
  text({ minimum: 1, maximum: 255 }).annotate({
    description: "The `preview` of what was shown before: 409 when the record has changed since"
  })
)

const refundAddress = Schema.optionalKey(
  text({ minimum: 3, maximum: 255 }).annotate({ description: "A Lightning address; the invoice's own by default" })
)

const RefundPreview = answer(
  Schema.Struct({
    kind: Schema.Literals(["payout", "lightningInvoice", "deposit"]),
    id: Schema.String,
    accountId: Schema.String,
    status: Schema.String,
    problem: Schema.NullOr(Schema.String).annotate({
      description: "Why there is nothing to send; everything below is empty then"
    }),
    moves: Schema.Array(Schema.Struct({
      asset: Schema.String,
      network: Schema.String,
      amount: Schema.String,
      to: Schema.NullOr(Schema.String).annotate({
        description: "The address it goes to; null where one has to be given"
      })
    })),
    entries: Schema.Array(Schema.Struct({
      template: Schema.String,
      postings: Schema.Array(Schema.Struct({
        account: Schema.String,
        asset: Schema.String,
        amount: Schema.String.annotate({ description: "Smallest units, debit positive" })
      }))
    })),
    preview: Schema.String.annotate({ description: "Names this preview: the order that carries it does just this" })
  }).annotate({ identifier: "RefundPreview" })
)

export const previewPayoutRefund = HttpApiEndpoint.get("previewPayoutRefund", "/admin/payouts/:transactionId/refund", {
  params: { transactionId: id },
  success: RefundPreview,
  error: failsWith("badRequest", "notFound")
}).middleware(OperatorRequired).annotateMerge(
  OpenApi.annotations({ summary: "Preview a refund", description: "What a refund of the payout would move and book." })
)

export const refundPayout = HttpApiEndpoint.post("refundPayout", "/admin/payouts/:transactionId/refund", {
  params: { transactionId: id },
  payload: Schema.Struct({ preview }),
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      refundId: Schema.String,
      transactionId: Schema.String,
      status: Schema.String,
      asset: Schema.String,
      network: Schema.String,
      stableAmount: Schema.String,
      refundTxId: Schema.NullOr(Schema.String),
      refundAddress: Schema.String,
      createdAt: instant
    })
  }).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
  summary: "Refund a payout by hand",
  description:
    "Sends what was debited back; asked again while it is on its way, it is the same refund. The body may be left out."
}))

const restPreview = { params: { depositId: id }, success: RefundPreview, error: failsWith("badRequest", "notFound") }

export const previewRestDelivery = HttpApiEndpoint.get(
  "previewRestDelivery",
  "/admin/deposits/:depositId/deliver-rest",
  restPreview
).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Preview the delivery of the rest of a deposit",
  description: "`preview` is the rest in cents."
}))

export const previewRestReturn = HttpApiEndpoint.get(
  "previewRestReturn",
  "/admin/deposits/:depositId/return-rest",
  restPreview
).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Preview the return of the rest of a deposit",
  description: "`preview` is the rest in cents."
}))

const restOrder = {
  params: { depositId: id },
  payload: Schema.Struct({
    rest: Schema.Int.check(Schema.isBetween(limits.depositValue)).annotate({
      description: "What was paid and has not come back, in cents, as you read it"
    })
  }),
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      depositId: Schema.String,
      accountId: Schema.String,
      movementId: Schema.String,
      status: Schema.String,
      rest: Schema.Int,
      createdAt: instant
    })
  }).pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound")
}

export const deliverRest = HttpApiEndpoint.post("deliverRest", "/admin/deposits/:depositId/deliver-rest", restOrder)
  .middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
    summary: "Deliver the rest of a deposit",
    description:
      "Delivers what was not returned, less the fee, where a part came back before the delivery was sent. Asked again while it is on its way, it is the same order; 409 when more has come back since."
  }))

export const returnRest = HttpApiEndpoint.post("returnRest", "/admin/deposits/:depositId/return-rest", restOrder)
  .middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
    summary: "Return the rest of a deposit",
    description:
      "Returns what was neither delivered nor returned, where a person has to decide about it. Asked again while it is on its way, it is the same order; 409 when more has come back since."
  }))

export const previewInvoiceRefund = HttpApiEndpoint.get(
  "previewInvoiceRefund",
  "/admin/lightning/invoices/:paymentHash/refund",
  {
    params: { paymentHash: id },
    query: Schema.Struct({ refundAddress }),
    success: RefundPreview,
    error: failsWith("badRequest", "notFound")
  }
).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Preview a refund of a Lightning invoice",
  description: "What it would move and book."
}))

export const refundInvoice = HttpApiEndpoint.post("refundInvoice", "/admin/lightning/invoices/:paymentHash/refund", {
  params: { paymentHash: id },
  payload: Schema.Struct({ refundAddress, preview }),
  success: Schema.Struct({ success: Schema.Literal(true), data: LightningInvoiceRecord })
    .pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotate(SecondOperator, true).annotateMerge(OpenApi.annotations({
  summary: "Refund a Lightning invoice by hand",
  description: "Sends the satoshis back to a Lightning address; asked again, it is the same refund."
}))

export const adminRefunds = HttpApiGroup.make("adminRefunds").add(
  previewPayoutRefund,
  refundPayout,
  previewInvoiceRefund,
  refundInvoice,
  previewRestDelivery,
  deliverRest,
  previewRestReturn,
  returnRest
).annotateMerge(OpenApi.annotations({ title: "Refunds" }))
