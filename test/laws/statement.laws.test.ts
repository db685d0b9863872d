// Laws of statements (C25), on every store: pages of any size put together are all operations of the window with their fees,
// newest first, each once; totals and page numbers are of the whole; and what was there stays so while others write.
import * as fc from "fast-check"
import { Clock, Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import type { Deposit } from "../../core/payments/deposit/deposit.ts"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { type LightningInvoice, LightningInvoices } from "../../core/payments/lightning-invoice/lightning-invoice.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { insert } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import type { OperationRow } from "../../core/reports/statement/operation.ts"
import { rowCounts } from "../../core/reports/statement/row-counts.ts"
import { sourcesFor } from "../../core/reports/statement/sources.ts"
import { countsOf, pageOf, pagesOf, stretchesOf } from "../../core/reports/statement/statement.ts"
import { type StatementRequest, checkStatementRequest } from "../../core/reports/statement/statement-request.ts"
import { depth } from "../support/depth.ts"
import { planes } from "../support/planes.ts"
import { ManualClock } from "../support/ports.ts"
import { describePostgres } from "../support/postgres.ts"
import { pending } from "../machines/deposit.given.ts"
import { startOfTests } from "../support/world.ts"

const now = startOfTests
const minute = 60_000

interface Made {
  readonly kind: "deposit" | "lightningInvoice"
  readonly n: number
  readonly fee: bigint
  /** Minutes before now. */
  readonly age: number
  readonly subAccountId: string
}

const made: fc.Arbitrary<ReadonlyArray<Made>> = fc.array(
  fc.record({
    kind: fc.constantFrom("deposit" as const, "lightningInvoice" as const),
    fee: fc.constantFrom(0n, 25n),
    age: fc.integer({ min: 0, max: 6 }),
    subAccountId: fc.constantFrom("sub_1", "sub_1", "sub_1", "sub_10")
  }),
  { maxLength: 25 }
).map((all) => all.map((each, n) => ({ ...each, n })))

const idOf = ({ kind, n }: Made): string => `${kind === "deposit" ? "dep" : "inv"}_${String(n).padStart(4, "0")}01`
const shownId = (each: Made): string => each.kind === "deposit" ? idOf(each) : `hash-${each.n}`

const depositOf = (each: Made): Deposit => ({
  ...pending,
  id: idOf(each),
  subAccountId: each.subAccountId,
  externalId: idOf(each),
  trackId: `tkt-${each.n}`,
  fee: unitsUnsafe("BRL", each.fee),
  createdAt: now - each.age * minute
})

const invoiceOf = (each: Made): LightningInvoice => ({
  id: idOf(each),
  owner: "acc_01",
  subAccountId: each.subAccountId,
  state: "WAITING",
  value: unitsUnsafe("BRL", 1_000n),
  fee: unitsUnsafe("BRL", each.fee),
  sats: unitsUnsafe("BTC", 2_050n),
  rate: { base: "BTC", quote: "BRL", numerator: 1n, denominator: 2n, source: "test", at: 0 },
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" },
  refundAddress: null,
  via: "node:1",
  bolt11: `lnbc-${each.n}`,
  paymentHash: `hash-${each.n}`,
  doubtedAt: null,
  paidAt: null,
  endToEndId: null,
  payerIspb: null,
  receiver: null,
  refusal: null,
  returned: unitsUnsafe("BRL", 0n),
  refunded: unitsUnsafe("BRL", 0n),
  refunding: unitsUnsafe("BRL", 0n),
  refundInvoice: null,
  refundTxId: null,
  refundedAt: null,
  expiresAt: now,
  createdAt: now - each.age * minute,
  updatedAt: now
})

const writeOf = (each: Made): Write =>
  each.kind === "deposit" ? insert(Deposits, depositOf(each)) : insert(LightningInvoices, invoiceOf(each))

const commit = (each: Made) => Store.use((store) => store.commit(changeSet({ writes: [writeOf(each)] })))

const page = Effect.fnUntraced(function*(request: StatementRequest) {
  const at = yield* Clock.currentTimeMillis
  const order = yield* checkStatementRequest(request, at)
  const stretches = stretchesOf("sub_1", order, sourcesFor(order.types))
  const store = yield* Store
  const read = {
    pages: yield* store.spans(pagesOf(stretches, order.limit)),
    counts: yield* rowCounts({ id: "sub_1", owner: "acc_01" }, countsOf(stretches), at)
  }
  return pageOf("sub_1", order, stretches, read)
})

const pagesFrom = (request: StatementRequest, between: Effect.Effect<unknown, unknown, Store> = Effect.void) =>
  Effect.gen(function*() {
    const pages = [yield* page(request)]
    for (let next = pages[0]?.nextCursor ?? null; next !== null;) {
      yield* between
      const following = yield* page({ ...request, cursor: next })
      pages.push(following)
      next = following.nextCursor
    }
    return pages
  })

/** The rows that have to be shown, worked out without the store. */
const expectedIds = (all: ReadonlyArray<Made>, from: number, to: number): ReadonlyArray<string> =>
  all.filter(({ age, subAccountId }) =>
    subAccountId === "sub_1" && now - age * minute >= from && now - age * minute < to
  )
    .toSorted((a, b) => a.age - b.age || (idOf(a) < idOf(b) ? 1 : -1))
    .flatMap((each) => each.fee === 0n ? [shownId(each)] : [shownId(each), `${shownId(each)}/fee`])

const idsOf = (pages: ReadonlyArray<{ readonly operations: ReadonlyArray<OperationRow> }>) =>
  pages.flatMap(({ operations }) => operations.map(({ id }) => id))

const iso = (at: number): string => new Date(at).toISOString()

const laws = (plane: Layer.Layer<Store, unknown>, numRuns: number): void => {
  const run = <A>(program: Effect.Effect<A, unknown, Store>): Promise<A> =>
    program.pipe(
      Effect.provide(plane, { local: true }),
      Effect.provideService(Clock.Clock, new ManualClock(now)),
      Effect.runPromise
    )

  it("pages put together are the whole of the window §statement-pages §statement-order §statement-fee-rows", async () => {
    const windows = fc.record({
      limit: fc.integer({ min: 1, max: 9 }),
      oldest: fc.integer({ min: 0, max: 7 }),
      newest: fc.integer({ min: -1, max: 7 })
    })
    await fc.assert(
      fc.asyncProperty(made, windows, async (all, { limit, newest, oldest }) => {
        const [from, to] = [now - Math.max(oldest, newest) * minute, now - Math.min(oldest, newest) * minute]
        const pages = await run(Effect.andThen(
          Effect.forEach(all, commit, { discard: true }),
          pagesFrom({ limit, from: iso(from), to: iso(to) })
        ))
        const expected = expectedIds(all, from, to)
        expect(idsOf(pages)).toEqual(expected)
        expect(pages.map((each) => each.page)).toEqual(pages.map((_, index) => index + 1))
        expect(pages.every(({ total }) => total === expected.length)).toBe(true)
      }),
      { numRuns }
    )
  })

  it("what was there is shown once and in order while others write §statement-concurrent", async () => {
    await fc.assert(
      fc.asyncProperty(made, made, fc.integer({ min: 1, max: 5 }), async (all, others, limit) => {
        const later = others.map((each, index) => ({ ...each, n: 1_000 + index }))
        const rest = [...later]
        const pages = await run(Effect.gen(function*() {
          yield* Effect.forEach(all, commit, { discard: true })
          return yield* pagesFrom(
            { limit },
            Effect.suspend(() => Effect.forEach(rest.splice(0, 2), commit, { concurrency: "unbounded" }))
          )
        }))
        const seen = idsOf(pages)
        const before = expectedIds(all, 0, now + 1)
        expect(seen.filter((id) => before.includes(id))).toEqual(before)
        expect(new Set(seen).size).toBe(seen.length)
        // Whatever came in meanwhile stands at its own place.
        const order = expectedIds([...all, ...later], 0, now + 1)
        expect(seen).toEqual(order.filter((id) => seen.includes(id)))
      }),
      { numRuns }
    )
  })
}

const runs = depth.cases

describe("a statement in memory", () => {
  laws(planes.memory, runs)
})
describe("a statement on SQLite", () => {
  laws(planes.SQLite, Math.ceil(runs / 5))
})
await describePostgres("a statement on PostgreSQL", () => {
  laws(planes.PostgreSQL, 5)
})
