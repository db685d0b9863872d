// The lifecycle of payouts cell by cell: every (state, trigger) pair is asked through `decidePayout` and must answer what
// stands here, written down from the specification and the decisions, not from the table. Then every row of the table
// must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import type { Account } from "../../core/account/account.ts"
import { brokenLaws } from "../../core/machine/laws.ts"
import type * as machineModule from "../../core/machine/machine.ts"
import { type PayoutState, type PayoutTrigger, payoutStates } from "../../core/payout/payout.states.ts"
import { owner } from "./deposit.given.ts"
import {
  type Scene,
  type Told,
  after,
  debitRefused,
  debitUnknown,
  debited,
  operatorRefundRefused,
  pixRefused,
  pixSettled,
  pixSettledBarely,
  pixUnknown,
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

const paying = after([debited])
const completed = after([debited, pixSettled])
const owed = after([debited, pixRefused])
const restoring = after([debited, pixRefused], refunding)
const returning = after([debited, pixSettled, reversed(400)], refunding)
const ordered = after([refundOrdered()], owner, completed)

const given: Readonly<Record<PayoutState, Scene>> = {
  DEBITING: start,
  PAYING: paying,
  UNKNOWN: after([debited, pixUnknown]),
  COMPLETED: completed,
  REFUNDING: restoring,
  FAILED: after([debitRefused]),
  REFUNDED: after([debited, pixSettled, reversed(400)])
}

// Facts about refunds are told about one that the payout never asked for, where it has none of its own.
const facts: Readonly<Record<PayoutTrigger, Told>> = {
  debited,
  debitRefused,
  debitUnknown,
  pixSettled,
  pixRefused,
  pixUnknown,
  reversed: reversed(1_001, 2),
  restored: restored(restoring),
  restoreRefused: restoreRefused(restoring),
  reversalRefunded: reversalRefunded()(returning),
  reversalRefundRefused: reversalRefundRefused()(returning),
  refundOrdered: refundOrdered(2),
  refundedByOperator: refundedByOperator(ordered),
  operatorRefundRefused: operatorRefundRefused(ordered)
}

type Expected = PayoutState | "Ignored" | "Alarmed" | "Rejected"

// Nothing of what is given back can come true before it was asked for.
const noRefunds = {
  restored: "Alarmed",
  restoreRefused: "Alarmed",
  reversalRefunded: "Alarmed",
  reversalRefundRefused: "Alarmed",
  refundOrdered: "Rejected",
  refundedByOperator: "Alarmed",
  operatorRefundRefused: "Alarmed"
} as const

const beforePix = { debited: "Ignored", debitRefused: "Alarmed", debitUnknown: "Ignored" } as const

const cells: Readonly<Record<PayoutState, Readonly<Record<PayoutTrigger, Expected>>>> = {
  DEBITING: {
    ...noRefunds,
    debited: "PAYING",
    debitRefused: "FAILED",
    debitUnknown: "DEBITING",
    pixSettled: "Rejected",
    pixRefused: "Rejected",
    pixUnknown: "Alarmed",
    reversed: "Rejected"
  },
  PAYING: {
    ...noRefunds,
    ...beforePix,
    pixSettled: "COMPLETED",
    pixRefused: "FAILED",
    pixUnknown: "UNKNOWN",
    reversed: "Alarmed"
  },
  UNKNOWN: {
    ...noRefunds,
    ...beforePix,
    pixSettled: "COMPLETED",
    pixRefused: "FAILED",
    pixUnknown: "UNKNOWN",
    reversed: "Alarmed"
  },
  COMPLETED: {
    ...noRefunds,
    ...beforePix,
    pixSettled: "Ignored",
    pixRefused: "Alarmed",
    pixUnknown: "Ignored",
    reversed: "Alarmed",
    refundOrdered: "COMPLETED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "COMPLETED"
  },
  REFUNDING: {
    ...noRefunds,
    ...beforePix,
    pixSettled: "REFUNDING",
    pixRefused: "Ignored",
    pixUnknown: "Ignored",
    reversed: "Alarmed",
    restored: "FAILED",
    restoreRefused: "FAILED"
  },
  FAILED: {
    ...noRefunds,
    debited: "Alarmed",
    debitRefused: "Ignored",
    debitUnknown: "Ignored",
    pixSettled: "Alarmed",
    pixRefused: "Ignored",
    pixUnknown: "Ignored",
    reversed: "Alarmed",
    restored: "Ignored",
    restoreRefused: "Ignored"
  },
  REFUNDED: {
    ...noRefunds,
    ...beforePix,
    pixSettled: "Ignored",
    pixRefused: "Ignored",
    pixUnknown: "Ignored",
    reversed: "Alarmed",
    restored: "Ignored",
    restoreRefused: "Alarmed",
    reversalRefunded: "REFUNDED",
    reversalRefundRefused: "REFUNDED",
    refundOrdered: "REFUNDED",
    refundedByOperator: "REFUNDED",
    operatorRefundRefused: "REFUNDED"
  }
}

const outcome = (scene: Scene, told: Told, account: Account = owner): Expected => {
  const decision = when(scene, told, account)
  return decision._tag === "Changed" ? decision.payout.state : decision._tag
}

/** What a fact makes of a payout: where it goes, what is booked, told and asked for. */
const effect = (scene: Scene, told: Told, account: Account = owner) => {
  const decision = when(scene, told, account)
  if (decision._tag !== "Changed") return decision._tag
  const { changes, payout } = decision
  return {
    state: payout.state,
    posts: changes.entries.map(({ template }) => template),
    events: changes.writes.filter(({ kind }) => kind === "event")
      .map(({ body }) => String((JSON.parse(body) as { readonly name: string }).name)),
    jobs: changes.jobs.filter(({ task }) => task !== "fan-out-event").map(({ task }) => task),
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
      UNKNOWN: "PENDING",
      COMPLETED: "COMPLETED",
      REFUNDING: "PENDING",
      FAILED: "FAILED",
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
      state: "REFUNDING",
      posts: [],
      events: [],
      jobs: ["deliver-refund"],
      reviews: 0
    })
    expect(effect(paying, pixRefused)).toEqual({
      state: "FAILED",
      posts: [],
      events: ["PAYOUT_FAILED"],
      jobs: [],
      reviews: 1
    })
    expect(outcome(given.UNKNOWN, pixRefused, refunding)).toBe("REFUNDING")
  })

  it("fails only once the asset is back §payout-failed-restored", () => {
    expect(effect(restoring, restored)).toMatchObject({
      state: "FAILED",
      posts: ["payoutRestored"],
      events: ["PAYOUT_FAILED"]
    })
    expect(effect(restoring, restoreRefused)).toEqual({
      state: "FAILED",
      posts: [],
      events: ["PAYOUT_FAILED"],
      jobs: [],
      reviews: 1
    })
  })

  it("completes a failed payout that settled after all, while it is owed §payout-late-success", () => {
    expect(effect(owed, pixSettled)).toEqual({
      state: "COMPLETED",
      posts: ["payoutPaid", "payoutFeeEarned"],
      events: ["PAYOUT_SUCCESSFUL"],
      jobs: [],
      reviews: 0
    })
  })

  it("books a loss for what settled after the asset was given back, and asks a person §payout-late-success-loss", () => {
    const loss = { posts: ["paidAfterRestoring"], events: [], jobs: [], reviews: 1 }
    expect(effect(restoring, pixSettled)).toEqual({ ...loss, state: "REFUNDING" })
    expect(effect(after([debited, pixRefused, restored], refunding), pixSettled)).toEqual({ ...loss, state: "FAILED" })
    const given = after([refundOrdered(), restored], owner, owed)
    expect(effect(given, pixSettled)).toEqual({ ...loss, state: "REFUNDED" })
    expect(outcome(after([pixSettled], owner, restoring), pixSettled)).toBe("Ignored")
  })

  it("takes a late refusal for no undoing of a settled PIX §payout-late-failure", () => {
    expect(outcome(completed, pixRefused)).toBe("Alarmed")
    expect(outcome(completed, pixRefused, refunding)).toBe("Alarmed")
  })

  it("takes a reversal for the proof that the PIX had settled §payout-reversal-implies-success", () => {
    for (const scene of [paying, given.UNKNOWN, owed]) {
      expect(effect(scene, reversed())).toEqual({
        state: "REFUNDED",
        posts: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
        events: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
        jobs: [],
        reviews: 1
      })
      expect(effect(scene, reversed(), refunding)).toEqual({
        state: "REFUNDED",
        posts: ["payoutPaid", "payoutFeeEarned", "payoutReversed"],
        events: ["PAYOUT_SUCCESSFUL"],
        jobs: ["deliver-refund"],
        reviews: 0
      })
    }
  })

  it("learns the id of a PIX that was told without one §payout-end-to-end-id", () => {
    for (const scene of [after([debited, pixSettledBarely]), after([debited, reversed()])]) {
      const decision = when(scene, pixSettled)
      if (decision._tag !== "Changed") throw new Error(decision._tag)
      expect(decision.payout).toMatchObject({
        state: scene.payout.state,
        endToEndId: "E9999999920260101000000000000001"
      })
      expect(decision.payout.paidAt).toBe(scene.payout.paidAt)
    }
  })

  it("counts returns up to the value, each to the cent §payout-partial-returns", () => {
    for (const account of [owner, refunding]) {
      const partly = after([debited, pixSettled, reversed(400, 1)], account)
      expect(partly.payout).toMatchObject({ state: "REFUNDED", returned: 400n })
      expect(outcome(partly, reversed(599, 2), account)).toBe("REFUNDED")
      expect(outcome(partly, reversed(600, 2), account)).toBe("REFUNDED")
      expect(outcome(partly, reversed(601, 2), account)).toBe("Alarmed")
      for (const scene of [paying, owed, completed, restoring, after([debited, pixRefused, restored], refunding)]) {
        expect(outcome(scene, reversed(1_000), account)).not.toBe("Alarmed")
        expect(outcome(scene, reversed(1_001), account)).toBe("Alarmed")
      }
    }
  })

  it("gives a reversal back when AUTO_REFUND is on, else asks a person §payout-refunded-auto-refund", () => {
    expect(effect(completed, reversed(), refunding)).toEqual({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: [],
      jobs: ["deliver-refund"],
      reviews: 0
    })
    expect(effect(completed, reversed())).toEqual({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: ["PAYOUT_REFUNDED"],
      jobs: [],
      reviews: 1
    })
    expect(effect(returning, reversalRefunded(), refunding)).toMatchObject({
      posts: ["reversalRefunded"],
      events: ["PAYOUT_REFUNDED"]
    })
    expect(effect(returning, reversalRefundRefused(), refunding)).toMatchObject({
      posts: [],
      events: ["PAYOUT_REFUNDED"],
      reviews: 1
    })
  })

  it("makes good with a return what had been paid after all, and never gives it back twice", () => {
    const back = after([debited, pixRefused, restored], refunding)
    const both = ["paidAfterRestoring", "returnedAfterRestoring"]
    expect(effect(back, reversed(), refunding)).toMatchObject({ state: "FAILED", posts: both, jobs: [] })
    expect(effect(restoring, reversed(), refunding)).toMatchObject({ state: "REFUNDING", posts: both, jobs: [] })
    const byOperator = after([refundOrdered(), restored], owner, owed)
    expect(effect(byOperator, reversed(), refunding)).toMatchObject({ state: "REFUNDED", posts: both, jobs: [] })
    const known = ["returnedAfterRestoring"]
    for (const scene of [back, restoring, byOperator]) {
      const paid = after([pixSettled], refunding, scene)
      expect(effect(paid, reversed(), refunding)).toMatchObject({ state: scene.payout.state, posts: known, jobs: [] })
    }
    const stuck = after([pixSettled, restoreRefused], refunding, restoring)
    expect(effect(stuck, reversed(), refunding)).toMatchObject({ state: "FAILED", posts: known, jobs: [] })
  })

  it("lets the operator give back what is owed, what came back, or what was paid §payout-manual-refund", () => {
    expect(effect(owed, refundOrdered())).toMatchObject({ state: "REFUNDING", jobs: ["deliver-refund"] })
    expect(effect(after([refundOrdered()], owner, owed), restored)).toMatchObject({
      state: "REFUNDED",
      posts: ["payoutRestored"],
      events: ["PAYOUT_REFUNDED"]
    })
    expect(effect(after([refundOrdered()], owner, owed), restoreRefused)).toMatchObject({
      state: "FAILED",
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
    expect(outcome(after([refundOrdered()], owner, owed), refundOrdered(2))).toBe("Rejected")
    expect(outcome(returning, refundOrdered(2))).toBe("Rejected")
    expect(outcome(after([reversalRefunded()], refunding, returning), refundOrdered(2))).toBe("Rejected")
    expect(outcome(after([debited, pixRefused, restored], refunding), refundOrdered())).toBe("Rejected")
    expect(outcome(after([debited, pixRefused, restored, reversed()], refunding), refundOrdered())).toBe("Rejected")
    // One that could not be sent can be ordered again.
    expect(outcome(after([operatorRefundRefused], owner, ordered), refundOrdered(2))).toBe("COMPLETED")
    expect(outcome(after([reversalRefundRefused()], refunding, returning), refundOrdered())).toBe("REFUNDED")
  })

  it("does not give back by itself what the operator gives back, and keeps what returns after that", () => {
    const whileSent = effect(ordered, reversed(400), refunding)
    expect(whileSent).toMatchObject({
      state: "REFUNDED",
      posts: ["payoutReversed"],
      events: ["PAYOUT_REFUNDED"],
      jobs: []
    })
    const returned = after([reversed(400)], refunding, ordered)
    expect(effect(returned, reversed(600, 2), refunding)).toMatchObject({ posts: ["payoutReversed"], jobs: [] })
    const given = after([refundedByOperator], refunding, ordered)
    expect(effect(given, reversed(), refunding)).toMatchObject({
      state: "REFUNDED",
      posts: ["payoutReversed", "lossRecovered"],
      events: ["PAYOUT_REFUNDED"],
      jobs: [],
      reviews: 0
    })
  })
})

describe("the rows of the table of payouts §rows-payout", () => {
  it("had every row taken, from every state that the row names", () => {
    const rows = payoutStates.rows.flatMap((row, index) => row.from.map((state) => `row ${index + 1} from ${state}`))
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
    expect(rows.length).toBe(taken.size)
  })
})
