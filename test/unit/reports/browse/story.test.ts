// What happened to a payment, by every state of every lifecycle and by what a state alone does not tell; and what is expected
// of it next, held to the rows of its table.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type StoryCode, expected, outlineOf } from "../../../../core/reports/browse/summary.ts"
import { Deposits } from "../../../../core/payments/deposit/deposit.ts"
import { explainable } from "../../../../core/reports/explain/explainable.ts"
import { LightningInvoices } from "../../../../core/payments/lightning-invoice/lightning-invoice.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { type Movement, planned } from "../../../../core/payments/movement/movement.ts"
import { Payouts } from "../../../../core/payments/payout/payout.ts"
import { Swaps } from "../../../../core/payments/swap/swap.ts"
import { Transfers } from "../../../../core/payments/transfer/transfer.ts"

const golden = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../golden/v1/${name}.json`), "utf8")) as Record<
    string,
    unknown
  >

const records = {
  deposit: { kind: Deposits, stored: golden("deposit-pending") },
  payout: { kind: Payouts, stored: golden("payout") },
  lightningInvoice: { kind: LightningInvoices, stored: golden("lightningInvoice") },
  transfer: { kind: Transfers, stored: golden("transfer-submitted") },
  swap: { kind: Swaps, stored: golden("swap") }
} as const

type Kind = keyof typeof records

const at = 1_772_323_200_000
const sats = (units: bigint) => unitsUnsafe("BTC", units)
const settled = { paidAt: at }
const fresh = {
  doubtedAt: null,
  paidAt: null,
  returned: 0,
  refunded: 0,
  refunding: 0
}

/** A record in a state, what differs in it, what has happened, and refunds of it that are sent or on their way. */
type Case = readonly [
  kind: Kind,
  state: string,
  parts: object,
  code: StoryCode,
  refunds?: ReadonlyArray<Movement["state"]>
]

const cases: ReadonlyArray<Case> = [
  ["deposit", "PENDING", {}, "awaitingPix"],
  ["deposit", "EXPIRED", {}, "chargeExpired"],
  ["deposit", "PROCESSING", {}, "delivering"],
  ["deposit", "PROCESSING", { processingStep: "LATE_PAYMENT" }, "deliveringLate"],
  ["deposit", "PROCESSING", { processingStep: "DELIVERY_UNKNOWN" }, "deliveryUnknown"],
  ["deposit", "COMPLETED", { confirmedAt: at }, "delivered"],
  ["deposit", "COMPLETED", { confirmedAt: at, refunded: 100, refundedAt: at }, "delivered"],
  ["deposit", "FAILED", { refusal: { code: "failed" } }, "deliveryFailed"],
  ["deposit", "REFUNDED", { refusal: { code: "failed" }, refunded: 5_000, refundedAt: at }, "returned"],
  ["deposit", "REFUNDED", { confirmedAt: at, refunded: 5_000, refundedAt: at }, "returnedAfterDelivery"],
  ["deposit", "REFUNDED", { refunded: 5_000, refundedAt: at }, "returnedWhileDelivering"],

  ["payout", "DEBITING", {}, "debiting"],
  ["payout", "DEBITING", { doubtedAt: at }, "debitUnknown"],
  ["payout", "PAYING", {}, "payingPix"],
  ["payout", "PAYING", { doubtedAt: at }, "pixUnknown"],
  ["payout", "COMPLETED", settled, "pixSettled"],
  ["payout", "COMPLETED", { ...settled, refunding: 500 }, "refundingPaid", ["SENDING"]],
  ["payout", "FAILED", {}, "notDebited"],
  ["payout", "OWED", {}, "refusedOwed"],
  ["payout", "RESTORING", {}, "refusedReturning", ["PLANNED"]],
  ["payout", "RETURNING", {}, "refusedReturning", ["SENDING"]],
  ["payout", "RESTORING_PAID", settled, "settledWhileReturning", ["SENDING"]],
  ["payout", "RETURNING_PAID", settled, "settledWhileReturning", ["SENDING"]],
  ["payout", "RESTORED", {}, "refusedReturned", ["DONE"]],
  ["payout", "GIVEN_BACK", {}, "refusedReturned", ["DONE"]],
  ["payout", "RESTORED_PAID", settled, "settledAfterAll", ["DONE"]],
  ["payout", "GIVEN_BACK_PAID", settled, "settledAfterAll", ["DONE"]],
  ["payout", "REFUNDED", { ...settled, returned: 1_000, refunding: 1_000 }, "sentBackReturning", ["SENDING"]],
  ["payout", "REFUNDED", { ...settled, returned: 1_000, refunded: 1_000 }, "sentBackReturned", ["DONE"]],
  ["payout", "REFUNDED", { ...settled, returned: 1_000 }, "sentBackOwed", ["REFUSED"]],
  ["payout", "REFUNDED", { ...settled, refunded: 1_000 }, "refundedPaid", ["DONE"]],

  ["lightningInvoice", "WAITING", {}, "awaitingLightning"],
  ["lightningInvoice", "EXPIRED", {}, "invoiceExpired"],
  ["lightningInvoice", "PAYING", {}, "payingPix"],
  ["lightningInvoice", "PAYING", { doubtedAt: at }, "pixUnknown"],
  ["lightningInvoice", "COMPLETED", settled, "pixSettled"],
  ["lightningInvoice", "COMPLETED", { ...settled, refunding: 1_025 }, "refundingPaid", ["SENDING"]],
  ["lightningInvoice", "OWED", {}, "refusedOwed"],
  ["lightningInvoice", "RESTORING", {}, "refusedReturning", ["PLANNED"]],
  ["lightningInvoice", "RETURNING", {}, "refusedReturning", ["SENDING"]],
  ["lightningInvoice", "RESTORING_PAID", settled, "settledWhileReturning", ["SENDING"]],
  ["lightningInvoice", "RETURNING_PAID", settled, "settledWhileReturning", ["SENDING"]],
  ["lightningInvoice", "RESTORED", {}, "refusedReturned", ["DONE"]],
  ["lightningInvoice", "GIVEN_BACK", {}, "refusedReturned", ["DONE"]],
  ["lightningInvoice", "RESTORED_PAID", settled, "settledAfterAll", ["DONE"]],
  ["lightningInvoice", "GIVEN_BACK_PAID", settled, "settledAfterAll", ["DONE"]],
  ["lightningInvoice", "REFUNDED", { ...settled, returned: 400, refunding: 400 }, "sentBackReturning", ["SENDING"]],
  ["lightningInvoice", "REFUNDED", { ...settled, returned: 400, refunded: 400 }, "sentBackReturned", ["DONE"]],
  ["lightningInvoice", "REFUNDED", { ...settled, returned: 400 }, "sentBackOwed", ["REFUSED"]],
  ["lightningInvoice", "REFUNDED", { ...settled, refunded: 1_025 }, "refundedPaid", ["DONE"]],

  ["transfer", "SUBMITTED", { createdAt: at, updatedAt: at }, "transferring"],
  ["transfer", "SUBMITTED", { createdAt: at, updatedAt: at + 1 }, "transferUnknown"],
  ["transfer", "CONFIRMED", {}, "transferred"],
  ["transfer", "FAILED", {}, "transferFailed"],

  ["swap", "PENDING", {}, "swapWaiting"],
  ["swap", "RUNNING", {}, "swapping"],
  ["swap", "COMPLETED", {}, "swapped"],
  ["swap", "FAILED", {}, "swapFailed"],
  ["swap", "STRANDED", {}, "swapStranded"]
]

const raw = (kind: Kind, state: string, parts: object) => {
  const record = {
    ...records[kind].stored,
    ...(kind === "payout" || kind === "lightningInvoice" ? fresh : {}),
    ...parts,
    state
  }
  return { kind, id: "id", owner: "acc_01", version: 1, body: JSON.stringify(record) }
}

const orders = {
  payout: { kind: "delivery", asset: "USDT", network: "polygon", units: 2_000_000n, address: "0xa" },
  lightningInvoice: { kind: "lightningPayment", sats: sats(7n), maximumFee: sats(10n), address: "a@b.com" }
} as const

const refundIn = (kind: "payout" | "lightningInvoice", state: Movement["state"]): Movement => ({
  ...planned({ purpose: "restore", owner: "acc_01", subjectKind: kind, subject: "id", order: orders[kind], at }),
  state
})

const outlineIn = ([kind, state, parts, , refunds = []]: Case) =>
  outlineOf(
    raw(kind, state, parts),
    refunds.map((each) => refundIn(kind === "lightningInvoice" ? kind : "payout", each))
  )

const named = cases.map((each) => ({ each, title: `${each[0]} in ${each[1]}, ${JSON.stringify(each[2])}: ${each[3]}` }))

describe("what happened to a payment", () => {
  it.each(named)("$title §dashboard-summary", ({ each }) => {
    expect(outlineIn(each)?.story.code).toBe(each[3])
  })

  it("is told in every state, and in every way §dashboard-summary", () => {
    for (const kind of Object.keys(records)) {
      const lifecycle = explainable[kind]?.lifecycle
      const all = new Set(lifecycle?.rows.flatMap(({ from, to }) => [...from, ...(to === "same" ? [] : [to])]))
      const told = new Set(cases.filter(([each]) => each === kind).map(([, state]) => state))
      expect([kind, [...told].toSorted()]).toEqual([kind, [...all].toSorted()])
    }
    expect(new Set(cases.map(([, , , code]) => code))).toEqual(new Set(Object.keys(expected)))
  })

  it("says what goes back, and since when §dashboard-summary", () => {
    const back = (each: Case) => outlineIn(each)?.story
    expect(back(["deposit", "COMPLETED", { confirmedAt: at, refunded: 100 }, "delivered"])).toMatchObject({
      at,
      back: { value: "1.00", asset: "BRL" }
    })
    expect(back(["payout", "REFUNDED", { ...settled, returned: 1_000, refunded: 1_000 }, "sentBackReturned", ["DONE"]]))
      .toMatchObject({ back: { asset: records.payout.stored["asset"] }, sentBack: { value: "10.00", asset: "BRL" } })
    const returning = { ...settled, returned: 400, refunding: 400 }
    expect(back(["lightningInvoice", "REFUNDED", returning, "sentBackReturning", ["SENDING"]]))
      .toMatchObject({ back: { value: "0.00000007", asset: "BTC" }, backTo: "a@b.com", sentBack: { value: "4.00" } })
  })
})

describe("what is expected next", () => {
  it.each(named)("$title is in its table §dashboard-next", ({ each: [kind, state, parts, code] }) => {
    const rows = explainable[kind]?.lifecycle?.rows.filter(({ from }) => from.includes(state)) ?? []
    const next = expected[code].filter((trigger) => rows.some(({ on }) => on === trigger))
    // What a job is owed about goes on, and is not an end.
    const kinds = records[kind].kind as typeof Deposits
    const owed = kinds.owed?.(kinds.decode(raw(kind, state, parts).body)) ?? []
    expect(next.length > 0).toBe(expected[code].length > 0)
    expect(owed.length > 0 && next.length === 0).toBe(false)
  })
})
