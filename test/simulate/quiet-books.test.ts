// The books of the PIX provider beside ours, hour by hour, for a week in which payers, banks and operators do what they may: nothing is
// put before the operator. Where a little vanishes from the balance every hour, that is before him within a day.
import { Effect } from "effect"
import { expect, it } from "vitest"
import { depositStory, stoppedDepositStory } from "../../hosts/simulate/actions/deposit.ts"
import { lightningInvoiceStory } from "../../hosts/simulate/actions/lightning-invoice.ts"
import { payoutStory } from "../../hosts/simulate/actions/payout.ts"
import type { Own } from "../../hosts/simulate/own.ts"
import { profiles } from "../../hosts/simulate/profiles.ts"
import { accounts } from "../../hosts/simulate/simulate.ts"
import { scenarioOf } from "../../hosts/simulate/workload.ts"
import { World } from "../../hosts/simulate/world.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import type { ReviewReason } from "../../core/base/reason/review-reason.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { get, list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { Closings } from "../../core/reports/closing/closing.ts"
import { RailComparisons } from "../../core/inbox/rail-comparison.ts"
import { railBooksLayer } from "../../core/ports/rail-books.ts"

const hour = 3_600_000
const day = 24 * hour

const stories = [depositStory, stoppedDepositStory, payoutStory, lightningInvoiceStory].map((tell) => ({
  weight: 1,
  tell
}))

/** By what a difference between the books is put before the operator. */
const alarms: ReadonlySet<string> = new Set<ReviewReason["code"]>([
  "balanceDrifts",
  "closingDiffers",
  "outflowUnexplained",
  "movementNotListed",
  "movementsNotListed",
  "bookedAmountDiffers",
  "factUnreadable",
  "paidNeverSent"
])

// A week of the profile `calm` with payers who pay another amount, and three days in which what was begun ends.
const week = (seed: number, own?: Own) => {
  const faults = { ...profiles.calm, paidOtherAmount: 0.2 }
  const scenario = scenarioOf({ seed, days: 7, storiesPerDay: 12, faults, stories })
  const world = new World(scenario, accounts, own)
  const endsAt = scenario.startsAt + 10 * day
  world.open()
  world.runUntil(endsAt)
  const seen = world.look(Effect.gen(function*() {
    const reviews = yield* list(Reviews, "all", "all", { limit: 1_000 })
    const entries = yield* Store.use((store) => store.journal({ after: 0n, limit: 100_000 }))
    const closings = yield* list(Closings, "byPlace", "pix", { limit: 100 })
    const comparison = yield* Effect.flatMap(get(RailComparisons, "rail"), Effect.fromOption)
    return {
      alarms: reviews.map(({ value }) => value).filter(({ reason: { code } }) => alarms.has(code)),
      closings: closings.map(({ value }) => value),
      templates: new Set(entries.map(({ template }) => template)),
      comparison: comparison.value
    }
  }))
  const { violations } = world
  world.close()
  return { ...seen, startsAt: scenario.startsAt, endsAt, violations }
}

// Above a charge and again on one, back by banks and by us, and paid out, back from the receiver, and refused.
const postings = [
  "depositReceived",
  "surplusReceived",
  "surplusReturned",
  "depositReturned",
  "returnedAfterDelivery",
  "payoutSettled",
  "payoutReversed",
  "payoutRestored"
]

it.each([1, 2, 3])("seed %i: books that agree put nothing before the operator", (seed) => {
  const { alarms: raised, closings, comparison, endsAt, templates, violations } = week(seed)
  expect(raised).toEqual([])
  expect(violations).toEqual([])
  expect(postings.filter((template) => !templates.has(template))).toEqual([])
  // Up to the end, and nothing waits for its match on the other side.
  expect(comparison.comparedTo).toBeGreaterThan(endsAt - 2 * hour)
  expect([comparison.unlisted, comparison.unbooked]).toEqual([[], []])
  // Each day is closed, and what one side had alone at its end the other has a day later.
  expect(closings.length).toBeGreaterThan(8)
  expect(closings.flatMap(({ day, open }) => open.filter(({ since }) => since < day))).toEqual([])
  expect(closings[0]?.open).toEqual([])
  expect(closings.some(({ lines }) => lines.some(({ statement }) => statement !== null && statement.count > 0))).toBe(
    true
  )
})

it("what vanishes from the balance by ten reais an hour is before the operator within a day", () => {
  const { alarms: raised, startsAt } = week(1, {
    adapters: ({ now, pix: { books } }) => {
      const since = now()
      const vanished = () => BigInt(Math.floor((now() - since) / hour)) * 1_000n
      return railBooksLayer({
        ...books,
        balance: Effect.map(books.balance, (cents) => unitsUnsafe("BRL", cents - vanished()))
      })
    }
  })
  expect(new Set(raised.map(({ reason: { code } }) => code))).toEqual(new Set(["balanceDrifts"]))
  expect(Math.min(...raised.map(({ createdAt }) => createdAt))).toBeLessThan(startsAt + day)
})
