// Random work for a store: whatever is done to it, it answers and ends as the store in memory does, and balances are the
// sums of their postings. The suites of the conformance kit have fixed cases; these have new ones in every run.
import { it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect } from "vitest"
import type { PlaneLayer } from "../../adapters/conformance/index.ts"
import { commit, moved, visible } from "../../adapters/conformance/plane/change-sets.ts"
import { layer as memory } from "../../adapters/memory/store.ts"
import type { Entry, LedgerAccount } from "../../core/engine/ledger/journal.ts"
import { assetCodes } from "../../core/base/money/assets.ts"
import { Store } from "../../core/engine/store/store.ts"
import { commands, run, touched } from "./store-commands.ts"
import { depth } from "../support/depth.ts"

// Properties run more often than usual in some runs: a second for each is ample.
const timeoutMs = Math.max(120_000, 1_000 * depth.storeRuns)

/** What the commands answered on a fresh plane, and what is there to read in the end. */
const outcome = (layer: PlaneLayer, work: Parameters<typeof run>[0]) =>
  Effect.all({ answers: run(work), state: visible(touched) }).pipe(Effect.provide(layer, { local: true }))

const accounts: ReadonlyArray<LedgerAccount> = [
  "treasury",
  "pix-settlement",
  "conversion",
  "treasury/a",
  "conversion/b"
]

/** Of any size up to about 10^40, small ones and round ones included. */
const units: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: 1n, max: 9n }),
  fc.bigInt({ min: 1n, max: 10n ** 40n }),
  fc.constantFrom(2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n, 2n ** 127n, 10n ** 39n)
)

const shape = fc.record({
  debit: fc.constantFrom(...accounts),
  credit: fc.constantFrom(...accounts),
  asset: fc.constantFrom(...assetCodes),
  units
})

const balancesOf = (prefix: string) =>
  Store.use((store) => store.balances(prefix)).pipe(
    Effect.map((rows) => new Map(rows.map((row) => [`${row.account} ${row.asset}`, row.amount])))
  )

/** Registers the properties for one adapter; `layer` gives an empty store each time it is built. */
export const randomly = (name: string, layer: PlaneLayer): void => {
  const shows = (title: string, program: Effect.Effect<unknown, unknown, Store>) =>
    it.live(title, () => Effect.provide(program, layer, { local: true }), timeoutMs)

  describe(`${name}, whatever is done to it`, () => {
    it("answers and ends as the model does", () =>
      fc.assert(
        fc.asyncProperty(commands, async (work) => {
          const [real, model] = await Promise.all([
            Effect.runPromise(outcome(layer, work)),
            Effect.runPromise(outcome(memory, work))
          ])
          expect(real).toEqual(model)
        }),
        { numRuns: depth.storeRuns }
      ), timeoutMs)

    shows(
      "gives balances that are the sums of the postings, and assets that sum to zero",
      Effect.gen(function*() {
        const store = yield* Store
        const run = yield* Effect.context<Store>()
        let round = 0
        const expected = new Map<string, bigint>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(fc.array(fc.array(shape, { maxLength: 3 }), { maxLength: 6 }), (sets) => {
              const source = `src_${++round}`
              const entries = sets.map((set, index): ReadonlyArray<Entry> =>
                set.map((move, place) => moved({ ...move, id: `${source}-${index}-${place}`, source }))
              )
              return Effect.runPromiseWith(run)(Effect.gen(function*() {
                yield* Effect.forEach(entries, (entries) => commit({ entries }), { concurrency: "unbounded" })
                const lines = yield* store.postings(source)
                expect(lines).toHaveLength(entries.flat().flatMap((entry) => entry.postings).length)
                for (const { account, amount, asset } of lines) {
                  expected.set(`${account} ${asset}`, (expected.get(`${account} ${asset}`) ?? 0n) + amount)
                }
                expect(yield* balancesOf("")).toEqual(expected)
                const sums = new Map<string, bigint>()
                for (const { amount, asset } of yield* store.balances("")) {
                  sums.set(asset, (sums.get(asset) ?? 0n) + amount)
                }
                expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
              }))
            }),
            { numRuns: depth.storeRuns }
          )
        )
      })
    )
  })
}
