// What the core keeps of the journal against the audit's own sums of it: they agree, and one cent that is off is found.
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { BookDays, BookMonths, BookPlaces } from "../../../../core/reports/books/book-day.ts"
import { addUp } from "../../../../core/reports/books/kept-sums.ts"
import type { RecordKind } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { KeptBooks } from "../../../../hosts/audit/kept-books.ts"
import { bookAt } from "../../../support/books.ts"
import { planes } from "../../../support/planes.ts"
import { ManualClock } from "../../../support/ports.ts"
import { startOfTests } from "../../../support/world.ts"

const hour = 3_600_000

/** Books of three months with one entry more than is added up. */
const kept = Effect.gen(function*() {
  const store = yield* Store
  const book = (n: number) => bookAt(n, startOfTests - n * 31 * hour, BigInt(n + 1))
  for (let n = 0; n < 60; n++) yield* book(n)
  yield* addUp(10)
  yield* book(60)
  const bodies = <A extends { readonly id: string; readonly owner: string }>(
    kind: RecordKind<A, string, string>,
    ids: ReadonlyArray<string>
  ) =>
    Effect.map(
      store.ask(ids.map((id) => ({ by: "id", kind: kind.kind, id }))),
      (rows) => new Map(rows.flat().map(({ record }) => [record.id, JSON.parse(record.body) as never]))
    )
  const entries = yield* store.journal({ after: 0n, limit: 100 })
  const days = [...new Set(entries.map(({ at }) => new Date(at).toISOString().slice(0, 10)))]
  return {
    entries,
    bookDay: yield* bodies(BookDays, days),
    bookMonth: yield* bodies(BookMonths, [...new Set(days.map((day) => day.slice(0, 7)))]),
    bookPlace: yield* bodies(BookPlaces, ["journal"])
  }
})

describe("kept sums under audit", () => {
  it("agree with the journal up to their place, and not with one that is a cent off §dashboard-books-once", async () => {
    const { entries, ...of } = await kept.pipe(
      Effect.provide(planes.memory),
      Effect.provideService(Clock.Clock, new ManualClock(startOfTests)),
      Effect.runPromise
    )
    const judged = (cents: bigint) => {
      const books = new KeptBooks(of)
      for (const { postings, ...each } of entries) {
        const [first, ...rest] = postings
        const changed = first === undefined ? [] : [{ ...first, amount: first.amount + cents }, ...rest]
        books.entry({
          ...each,
          postings: changed.map((posting) => ({ ...posting, amount: String(posting.amount), after: undefined }))
        })
      }
      return books.verdict()
    }
    expect(judged(0n).violations).toEqual([])
    expect(judged(0n).looked).toBeGreaterThan(100)
    expect(judged(1n).violations.length).toBeGreaterThan(50)
  })
})
