// What the endpoints of management have in common: who may call them, how pages go on, how ids and instants look.
import { Context, Schema } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import type { Reason } from "../../../../core/base/reason/reason.ts"
import type { ReviewReason } from "../../../../core/base/reason/review-reason.ts"
import { text } from "../../../../core/base/text/text.ts"

const operatorToken = HttpApiSecurity.annotateMerge(
  HttpApiSecurity.bearer,
  Context.make(
    OpenApi.Description,
    "A service token, or `PONTEPAY_OPERATOR_TOKEN` where it opens anything: in the sandbox, which prints one at its start, and in production until the first owner has accepted"
  )
)

const apiKey = HttpApiSecurity.annotateMerge(
  HttpApiSecurity.bearer,
  Context.make(OpenApi.Description, "An API key, which sees and changes what belongs to its own account alone")
)

/** The endpoint is for operators alone. */
export class OperatorRequired extends HttpApiMiddleware.Service<OperatorRequired>()("pontepay/http/OperatorRequired", {
  security: { operatorToken }
}) {}

/** The endpoint is for operators, and for key owners as far as their own account goes. */
export class OwnerOrOperator extends HttpApiMiddleware.Service<OwnerOrOperator>()("pontepay/http/OwnerOrOperator", {
  security: { operatorToken, apiKey }
}) {}

/** An id in a path; ids of deliveries, reviews and actions hold slashes, sent as %2F. */
export const id = text({ minimum: 1, maximum: 512 })

export const instant = Schema.String.annotate({ format: "date-time" })

export const cursorQuery = Schema.Struct({
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "The nextCursor of the page before" }))
})

/** A page of a list. */
export const paged = <const Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({
      ...fields,
      nextCursor: Schema.NullOr(Schema.String).annotate({ description: "Null on the last page" })
    })
  })

/** An answer whose data has this shape. */
export const answer = <Data extends Schema.Top>(data: Data) => Schema.Struct({ success: Schema.Literal(true), data })

/** An answer whose data has the type of the view that gives it; the description of the interface leaves its shape out. */
export const view = <Data>() => answer(Schema.Unknown as unknown as Schema.Codec<Data, unknown>)

/** A described shape with the closer type of the view that gives it. */
export const typed = <Data>() => (shape: Schema.Top) => shape as unknown as Schema.Codec<Data, unknown>

const codeOf = "The code of the sentence beside it, with its data"
const coded = Schema.Record(Schema.String, Schema.Unknown)

/** What a sentence was made of; null where it was made of no code. */
export const cause = typed<Reason | null>()(Schema.NullOr(coded).annotate({ description: codeOf }))

/** The same of a review, which always has one. */
export const reviewCause = typed<ReviewReason>()(coded.annotate({ description: codeOf }))
