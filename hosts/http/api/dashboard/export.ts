// A statement as a file, written while it is read: a page at a time, so that the size of a window costs time and no memory. The
// first page is read before anything is answered, so that what is wrong with the request is refused as anything else is.
import { Effect } from "effect"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { Store } from "../../../../core/engine/store/store.ts"
import { listStatement } from "../../../../core/reports/statement/list-statement.ts"
import type { RowOf } from "../../../../core/reports/statement/operation.ts"
import { csvHead, csvRows } from "../../../../core/reports/statement/statement-csv.ts"
import { type OfxOf, ofxFoot, ofxHead, ofxRows } from "../../../../core/reports/statement/statement-ofx.ts"
import type { StatementRequest } from "../../../../core/reports/statement/statement-request.ts"
import type { Subaccount } from "../../../../core/customers/subaccount/subaccount.ts"
import type { WireAnswer } from "../request/wire.ts"

interface Export {
  readonly holder: Subaccount
  readonly request: StatementRequest
  readonly format: "csv" | "ofx"
  readonly now: number
}

const types = { csv: "text/csv; charset=utf-8; header=present", ofx: "application/x-ofx" } as const

/** The answer that a statement is saved from. */
export const exportStatement = Effect.fnUntraced(function*({ format, holder, now, request }: Export) {
  const services = yield* Effect.context<Store>()
  const run = Effect.runPromiseWith(services)
  const read = (cursor: string | undefined) =>
    listStatement({
      holder,
      isCounted: false,
      request: { ...request, limit: limits.statementPage.maximum, ...(cursor === undefined ? {} : { cursor }) }
    })
  const first = yield* read(undefined)
  const { from, to } = first
  const pages = async function*() {
    let page = first
    for (;;) {
      yield page.shown
      if (page.nextCursor === null) return
      page = await run(read(page.nextCursor))
    }
  }
  const of: OfxOf = { subAccountId: holder.id, from, to, now }
  const day = new Date(now).toISOString().slice(0, 10)
  return {
    status: 200,
    headers: {
      "content-type": types[format],
      "content-disposition": `attachment; filename="statement-${holder.id}-${day}.${format}"`
    },
    body: format === "csv" ? csv(pages()) : ofx(of, pages())
  } satisfies WireAnswer
})

type Pages = AsyncIterable<ReadonlyArray<RowOf>>

const csv = async function*(pages: Pages): AsyncIterable<string> {
  yield csvHead
  for await (const shown of pages) yield csvRows(shown.map(({ row }) => row))
}

const ofx = async function*(of: OfxOf, pages: Pages): AsyncIterable<string> {
  yield ofxHead(of)
  let sum = 0n
  for await (const shown of pages) {
    const { net, text } = ofxRows(shown)
    sum += net
    yield text
  }
  yield ofxFoot(of, sum)
}
