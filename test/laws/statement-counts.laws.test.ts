// Laws of the counts that statements keep (decision 0125): whatever is kept, the count of a stretch is the number of its rows,
// for any window, any cursor and any time of asking, while operations come in by clocks that are off; and what was counted
// once is not counted again.
import * as fc from "fast-check"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { insert } from "../../core/engine/store/records.ts"
import { type ChangeSet, type Span, Store, StoreUnavailable, changeSet } from "../../core/engine/store/store.ts"
import { rowCounts } from "../../core/reports/statement/row-counts.ts"
import { sourcesFor } from "../../core/reports/statement/sources.ts"
import { countsOf, stretchesOf } from "../../core/reports/statement/statement.ts"
import type { StatementOrder } from "../../core/reports/statement/statement-request.ts"
import { pending } from "../machines/deposit.given.ts"
import { depth } from "../support/depth.ts"
import { planes } from "../support/planes.ts"
import { describePostgres } from "../support/postgres.ts"
import { startOfTests } from "../support/world.ts"

const day = 86_400_000
const hour = day / 24
const holder = { id: "sub_1", owner: "acc_01" }

/** A store that takes down what is asked of it. */
class Watched {
  readonly counted: Array<Span> = []
  readonly asked: Array<number> = []
  readonly commits: Array<ChangeSet> = []
  isAway = false
  readonly store: Store["Service"]

  constructor(inner: Store["Service"]) {
    this.store = {
      ...inner,
      ask: (questions) => Effect.andThen(Effect.sync(() => this.asked.push(questions.length)), inner.ask(questions)),
      counts: (spans) => Effect.andThen(Effect.sync(() => this.counted.push(...spans)), inner.counts(spans)),
      commit: (changes) =>
        Effect.suspend(() => {
          if (this.isAway) return Effect.fail(new StoreUnavailable({ cause: "away" }))
          this.commits.push(changes)
          return inner.commit(changes)
        })
    }
  }

  forget(): void {
    for (const list of [this.counted, this.asked, this.commits]) list.length = 0
  }
}

const onPlane = async (
  plane: Layer.Layer<Store, unknown>,
  body: (watched: Watched) => Promise<void>
): Promise<void> => {
  const scope = Scope.makeUnsafe()
  try {
    const built = await Effect.runPromise(Layer.buildWithScope(Layer.fresh(plane), scope))
    await body(new Watched(Context.get(built, Store)))
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

let made = 0
const operation = async ({ store }: Watched, createdAt: number, fee: bigint, subAccountId = holder.id) => {
  const id = `dep_${String(made++)}_01`
  const deposit = { ...pending, id, subAccountId, externalId: id, trackId: id, fee: unitsUnsafe("BRL", fee), createdAt }
  await Effect.runPromise(store.commit(changeSet({ writes: [insert(Deposits, deposit)] })))
  return id
}

const deposits = sourcesFor(["deposit"])

const spansOf = (order: Pick<StatementOrder, "cursor" | "from" | "to">) =>
  countsOf(stretchesOf(holder.id, { ...order, limit: 50, types: ["deposit"] }, deposits))

type Window = Pick<StatementOrder, "cursor" | "from" | "to">

const counted = ({ store }: Watched, window: Window, now: number) =>
  Effect.runPromise(rowCounts(holder, spansOf(window), now).pipe(Effect.provideService(Store, store)))

const plain = ({ store }: Watched, window: Window) => Effect.runPromise(store.counts(spansOf(window)))

// Instants at midnights, a millisecond beside them, and anywhere.
const instant: fc.Arbitrary<number> = fc.tuple(
  fc.integer({ min: 0, max: 40 }),
  fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: 0, max: day - 1 }))
).map(([days, rest]) => startOfTests + days * day + rest)

const step = fc.oneof(
  // How far the clock of who writes is off, and how long its commit takes.
  fc.record({
    of: fc.constant("operation" as const),
    lateMs: fc.oneof(fc.integer({ min: -10 * 60_000, max: 20 * 60_000 }), fc.constantFrom(0, 1)),
    fee: fc.constantFrom(0n, 25n),
    subAccountId: fc.constantFrom("sub_1", "sub_1", "sub_10")
  }),
  fc.record({ of: fc.constant("wait" as const), ms: fc.oneof(fc.integer({ min: 1, max: 3 * day }), fc.constant(day)) }),
  fc.record({
    of: fc.constant("ask" as const),
    a: instant,
    b: instant,
    cursor: fc.option(fc.record({ createdAt: instant, feeIsNext: fc.boolean() }), { nil: undefined }),
    skewMs: fc.integer({ min: -5 * 60_000, max: 5 * 60_000 })
  })
)

const laws = (plane: Layer.Layer<Store, unknown>, numRuns: number): void => {
  it("a count is the number of rows, whatever is kept and whenever it is asked for §statement-pages", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        await onPlane(plane, async (watched) => {
          let now = startOfTests
          for (const each of steps) {
            if (each.of === "wait") now += each.ms
            else if (each.of === "operation") await operation(watched, now - each.lateMs, each.fee, each.subAccountId)
            else {
              const cursor = each.cursor === undefined ? undefined : { ...each.cursor, from: 0, to: 0, id: "dep_3" }
              const window = { from: Math.min(each.a, each.b), to: Math.max(each.a, each.b), cursor }
              expect(await counted(watched, window, now + each.skewMs)).toEqual(await plain(watched, window))
            }
          }
        })
      }),
      { numRuns }
    )
  })
}

const runs = depth.cases

describe("kept counts in memory", () => {
  laws(planes.memory, runs)

  it("a day is closed only when no operation can come in, though the clock of who asks is a day off", async () => {
    const minute = 60_000
    const trial = fc.record({
      // Around a midnight, where a day has just ended.
      sinceMidnight: fc.integer({ min: -30 * minute, max: 30 * minute }),
      skewMs: fc.oneof(fc.constantFrom(-day, day), fc.integer({ min: -day, max: day })),
      // A slow commit by a clock that is behind.
      lateMs: fc.integer({ min: 0, max: 30 * minute })
    })
    await fc.assert(
      fc.asyncProperty(trial, ({ lateMs, sinceMidnight, skewMs }) =>
        onPlane(planes.memory, async (watched) => {
          const at = startOfTests + 10 * day + sinceMidnight
          const window = { from: at - 5 * day, to: at + 2 * day, cursor: undefined }
          await counted(watched, window, at + skewMs)
          await operation(watched, at - lateMs, 0n)
          await operation(watched, at - lateMs, 25n)
          expect(await counted(watched, window, at + 10 * day)).toEqual([1, 1, 1, 1])
        })),
      { numRuns: runs }
    )
  })

  const now = startOfTests + 40 * day + 7 * hour
  const window = { from: now - 30 * day, to: now + 1, cursor: undefined }
  const filled = async (watched: Watched) => {
    for (let age = 0; age < 35; age++) await operation(watched, now - age * day, age % 2 === 0 ? 0n : 25n)
    watched.forget()
  }

  it("are made once: a second asking counts the open ends alone and keeps nothing more", () =>
    onPlane(planes.memory, async (watched) => {
      await filled(watched)
      const first = await counted(watched, window, now)
      expect(first.slice(0, 2)).toEqual([16, 15])
      expect(watched.commits).toHaveLength(1)
      watched.forget()
      expect(await counted(watched, window, now)).toEqual(first)
      expect(watched.commits).toEqual([])
      // One question for each thirty days, and two ends of two lists: what is before the first midnight and what is not over.
      expect(watched.asked).toEqual([2])
      expect(watched.counted).toHaveLength(4)
      const rows = await Effect.runPromise(watched.store.counts(watched.counted.slice(0, 4)))
      expect(rows.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(4)
    }))

  it("are those of the lists that were requested, and of others once they are", () =>
    onPlane(planes.memory, async (watched) => {
      await filled(watched)
      await counted(watched, window, now)
      const spans = countsOf(
        stretchesOf(
          holder.id,
          { ...window, limit: 50, types: ["deposit", "payout"] },
          sourcesFor(["deposit", "payout"])
        )
      )
      const all = await Effect.runPromise(
        rowCounts(holder, spans, now).pipe(Effect.provideService(Store, watched.store))
      )
      expect(all).toEqual(await Effect.runPromise(watched.store.counts(spans)))
      expect(watched.commits).toHaveLength(2)
    }))

  it.each([
    ["a millisecond before the delay has passed", -1, 0],
    ["as it has passed", 0, 1]
  ])("are of a day and its midnights alone: %s", (_, ms, commits) =>
    onPlane(planes.memory, async (watched) => {
      const midnight = startOfTests + 10 * day
      for (const at of [midnight - 1, midnight, midnight + day - 1, midnight + day]) await operation(watched, at, 0n)
      watched.forget()
      const exactly = { from: midnight, to: midnight + day, cursor: undefined }
      expect(await counted(watched, exactly, midnight + day + 36 * hour + ms)).toEqual([2, 0, 2, 0])
      expect(watched.commits).toHaveLength(commits)
      expect(watched.counted).toHaveLength(2)
    }))

  it("are kept by one of two twins, and both count right", () =>
    onPlane(planes.memory, async (watched) => {
      await filled(watched)
      const expected = await plain(watched, window)
      const both = await Promise.all([counted(watched, window, now), counted(watched, window, now)])
      expect(both).toEqual([expected, expected])
      // The other one of a block that is there already, which the twin replaces.
      const later = now + 5 * day
      const next = { ...window, to: later }
      expect(await Promise.all([counted(watched, next, later), counted(watched, next, later)])).toEqual(
        [await plain(watched, next), await plain(watched, next)]
      )
      watched.forget()
      await counted(watched, next, later)
      expect(watched.commits).toEqual([])
    }))

  it("are not missed while the store takes nothing", () =>
    onPlane(planes.memory, async (watched) => {
      await filled(watched)
      const expected = await plain(watched, window)
      watched.isAway = true
      expect(await counted(watched, window, now)).toEqual(expected)
      watched.isAway = false
      expect(await counted(watched, window, now)).toEqual(expected)
      expect(watched.commits).toHaveLength(1)
    }))

  it("are looked for within the window alone, however far a cursor points", () =>
    onPlane(planes.memory, async (watched) => {
      await filled(watched)
      for (const createdAt of [-1, 0, Number.MAX_SAFE_INTEGER]) {
        const cursor = { from: window.from, to: window.to, createdAt, id: "dep_1", feeIsNext: false }
        const far = { ...window, cursor }
        expect(await counted(watched, far, now)).toEqual(await plain(watched, far))
      }
      expect(Math.max(...watched.asked)).toBe(2)
    }))
})
describe("kept counts on SQLite", () => {
  laws(planes.SQLite, Math.ceil(runs / 5))
})
await describePostgres("kept counts on PostgreSQL", () => {
  laws(planes.PostgreSQL, 5)
})
