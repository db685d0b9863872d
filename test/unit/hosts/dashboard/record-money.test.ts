// Amounts of stored records are known as amounts: every number of the golden records that can be explained is an amount of
// an asset, an instant, or named here as neither.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { explainable } from "../../../../core/reports/explain/explainable.ts"
import { amountOfUnits } from "../../../../hosts/dashboard/src/format/money.ts"
import { assetOf } from "../../../../hosts/dashboard/src/pages/record-money.ts"

const golden = join(import.meta.dirname, "../../../golden/v1")

type Stored = Readonly<Record<string, unknown>>

const records = readdirSync(golden).flatMap((file) => {
  const kind = file.replace(/(?:-.*)?\.json$/, "")
  return kind in explainable
    ? [{ kind, file, record: JSON.parse(readFileSync(join(golden, file), "utf8")) as Stored }]
    : []
})

// What is counted and is no money, and what may be digits alone.
const others = new Set([
  "account.chargeLifetimeMs",
  "account.walletKeysPerHour",
  "delivery.attemptCount",
  "review.times",
  "delivery.byHand",
  "delivery.replays",
  "movement.sendings",
  "swap.checks",
  "swap.confirmedLegs",
  "swap.maxSlippageBps"
])
const isName = /(?:At|Until|Id|Ispb|Code)$/

const isCount = (value: unknown): boolean =>
  typeof value === "number" || typeof value === "string" && /^\d{1,39}$/.test(value)

describe("the numbers of stored records", () => {
  it.each(records)("are amounts, instants, or known to be neither: $file §dashboard-exact", ({ kind, record }) => {
    const unknown = Object.entries(record).flatMap(([name, value]) =>
      isCount(value) && !isName.test(name) && assetOf(kind, name, record) === undefined
        ? [`${kind}.${name}`]
        : []
    )
    expect(unknown.filter((name) => !others.has(name))).toEqual([])
  })

  it.each([
    ["payout", "value", { value: 10_000 }, "R$ 100,00"],
    ["payout", "units", { units: "2350000", asset: "USDT" }, "2,35 USDT"],
    ["deposit", "units", { units: "5000000", asset: "USDT", delivers: "USDH" }, "5 USDH"],
    ["lightningInvoice", "sats", { sats: "2050" }, "0,0000205 BTC"],
    ["swap", "units", { units: "5000000000" }, "50 DEPIX"]
  ])("are written in their asset: %s %s", (kind, name, record: Stored, text) => {
    expect(amountOfUnits(String(record[name]), assetOf(kind, name, record) ?? "", "pt-BR")).toBe(text)
  })

  it("are left as they are where no one knows of what", () => {
    expect([
      assetOf("payout", "constructor", {}),
      assetOf("toString", "value", {}),
      assetOf("movement", "units", { asset: null })
    ]).toEqual([undefined, undefined, undefined])
  })
})
