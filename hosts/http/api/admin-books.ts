// The operator's endpoints of the books: what needs a person, what was done, whether everything balances, and why a record
// is as it is.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { factOutcomes } from "../../../core/event/fact-trace.ts"
import { limits } from "../../../core/limits/limits.ts"
import { text } from "../../../core/text/text.ts"
import { Job } from "./admin-job.ts"
import { OperatorRequired, cursorQuery, id, instant, paged } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import { LightningInvoiceRecord } from "./lightning-invoice.ts"

const any = Schema.Record(Schema.String, Schema.Unknown)
const units = Schema.String.annotate({ description: "Smallest units, debit positive" })

const Review = Schema.Struct({
  reviewId: Schema.String,
  accountId: Schema.String,
  subject: Schema.String,
  reason: Schema.String,
  evidence: Schema.String,
  createdAt: instant
}).annotate({ identifier: "Review" })

const Act = Schema.Struct({
  actId: Schema.String,
  accountId: Schema.String,
  action: Schema.String,
  subject: Schema.String,
  detail: any.annotate({ description: "What was asked, without secrets" }),
  requestId: Schema.String,
  keyId: Schema.NullOr(Schema.String).annotate({
    description: "The key of the owner who did it; null for an operator"
  }),
  createdAt: instant
}).annotate({ identifier: "Act" })

const Fact = Schema.Struct({
  factId: Schema.String,
  sender: Schema.String.annotate({ description: "The name of the inbox, or the account whose key vouched for it" }),
  eventId: Schema.NullOr(Schema.String),
  type: Schema.String,
  subject: Schema.String.annotate({ description: "The id that it is about, as the provider names it" }),
  outcome: Schema.Literals(factOutcomes).annotate({
    description:
      "`applied`: it changed something; `ignored`: already known, or too late to matter; `kept`: it arrived early "
      + "and waits; `review`: a person looks at it; `unsupported`: nothing follows from its kind"
  }),
  times: Schema.Int.annotate({ description: "How often it arrived" }),
  createdAt: instant,
  updatedAt: instant
}).annotate({ identifier: "ProviderFact" })

export const listProviderFacts = HttpApiEndpoint.get("listProviderFacts", "/admin/provider-facts", {
  query: cursorQuery,
  success: paged({ facts: Schema.Array(Fact) }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({
  summary: "List what providers reported",
  description: "Every fact of an accepted message, with what became of it. The newest first."
}))

export const listReviews = HttpApiEndpoint.get("listReviews", "/admin/reviews", {
  query: cursorQuery,
  success: paged({ reviews: Schema.Array(Review) }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({ summary: "List what needs a person", description: "The newest first." }))

export const listActs = HttpApiEndpoint.get("listActs", "/admin/audit", {
  query: cursorQuery,
  success: paged({ acts: Schema.Array(Act) }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({ summary: "List what operators did", description: "The newest first." }))

export const readTrialBalance = HttpApiEndpoint.get("readTrialBalance", "/admin/balance", {
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      isBalanced: Schema.Boolean.annotate({ description: "Whether every asset sums to zero" }),
      assets: Schema.Array(Schema.Struct({
        asset: Schema.String,
        sum: units,
        kinds: Schema.Array(Schema.Struct({
          kind: Schema.String,
          about: Schema.String,
          accounts: Schema.Int,
          balance: units
        }))
      }))
    })
  }),
  error: failsWith()
}).annotateMerge(OpenApi.annotations({ summary: "Read the trial balance" }))

export const readQueue = HttpApiEndpoint.get("readQueue", "/admin/queue", {
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      due: Schema.Int,
      leased: Schema.Int,
      dead: Schema.Int.annotate({ description: "Jobs that broke again and again and were put aside" }),
      oldestDueAt: Schema.NullOr(instant)
    })
  }),
  error: failsWith()
}).annotateMerge(OpenApi.annotations({ summary: "Read how much work waits" }))

export const listOpen = HttpApiEndpoint.get("listOpen", "/admin/open", {
  query: Schema.Struct({
    ...cursorQuery.fields,
    unknown: Schema.optionalKey(
      Schema.Literals(["true", "false"]).annotate({ description: "Whether only unknown outcomes are listed" })
    )
  }),
  success: paged({
    kinds: Schema.Array(Schema.Struct({
      kind: Schema.String,
      open: Schema.Int.annotate({ description: "Records that have an end to come to" }),
      unknown: Schema.Int.annotate({ description: "Of them, those with an outcome that nobody knows yet" }),
      oldestUnknownSeconds: Schema.NullOr(Schema.Int)
    })),
    open: Schema.Array(Schema.Struct({
      kind: Schema.String,
      id: Schema.String,
      accountId: Schema.String,
      state: Schema.NullOr(Schema.String),
      isUnknown: Schema.Boolean,
      since: instant.annotate({ description: "Since when the outcome is unknown, or the last change of the record" }),
      ageSeconds: Schema.Int,
      job: Schema.String.annotate({ description: "The job that brings it to its end" }),
      jobStanding: Schema.Literals(["waiting", "dead", "missing"]).annotate({
        description: "`dead`: it broke again and again and was put aside; `missing`: it is added again within seconds"
      }),
      nextAttemptAt: Schema.NullOr(instant),
      attempts: Schema.Int,
      problem: Schema.String.annotate({ description: "What the last attempt said" })
    }))
  }),
  error: failsWith("badRequest")
}).annotateMerge(OpenApi.annotations({
  summary: "List what is open",
  description: "Every record that has an end to come to, by kind and id, with its job; and how many there are."
}))

export const explain = HttpApiEndpoint.get("explain", "/admin/explain/:id", {
  params: { id },
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      kind: Schema.String,
      id: Schema.String,
      version: Schema.Int,
      accountId: Schema.String,
      record: Schema.Unknown.annotate({ description: "As it is stored, secrets left out" }),
      timeline: Schema.Array(Schema.Struct({ at: instant, what: Schema.String, evidence: Schema.String })),
      transitions: Schema.Array(Schema.Struct({
        at: instant,
        from: Schema.String,
        on: Schema.String,
        means: Schema.String,
        to: Schema.String,
        evidence: Schema.NullOr(Schema.String)
      })).annotate({
        description:
          "The rows of its lifecycle that it took, oldest first, each with the id, hash or reason that said so"
      }),
      postings: Schema.Array(Schema.Struct({
        entry: Schema.String,
        template: Schema.String,
        account: Schema.String,
        asset: Schema.String,
        amount: units,
        at: instant
      })),
      events: Schema.Array(any),
      deliveries: Schema.Array(any),
      reviews: Schema.Array(Review),
      acts: Schema.Array(Act),
      jobs: Schema.Array(Job).annotate({ description: "What is left to do about it, dead letters included" }),
      next: Schema.Array(Schema.Struct({
        on: Schema.String,
        means: Schema.String,
        when: Schema.NullOr(Schema.String),
        to: Schema.String,
        emits: Schema.Array(Schema.String),
        asks: Schema.Array(Schema.String),
        rule: Schema.String
      })).annotate({ description: "What may happen next, by the table of its lifecycle" })
    })
  }),
  error: failsWith("badRequest", "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Explain a record",
  description:
    "Any record by its id: what happened to it, what was booked and told because of it, what may happen next."
}))

export const refundPayout = HttpApiEndpoint.post("refundPayout", "/admin/payouts/:transactionId/refund", {
  params: { transactionId: id },
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
  error: failsWith("badRequest", "notFound", "conflict")
}).annotateMerge(OpenApi.annotations({
  summary: "Refund a payout by hand",
  description: "Sends what was debited back; asked again while it is on its way, it is the same refund."
}))

const Movement = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Struct({
    movementId: Schema.String,
    accountId: Schema.String,
    subject: Schema.String.annotate({ description: "The record that it is for" }),
    purpose: Schema.String,
    status: Schema.String,
    evidence: Schema.NullOr(Schema.String)
  })
})

export const releaseMovement = HttpApiEndpoint.post("releaseMovement", "/admin/movements/:movementId/release", {
  params: { movementId: id },
  success: Movement,
  error: failsWith("notFound", "conflict")
}).annotateMerge(OpenApi.annotations({
  summary: "Release a held movement",
  description:
    "Sends a movement that was held because float, fuel, a limit, a signer or an approval was missing, or a token or rail was paused, now instead of at its next try. `status` is HELD again if it still is."
}))

export const retryMovement = HttpApiEndpoint.post("retryMovement", "/admin/movements/:movementId/retry", {
  params: { movementId: id },
  success: Movement,
  error: failsWith("notFound", "conflict")
}).annotateMerge(OpenApi.annotations({
  summary: "Try a refused movement again",
  description:
    "Orders another attempt, with an id of its own, at what was refused: the return of a PIX that paid too much or too little, or that paid a charge twice. The refused one is looked up first; if it has happened after all, that is booked instead. Any other movement is ordered again on its record: the rest of a deposit, or a refund."
}))

export const cancelMovement = HttpApiEndpoint.post("cancelMovement", "/admin/movements/:movementId/cancel", {
  params: { movementId: id },
  payload: Schema.Struct({
    reason: text({ minimum: 3, maximum: 255 }).annotate({ description: "Why it is not sent" })
  }),
  success: Movement,
  error: failsWith(...bodyFailures, "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Cancel a movement that was not sent",
  description:
    "Its record goes on as if the bank or chain had refused it: a deposit fails and its payment is returned, a payout gives its asset back. 409 once anything was sent."
}))

export const resolveMovement = HttpApiEndpoint.post("resolveMovement", "/admin/movements/:movementId/resolve", {
  params: { movementId: id },
  payload: Schema.Struct({
    outcome: Schema.Literals(["DONE", "REFUSED"]),
    evidence: text({ minimum: 3, maximum: 255 }).annotate({
      description: "The transaction hash or end-to-end id of what happened; for what did not, how you know"
    })
  }),
  success: Movement,
  error: failsWith(...bodyFailures, "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Resolve a movement by hand",
  description:
    "Says what became of a movement that was sent and whose outcome is unknown. The bank or chain is asked once more first; what it answers is booked instead."
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
  .annotateMerge(OpenApi.annotations({
    summary: "Deliver the rest of a deposit",
    description:
      "Delivers what was not returned, less the fee, where a part came back before the delivery was sent. Asked again while it is on its way, it is the same order; 409 when more has come back since."
  }))

export const returnRest = HttpApiEndpoint.post("returnRest", "/admin/deposits/:depositId/return-rest", restOrder)
  .annotateMerge(OpenApi.annotations({
    summary: "Return the rest of a deposit",
    description:
      "Returns what was neither delivered nor returned, where a person has to decide about it. Asked again while it is on its way, it is the same order; 409 when more has come back since."
  }))

export const refundInvoice = HttpApiEndpoint.post("refundInvoice", "/admin/lightning/invoices/:paymentHash/refund", {
  params: { paymentHash: id },
  payload: Schema.Struct({
    refundAddress: Schema.optionalKey(
      text({ minimum: 3, maximum: 255 }).annotate({ description: "A Lightning address; the invoice's own by default" })
    )
  }),
  success: Schema.Struct({ success: Schema.Literal(true), data: LightningInvoiceRecord })
    .pipe(HttpApiSchema.status(202)),
  error: failsWith(...bodyFailures, "notFound")
}).annotateMerge(OpenApi.annotations({
  summary: "Refund a Lightning invoice by hand",
  description: "Sends the satoshis back to a Lightning address; asked again, it is the same refund."
}))

export const adminBooks = HttpApiGroup.make("adminBooks").add(
  listReviews,
  listProviderFacts,
  listActs,
  readTrialBalance,
  readQueue,
  listOpen,
  explain,
  refundPayout,
  refundInvoice,
  deliverRest,
  returnRest,
  resolveMovement,
  releaseMovement,
  retryMovement,
  cancelMovement
).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({ title: "Books" }))
