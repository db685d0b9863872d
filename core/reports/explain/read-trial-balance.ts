// GET /admin/balance: every account of the books and the sum of each asset, which is zero or the books are wrong.
import { Effect } from "effect"
import { chart, kindNameOf } from "../../engine/ledger/journal.ts"
import { type Balance, Store } from "../../engine/store/store.ts"

/** The trial balance of the data plane; amounts are smallest units as text, debit positive. */
export const readTrialBalance = Effect.fnUntraced(function*() {
  const balances = yield* Store.use((store) => store.balances(""))
  const assets = [...Map.groupBy(balances, ({ asset }) => asset)].toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([asset, rows]) => ({
      asset,
      sum: total(rows).toString(),
      kinds: [...Map.groupBy(rows, ({ account }) => kindNameOf(account))].toSorted(([a], [b]) => a < b ? -1 : 1)
        .map(([kind, of]) => ({
          kind,
          about: chart[kind].about,
          accounts: of.length,
          balance: total(of).toString()
        }))
    }))
  return { isBalanced: assets.every(({ sum }) => sum === "0"), assets }
})

const total = (rows: ReadonlyArray<Balance>): bigint => rows.reduce((sum, { amount }) => sum + amount, 0n)
