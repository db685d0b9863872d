// The ledger as figures: the service's own accounts, and what is owed to key owners, by kind of account. Accounts of
// wallets are not looked at, for there is one a user; `custody` holds their sum.
import { Context, Effect, Metric } from "effect"
import type { Environment } from "../../core/base/environment/environment.ts"
import { type AccountKind, chart } from "../../core/engine/ledger/journal.ts"
import { type AssetCode, decimalsOf } from "../../core/base/money/assets.ts"
import { type Balance, Store } from "../../core/engine/store/store.ts"
import { PlaneName } from "./observe.ts"

const ledger = Metric.gauge("ledger_balance", {
  description: "Balance in whole units of the asset, counted on the normal side of its kind of account"
})

const context = Context.empty()

/** However often somebody asks, the books are looked at this seldom. */
const everyMs = 15_000
/** Kinds with one account a wallet. */
const unbounded = new Set(["wallet", "wallet-holds"])
const kinds = Object.entries(chart).filter(([kind]) => !unbounded.has(kind)) as ReadonlyArray<[string, AccountKind]>

const measuredAt = new Map<Environment | "none", number>()

/** Brings the balances of the plane up to date. */
export const measureBalances = Effect.gen(function*() {
  const environment = yield* PlaneName
  const now = performance.now()
  if (now - (measuredAt.get(environment) ?? -Infinity) < everyMs) return
  measuredAt.set(environment, now)
  for (const [account, { normal }] of kinds) {
    const balances = yield* Store.use((store) => store.balances(account))
    for (const [asset, of] of Map.groupBy(balances, (balance) => balance.asset)) {
      const labels = { environment, account, asset }
      Metric.withAttributes(ledger, labels).updateUnsafe(wholeOf(asset as AssetCode, of, normal), context)
    }
  }
})

// For looking at, so a double is exact enough; the books themselves are read elsewhere.
const wholeOf = (asset: AssetCode, balances: ReadonlyArray<Balance>, normal: "debit" | "credit"): number => {
  const units = balances.reduce((sum, { amount }) => sum + amount, 0n)
  return Number(normal === "debit" ? units : -units) * 10 ** -decimalsOf(asset)
}
