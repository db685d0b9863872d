// What one fact about a deposit posts, writes and asks for, given / when / then (spec "Deposit status"; C7, C8, C41, C42).
import { describe, expect, it } from "vitest"
import type { DepositFact } from "../../../../core/payments/deposit/decide-deposit.ts"
import type { Deposit } from "../../../../core/payments/deposit/deposit.ts"
import { unbalancedAssets } from "../../../../core/engine/ledger/journal.ts"
import {
  after,
  changed,
  chargeExpired,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  eventsOf,
  kindsOf,
  latePix,
  minute,
  partialPix,
  payer,
  pending,
  pixSettled,
  postingsOf,
  priceOf,
  returnConfirmed,
  surplusPix,
  when
} from "../../../machines/deposit.given.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"

const paid = after([pixSettled(1)])
const completed = after([pixSettled(1), delivered])
const failed = after([pixSettled(1), deliveryRefused])
const expired = after([chargeExpired])
const refunded = after([pixSettled(1), returnConfirmed(1_000, 1)])
const partlyReturned = after([pixSettled(1), returnConfirmed(400, 1)])

describe("postings", () => {
  const received = ["depositReceived: pix-settlement +1000 BRL", "depositReceived: deposit-owed/acc_01 -1000 BRL"]
  const exchanged = (units: number) => [
    "depositDelivered: deposit-owed/acc_01 +975 BRL",
    "depositDelivered: conversion -975 BRL",
    `depositDelivered: conversion +${units} USDT`,
    `depositDelivered: treasury -${units} USDT`,
    "feeEarned: deposit-owed/acc_01 +25 BRL",
    "feeEarned: fee-income -25 BRL"
  ]
  const lost = (value: number) => [
    `lossRecognised: losses +${value} BRL`,
    `lossRecognised: deposit-owed/acc_01 -${value} BRL`
  ]

  it.each<[string, Deposit, DepositFact, ReadonlyArray<string>]>([
    ["a paid charge is owed", pending, pixSettled(1), received],
    ["a charge paid late is owed", expired, pixSettled(1), received],
    ["a expired charge posts nothing", pending, chargeExpired, []],
    ["a delivery exchanges the net and earns the fee", paid, delivered, exchanged(1_950_000)],
    ["a refused delivery posts nothing", paid, deliveryRefused, []],
    ["a delivery that no one knows of posts nothing", paid, deliveryUnknown, []],
    ["a return of what is owed takes it from there", paid, returnConfirmed(400), [
      "depositReturned: deposit-owed/acc_01 +400 BRL",
      "depositReturned: pix-settlement -400 BRL"
    ]],
    ["a return after a failure takes it from what is owed", failed, returnConfirmed(1_000), [
      "depositReturned: deposit-owed/acc_01 +1000 BRL",
      "depositReturned: pix-settlement -1000 BRL"
    ]],
    ["a return after the delivery is a loss", completed, returnConfirmed(400), [
      "returnedAfterDelivery: losses +400 BRL",
      "returnedAfterDelivery: pix-settlement -400 BRL"
    ]],
    ["a delivery after a partial return loses what was returned", partlyReturned, delivered, [
      ...lost(400),
      ...exchanged(1_950_000)
    ]],
    ["a delivery after a full return loses it all", refunded, delivered, [...lost(1_000), ...exchanged(1_950_000)]],
    ["a PIX below the charge is owed back whole", pending, partialPix(1, 999), [
      "surplusReceived: pix-settlement +999 BRL",
      "surplusReceived: surplus-owed/acc_01 -999 BRL"
    ]],
    ["of a PIX above the charge the difference is owed back", pending, pixSettled(1, 1_001), [
      ...received,
      "surplusReceived: pix-settlement +1 BRL",
      "surplusReceived: surplus-owed/acc_01 -1 BRL"
    ]],
    ["a second PIX is a surplus that is owed back", completed, surplusPix(2), [
      "surplusReceived: pix-settlement +1000 BRL",
      "surplusReceived: surplus-owed/acc_01 -1000 BRL"
    ]]
  ])("%s", (_, given, fact, expected) => {
    const { changes } = changed(given, fact)
    expect(postingsOf(changes)).toEqual(expected)
    for (const { postings } of changes.entries) expect(unbalancedAssets(postings)).toEqual([])
  })

  it("name the deposit, its owner and the instant", () => {
    expect(changed(paid, delivered).changes.entries).toMatchObject([
      { id: "dep_1/depositDelivered", source: "dep_1", owner: "acc_01", at: minute(10) },
      { id: "dep_1/feeEarned", source: "dep_1", owner: "acc_01", at: minute(10) }
    ])
  })

  it("of facts that can come again carry the id of the fact, so that each is booked once", () => {
    expect(changed(paid, returnConfirmed(1, 5)).changes.entries[0]?.id).toBe(`dep_1/depositReturned/${returnIdAt(5)}`)
    expect(changed(paid, surplusPix(5)).changes.entries[0]?.id).toBe(`dep_1/surplusReceived/${endToEndIdAt(5)}`)
  })
})

describe("a settled PIX", () => {
  it("funds a pending charge at the quoted price, and asks for its delivery §deposit-settles", () => {
    const { changes, record: deposit } = changed(pending, pixSettled(1))
    expect(deposit).toMatchObject({
      state: "PROCESSING",
      rate: pending.rate,
      units: pending.units,
      endToEndId: endToEndIdAt(1),
      payer,
      paidAt: minute(1),
      updatedAt: minute(10),
      history: [
        { on: "pixSettled", from: "PENDING", to: "PROCESSING", at: minute(10), evidence: endToEndIdAt(1) }
      ]
    })
    expect(changes.jobs).toEqual([
      { id: "move/deliver/dep_1", task: "perform-movement", subject: "dep_1", runAt: minute(10) }
    ])
    expect(changes.writes).toMatchObject([
      { kind: "deposit", id: "dep_1", expected: 7 },
      { kind: "pixReceipt", id: endToEndIdAt(1), expected: 0 },
      { kind: "movement", id: "deliver/dep_1", expected: 0 }
    ])
  })

  it("is kept under its id in upper case, with the role it plays", () => {
    const fact: DepositFact = { ...pixSettled(1), endToEndId: endToEndIdAt(1).toLowerCase() }
    const receipt = changed(pending, fact).changes.writes[1]
    expect(receipt?.id).toBe(endToEndIdAt(1))
    expect(JSON.parse(receipt?.body ?? "")).toEqual({
      id: endToEndIdAt(1),
      owner: "acc_01",
      depositId: "dep_1",
      endToEndId: endToEndIdAt(1).toLowerCase(),
      role: "funding",
      value: 1_000,
      surplus: 0,
      createdAt: minute(10)
    })
  })

  it("that comes late is delivered at the price of its settlement, rounded down", () => {
    const { record: deposit } = changed(expired, latePix(1))
    expect(deposit).toMatchObject({
      state: "PROCESSING",
      processingStep: "LATE_PAYMENT",
      rate: priceOf("6.50"),
      quotedRate: priceOf("5.00"),
      units: 1_500_000n,
      fee: 25n
    })
    const dear = changed(expired, latePix(1, "7.00"))
    // 9.75 / 7.00 = 1.392857142…
    expect(dear.record.units).toBe(1_392_857n)
  })

  it.each([paid, completed, failed, refunded])(
    "on a charge that was paid changes nothing but the books: %#",
    (given) => {
      const { changes, record: deposit } = changed(given, surplusPix(2))
      const surplus = {
        on: "pixSettled",
        from: given.state,
        to: given.state,
        at: minute(10),
        evidence: endToEndIdAt(2)
      }
      expect(deposit).toEqual({ ...given, updatedAt: minute(10), history: [...given.history ?? [], surplus] })
      expect(kindsOf(changes)).toEqual(["deposit", "pixReceipt", "movement"])
      expect(JSON.parse(changes.writes[1]?.body ?? "")).toMatchObject({
        id: endToEndIdAt(2),
        role: "surplus",
        value: 1_000
      })
      expect(changes.jobs).toEqual([
        {
          id: `move/surplus/${endToEndIdAt(2)}`,
          task: "perform-movement",
          subject: endToEndIdAt(2),
          runAt: minute(10)
        }
      ])
    }
  )
})

describe("the delivery", () => {
  it("completes a deposit with its evidence and announces it §deposit-completed", () => {
    const { changes, record: deposit } = changed(paid, delivered)
    expect(deposit).toMatchObject({
      state: "COMPLETED",
      transactionHash: "0xabc",
      confirmedAt: minute(10),
      processingStep: null
    })
    expect(eventsOf(changes).map(({ name }) => name)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
  })

  it("after a partial return completes and is announced as well", () => {
    const { changes, record: deposit } = changed(partlyReturned, delivered)
    expect(deposit).toMatchObject({ state: "COMPLETED", refunded: 400n })
    expect(eventsOf(changes).map(({ name }) => name)).toEqual(["DEPOSIT_ASSET_SUCCESS"])
  })

  it("after a full return is a loss that is reviewed and not announced §deposit-delivered-after-return", () => {
    const { changes, record: deposit } = changed(refunded, delivered)
    expect(deposit).toMatchObject({ state: "REFUNDED", transactionHash: "0xabc", confirmedAt: minute(10) })
    expect(kindsOf(changes)).toEqual(["deposit", "review"])
    expect(JSON.parse(changes.writes[1]?.body ?? "")).toMatchObject({
      subject: "dep_1",
      reason: { code: "deliveredAfterReturn", state: "REFUNDED" }
    })
    expect(changes.jobs).toEqual([])
  })

  it("that is impossible fails the deposit, and keeps the reason inside §deposit-failed", () => {
    const { changes, record: deposit } = changed(paid, deliveryRefused)
    expect(deposit).toMatchObject({
      state: "FAILED",
      refusal: deliveryRefused.reason,
      processingStep: null
    })
    const [event] = eventsOf(changes)
    expect(event?.name).toBe("DEPOSIT_ASSET_FAILED")
    expect(JSON.stringify(event)).not.toContain("hot wallet")
  })

  it("that no one knows of is shown, and neither posts nor announces §deposit-unknown", () => {
    const { changes, record: deposit } = changed(paid, deliveryUnknown)
    expect(deposit).toMatchObject({ state: "PROCESSING", processingStep: "DELIVERY_UNKNOWN" })
    expect(kindsOf(changes)).toEqual(["deposit"])
    expect([...changes.entries, ...changes.jobs]).toEqual([])
  })
})

describe("a return", () => {
  it("counts up and keeps its own id", () => {
    const first = changed(failed, returnConfirmed(400, 1))
    expect(first.record).toMatchObject({
      state: "FAILED",
      refunded: 400n,
      refundedAt: minute(10),
      refundEndToEndId: returnIdAt(1)
    })
    const second = changed(first.record, returnConfirmed(600, 2))
    expect(second.record).toMatchObject({ state: "REFUNDED", refunded: 1_000n, refundEndToEndId: returnIdAt(2) })
    expect(JSON.parse(second.changes.writes[1]?.body ?? "")).toEqual({
      id: returnIdAt(2),
      owner: "acc_01",
      depositId: "dep_1",
      returnId: returnIdAt(2),
      value: 600,
      createdAt: minute(10)
    })
  })
})

describe("a fact that cannot be", () => {
  it.each<[Deposit, DepositFact]>([
    [pending, delivered],
    [pending, returnConfirmed(1)],
    [expired, delivered],
    [expired, returnConfirmed(1)],
    [completed, deliveryRefused],
    [paid, returnConfirmed(1_001)],
    [refunded, returnConfirmed(1, 2)]
  ])("leaves one review and nothing else: %#", (given, fact) => {
    const decision = when(given, fact)
    expect(decision._tag).toBe("Alarmed")
    if (decision._tag !== "Alarmed") return
    const { entries, finished, jobs, writes } = decision.changes
    expect([...entries, ...jobs, ...finished]).toEqual([])
    expect(writes).toHaveLength(1)
    expect(writes[0]).toMatchObject({ kind: "review", expected: 0, owner: "acc_01" })
    expect(JSON.parse(writes[0]?.body ?? "")).toMatchObject({
      subject: "dep_1",
      reason: { code: "impossible", on: fact.on, state: given.state },
      createdAt: minute(10)
    })
  })

  it("is reviewed once however often it comes", () => {
    const ids = [1, 2].map(() => {
      const decision = when(refunded, returnConfirmed(1, 2))
      return decision._tag === "Alarmed" ? decision.changes.writes[0]?.id : undefined
    })
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toBeDefined()
  })
})

describe("a fact that is stale", () => {
  it.each<[Deposit, DepositFact]>([
    [paid, chargeExpired],
    [completed, delivered],
    [completed, deliveryUnknown],
    [failed, deliveryRefused],
    [refunded, deliveryRefused],
    [pending, deliveryRefused]
  ])("changes nothing: %#", (given, fact) => {
    expect(when(given, fact)).toEqual({ _tag: "Ignored" })
  })
})

describe("what proves a fact", () => {
  it.each<[Deposit, DepositFact, string | null]>([
    [pending, pixSettled(1), endToEndIdAt(1)],
    [paid, delivered, "0xabc"],
    [paid, returnConfirmed(400, 1), returnIdAt(1)],
    [paid, deliveryRefused, null],
    [pending, chargeExpired, null]
  ])("is kept in the history of the deposit: %#", (given, fact, evidence) => {
    const last = changed(given, fact).record.history?.at(-1)
    expect(last).toMatchObject({ on: fact.on, evidence })
    expect(last?.reason).toEqual("reason" in fact ? fact.reason : undefined)
  })
})
