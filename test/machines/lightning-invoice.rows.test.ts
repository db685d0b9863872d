// The lifecycle of Lightning invoices cell by cell: every (state, trigger) pair is asked through `decideLightningInvoice`
// and must answer what stands here, written down from the specification and the decisions, not from the table. Then every
// row of the table must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import {
  type LightningInvoiceState,
  type LightningInvoiceTrigger,
  lightningInvoiceStates
} from "../../core/payments/lightning-invoice/lightning-invoice.states.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { postingsOf } from "./deposit.given.ts"
import {
  type Scene,
  type Told,
  after,
  changed,
  doubted,
  invoiceExpired,
  invoicePaid,
  operatorRefundRefused,
  pixRefused,
  pixSettled,
  refundOrdered,
  refundPrepared,
  refundable,
  refundedByOperator,
  restoreRefused,
  restored,
  reversed,
  waiting,
  when
} from "./lightning-invoice.given.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const paying = after([invoicePaid])
const completed = after([pixSettled()], paying)
const owed = after([pixRefused], paying)
const restoring = after([invoicePaid, pixRefused], refundable)
const returning = after([refundOrdered()], owed)
const ordered = after([refundOrdered()], completed)

const given: Readonly<Record<LightningInvoiceState, Scene>> = {
  WAITING: waiting,
  EXPIRED: after([invoiceExpired]),
  PAYING: paying,
  COMPLETED: completed,
  OWED: owed,
  RESTORING: restoring,
  RESTORED: after([restored], restoring),
  RETURNING: returning,
  GIVEN_BACK: after([restored], returning),
  RESTORING_PAID: after([pixSettled()], restoring),
  RESTORED_PAID: after([pixSettled(), restored], restoring),
  RETURNING_PAID: after([pixSettled()], returning),
  GIVEN_BACK_PAID: after([pixSettled(), restored], returning),
  REFUNDED: after([reversed(400)], completed)
}

// Facts about sats that go back are told about some that the invoice never sent, where it has none of its own.
const facts: Readonly<Record<LightningInvoiceTrigger, Told>> = {
  invoicePaid,
  invoiceExpired,
  refundPrepared,
  doubted,
  pixSettled: pixSettled("E2"),
  pixRefused,
  reversed: reversed(300, 2),
  restored: restored(restoring),
  restoreRefused: restoreRefused(restoring),
  refundOrdered: refundOrdered(2),
  refundedByOperator: refundedByOperator(ordered),
  operatorRefundRefused: operatorRefundRefused(ordered)
}

type Expected = LightningInvoiceState | "Ignored" | "Rejected" | "Alarmed"
type Cells = Readonly<Record<LightningInvoiceTrigger, Expected>>

// Each outcome is booked once on its movement: what comes out of turn is an alarm.
const outOfTurn: Cells = {
  invoicePaid: "Ignored",
  invoiceExpired: "Ignored",
  refundPrepared: "Alarmed",
  doubted: "Ignored",
  pixSettled: "Ignored",
  pixRefused: "Alarmed",
  reversed: "Alarmed",
  restored: "Alarmed",
  restoreRefused: "Alarmed",
  refundOrdered: "Rejected",
  refundedByOperator: "Alarmed",
  operatorRefundRefused: "Alarmed"
}

const cells: Readonly<Record<LightningInvoiceState, Cells>> = {
  WAITING: {
    ...outOfTurn,
    invoicePaid: "PAYING",
    invoiceExpired: "EXPIRED",
    doubted: "Alarmed",
    pixSettled: "Alarmed"
  },
  EXPIRED: { ...outOfTurn, invoicePaid: "PAYING", doubted: "Alarmed", pixSettled: "Alarmed" },
  PAYING: { ...outOfTurn, doubted: "PAYING", pixSettled: "COMPLETED", pixRefused: "OWED" },
  COMPLETED: {
    ...outOfTurn,
    refundPrepared: "COMPLETED",
    reversed: "REFUNDED",
    refundOrdered: "COMPLETED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "COMPLETED"
  },
  OWED: { ...outOfTurn, pixSettled: "COMPLETED", refundOrdered: "RETURNING" },
  RESTORING: {
    ...outOfTurn,
    refundPrepared: "RESTORING",
    pixSettled: "RESTORING_PAID",
    restored: "RESTORED",
    restoreRefused: "OWED"
  },
  RESTORED: { ...outOfTurn, pixSettled: "RESTORED_PAID" },
  RETURNING: {
    ...outOfTurn,
    refundPrepared: "RETURNING",
    pixSettled: "RETURNING_PAID",
    restored: "GIVEN_BACK",
    restoreRefused: "OWED"
  },
  GIVEN_BACK: { ...outOfTurn, pixSettled: "GIVEN_BACK_PAID" },
  RESTORING_PAID: {
    ...outOfTurn,
    refundPrepared: "RESTORING_PAID",
    reversed: "RESTORING_PAID",
    restored: "RESTORED_PAID",
    restoreRefused: "COMPLETED"
  },
  RESTORED_PAID: { ...outOfTurn, reversed: "RESTORED_PAID" },
  RETURNING_PAID: {
    ...outOfTurn,
    refundPrepared: "RETURNING_PAID",
    reversed: "RETURNING_PAID",
    restored: "GIVEN_BACK_PAID",
    restoreRefused: "COMPLETED"
  },
  GIVEN_BACK_PAID: { ...outOfTurn, reversed: "GIVEN_BACK_PAID" },
  REFUNDED: {
    ...outOfTurn,
    refundPrepared: "REFUNDED",
    reversed: "REFUNDED",
    refundOrdered: "REFUNDED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "REFUNDED"
  }
}

const outcome = (scene: Scene, told: Told): Expected => {
  const decision = when(scene, told)
  return decision._tag === "Changed" ? decision.record.state : decision._tag
}

const states = Object.keys(cells) as ReadonlyArray<LightningInvoiceState>
const columns = Object.keys(facts) as ReadonlyArray<LightningInvoiceTrigger>

describe("the table of Lightning invoices", () => {
  it("breaks no law", () => {
    expect(brokenLaws(lightningInvoiceStates)).toEqual([])
  })

  it("knows the states and triggers that are asked here, and no others", () => {
    expect(Object.keys(lightningInvoiceStates.states).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(lightningInvoiceStates.triggers).toSorted()).toEqual(columns.toSorted())
  })

  it.each(states.flatMap((state) => columns.map((trigger) => [state, trigger] as const)))(
    "§rows-lightning-invoice decides (%s, %s)",
    (state, trigger) => {
      expect(given[state].invoice.state).toBe(state)
      expect(outcome(given[state], facts[trigger])).toBe(cells[state][trigger])
    }
  )

  it("§lightning-status-names shows the states that the decision names", () => {
    expect(Object.fromEntries(states.map((state) => [state, lightningInvoiceStates.states[state]]))).toEqual({
      WAITING: "PENDING",
      EXPIRED: "EXPIRED",
      PAYING: "PAID",
      COMPLETED: "COMPLETED",
      OWED: "FAILED",
      RESTORING: "FAILED",
      RESTORED: "REFUNDED",
      RETURNING: "FAILED",
      GIVEN_BACK: "REFUNDED",
      RESTORING_PAID: "FAILED",
      RESTORED_PAID: "REFUNDED",
      RETURNING_PAID: "FAILED",
      GIVEN_BACK_PAID: "REFUNDED",
      REFUNDED: "REFUNDED"
    })
  })

  it("learns the end-to-end id of a PIX that was told without one", () => {
    const barely = after([pixSettled(null)], paying)
    const scenes = [
      barely,
      after([reversed(400)], barely),
      ...[restoring, given.RESTORED, returning, given.GIVEN_BACK].map((scene) => after([pixSettled(null)], scene))
    ]
    for (const scene of scenes) {
      expect(changed(scene, pixSettled("E7")).record).toMatchObject({ state: scene.invoice.state, endToEndId: "E7" })
      expect(outcome(scene, pixSettled(null))).toBe("Ignored")
    }
  })

  it("books a PIX that settled while its sats went back, and what the bank then returns of it, at our cost", () => {
    for (const scene of [restoring, given.RESTORED, returning, given.GIVEN_BACK]) {
      const paid = changed(scene, pixSettled())
      expect(postingsOf(paid.changes)).toEqual([
        "settledAfterRestoring: losses +1000 BRL",
        "settledAfterRestoring: pix-settlement -1000 BRL"
      ])
      const returned = changed(after([pixSettled()], scene), reversed(1_000, 2))
      expect(postingsOf(returned.changes)).toEqual([
        "returnedAfterRestoring: pix-settlement +1000 BRL",
        "returnedAfterRestoring: losses -1000 BRL"
      ])
    }
  })

  it("shows the invoice of what goes back now, until something else goes back", () => {
    const shown = ({ invoice: { refundInvoice, refundTxId, refundedAt } }: Scene) => [
      refundInvoice,
      refundTxId,
      refundedAt !== null
    ]
    const prepared = after([refundPrepared], restoring)
    expect(shown(prepared)).toEqual(["lnbc20500n1q", null, false])
    expect(shown(after([pixSettled()], prepared))).toEqual(["lnbc20500n1q", null, false])
    expect(shown(after([restored], prepared))).toEqual(["lnbc20500n1q", "cd".repeat(32), true])
    expect(shown(after([restoreRefused, refundOrdered()], prepared))).toEqual([null, null, false])
    const refunded = after([refundOrdered(), refundPrepared, refundedByOperator], given.REFUNDED)
    expect(shown(refunded)).toEqual(["lnbc20500n1q", "cd".repeat(32), true])
    expect(shown(after([reversed(600, 3), refundOrdered(2)], refunded))).toEqual([null, null, false])
  })

  it("books what routing took with whatever arrives", () => {
    const arrivals = [
      [restoring, restored],
      [returning, restored],
      [given.RESTORING_PAID, restored],
      [given.RETURNING_PAID, restored],
      [ordered, refundedByOperator]
    ] as const
    for (const [scene, arrival] of arrivals) {
      expect(postingsOf(changed(scene, arrival).changes).filter((posting) => posting.startsWith("networkFeePaid")))
        .toEqual(["networkFeePaid: network-fees +3 BTC", "networkFeePaid: treasury -3 BTC"])
    }
  })

  // M11
  it("§lightning-later-part owes a part that comes after an earlier part went back, and gives it back on order", () => {
    const refunded = after([refundOrdered(), refundedByOperator], given.REFUNDED)
    const more = changed(refunded, reversed(600, 3))
    expect(more.record.state).toBe("REFUNDED")
    expect(postingsOf(more.changes)).toEqual([
      "payoutReversed: pix-settlement +600 BRL",
      "payoutReversed: reversal-owed/acc_01 -600 BRL"
    ])
    const later = after([reversed(600, 3), refundOrdered(2)], refunded)
    // 6.00 of what is left: 1,200 satoshis at the price of the invoice.
    expect(later.refunds.at(-1)).toMatchObject({
      purpose: "refund",
      about: { order: "rfd_2" },
      cents: 600n,
      units: 1_200n
    })
    expect(outcome(later, refundOrdered(3))).toBe("Rejected")
    const sent = changed(later, refundedByOperator)
    expect(postingsOf(sent.changes).filter((posting) => posting.startsWith("reversalRefunded"))).toEqual([
      "reversalRefunded: reversal-owed/acc_01 +600 BRL",
      "reversalRefunded: conversion -600 BRL",
      "reversalRefunded: conversion +1200 BTC",
      "reversalRefunded: treasury -1200 BTC"
    ])
  })

  it("gives back a paid PIX with its fee, and what the bank returned meanwhile pays for it", () => {
    const returned = after([refundOrdered(), reversed(1_000, 2)], completed)
    expect(returned.refunds).toMatchObject([{ cents: 1_025n, units: 2_050n }])
    expect(postingsOf(changed(returned, refundedByOperator).changes)).toEqual([
      "reversalRefunded: reversal-owed/acc_01 +1000 BRL",
      "reversalRefunded: conversion -1000 BRL",
      "reversalRefunded: conversion +2000 BTC",
      "reversalRefunded: treasury -2000 BTC",
      "paidPayoutRefunded: losses +25 BRL",
      "paidPayoutRefunded: conversion -25 BRL",
      "paidPayoutRefunded: conversion +50 BTC",
      "paidPayoutRefunded: treasury -50 BTC",
      "networkFeePaid: network-fees +3 BTC",
      "networkFeePaid: treasury -3 BTC"
    ])
    // What cannot be sent is owed all the same, and can be ordered again.
    const stuck = after([operatorRefundRefused], returned)
    expect(stuck.invoice).toMatchObject({ state: "REFUNDED", refunding: 0n, returned: 1_000n })
    expect(outcome(stuck, refundOrdered(2))).toBe("REFUNDED")
  })

  it("§rows-lightning-invoice had every row taken, from every state that the row names", () => {
    after([reversed(400), restoreRefused], given.RESTORING_PAID)
    after([reversed(400), restoreRefused], given.RETURNING_PAID)
    after([refundOrdered(), refundedByOperator, reversed(400, 2), reversed(300, 3)], completed)
    after([refundOrdered(), reversed(400, 2), reversed(300, 3)], completed)
    expect(untaken(lightningInvoiceStates)).toEqual([])
  })
})
