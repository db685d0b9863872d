// GET /admin/transfers: what arrived at addresses outside in a civil month in São Paulo, a page at a time in the order of arrival, with
// the travel rule message of each. A month that is over reads the same whenever it is read (0231).
import { Clock, Effect } from "effect"
import { Movements, sentOutAt } from "../../payments/movement/movement.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { feed } from "../../engine/store/records.ts"
import { customersOf, unknownCustomer } from "./customers.ts"
import { civilMonth } from "./civil-month.ts"
import { operationOf } from "./operation-facts.ts"
import { operationsBehind } from "./operations-behind.ts"
import { transferRow } from "./transfer-row.ts"
import { travelRuleOf } from "./travel-rule.ts"

export interface ExportTransfers {
  /** `2026-11` */
  readonly month: string
  readonly cursor?: string | undefined
}

/** Movements of one page. */
const page = 200

/** One page of what was sent to addresses outside in a month. */
export const exportTransfers = Effect.fnUntraced(function*({ cursor, month }: ExportTransfers) {
  const { to } = yield* civilMonth(month)
  const list = `sent-out/${month}`
  const from = cursor === undefined ? {} : { after: yield* placeOf(list, cursor) }
  const read = yield* feed(Movements, "sentOut", month, { ...from, limit: page })
  const operations = yield* operationsBehind(read.map(({ value }) => value.subject))
  const customers = yield* customersOf(operations.values())
  const transfers = read.flatMap(({ value }) => {
    const operation = operations.get(operationOf(value.subject)?.id ?? "")
    const at = sentOutAt(value)
    if (operation === undefined || at === undefined) return []
    const customer = customers.get(operation.subAccountId) ?? unknownCustomer
    const row = transferRow(value, at, operation, customer)
    return row === undefined ? [] : [{ ...row, travelRule: travelRuleOf(row, operation, customer) }]
  })
  const last = read.at(-1)
  return {
    month,
    isOver: to <= (yield* Clock.currentTimeMillis),
    transfers,
    nextCursor: read.length === page && last !== undefined ? yield* cursorAt(list, last.seq) : null
  }
})
