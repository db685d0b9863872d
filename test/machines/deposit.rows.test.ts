// The lifecycle of deposits cell by cell: every (state, trigger) pair is asked through `decideDeposit` and must answer
// what stands here, written down from the specification and the decisions, not from the table. Then every row of the
// table must have been taken, from every state it names, as `step` itself reported.
import { describe, expect, it, vi } from "vitest"
import type { DepositFact } from "../../core/deposit/decide-deposit.ts"
import type { Deposit } from "../../core/deposit/deposit.ts"
import { type DepositState, type DepositTrigger, depositStates } from "../../core/deposit/deposit.states.ts"
import { brokenLaws } from "../../core/machine/laws.ts"
import type * as machineModule from "../../core/machine/machine.ts"
import {
  after,
  changed,
  chargeLapsed,
  delivered,
  deliveryRefused,
  deliveryUnknown,
  minute,
  partialPix,
  pending,
  pixSettled,
  returnConfirmed,
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
  returnConfirmed: returnConfirmed(1_000, 2)
}

type Expected = DepositState | "Ignored" | "Alarmed"

const cells: Readonly<Record<DepositState, Readonly<Record<DepositTrigger, Expected>>>> = {
  PENDING: {
    pixSettled: "PROCESSING",
    chargeLapsed: "EXPIRED",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed"
  },
  PROCESSING: {
    pixSettled: "PROCESSING",
    chargeLapsed: "Ignored",
    delivered: "COMPLETED",
    deliveryRefused: "FAILED",
    deliveryUnknown: "PROCESSING",
    returnConfirmed: "REFUNDED"
  },
  COMPLETED: {
    pixSettled: "COMPLETED",
    chargeLapsed: "Ignored",
    delivered: "Ignored",
    deliveryRefused: "Alarmed",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED"
  },
  FAILED: {
    pixSettled: "FAILED",
    chargeLapsed: "Ignored",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "REFUNDED"
  },
  EXPIRED: {
    pixSettled: "PROCESSING",
    chargeLapsed: "Ignored",
    delivered: "Alarmed",
    deliveryRefused: "Ignored",
    deliveryUnknown: "Ignored",
    returnConfirmed: "Alarmed"
  },
  REFUNDED: {
    pixSettled: "REFUNDED",
    chargeLapsed: "Ignored",
    delivered: "REFUNDED",
    deliveryRefused: "Ignored",
    deliveryUnknown: "REFUNDED",
    returnConfirmed: "Alarmed"
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

  it("completes also what was partly returned before it was delivered", () => {
    expect(outcome(partly.PROCESSING, delivered)).toBe("COMPLETED")
  })

  it("had every row taken, from every state that the row names §rows-deposit", () => {
    const rows = depositStates.rows.flatMap((row, index) => row.from.map((state) => `row ${index + 1} from ${state}`))
    expect(rows.filter((row) => !taken.has(row))).toEqual([])
    expect(rows.length).toBe(taken.size)
  })
})
