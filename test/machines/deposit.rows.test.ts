// The lifecycle of deposits cell by cell: every (state, trigger) pair is asked through `decideDeposit` and must answer
// what stands here, written down from the specification and the decisions, not from the table. Then every row of the
// table must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import type { DepositFact } from "../../core/payments/deposit/decide-deposit.ts"
import type { DepositMovements } from "../../core/payments/deposit/deposit-effects.ts"
import type { Deposit } from "../../core/payments/deposit/deposit.ts"
import { type DepositState, type DepositTrigger, depositStates } from "../../core/payments/deposit/deposit.states.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import type { ChangeSet } from "../../core/engine/store/store.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { endToEndIdAt } from "../support/ids.ts"
import {
  after,
  cents,
  changed,
  chargeExpired,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  eventsOf,
  latePix,
  minute,
  ordered,
  ordersReturn,
  partialPix,
  pending,
  pixSettled,
  postingsOf,
  priceOf,
  returnConfirmed,
  returnOverdue,
  returnRefused,
  returnedMeanwhile,
  returnedUnsent,
  sent,
  surplusPix,
  when
} from "./deposit.given.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const given: Readonly<Record<DepositState, Deposit>> = {
  PENDING: pending,
  PROCESSING: after([pixSettled(1)]),
  COMPLETED: after([pixSettled(1), delivered]),
  FAILED: after([pixSettled(1), deliveryRefused]),
  EXPIRED: after([chargeExpired]),
  REFUNDED: after([pixSettled(1), returnConfirmed(1_000, 1)])
}

const partly: Readonly<Record<"PROCESSING" | "COMPLETED" | "FAILED", Deposit>> = {
  PROCESSING: after([returnConfirmed(400, 1)], given.PROCESSING),
  COMPLETED: after([returnConfirmed(400, 1)], given.COMPLETED),
  FAILED: after([returnConfirmed(400, 1)], given.FAILED)
}

const facts: Readonly<Record<DepositTrigger, DepositFact>> = {
  pixSettled: surplusPix(2),
  chargeExpired,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  returnConfirmed: returnConfirmed(1_000, 2),
  returnRefused,
  returnOverdue,
  restDeliveryOrdered: { on: "restDeliveryOrdered", movements: { deliver: sent }, hasReturnsWaiting: false },
  restReturnOrdered: { on: "restReturnOrdered", movements: { deliver: sent }, hasReturnsWaiting: false }
}

type Expected = DepositState | "Ignored" | "Rejected" | "Alarmed"

const cells: Readonly<Record<DepositState, Readonly<Record<DepositTrigger, Expected>>>> = {
  PENDING: {
    pixSettled: "PROCESSING",
    chargeExpired: "EXPIRED",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  },
  PROCESSING: {
    pixSettled: "PROCESSING",
    chargeExpired: "Ignored",
    delivered: "COMPLETED",
    deliveryRefused: "FAILED",
    deliveryUnknown: "PROCESSING",
    returnConfirmed: "REFUNDED",
    returnRefused: "PROCESSING",
    returnOverdue: "Ignored",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  },
  COMPLETED: {
    pixSettled: "COMPLETED",
    chargeExpired: "Ignored",
    delivered: "Ignored",
    deliveryRefused: "Alarmed",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  },
  FAILED: {
    pixSettled: "FAILED",
    chargeExpired: "Ignored",
    delivered: "COMPLETED",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED",
    returnRefused: "FAILED",
    returnOverdue: "FAILED",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  },
  EXPIRED: {
    pixSettled: "PROCESSING",
    chargeExpired: "Ignored",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  },
  REFUNDED: {
    pixSettled: "REFUNDED",
    chargeExpired: "Ignored",
    delivered: "REFUNDED",
    deliveryRefused: "Ignored",
    deliveryUnknown: "REFUNDED",
    returnConfirmed: "Alarmed",
    returnRefused: "Ignored",
    returnOverdue: "Ignored",
    restDeliveryOrdered: "Rejected",
    restReturnOrdered: "Rejected"
  }
}

// A charge that is not paid takes its first PIX as its funding.
const factOf = (state: DepositState, trigger: DepositTrigger): DepositFact =>
  trigger === "pixSettled" && (state === "PENDING" || state === "EXPIRED") ? pixSettled(2) : facts[trigger]

const outcome = (deposit: Deposit, fact: DepositFact): Expected => {
  const decision = when(deposit, fact)
  return decision._tag === "Changed" ? decision.record.state : decision._tag
}

const states = Object.keys(cells) as ReadonlyArray<DepositState>
const triggers = Object.keys(facts) as ReadonlyArray<DepositTrigger>

describe("the table of deposits", () => {
  it("breaks no law", () => {
    expect(brokenLaws(depositStates)).toEqual([])
  })

  it("knows the states and triggers that are asked here, and no others", () => {
    expect(Object.keys(depositStates.states).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(depositStates.triggers).toSorted()).toEqual(triggers.toSorted())
  })

  it.each(states.flatMap((state) => triggers.map((trigger) => [state, trigger] as const)))(
    "decides (%s, %s) §rows-deposit",
    (state, trigger) => {
      expect(given[state].state).toBe(state)
      expect(outcome(given[state], factOf(state, trigger))).toBe(cells[state][trigger])
    }
  )

  it.each(["PROCESSING", "COMPLETED", "FAILED"] as const)(
    "counts returns of a %s charge up to its value §deposit-refunded-part",
    (state) => {
      expect(partly[state]).toMatchObject({ state, refunded: 400n })
      expect(outcome(partly[state], returnConfirmed(599, 2))).toBe(state)
      expect(outcome(partly[state], returnConfirmed(600, 2))).toBe("REFUNDED")
      expect(outcome(partly[state], returnConfirmed(601, 2))).toBe("Alarmed")
      expect(outcome(given[state], returnConfirmed(999, 2))).toBe(state)
      expect(outcome(given[state], returnConfirmed(1_001, 2))).toBe("Alarmed")
    }
  )

  it("alarms beyond the value also before its delivery, or our own return, was sent §deposit-return-beyond", () => {
    const stopped = changed(given.PROCESSING, returnedUnsent(400)).record
    expect(outcome(given.PROCESSING, returnedUnsent(1_001))).toBe("Alarmed")
    expect(outcome(stopped, returnedUnsent(601, 2))).toBe("Alarmed")
    for (const state of ["PROCESSING", "FAILED"] as const) {
      expect(outcome(given[state], returnedMeanwhile(1_001))).toBe("Alarmed")
      expect(outcome(partly[state], returnedMeanwhile(601, 2))).toBe("Alarmed")
    }
  })

  it.each(["PENDING", "EXPIRED"] as const)(
    "of a %s charge takes another amount for what it is §deposit-amount",
    (state) => {
      expect(outcome(given[state], partialPix(2, 999))).toBe(state)
      expect(outcome(given[state], pixSettled(2, 1_001))).toBe("PROCESSING")
    }
  )

  it.each(["PENDING", "EXPIRED"] as const)("of a %s charge applies earlier returns §deposit-return-early", (state) => {
    const { record, changes } = changed(given[state], { ...pixSettled(2), isReturnedEarly: true })
    expect(record.state).toBe("PROCESSING")
    expect(changes.jobs).toEqual([
      { id: "returns/dep_1", task: "apply-early-returns", subject: "dep_1", runAt: minute(10) }
    ])
  })

  // M23
  it("cancels a delivery that was not sent, and asks a person about the rest §deposit-returned-unsent", () => {
    const { changes, record } = changed(given.PROCESSING, returnedUnsent(400, 1))
    expect(record).toMatchObject({ state: "PROCESSING", refunded: 400n })
    const written = changes.writes.map(({ body, kind }) => [kind, (JSON.parse(body) as { state?: string }).state])
    expect(written).toContainEqual(["movement", "CANCELLED"])
    expect(written).toContainEqual(["review", "OPEN"])
    expect(outcome(record, returnedUnsent(600, 2))).toBe("REFUNDED")
  })

  const returnsIn = ({ writes }: ChangeSet) =>
    writes.filter(({ id, kind }) => kind === "movement" && id.startsWith("return/")).map(({ body, id }) => {
      const { order, state } = JSON.parse(body) as {
        readonly state: string
        readonly order: { readonly value: number }
      }
      return [id, state, order.value]
    })

  // M12
  it("orders the return of a failed deposit, or waits a day for the rail to report it §deposit-failed-return", () => {
    const ours = changed(given.PROCESSING, ordersReturn)
    expect(ours.record).toMatchObject({ state: "FAILED", returnDueAt: null })
    expect(returnsIn(ours.changes)).toEqual([["return/dep_1", "PLANNED", 1_000]])
    const theirs = changed(given.PROCESSING, deliveryRefused)
    const returnDueAt = minute(10) + 86_400_000
    expect(theirs.record).toMatchObject({ state: "FAILED", returnDueAt })
    expect(returnsIn(theirs.changes)).toEqual([])
    expect(theirs.changes.jobs).toContainEqual(
      { id: "return-due/dep_1", task: "expire-rail-return", subject: "dep_1", runAt: returnDueAt }
    )
  })

  // M12
  it("returns what had not come back before the failure §deposit-failed-return", () => {
    expect(returnsIn(changed(partly.PROCESSING, ordersReturn).changes)).toEqual([["return/dep_1", "PLANNED", 600]])
  })

  // M12
  it("asks a person once about a return that is overdue or refused §deposit-failed-return", () => {
    expect(given.FAILED.returnDueAt).not.toBe(null)
    const overdue = changed(given.FAILED, returnOverdue)
    expect(overdue.record.returnDueAt).toBe(null)
    expect(overdue.changes.writes.map(({ kind }) => kind)).toEqual(["deposit", "review"])
    expect(changed(given.FAILED, returnRefused).changes.writes.map(({ kind }) => kind)).toEqual(["deposit", "review"])
  })

  // M12
  it.each(["PROCESSING", "FAILED"] as const)(
    "returns what is left where another return came first, %s §deposit-failed-return",
    (state) => {
      const part = changed(given[state], returnedMeanwhile(400))
      expect(part.record).toMatchObject({ state, refunded: 400n })
      expect(returnsIn(part.changes)).toEqual([["return/dep_1", "CANCELLED", 1_000], [
        "return/dep_1/2",
        "PLANNED",
        600
      ]])
      const whole = changed(given[state], returnedMeanwhile(1_000))
      expect(whole.record.state).toBe("REFUNDED")
      expect(returnsIn(whole.changes)).toEqual([["return/dep_1", "CANCELLED", 1_000]])
    }
  )

  // M17
  it.each(["PENDING", "EXPIRED"] as const)(
    "fails a %s charge that is worth nothing when it is paid, and returns it §deposit-worth-nothing",
    (state) => {
      const late = { ...latePix(1, "100000000"), railReturns: false }
      const { changes, record } = changed(given[state], late)
      expect(record).toMatchObject({ state: "FAILED", units: 0n, refusal: { code: "worthNothing" } })
      expect(returnsIn(changes)).toEqual([["return/dep_1", "PLANNED", 1_000]])
      expect(eventsOf(changes).map(({ name }) => name)).toEqual(["DEPOSIT_ASSET_FAILED"])
      const theirs = changed(given[state], { ...late, railReturns: true })
      expect(theirs.record).toMatchObject({ state: "FAILED", returnDueAt: minute(10) + 86_400_000 })
      expect(returnsIn(theirs.changes)).toEqual([])
    }
  )

  /** What an operator orders when the last delivery or return stands so. */
  const orderOf = (on: "restDeliveryOrdered" | "restReturnOrdered", movements: DepositMovements = {}) => ({
    on,
    movements,
    hasReturnsWaiting: false
  })
  const cancelled = { ...sent, value: { ...sent.value, state: "CANCELLED", sentAt: null } } as const
  const stopped = changed(given.PROCESSING, returnedUnsent(400)).record

  // C60
  it("delivers the rest that an operator orders, less the fee, and loses nothing §deposit-rest", () => {
    const { changes, record } = changed(stopped, orderOf("restDeliveryOrdered", { deliver: cancelled }))
    // 10.00 less 4.00 that came back and a fee of 0.25, at 5.00.
    expect(record).toMatchObject({ state: "PROCESSING", withheld: 400n, units: 1_150_000n })
    const order = changes.writes.find(({ kind }) => kind === "movement")
    expect(order?.id).toBe("deliver/dep_1/2")
    expect(postingsOf(changed(record, delivered).changes)).toEqual([
      "depositDelivered: deposit-owed/acc_01 +575 BRL",
      "depositDelivered: conversion -575 BRL",
      "depositDelivered: conversion +1150000 USDT",
      "depositDelivered: treasury -1150000 USDT",
      "feeEarned: deposit-owed/acc_01 +25 BRL",
      "feeEarned: fee-income -25 BRL"
    ])
    expect(returnsIn(changed(record, { ...ordersReturn, movements: { deliver: cancelled } }).changes)).toEqual([
      ["return/dep_1", "PLANNED", 600]
    ])
  })

  // C60
  it("returns the rest that an operator orders §deposit-rest", () => {
    const { changes, record } = changed(stopped, orderOf("restReturnOrdered", { deliver: cancelled }))
    expect(record.state).toBe("PROCESSING")
    expect(returnsIn(changes)).toEqual([["return/dep_1", "PLANNED", 600]])
  })

  // M12
  it("returns a failed deposit again on an operator's order, once the rail had its day §deposit-rest", () => {
    expect(outcome(given.FAILED, orderOf("restReturnOrdered"))).toBe("Rejected")
    const overdue = changed(given.FAILED, returnOverdue).record
    const refused = { value: { ...ordered, state: "REFUSED" }, version: 4 } as const
    expect(returnsIn(changed(overdue, orderOf("restReturnOrdered")).changes)).toEqual([[
      "return/dep_1",
      "PLANNED",
      1_000
    ]])
    expect(returnsIn(changed(overdue, orderOf("restReturnOrdered", { return: refused })).changes)).toEqual([
      ["return/dep_1/2", "PLANNED", 1_000]
    ])
  })

  // C60
  it("takes no order while something is on its way, or a return is not applied yet §deposit-rest", () => {
    const returning = { deliver: cancelled, return: { value: ordered, version: 1 } }
    for (const on of ["restDeliveryOrdered", "restReturnOrdered"] as const) {
      expect(outcome(stopped, orderOf(on, { deliver: sent }))).toBe("Rejected")
      expect(outcome(stopped, orderOf(on, returning))).toBe("Rejected")
      expect(outcome(stopped, { ...orderOf(on, { deliver: cancelled }), hasReturnsWaiting: true })).toBe("Rejected")
    }
  })

  // M17
  it("delivers no rest that is worth nothing §deposit-rest", () => {
    const crumbs = changed(given.PROCESSING, returnedUnsent(975)).record
    expect(outcome(crumbs, orderOf("restDeliveryOrdered", { deliver: cancelled }))).toBe("Rejected")
    expect(outcome(crumbs, orderOf("restReturnOrdered", { deliver: cancelled }))).toBe("PROCESSING")
  })

  it("completes also what was partly returned before it was delivered", () => {
    expect(outcome(partly.PROCESSING, delivered)).toBe("COMPLETED")
    expect(outcome(partly.FAILED, delivered)).toBe("COMPLETED")
  })
})

/** What a fact makes of a deposit, and what it books, announces, moves and puts before the operator. */
const effect = (deposit: Deposit, fact: DepositFact) => {
  const { changes, record } = changed(deposit, fact)
  const written = (kind: string) => changes.writes.filter((write) => write.kind === kind)
  return {
    state: record.state,
    posts: changes.entries.map(({ template }) => template),
    events: eventsOf(changes).map(({ name }) => name),
    moves: written("movement").map(({ body, id }) => `${id} ${(JSON.parse(body) as { readonly state: string }).state}`),
    reviews: written("review").length
  }
}

describe("a PIX of 12.50 that cost 0.04", () => {
  const cost = cents(4)
  const above = { ...pixSettled(2, 1_250), cost }
  const surplus = `surplus/${endToEndIdAt(2)} PLANNED`
  const funding = { posts: ["depositReceived", "surplusReceived", "receivingFeePaid"], reviews: 0 }
  const worthNothing = { ...above, rateNow: priceOf("100000000") }
  const paidBack = { posts: ["surplusReceived", "receivingFeePaid"], events: [], moves: [surplus], reviews: 0 }

  it.each(["PENDING", "EXPIRED"] as const)(
    "is booked with its fee, and the rest goes back, on a %s charge",
    (state) => {
      expect(effect(given[state], above))
        .toEqual({ ...funding, state: "PROCESSING", events: [], moves: ["deliver/dep_1 PLANNED", surplus] })
      expect(effect(given[state], { ...above, isReturnedEarly: true }))
        .toEqual({ ...funding, state: "PROCESSING", events: [], moves: [surplus] })
      const events = ["DEPOSIT_ASSET_FAILED"]
      expect(effect(given[state], worthNothing)).toEqual({ ...funding, state: "FAILED", events, moves: [surplus] })
      expect(effect(given[state], { ...worthNothing, railReturns: false }))
        .toEqual({ ...funding, state: "FAILED", events, moves: ["return/dep_1 PLANNED", surplus] })
      expect(effect(given[state], { ...partialPix(2, 999), cost })).toEqual({ ...paidBack, state })
    }
  )

  it.each(["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"] as const)("goes back whole on a %s one", (state) => {
    expect(effect(given[state], { ...surplusPix(2), cost })).toEqual({ ...paidBack, state })
  })
})

describe("a delivery that took routing", () => {
  const arrived: DepositFact = {
    on: "delivered",
    transactionHash: "0xabc",
    routingFee: unitsUnsafe("BTC", 3n),
    movements: { return: { value: ordered, version: 1 } }
  }
  const posts = ["depositDelivered", "feeEarned", "routingFeePaid"]
  const events = ["DEPOSIT_ASSET_SUCCESS"]

  it.each(["PROCESSING", "FAILED"] as const)("completes a %s deposit, and its payment does not go back", (state) => {
    const completed = { state: "COMPLETED", events, moves: ["return/dep_1 CANCELLED"], reviews: 0 }
    expect(effect(given[state], arrived)).toEqual({ ...completed, posts })
    expect(effect(partly[state], arrived)).toEqual({ ...completed, posts: ["lossRecognised", ...posts] })
  })

  it("of a refunded deposit is a loss, and a person looks at it", () => {
    expect(effect(given.REFUNDED, arrived))
      .toEqual({ state: "REFUNDED", posts: ["lossRecognised", ...posts], events: [], moves: [], reviews: 1 })
  })
})

describe("a return", () => {
  const events = ["DEPOSIT_ASSET_REFUNDED"]
  const before = { posts: ["depositReturned"], events, reviews: 0 }

  it.each(["PROCESSING", "FAILED"] as const)("of a %s deposit takes back what is on its way", (state) => {
    const dropped = ["deliver/dep_1 CANCELLING", "return/dep_1 CANCELLED"]
    expect(effect(given[state], returnedMeanwhile(1_000))).toEqual({ ...before, state: "REFUNDED", moves: dropped })
    expect(effect(given[state], returnedMeanwhile(400)))
      .toEqual({ ...before, state, moves: ["return/dep_1 CANCELLED", "return/dep_1/2 PLANNED"] })
    expect(effect(given[state], returnConfirmed(400))).toEqual({ ...before, state, moves: [] })
  })

  it("of a part before the delivery was sent stops it", () => {
    expect(effect(given.PROCESSING, returnedUnsent(400)))
      .toEqual({ ...before, state: "PROCESSING", moves: ["deliver/dep_1 CANCELLED"], reviews: 1 })
  })

  it("of a completed deposit is lost", () => {
    const lost = { ...before, posts: ["returnedAfterDelivery"], moves: [] }
    expect(effect(given.COMPLETED, returnConfirmed(400))).toEqual({ ...lost, state: "COMPLETED" })
    expect(effect(given.COMPLETED, returnConfirmed(1_000))).toEqual({ ...lost, state: "REFUNDED" })
  })
})

describe("the rows of the table of deposits", () => {
  it("had every row taken, from every state that the row names §rows-deposit", () => {
    expect(untaken(depositStates)).toEqual([])
  })
})
