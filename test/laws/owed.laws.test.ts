// What must be true of every table of what is owed: it belongs to a lifecycle, leaves no state open without a job or a reason,
// and names tasks that workers have (0112).
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { depositOwed, depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { disputeOwed, disputeStates } from "../../core/payments/dispute/dispute.states.ts"
import { kycAttemptOwed, kycStates } from "../../core/customers/kyc/kyc-attempt.states.ts"
import { kycImportOwed, kycImportStates } from "../../core/customers/kyc/kyc-import.states.ts"
import {
  lightningInvoiceOwed,
  lightningInvoiceStates
} from "../../core/payments/lightning-invoice/lightning-invoice.states.ts"
import type { AnyMachine } from "../../core/engine/machine/machine.ts"
import { payoutOwed, payoutStates } from "../../core/payments/payout/payout.states.ts"
import type { AnyOwedTable } from "../../core/engine/store/records.ts"
import { owingKinds } from "../../core/upkeep/reconcile/owing-kinds.ts"
import { swapOwed, swapStates } from "../../core/payments/swap/swap.states.ts"
import { deliveryOwed, deliveryStates } from "../../core/webhooks/webhook/delivery.states.ts"
import { tasks } from "../../hosts/worker/tasks.ts"

const tables: ReadonlyArray<readonly [name: string, table: AnyOwedTable, machine: AnyMachine]> = [
  ["deposit", depositOwed, depositStates],
  ["dispute", disputeOwed, disputeStates],
  ["KYC attempt", kycAttemptOwed, kycStates],
  ["KYC import", kycImportOwed, kycImportStates],
  ["Lightning invoice", lightningInvoiceOwed, lightningInvoiceStates],
  ["payout", payoutOwed, payoutStates],
  ["swap", swapOwed, swapStates],
  ["delivery", deliveryOwed, deliveryStates]
]

const root = join(import.meta.dirname, "../..")

const sources = readdirSync(join(root, "core"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts")
)
  .map((file) => readFileSync(join(root, "core", file), "utf8"))

describe.each(tables)("what a %s owes", (_name, table, machine) => {
  it("is said of each state: a job, or whom it waits for §owed-tables", () => {
    for (const { owes, waits = "" } of Object.values(table)) expect(owes !== undefined || waits.length > 5).toBe(true)
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(machine.states).toSorted())
  })

  it("is a job of a task that workers have §owed-tables", () => {
    const named = Object.values(table).flatMap(({ owes }) => owes?.task ?? [])
    expect(named.filter((task) => !(task in tasks))).toEqual([])
  })
})

describe("kinds of records", () => {
  it("of which something may be owed are those that the reconciler reads §owed-tables", () => {
    const declared = sources.flatMap((source) =>
      [...source.matchAll(/= recordKind\(\{\s*kind: "(\w+)"[\s\S]*?\n\}\)/g)]
        .flatMap(([text, kind]) => /^\s+owed[:,]/m.test(text) ? [kind ?? ""] : [])
    )
    expect(declared.toSorted()).toEqual([...owingKinds].toSorted())
    expect(declared.length).toBeGreaterThan(8)
  })
})
