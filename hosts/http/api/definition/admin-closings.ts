// The operator's endpoint of daily closings: each place's own statement against our journal.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as OpenApi from "effect/http-api/OpenApi"
import { text } from "../../../../core/base/text/text.ts"
import { closingKinds } from "../../../../core/reports/closing/closing.ts"
import { OperatorRequired, answer, instant } from "./admin-schemas.ts"
import { failsWith } from "./envelope.ts"

const decimal = Schema.String.annotate({ description: "An exact decimal, below zero for what left" })
const maybe = Schema.NullOr(decimal)
const kind = Schema.Literals(closingKinds).annotate({
  description:
    "`reversed`: sent back by the receiver's bank; `cost`: what the place took; `other`: whatever else the journal has there"
})
const sum = Schema.Struct({ count: Schema.Int, amount: decimal })

const Closing = Schema.Struct({
  place: Schema.String.annotate({ description: "`pix` for the account at the PIX provider, or a network" }),
  closedAt: instant,
  unreadable: Schema.Int.annotate({ description: "Rows of the statement that could not be read" }),
  lines: Schema.Array(Schema.Struct({
    kind,
    asset: Schema.String,
    statement: Schema.NullOr(sum).annotate({
      description: "Null where the statement does not have this kind in full: it is not compared"
    }),
    journal: sum
  })),
  sums: Schema.Array(Schema.Struct({
    asset: Schema.String,
    statement: decimal,
    journal: decimal,
    difference: decimal.annotate({ description: "The statement less the journal, of the kinds that are compared" }),
    openBefore: decimal.annotate({ description: "What one side alone had when the day began" }),
    openAfter: decimal.annotate({ description: "The same when it ended" }),
    beyond: decimal.annotate({ description: "What left the list of differences because it had grown too long" }),
    unexplained: decimal.annotate({ description: "The difference less what became open on the day: always zero" })
  })),
  differences: Schema.Array(Schema.Struct({
    movement: Schema.String.annotate({ description: "What both sides call it" }),
    kind,
    asset: Schema.String,
    statement: maybe,
    journal: maybe,
    difference: decimal,
    subject: Schema.NullOr(Schema.String).annotate({ description: "The record of ours that it is about" }),
    since: Schema.String.annotate({ description: "The civil day on which one side had it first" }),
    days: Schema.Int
  })).annotate({ description: "What one side lacks, or has with another amount, the oldest first" }),
  balances: Schema.Array(Schema.Struct({
    asset: Schema.String,
    held: decimal.annotate({ description: "What the place said it holds of us when the day was closed" }),
    booked: maybe.annotate({
      description: "What our journal had then; null for a treasury, as one account has all of them"
    }),
    difference: maybe,
    change: maybe.annotate({ description: "By how much that changed since the closing before; null for the first" })
  }))
}).annotate({ identifier: "Closing" })

export const readClosings = HttpApiEndpoint.get("readClosings", "/admin/closings", {
  query: Schema.Struct({
    day: Schema.optionalKey(
      text({ minimum: 10, maximum: 10 }).annotate({
        description: "A civil day in São Paulo that is over, such as 2026-11-28; yesterday by default"
      })
    )
  }),
  success: answer(Schema.Struct({ day: Schema.String, places: Schema.Array(Closing) })),
  error: failsWith("badRequest")
}).middleware(OperatorRequired).annotateMerge(OpenApi.annotations({
  summary: "Read the closings of a day",
  description:
    "Each place's own statement against our journal, an hour after the day has ended. A place without a statement has no closing, and "
    + "one that could not be read is closed once it can."
}))
