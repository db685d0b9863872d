// What may be asked of a statement (spec "Account statement", Limits "Statement"; C25): the fields of the query and of the
// body, and the window that they make. A date is its first instant in UTC; a window has its start and not its end, but the
// window up to now has this very millisecond.
import { Effect, Schema, SchemaTransformation } from "effect"
import { invalidField } from "../../base/errors/errors.ts"
import { instantIn } from "../../base/errors/instant-field.ts"
import { type StatementFilter, statementFilters } from "../../engine/resource/statement-source.ts"
import { limits } from "../../base/limits/limits.ts"
import { text } from "../../base/text/text.ts"
import { type Cursor, readCursor } from "./statement-cursor.ts"

/** What a caller can filter by. */
export const StatementType = Schema.Literals(statementFilters)

const instant = (what: string) =>
  Schema.optionalKey(text({ minimum: 1, maximum: 40 }).annotate({ description: `ISO date or datetime; ${what}` }))
const from = instant("30 days ago by default")
const to = instant("not part of the window itself; now by default. At most 90 days after `from`")
const cursor = Schema.optionalKey(
  text({ minimum: 1, maximum: 512 }).annotate({ description: "The nextCursor of the page before" })
)
const pageSize = Schema.Int.check(Schema.isBetween(limits.statementPage))
const types = Schema.Array(StatementType)

/** The fields of the query: everything is text, and `type` may come several times. */
export const StatementQuery = Schema.Struct({
  from,
  to,
  limit: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[1-9]\d{0,3}$/, { expected: "a whole number" })).annotate({
      description: "Rows of a page: 1 to 200, 50 by default"
    }).pipe(
      Schema.decodeTo(
        pageSize,
        SchemaTransformation.transform({ decode: (digits: string) => Number(digits), encode: String })
      )
    )
  ),
  cursor,
  type: Schema.optionalKey(
    Schema.Union([types, StatementType]).annotate({ description: "Which operations; repeat it for several" })
  )
})

/** The same fields in a body, and whose statement it is. */
export const StatementRequest = Schema.Struct({
  subAccountId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({ description: "Whose statement; the main account's by default" })
  ),
  from,
  to,
  limit: Schema.optionalKey(pageSize.annotate({ description: "Rows of a page, 50 by default" })),
  cursor,
  type: Schema.optionalKey(types.annotate({ description: "Which operations; all by default" }))
}).annotate({ identifier: "StatementRequest" })
export type StatementRequest = typeof StatementRequest.Type

/** A query as a request. */
export const requestOf = ({ type, ...rest }: typeof StatementQuery.Type): StatementRequest => ({
  ...rest,
  ...(type === undefined ? {} : { type: typeof type === "string" ? [type] : type })
})

/** What a request comes to. The window has `from` and not `to`, Unix milliseconds. */
export interface StatementOrder {
  readonly from: number
  readonly to: number
  readonly limit: number
  readonly cursor: Cursor | undefined
  readonly types: ReadonlyArray<StatementFilter>
}

/** Checks what the fields say together, at an instant (Unix milliseconds). A cursor keeps the window that it came from. */
export const checkStatementRequest = Effect.fnUntraced(function*(request: StatementRequest, now: number) {
  const cursor = request.cursor === undefined ? undefined : yield* readCursor(request.cursor)
  const told = yield* Effect.all({ from: instantIn("from", request.from), to: instantIn("to", request.to) })
  const from = told.from ?? cursor?.from ?? now - limits.statementDefaultMs
  const to = told.to ?? cursor?.to ?? now + 1
  // A window up to now has this millisecond on top.
  const most = limits.statementWindowMs + (told.to === undefined ? 1 : 0)
  if (from > to) return yield* invalidField("from", "after the end of the window")
  if (to - from > most) return yield* invalidField("from", "a window is at most 90 days")
  const order: StatementOrder = {
    from,
    to,
    limit: request.limit ?? limits.statementPage.fallback,
    cursor,
    types: request.type === undefined || request.type.length === 0 ? StatementType.literals : request.type
  }
  return order
})
