// The lifecycle of deposits cell by cell: every (state, trigger) pair is asked through `decideDeposit` and must answer
// what stands here, written down from the specification and the decisions, not from the table. Then every row of the
// table must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import type { DepositFact } from "../../core/deposit/decide-deposit.ts"
import type { Deposit } from "../../core/deposit/deposit.ts"
import { type DepositState, type DepositTrigger, depositStates } from "../../core/deposit/deposit.states.ts"
import { brokenLaws } from "../../core/machine/laws.ts"
import type * as machineModule from "../../core/machine/machine.ts"
import type { ChangeSet } from "../../core/ports/store.ts"
import {
  after,
  changed,
  chargeLapsed,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  eventsOf,
  latePix,
  minute,
  ordersReturn,
  partialPix,
  pending,
  pixSettled,
  returnConfirmed,
  returnOverdue,
  returnRefused,
  returnedMeanwhile,
  returnedUnsent,
  surplusPix,
  when
} from "./deposit.given.ts"

type MachineModule = typeof machineModule

const taken = vi.hoisted(() => new Set<string>())

vi.mock("../../core/machine/machine.ts", async (importOriginal) => {
  const original = await importOriginal<MachineModule>()
  const step: typeof original.step = (machine, state, trigger, facts) => {
    const answer = original.step(machine, state, trigger, facts)
    if (answer._tag === "Taken" && machine.name === "deposit") taken.add(`row ${answer.row + 1} from ${answer.from}`)
    return answer
  }
  return { ...original, step }
})

const given: Readonly<Record<DepositState, Deposit>> = {
  PENDING: pending,
  PROCESSING: after([pixSettled(1)]),
  COMPLETED: after([pixSettled(1), delivered]),
  FAILED: after([pixSettled(1), deliveryRefused]),
  EXPIRED: after([chargeLapsed]),
  REFUNDED: after([pixSettled(1), returnConfirmed(1_000, 1)])
}

const partly: Readonly<Record<"PROCESSING" | "COMPLETED" | "FAILED", Deposit>> = {
  PROCESSING: after([returnConfirmed(400, 1)], given.PROCESSING),
  COMPLETED: after([returnConfirmed(400, 1)], given.COMPLETED),
  FAILED: after([returnConfirmed(400, 1)], given.FAILED)
}

const facts: Readonly<Record<DepositTrigger, DepositFact>> = {
  pixSettled: surplusPix(2),
  chargeLapsed,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  returnConfirmed: returnConfirmed(1_000, 2),
  returnRefused,
  returnOverdue
}

type Expected = DepositState | "Ignored" | "Alarmed"

const cells: Readonly<Record<DepositState, Readonly<Record<DepositTrigger, Expected>>>> = {
  PENDING: {
    pixSettled: "PROCESSING",
    chargeLapsed: "EXPIRED",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored"
  },
  PROCESSING: {
    pixSettled: "PROCESSING",
    chargeLapsed: "Ignored",
    delivered: "COMPLETED",
    deliveryRefused: "FAILED",
    deliveryUnknown: "PROCESSING",
    returnConfirmed: "REFUNDED",
    returnRefused: "PROCESSING",
    returnOverdue: "Ignored"
  },
  COMPLETED: {
    pixSettled: "COMPLETED",
    chargeLapsed: "Ignored",
    delivered: "Ignored",
    deliveryRefused: "Alarmed",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored"
  },
  FAILED: {
    pixSettled: "FAILED",
    chargeLapsed: "Ignored",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED",
    returnRefused: "FAILED",
    returnOverdue: "FAILED"
  },
  EXPIRED: {
    pixSettled: "PROCESSING",
    chargeLapsed: "Ignored",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed",
    returnRefused: "Alarmed",
    returnOverdue: "Ignored"
  },
  REFUNDED: {
    pixSettled: "REFUNDED",
    chargeLapsed: "Ignored",
    delivered: "REFUNDED",
    deliveryRefused: "Ignored",
    deliveryUnknown: "REFUNDED",
    returnConfirmed: "Alarmed",
    returnRefused: "Ignored",
    returnOverdue: "Ignored"
  }
}

// A charge that is not paid takes its first PIX as its funding.
const factOf = (state: DepositState, trigger: DepositTrigger): DepositFact =>
  trigger === "pixSettled" && (state === "PENDING" || state === "EXPIRED") ? pixSettled(2) : facts[trigger]

const outcome = (deposit: Deposit, fact: DepositFact): Expected => {
  const decision = when(deposit, fact)
  if (decision._tag === "Rejected") throw new Error("no cell of deposits rejects")
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
    expect(written).toContainEqual(["review", undefined])
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
      expect(record).toMatchObject({ state: "FAILED", units: 0n, refusal: "worth nothing at the current price" })
      expect(returnsIn(changes)).toEqual([["return/dep_1", "PLANNED", 1_000]])
      expect(eventsOf(changes).map(({ name }) => name)).toEqual(["DEPOSIT_ASSET_FAILED"])
      const theirs = changed(given[state], { ...late, railReturns: true })
      expect(theirs.record).toMatchObject({ state: "FAILED", returnDueAt: minute(10) + 86_400_000 })
      expect(returnsIn(theirs.changes)).toEqual([])
    }
  )

  it("completes also what was partly returned before it was delivered", () => {
    expect(outcome(partly.PROCESSING, delivered)).toBe("COMPLETED")
  })

  it("had every row taken, from every state that the row names §rows-deposit", () => {
    const rows = depositStates.rows.flatMap((row, index) => row.from.map((state) => `row ${index + 1} from ${state}`))
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
    expect(rows.length).toBe(taken.size)
  })
})
