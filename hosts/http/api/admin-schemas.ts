// What the operator's endpoints have in common: who may ask, how pages go on, how ids and instants look.
import { Context, Schema } from "effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { text } from "../../../core/text/text.ts"

const operatorToken = HttpApiSecurity.annotateMerge(
  HttpApiSecurity.bearer,
  Context.make(OpenApi.Description, "`PONTEPAY_OPERATOR_TOKEN`, or the token that the sandbox prints at its start")
)

export class OperatorRequired extends HttpApiMiddleware.Service<OperatorRequired>()("pontepay/http/OperatorRequired", {
  security: { operatorToken }
}) {}

/** An id in a path; ids of deliveries, reviews and deeds hold slashes, sent as %2F. */
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
