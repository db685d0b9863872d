// The operator's endpoints of the books: what needs a person, what was done, whether everything balances, and why a record
// is as it is.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { factOutcomes } from "../../../../core/engine/event/fact-trace.ts"
import { type ReviewState, reviewStates } from "../../../../core/engine/review/review.states.ts"
import { text } from "../../../../core/base/text/text.ts"
import type { Explanation } from "./management-answers.ts"
import { Job } from "./admin-job.ts"
import {
  OperatorRequired,
  OwnerOrOperator,
  answer,
  cause,
  cursorQuery,
  id,
  instant,
  paged,
  reviewCause,
  typed
} from "./admin-schemas.ts"
import { readClosings } from "./admin-closings.ts"
import { exportJournal, exportTransfers } from "./admin-exports.ts"
import { bodyFailures, failsWith } from "./envelope.ts"

const any = Schema.Record(Schema.String, Schema.Unknown)
const units = Schema.String.annotate({ description: "Smallest units, debit positive" })

const reviewFields = {
  reviewId: Schema.String,
  accountId: Schema.String,
  subject: Schema.String,
  reason: Schema.String,
  evidence: Schema.String,
  cause: reviewCause,
  state: Schema.Literals(Object.keys(reviewStates.states) as ReadonlyArray<ReviewState>).annotate({
    description: "`SOLVED`: the event came that answers it; `CLOSED`: an operator closed it with a note"
  }),
  times: Schema.Int.annotate({ description: "How often it was opened: what happens again opens it again" }),
  note: Schema.NullOr(Schema.String).annotate({ description: "What the operator wrote who closed it last" }),
  ageSeconds: Schema.Int.annotate({ description: "For how long it has been open, or was open the last time" }),
  createdAt: instant.annotate({ description: "When it was opened for the first time" }),
  openedAt: instant.annotate({ description: "When it was opened last" }),
  updatedAt: instant.annotate({ description: "When it was opened, solved or closed" })
}

const Review = Schema.Struct(reviewFields).annotate({ identifier: "Review" })

const ListedReview = Schema.Struct({
  ...reviewFields,
  amount: Schema.NullOr(Schema.Struct({ value: Schema.String, asset: Schema.String })).annotate({
    description: "The amount of the payment that it is about; null where it is about none"
  }),
  customer: Schema.NullOr(Schema.Struct({ subAccountId: Schema.String, name: Schema.NullOr(Schema.String) })).annotate({
    description: "Whose payment it is; null where that is not known"
  })
}).annotate({ identifier: "ListedReview" })

const openReviews = Schema.Struct({
  open: Schema.Int,
  overDay: Schema.Int.annotate({ description: "Of them, those open for longer than a day" }),
  overWeek: Schema.Int.annotate({ description: "Of them, those open for longer than a week" }),
  oldestOpenedAt: Schema.NullOr(instant).annotate({
    description: "Since when the oldest has been open; null where none is"
  })
})

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
  by: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })).annotate({
    description: "The operator or service token that did it; null for an owner and for the operator's token"
  }),
  approvedBy: Schema.NullOr(Schema.Struct({ id: Schema.String, name: Schema.String })).annotate({
    description: "The second operator who agreed; null where none had to"
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
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "List what providers reported",
  description: "Every fact of an accepted message, with what became of it. The newest first."
}))

export const listReviews = HttpApiEndpoint.get("listReviews", "/admin/reviews", {
  query: Schema.Struct({
    ...cursorQuery.fields,
    state: Schema.optionalKey(
      Schema.Literals(Object.keys(reviewStates.states) as ReadonlyArray<ReviewState>).annotate({
        description: "Which are listed; `OPEN` by default"
      })
    )
  }),
  success: paged({ reviews: Schema.Array(ListedReview) }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(
  OpenApi.annotations({
    summary: "List what needs a person",
    description: "The newest first. A page may be shorter than others; whether there is more is said by `nextCursor`."
  })
)

export const closeReview = HttpApiEndpoint.post("closeReview", "/admin/reviews/:reviewId/close", {
  params: { reviewId: id },
  payload: Schema.Struct({
    note: text({ minimum: 1, maximum: 1_000 }).annotate({ description: "How it was placed; kept in the audit log" })
  }),
  success: answer(Review),
  error: failsWith(...bodyFailures, "notFound")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Close a review",
  description:
    "Says that a person has placed what it is about. It moves no money. What happens again opens it again; one that has "
    + "ended already is 409 `STATE_CONFLICT`."
}))

export const listActs = HttpApiEndpoint.get("listActs", "/admin/audit", {
  query: cursorQuery,
  success: paged({ acts: Schema.Array(Act) }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(
  OpenApi.annotations({ summary: "List what operators did", description: "The newest first." })
)

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
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({ summary: "Read the trial balance" }))

export const readBooks = HttpApiEndpoint.get("readBooks", "/admin/books", {
  query: Schema.Struct({
    at: Schema.optionalKey(
      text({ minimum: 1, maximum: 40 }).annotate({
        description: "An ISO 8601 date or instant; the books at the end of the hour before it"
      })
    )
  }),
  success: answer(Schema.Struct({
    at: instant,
    since: Schema.NullOr(instant).annotate({ description: "The first instant there are books of; null without books" }),
    isComplete: Schema.Boolean.annotate({
      description: "Whether everything booked up to `at` is in it: it catches up within seconds after a long pause"
    }),
    isBalanced: Schema.Boolean,
    assets: Schema.Array(Schema.Struct({
      asset: Schema.String,
      sum: units,
      kinds: Schema.Array(Schema.Struct({ kind: Schema.String, about: Schema.String, balance: units }))
    }))
  })),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Read the books at an instant",
  description: "From the totals of each hour; without `at` as they are now."
}))

const providerFacts = Schema.Struct({
  name: Schema.String,
  ports: Schema.Array(Schema.String).annotate({ description: "Names of the ports that it stands behind" }),
  state: Schema.Literals(["unused", "ready", "failing", "away"]).annotate({
    description:
      "`failing`: its last answer was none, or refused our credentials; `away`: it failed several times in a row"
  }),
  lastSuccessAt: Schema.NullOr(instant),
  calls: Schema.Int.annotate({ description: "Calls of the last five minutes" }),
  failures: Schema.Int.annotate({ description: "Those of them that failed" }),
  certificateDaysLeft: Schema.NullOr(Schema.Int).annotate({
    description: "Whole days until our client certificate ends; null without one"
  }),
  problem: Schema.NullOr(Schema.String).annotate({ description: "Why the last call failed" })
})
const maybe = Schema.NullOr(Schema.String)

const decimal = Schema.String.annotate({ description: "An exact decimal" })

export const readReserves = HttpApiEndpoint.get("readReserves", "/admin/reserves", {
  success: answer(Schema.Struct({
    at: instant,
    assets: Schema.Array(Schema.Struct({
      asset: Schema.String,
      liabilities: decimal,
      holdings: decimal,
      difference: maybe.annotate({ description: "Holdings less liabilities; null where something of it was not read" }),
      owed: Schema.Array(Schema.Struct({ kind: Schema.String, amount: decimal })),
      held: Schema.Array(Schema.Struct({ place: Schema.String, amount: decimal, readAt: instant }))
    })),
    notRead: Schema.Array(Schema.Struct({ place: Schema.String, reason: Schema.String, cause }))
  })),
  error: failsWith()
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Read the reserves",
  description: "What is owed to customers by asset, from the ledger, against what adapters read outside now."
}))

export const readQueue = HttpApiEndpoint.get("readQueue", "/admin/queue", {
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      due: Schema.Int,
      leased: Schema.Int,
      dead: Schema.Int.annotate({ description: "Jobs that broke again and again and were put aside" }),
      oldestDueAt: Schema.NullOr(instant),
      reviews: openReviews.annotate({ description: "What needs a person" }),
      providers: Schema.Array(providerFacts)
    })
  }),
  error: failsWith()
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Read how much work waits",
  description: "With the providers that it may wait for, as far as the process that answers has heard of them."
}))

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
      unknown: Schema.Int.annotate({ description: "Of them, those with an outcome that no one knows yet" }),
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
      jobStatus: Schema.Literals(["waiting", "dead", "missing"]).annotate({
        description: "`dead`: it broke again and again and was put aside; `missing`: it is added again within seconds"
      }),
      nextAttemptAt: Schema.NullOr(instant),
      attempts: Schema.Int,
      problem: Schema.String.annotate({ description: "What the last attempt said" }),
      cause
    }))
  }),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "List what is open",
  description: "Every record that has an end to come to, by kind and id, with its job; and how many there are."
}))

export const explain = HttpApiEndpoint.get("explain", "/admin/explain/:id", {
  params: { id },
  success: answer(
    typed<Explanation>()(
      Schema.Struct({
        kind: Schema.String,
        id: Schema.String,
        version: Schema.Int,
        accountId: Schema.String,
        record: Schema.Unknown.annotate({ description: "As it is stored, secrets left out" }),
        timeline: Schema.Array(Schema.Struct({
          at: instant,
          what: Schema.String,
          evidence: Schema.String,
          happened: any.annotate({ description: "The same for programs: a `verb` with what it is about" }),
          by: Schema.optionalKey(Schema.String).annotate({ description: "Who did it, of what an operator did" }),
          approvedBy: Schema.optionalKey(Schema.String).annotate({
            description: "The second operator who agreed to it"
          })
        })),
        transitions: Schema.Array(Schema.Struct({
          at: instant,
          from: Schema.String,
          on: Schema.String,
          means: Schema.String,
          to: Schema.String,
          evidence: Schema.NullOr(Schema.String),
          leg: Schema.NullOr(Schema.Int).annotate({ description: "Of a swap: which leg it is about" }),
          cause
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
        })).annotate({ description: "What may happen next, by the table of its lifecycle" }),
        summary: Schema.NullOr(any).annotate({ description: "What a payment is in short; null for any other record" })
      })
    )
  ),
  error: failsWith("badRequest", "notFound")
}).middleware(OwnerOrOperator).annotateMerge(OpenApi.annotations({
  summary: "Explain a record",
  description:
    "Any record by its id: what happened to it, what was booked and told because of it, what may happen next."
}))

export const adminBooks = HttpApiGroup.make("adminBooks").add(
  listReviews,
  closeReview,
  listProviderFacts,
  listActs,
  readTrialBalance,
  readBooks,
  exportJournal,
  exportTransfers,
  readClosings,
  readReserves,
  readQueue,
  listOpen,
  explain
).annotateMerge(OpenApi.annotations({ title: "Books" }))
