// The lifecycle of Lightning invoices cell by cell: every (state, trigger) pair is asked through `decideLightningInvoice`
// and must answer what stands here, written down from the specification and the decisions, not from the table. Then every
// row of the table must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import type { LightningInvoiceFact } from "../../core/lightning-invoice/decide-lightning-invoice.ts"
import type { LightningInvoice } from "../../core/lightning-invoice/lightning-invoice.ts"
import {
  type LightningInvoiceState,
  type LightningInvoiceTrigger,
  lightningInvoiceStates
} from "../../core/lightning-invoice/lightning-invoice.states.ts"
import { brokenLaws } from "../../core/machine/laws.ts"
import type * as machineModule from "../../core/machine/machine.ts"
import { postingsOf } from "./deposit.given.ts"
import {
  after,
  changed,
  invoiceLapsed,
  invoicePaid,
  pixPaid,
  pixRefused,
  pixReversed,
  pixUnknown,
  refundAsked,
  refundRefused,
  refundSent,
  refundable,
  waiting,
  when
} from "./lightning-invoice.given.ts"

type MachineModule = typeof machineModule

const taken = vi.hoisted(() => new Set<string>())

vi.mock("../../core/machine/machine.ts", async (importOriginal) => {
  const original = await importOriginal<MachineModule>()
  const step: typeof original.step = (machine, state, trigger, facts) => {
    const answer = original.step(machine, state, trigger, facts)
    if (answer._tag === "Taken") taken.add(`row ${answer.row + 1} from ${answer.from}`)
    return answer
  }
  return { ...original, step }
})

const completed = after([invoicePaid, pixPaid()])
const reversed = after([pixReversed(400)], completed)
const refunding = after([invoicePaid, pixRefused], refundable)

const given: Readonly<Record<LightningInvoiceState, LightningInvoice>> = {
  WAITING: waiting,
  PAYING: after([invoicePaid]),
  UNKNOWN: after([invoicePaid, pixUnknown]),
  COMPLETED: completed,
  REFUNDING: refunding,
  FAILED: after([invoicePaid, pixRefused]),
  REFUNDED: after([refundSent], refunding),
  EXPIRED: after([invoiceLapsed]),
  REVERSED: reversed,
  RETURNING: after([refundAsked], reversed),
  GIVING_BACK: after([refundAsked], completed)
}

const facts: Readonly<Record<LightningInvoiceTrigger, LightningInvoiceFact>> = {
  invoicePaid,
  invoiceLapsed,
  pixPaid: pixPaid("E2"),
  pixRefused,
  pixUnknown,
  pixReversed: pixReversed(300, 2),
  refundAsked,
  refundSent,
  refundRefused
}

type Expected = LightningInvoiceState | "Ignored" | "Rejected" | "Alarmed"

const columns = Object.keys(facts) as ReadonlyArray<LightningInvoiceTrigger>

// In the order of the triggers above.
const cells: Readonly<Record<LightningInvoiceState, ReadonlyArray<Expected>>> = {
  WAITING: ["PAYING", "EXPIRED", "Alarmed", "Alarmed", "Ignored", "Alarmed", "Rejected", "Alarmed", "Ignored"],
  PAYING: ["Ignored", "Ignored", "COMPLETED", "FAILED", "UNKNOWN", "Alarmed", "Rejected", "Alarmed", "Ignored"],
  UNKNOWN: ["Ignored", "Ignored", "COMPLETED", "FAILED", "Ignored", "Alarmed", "Rejected", "Alarmed", "Ignored"],
  COMPLETED: ["Ignored", "Ignored", "Ignored", "Alarmed", "Ignored", "REVERSED", "GIVING_BACK", "Alarmed", "Ignored"],
  REFUNDING: ["Ignored", "Ignored", "REFUNDING", "Ignored", "Ignored", "Alarmed", "Ignored", "REFUNDED", "FAILED"],
  FAILED: ["Ignored", "Ignored", "COMPLETED", "Ignored", "Ignored", "Alarmed", "REFUNDING", "Alarmed", "Ignored"],
  REFUNDED: ["Ignored", "Ignored", "REFUNDED", "Ignored", "Ignored", "Alarmed", "Ignored", "Ignored", "Alarmed"],
  EXPIRED: ["PAYING", "Ignored", "Alarmed", "Alarmed", "Ignored", "Alarmed", "Rejected", "Alarmed", "Ignored"],
  REVERSED: ["Ignored", "Ignored", "Ignored", "Alarmed", "Ignored", "REVERSED", "RETURNING", "Alarmed", "Ignored"],
  RETURNING: ["Ignored", "Ignored", "Ignored", "Alarmed", "Ignored", "RETURNING", "Ignored", "REFUNDED", "REVERSED"],
  GIVING_BACK: [
    "Ignored",
    "Ignored",
    "Ignored",
    "Alarmed",
    "Ignored",
    "GIVING_BACK",
    "Ignored",
    "REFUNDED",
    "COMPLETED"
  ]
}

const outcome = (invoice: LightningInvoice, fact: LightningInvoiceFact): Expected => {
  const decision = when(invoice, fact)
  return decision._tag === "Changed" ? decision.invoice.state : decision._tag
}

const states = Object.keys(cells) as ReadonlyArray<LightningInvoiceState>

describe("the table of Lightning invoices", () => {
  it("breaks no law", () => {
    expect(brokenLaws(lightningInvoiceStates)).toEqual([])
  })

  it("knows the states and triggers that are asked here, and no others", () => {
    expect(Object.keys(lightningInvoiceStates.states).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(lightningInvoiceStates.triggers)).toEqual(columns)
  })

  it.each(states.flatMap((state) => columns.map((trigger, column) => [state, trigger, column] as const)))(
    "§rows-lightning-invoice decides (%s, %s)",
    (state, trigger, column) => {
      expect(given[state].state).toBe(state)
      expect(outcome(given[state], facts[trigger])).toBe(cells[state][column])
    }
  )

  it("§lightning-status-names shows the states that the decision names", () => {
    expect(Object.fromEntries(states.map((state) => [state, lightningInvoiceStates.states[state]]))).toEqual({
      WAITING: "PENDING",
      PAYING: "PAID",
      UNKNOWN: "PAID",
      COMPLETED: "COMPLETED",
      REFUNDING: "FAILED",
      FAILED: "FAILED",
      REFUNDED: "REFUNDED",
      EXPIRED: "EXPIRED",
      REVERSED: "REFUNDED",
      RETURNING: "REFUNDED",
      GIVING_BACK: "COMPLETED"
    })
  })

  it.each(["PAYING", "UNKNOWN"] as const)(
    "sends the sats of a refused PIX back from %s where there is a way",
    (state) => {
      expect(outcome({ ...given[state], refundAddress: "ana@wallet.example.com" }, pixRefused)).toBe("REFUNDING")
    }
  )

  it.each(["COMPLETED", "REVERSED", "RETURNING", "GIVING_BACK"] as const)(
    "counts what the bank returns of a %s invoice up to its value",
    (state) => {
      const before = state === "REVERSED" || state === "RETURNING" ? 400 : 0
      expect(outcome(given[state], pixReversed(1_000 - before, 2))).toBe(state === "COMPLETED" ? "REVERSED" : state)
      expect(outcome(given[state], pixReversed(1_001 - before, 2))).toBe("Alarmed")
      expect(outcome(given[state], pixReversed(0, 2))).toBe("Alarmed")
    }
  )

  const paidBlind = after([invoicePaid, pixPaid(null)])

  it.each([
    ["COMPLETED", paidBlind],
    ["REVERSED", after([pixReversed(400)], paidBlind)],
    ["RETURNING", after([pixReversed(400), refundAsked], paidBlind)],
    ["GIVING_BACK", after([refundAsked], paidBlind)],
    ["REFUNDED", after([refundAsked, refundSent], paidBlind)]
  ])("learns the end-to-end id later in %s", (state, invoice) => {
    expect(changed(invoice, pixPaid("E7")).invoice).toMatchObject({ state, endToEndId: "E7" })
    expect(outcome(invoice, pixPaid(null))).toBe("Ignored")
  })

  it("books a PIX that settled while its sats went back, and what the bank then returns of it, at our cost", () => {
    for (const invoice of [given.REFUNDING, given.REFUNDED]) {
      const paid = changed(invoice, pixPaid())
      expect(postingsOf(paid.changes)).toEqual([
        "paidAfterRestoring: losses +1000 BRL",
        "paidAfterRestoring: pix-settlement -1000 BRL"
      ])
      expect(outcome(paid.invoice, pixPaid())).toBe("Ignored")
      const returned = changed(paid.invoice, pixReversed(1_000, 2))
      expect(returned.invoice.state).toBe(invoice.state)
      expect(postingsOf(returned.changes)).toEqual([
        "returnedAfterRestoring: pix-settlement +1000 BRL",
        "returnedAfterRestoring: losses -1000 BRL"
      ])
    }
  })

  it("books what the bank returns of a PIX whose sats could not be sent back after all", () => {
    const failed = after([pixPaid(), refundRefused], given.REFUNDING)
    const returned = changed(failed, pixReversed(1_000, 2))
    expect(returned.invoice.state).toBe("FAILED")
    expect(postingsOf(returned.changes)).toEqual([
      "returnedAfterRestoring: pix-settlement +1000 BRL",
      "returnedAfterRestoring: losses -1000 BRL"
    ])
    expect(outcome(returned.invoice, pixReversed(1, 3))).toBe("Alarmed")
  })

  it("owes a part that comes after an earlier part went back", () => {
    const refunded = after([refundSent], given.RETURNING)
    const more = changed(refunded, pixReversed(600, 3))
    expect(more.invoice.state).toBe("REFUNDED")
    expect(postingsOf(more.changes)).toEqual([
      "payoutReversed: pix-settlement +600 BRL",
      "payoutReversed: reversal-owed/acc_01 -600 BRL"
    ])
  })

  it("makes good a loss by what the bank returned while the sats were given back", () => {
    const returned = after([pixReversed(1_000, 2)], given.GIVING_BACK)
    expect(outcome(returned, refundRefused)).toBe("REVERSED")
    const sent = changed(returned, refundSent)
    expect(postingsOf(sent.changes)).toEqual([
      "paidPayoutRefunded: losses +1025 BRL",
      "paidPayoutRefunded: conversion -1025 BRL",
      "paidPayoutRefunded: conversion +2050 BTC",
      "paidPayoutRefunded: treasury -2050 BTC",
      "lossRecovered: reversal-owed/acc_01 +1000 BRL",
      "lossRecovered: losses -1000 BRL",
      "networkFeePaid: network-fees +3 BTC",
      "networkFeePaid: treasury -3 BTC"
    ])
  })

  it("§rows-lightning-invoice had every row taken, from every state that the row names", () => {
    const rows = lightningInvoiceStates.rows.flatMap((row, index) =>
      row.from.map((state) => `row ${index + 1} from ${state}`)
    )
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
    expect(rows.length).toBe(taken.size)
  })
})
