// The lifecycle of payouts cell by cell: every (state, trigger) pair is asked through `decidePayout` and must answer what
// stands here, written down from the specification and the decisions, not from the table. Then every row of the table
// must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import { reason } from "../../core/base/reason/reason.ts"
import type { Account } from "../../core/customers/account/account.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type Movement, Movements } from "../../core/payments/movement/movement.ts"
import { factOf } from "../../core/payments/payout/decide-payout.ts"
import { type PayoutState, type PayoutTrigger, payoutStates } from "../../core/payments/payout/payout.states.ts"
import { returnIdAt } from "../support/ids.ts"
import { cents, minute, owner } from "./deposit.given.ts"
import {
  type Scene,
  type Told,
  after,
  changed,
  debitRefused,
  debited,
  doubted,
  operatorRefundRefused,
  pixRefused,
  pixSettled,
  pixSettledBarely,
  refundOrdered,
  refundedByOperator,
  refunding,
  restoreRefused,
  restored,
  reversalRefundRefused,
  reversalRefunded,
  reversed,
  start,
  when
} from "./payout.given.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const paying = after([debited])
const completed = after([debited, pixSettled])
const owed = after([debited, pixRefused])
const restoring = after([debited, pixRefused], refunding)
const reversing = after([debited, pixSettled, reversed(400)], refunding)
const ordered = after([refundOrdered()], owner, completed)
const returning = after([refundOrdered()], owner, owed)

const given: Readonly<Record<PayoutState, Scene>> = {
  DEBITING: start,
  PAYING: paying,
  COMPLETED: completed,
  FAILED: after([debitRefused]),
  OWED: owed,
  RESTORING: restoring,
  RESTORED: after([restored], owner, restoring),
  RETURNING: returning,
  GIVEN_BACK: after([restored], owner, returning),
  RESTORING_PAID: after([pixSettled], owner, restoring),
  RESTORED_PAID: after([pixSettled, restored], owner, restoring),
  RETURNING_PAID: after([pixSettled], owner, returning),
  GIVEN_BACK_PAID: after([pixSettled, restored], owner, returning),
  REFUNDED: after([debited, pixSettled, reversed(400)])
}

// Facts about refunds are reported about one that the payout never requested, where it has none of its own.
const facts: Readonly<Record<PayoutTrigger, Told>> = {
  debited,
  debitRefused,
  doubted,
  pixSettled,
  pixRefused,
  reversed: reversed(400, 2),
  restored: restored(restoring),
  restoreRefused: restoreRefused(restoring),
  reversalRefunded: reversalRefunded()(reversing),
  reversalRefundRefused: reversalRefundRefused()(reversing),
  refundOrdered: refundOrdered(2),
  refundedByOperator: refundedByOperator(ordered),
  operatorRefundRefused: operatorRefundRefused(ordered)
}

type Expected = PayoutState | "Ignored" | "Alarmed" | "Rejected"

// Each outcome is booked once on its movement: what comes out of turn is an alarm.
const outOfTurn = {
  debited: "Alarmed",
  debitRefused: "Alarmed",
  doubted: "Ignored",
  pixSettled: "Ignored",
  pixRefused: "Alarmed",
  reversed: "Alarmed",
  restored: "Alarmed",
  restoreRefused: "Alarmed",
  reversalRefunded: "Alarmed",
  reversalRefundRefused: "Alarmed",
  refundOrdered: "Rejected",
  refundedByOperator: "Alarmed",
  operatorRefundRefused: "Alarmed"
} as const

const cells: Readonly<Record<PayoutState, Readonly<Record<PayoutTrigger, Expected>>>> = {
  DEBITING: { ...outOfTurn, debited: "PAYING", debitRefused: "FAILED", doubted: "DEBITING", pixSettled: "Alarmed" },
  PAYING: { ...outOfTurn, doubted: "PAYING", pixSettled: "COMPLETED", pixRefused: "OWED" },
  COMPLETED: {
    ...outOfTurn,
    reversed: "REFUNDED",
    refundOrdered: "COMPLETED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "COMPLETED"
  },
  FAILED: { ...outOfTurn, debited: "OWED", doubted: "Alarmed", pixSettled: "Alarmed" },
  OWED: { ...outOfTurn, pixSettled: "COMPLETED", refundOrdered: "RETURNING" },
  RESTORING: { ...outOfTurn, pixSettled: "RESTORING_PAID", restored: "RESTORED", restoreRefused: "OWED" },
  RESTORED: { ...outOfTurn, pixSettled: "RESTORED_PAID" },
  RETURNING: { ...outOfTurn, pixSettled: "RETURNING_PAID", restored: "GIVEN_BACK", restoreRefused: "OWED" },
  GIVEN_BACK: { ...outOfTurn, pixSettled: "GIVEN_BACK_PAID" },
  RESTORING_PAID: {
    ...outOfTurn,
    reversed: "RESTORING_PAID",
    restored: "RESTORED_PAID",
    restoreRefused: "COMPLETED"
  },
  RESTORED_PAID: { ...outOfTurn, reversed: "RESTORED_PAID" },
  RETURNING_PAID: {
    ...outOfTurn,
    reversed: "RETURNING_PAID",
    restored: "GIVEN_BACK_PAID",
    restoreRefused: "COMPLETED"
  },
  GIVEN_BACK_PAID: { ...outOfTurn, reversed: "GIVEN_BACK_PAID" },
  REFUNDED: {
    ...outOfTurn,
    reversed: "REFUNDED",
    reversalRefunded: "REFUNDED",
    reversalRefundRefused: "REFUNDED",
    refundOrdered: "REFUNDED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "REFUNDED"
  }
}

const outcome = (scene: Scene, told: Told, account: Account = owner): Expected => {
  const decision = when(scene, told, account)
  return decision._tag === "Changed" ? decision.record.state : decision._tag
}

/** What a fact makes of a payout: where it goes, what is booked, told and requested. */
const effect = (scene: Scene, told: Told, account: Account = owner) => {
  const decision = when(scene, told, account)
  if (decision._tag !== "Changed") return decision._tag
  const { changes, record } = decision
  return {
    state: record.state,
    posts: changes.entries.map(({ template }) => template),
    events: changes.writes.filter(({ kind }) => kind === "event")
      .map(({ body }) => String((JSON.parse(body) as { readonly name: string }).name)),
    moves: changes.writes.filter(({ kind }) => kind === "movement").map(({ id }) => id.split("/")[0]),
    reviews: changes.writes.filter(({ kind }) => kind === "review").length
  }
}

const states = Object.keys(cells) as ReadonlyArray<PayoutState>
const triggers = Object.keys(facts) as ReadonlyArray<PayoutTrigger>

describe("the table of payouts §payout-states", () => {
  it("breaks no law", () => {
    expect(brokenLaws(payoutStates)).toEqual([])
  })

  it("knows the states and triggers that are asked here, and no others", () => {
    expect(Object.keys(payoutStates.states).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(payoutStates.triggers).toSorted()).toEqual(triggers.toSorted())
  })

  it("shows what is under way as PENDING §payout-status-names", () => {
    expect(payoutStates.states).toEqual({
      DEBITING: "PENDING",
      PAYING: "PENDING",
      COMPLETED: "COMPLETED",
      FAILED: "FAILED",
      OWED: "FAILED",
      RESTORING: "PENDING",
      RESTORED: "FAILED",
      RETURNING: "PENDING",
      GIVEN_BACK: "REFUNDED",
      RESTORING_PAID: "PENDING",
      RESTORED_PAID: "FAILED",
      RETURNING_PAID: "PENDING",
      GIVEN_BACK_PAID: "REFUNDED",
      REFUNDED: "REFUNDED"
    })
  })

  it.each(states.flatMap((state) => triggers.map((trigger) => [state, trigger] as const)))(
    "decides (%s, %s)",
    (state, trigger) => {
      expect(given[state].payout.state).toBe(state)
      expect(outcome(given[state], facts[trigger])).toBe(cells[state][trigger])
    }
  )
})

describe("what may only be said of a payout in one situation", () => {
  it("gives back what was refused when AUTO_REFUND is on, else owes it and asks a person §payout-failed-auto-refund", () => {
    expect(effect(paying, pixRefused, refunding)).toEqual({
      state: "RESTORING",
      posts: [],
      events: [],
      moves: ["restore"],
      reviews: 0
    })
    expect(effect(paying, pixRefused)).toEqual({
      state: "OWED",
      posts: [],
      events: ["PAYOUT_FAILED"],
      moves: [],
      reviews: 1
    })
  })

  it("owes what was debited after the debit had failed, and asks a person", () => {
    expect(effect(given.FAILED, debited)).toEqual({
      state: "OWED",
      posts: ["payoutDebited"],
      events: [],
      moves: [],
      reviews: 1
    })
  })

  it("fails only once the asset is back §payout-failed-restored", () => {
    expect(effect(restoring, restored)).toMatchObject({
      state: "RESTORED",
      posts: ["payoutRestored"],
      events: ["PAYOUT_FAILED"]
    })
    expect(effect(restoring, restoreRefused)).toEqual({
      state: "OWED",
      posts: [],
      events: ["PAYOUT_FAILED"],
      moves: [],
      reviews: 1
    })
  })

  it("completes a payout that settled after a refusal, while it is owed §payout-late-success", () => {
    expect(effect(owed, pixSettled)).toEqual({
      state: "COMPLETED",
      posts: ["payoutSettled", "payoutFeeEarned"],
      events: ["PAYOUT_SUCCESSFUL"],
      moves: [],
      reviews: 0
    })
  })

  it("books a loss for what settled after the asset was given back, and asks a person §payout-late-success-loss", () => {
    const loss = { posts: ["settledAfterRestoring"], events: [], moves: [], reviews: 1 }
    expect(effect(restoring, pixSettled)).toEqual({ ...loss, state: "RESTORING_PAID" })
    expect(effect(returning, pixSettled)).toEqual({ ...loss, state: "RETURNING_PAID" })
    expect(effect(given.RESTORED, pixSettled)).toEqual({ ...loss, state: "RESTORED_PAID" })
    expect(effect(given.GIVEN_BACK, pixSettled)).toEqual({ ...loss, state: "GIVEN_BACK_PAID" })
  })

  it("announces what arrives after the PIX had settled as it would have before", () => {
    const arrived = { posts: ["payoutRestored"], moves: [], reviews: 0 }
    expect(effect(given.RESTORING_PAID, restored))
      .toEqual({ ...arrived, state: "RESTORED_PAID", events: ["PAYOUT_FAILED"] })
    expect(effect(given.RETURNING_PAID, restored))
      .toEqual({ ...arrived, state: "GIVEN_BACK_PAID", events: ["PAYOUT_REFUNDED"] })
  })

  it("completes a paid payout whose asset cannot be given back, and never says that it failed §payout-paid-not-restored", () => {
    for (const scene of [given.RESTORING_PAID, given.RETURNING_PAID]) {
      expect(effect(scene, restoreRefused)).toEqual({
        state: "COMPLETED",
        posts: ["lossCovered", "payoutFeeEarned"],
        events: ["PAYOUT_SUCCESSFUL"],
        moves: [],
        reviews: 0
      })
      expect(effect(after([reversed(400)], owner, scene), restoreRefused)).toEqual({
        state: "REFUNDED",
        posts: ["lossCovered", "payoutFeeEarned"],
        events: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
        moves: [],
        reviews: 1
      })
      // One event a part of the return.
      const parts = after([reversed(400), reversed(300, 2)], owner, scene)
      expect(effect(parts, restoreRefused))
        .toMatchObject({ events: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED", "PAYOUT_REFUNDED"] })
    }
    // What came back is owed then, and the operator can give it back.
    const covered = after([reversed(400), restoreRefused], owner, given.RESTORING_PAID)
    expect(effect(covered, refundOrdered())).toMatchObject({ state: "REFUNDED", moves: ["refund"] })
  })

  it("takes a late refusal for no undoing of a settled PIX §payout-late-failure", () => {
    expect(outcome(completed, pixRefused)).toBe("Alarmed")
    expect(outcome(completed, pixRefused, refunding)).toBe("Alarmed")
  })

  it("learns the id of a PIX that was told without one §payout-end-to-end-id", () => {
    const barely = after([debited, pixSettledBarely])
    const scenes = [
      barely,
      after([reversed()], owner, barely),
      ...[restoring, given.RESTORED, returning, given.GIVEN_BACK].map((scene) =>
        after([pixSettledBarely], owner, scene)
      )
    ]
    for (const scene of scenes) {
      const decision = when(scene, pixSettled)
      if (decision._tag !== "Changed") throw new Error(decision._tag)
      expect(decision.record).toMatchObject({
        state: scene.payout.state,
        endToEndId: "E9999999920260101000000000000001"
      })
      expect(decision.record.paidAt).toBe(scene.payout.paidAt)
    }
  })

  it("sums what came back, to the cent §payout-partial-returns", () => {
    for (const account of [owner, refunding]) {
      const partly = after([debited, pixSettled, reversed(400, 1)], account)
      expect(partly.payout).toMatchObject({ state: "REFUNDED", returned: 400n })
      expect(after([reversed(600, 2)], account, partly).payout).toMatchObject({ state: "REFUNDED", returned: 1_000n })
    }
  })

  it("gives a reversal back when AUTO_REFUND is on, else asks a person §payout-refunded-auto-refund", () => {
    expect(effect(completed, reversed(), refunding)).toEqual({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: [],
      moves: ["reversal"],
      reviews: 0
    })
    expect(effect(completed, reversed())).toEqual({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: ["PAYOUT_REFUNDED"],
      moves: [],
      reviews: 1
    })
    expect(effect(reversing, reversalRefunded(), refunding)).toMatchObject({
      posts: ["reversalRefunded"],
      events: ["PAYOUT_REFUNDED"]
    })
    expect(effect(reversing, reversalRefundRefused(), refunding)).toMatchObject({
      posts: [],
      events: ["PAYOUT_REFUNDED"],
      reviews: 1
    })
  })

  it("makes good with a return what had been paid after all, and never gives it back twice", () => {
    for (const scene of [given.RESTORING_PAID, given.RESTORED_PAID, given.RETURNING_PAID, given.GIVEN_BACK_PAID]) {
      expect(effect(scene, reversed(), refunding)).toEqual({
        state: scene.payout.state,
        posts: ["returnedAfterRestoring"],
        events: [],
        moves: [],
        reviews: 1
      })
    }
  })

  it("lets the operator give back what is owed, what came back, or what was paid §payout-manual-refund", () => {
    expect(effect(owed, refundOrdered())).toMatchObject({ state: "RETURNING", moves: ["return"] })
    expect(effect(returning, restored)).toMatchObject({
      state: "GIVEN_BACK",
      posts: ["payoutRestored"],
      events: ["PAYOUT_REFUNDED"]
    })
    expect(effect(returning, restoreRefused)).toMatchObject({
      state: "OWED",
      events: [],
      reviews: 1
    })
    expect(effect(ordered, refundedByOperator)).toMatchObject({
      state: "REFUNDED",
      posts: ["reversalRefunded", "paidPayoutRefunded"],
      events: ["PAYOUT_REFUNDED"]
    })
    expect(effect(ordered, operatorRefundRefused)).toMatchObject({ state: "COMPLETED", posts: [], reviews: 1 })
  })

  it("refuses an order with nothing to give back §payout-manual-refund-conflict", () => {
    expect(outcome(ordered, refundOrdered(2))).toBe("Rejected")
    expect(outcome(after([refundedByOperator], owner, ordered), refundOrdered(2))).toBe("Rejected")
    expect(outcome(returning, refundOrdered(2))).toBe("Rejected")
    expect(outcome(reversing, refundOrdered(2))).toBe("Rejected")
    expect(outcome(after([reversalRefunded()], refunding, reversing), refundOrdered(2))).toBe("Rejected")
    expect(outcome(after([debited, pixRefused, restored], refunding), refundOrdered())).toBe("Rejected")
    // One that could not be sent can be ordered again.
    expect(outcome(after([operatorRefundRefused], owner, ordered), refundOrdered(2))).toBe("COMPLETED")
    expect(outcome(after([reversalRefundRefused()], refunding, reversing), refundOrdered())).toBe("REFUNDED")
  })

  it("does not give back by itself what the operator gives back, and keeps what returns after that", () => {
    const whileSent = effect(ordered, reversed(400), refunding)
    expect(whileSent).toMatchObject({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: ["PAYOUT_REFUNDED"],
      moves: []
    })
    const returned = after([reversed(400)], refunding, ordered)
    expect(effect(returned, reversed(600, 2), refunding)).toMatchObject({ posts: ["payoutReversed"], moves: [] })
    const given = after([refundedByOperator], refunding, ordered)
    expect(effect(given, reversed(), refunding)).toMatchObject({
      state: "REFUNDED",
      posts: ["payoutReversed", "lossRecovered"],
      events: ["PAYOUT_REFUNDED"],
      moves: [],
      reviews: 0
    })
  })
})

describe("what is given back of a payout", () => {
  const movementOf = (scene: Scene, told: Told, account?: Account) => {
    const [write] = changed(scene, told, account).changes.writes.filter(({ kind }) => kind === Movements.kind)
    return Movements.decode(write?.body ?? "")
  }
  const returned = [1, 2].map((n) => ({
    returnId: returnIdAt(n),
    value: cents(400),
    reason: "the account is closed",
    at: minute(4)
  }))

  it("on order is what came back beyond what is on its way, at the price of the payout", () => {
    const later = after([reversed(400), refundOrdered(), reversed(600, 2), refundOrdered(2)], owner, completed)
    expect(later.refunds.get("refund/pay_01/rfd_2")).toMatchObject({ cents: 600n, units: 1_200_000n })
  })

  it("names the return that it answers, among all that came back, and none where it answers none", () => {
    const answered = (movement: Movement) => {
      const fact = factOf({ on: "refused", movement, reason: reason("failed") }, returned)
      return fact !== undefined && "refund" in fact ? fact.refund.reversal : fact
    }
    expect(answered(movementOf(reversing, reversed(400, 2), refunding))).toEqual(returned[1])
    expect(answered(movementOf(paying, pixRefused, refunding))).toBeNull()
    expect(answered(movementOf(completed, refundOrdered()))).toBeNull()
  })
})

describe("what the operator has for review of a payout", () => {
  it("says what happened in which state, to which return or refund, and why", () => {
    const asked = (scene: Scene, told: Told) =>
      changed(scene, told).changes.writes.filter(({ kind }) => kind === "review")
        .map(({ body }) => (JSON.parse(body) as { readonly reason: unknown }).reason)
    const code = "operatorDecides"
    expect(asked(paying, pixRefused)).toEqual([{
      code,
      on: "pixRefused",
      state: "PAYING",
      key: "",
      reason: { code: "refusedByProvider", detail: "AC03 at ACME BANK" }
    }])
    expect(asked(completed, reversed(400))).toEqual([
      { code, on: "reversed", state: "COMPLETED", key: returnIdAt(1) }
    ])
    expect(asked(ordered, operatorRefundRefused)).toEqual([{
      code,
      on: "operatorRefundRefused",
      state: "COMPLETED",
      key: "rfd_1",
      reason: { code: "failed", detail: "no gas" }
    }])
  })
})

describe("what a payout remembers", () => {
  it("is what proved each fact, or the reason that came with it", () => {
    const last = (scene: Scene, told: Told, account?: Account) => {
      const decision = when(scene, told, account)
      return decision._tag === "Changed" ? decision.record.history?.at(-1) : decision._tag
    }
    expect(last(start, debited)).toMatchObject({ evidence: "0xdebit" })
    expect(last(start, debitRefused)).toMatchObject({ evidence: null, reason: { code: "insufficientFunds" } })
    expect(last(start, doubted)).toMatchObject({ evidence: null })
    expect(last(paying, pixSettled)).toMatchObject({ evidence: "E9999999920260101000000000000001" })
    expect(last(paying, pixRefused)).toMatchObject({ evidence: null, reason: { code: "refusedByProvider" } })
    expect(last(completed, reversed(400))).toMatchObject({ evidence: returnIdAt(1) })
    expect(last(completed, refundOrdered())).toMatchObject({ evidence: "rfd_1" })
    expect(last(restoring, restored)).toMatchObject({ evidence: "0xback" })
    expect(last(ordered, refundedByOperator)).toMatchObject({ evidence: "0xback" })
    expect(last(ordered, operatorRefundRefused)).toMatchObject({ evidence: null, reason: { code: "failed" } })
  })
})

describe("the books of a wallet that follow its chain", () => {
  const jobs = (scene: Scene, told: Told) => {
    const decision = when(scene, told)
    return "changes" in decision ? decision.changes.jobs.filter(({ task }) => task === "sync-wallet-mirror") : []
  }
  const on = (scene: Scene, network: "polygon" | "base"): Scene => ({ ...scene, payout: { ...scene.payout, network } })

  it("are read again where a debit happened after it had failed, and where something came back", () => {
    const about = { subject: start.payout.walletId }
    expect(jobs(given.FAILED, debited)).toMatchObject([{ ...about, id: "sync-mirror/debit/pay_01" }])
    expect(jobs(restoring, restored)).toMatchObject([{ ...about, id: "sync-mirror/restore/pay_01" }])
    expect(jobs(ordered, refundedByOperator)).toMatchObject([{ ...about, id: "sync-mirror/refund/pay_01/rfd_1" }])
    expect(jobs(start, debited)).toEqual([])
    expect(jobs(given.RESTORED, pixSettled)).toEqual([])
  })

  it("are ours alone on other networks", () => {
    expect(jobs(on(given.FAILED, "base"), debited)).toEqual([])
    expect(jobs(on(restoring, "base"), restored)).toEqual([])
  })
})

describe("the rows of the table of payouts §rows-payout", () => {
  it("had every row taken, from every state that the row names", () => {
    expect(untaken(payoutStates)).toEqual([])
  })
})
