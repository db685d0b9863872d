// The lifecycles of what serves payments, cell by cell: webhook deliveries, imports of users and commands of backends. Every pair
// of state and trigger answers what stands here, and every row is taken.
import { describe, expect, it } from "vitest"
import { type Approval, decided } from "../../core/engine/approval/approval.ts"
import { approvalStates } from "../../core/engine/approval/approval.states.ts"
import { commandStates } from "../../core/engine/command/command.states.ts"
import { hold, settled } from "../../core/customers/kyc/kyc-import.ts"
import { reviewStates } from "../../core/engine/review/review.states.ts"
import { operatorStates } from "../../core/operations/operator/operator.states.ts"
import { kycImportStates } from "../../core/customers/kyc/kyc-import.states.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import { type AnyMachine, step } from "../../core/engine/machine/machine.ts"
import { type Delivery, type DeliveryFact, deliveryAfter } from "../../core/webhooks/webhook/webhook.ts"
import { deliveryStates } from "../../core/webhooks/webhook/delivery.states.ts"
import { startOfTests } from "../support/world.ts"

const attempt = { at: startOfTests, status: 500, problem: { code: "answered", status: 500 } as const }

const delivery = (state: Delivery["state"]): Delivery => ({
  id: "evt_1/whk_1",
  owner: "acc_01",
  webhookId: "whk_1",
  eventId: "evt_1",
  event: "PAYOUT_FAILED",
  state,
  attemptCount: 1,
  attempts: [],
  createdAt: startOfTests,
  updatedAt: startOfTests
})

const tried = (on: "accepted" | "failed", isByHand: boolean, hasTriesLeft: boolean): DeliveryFact => ({
  on,
  attempt,
  isByHand,
  hasTriesLeft
})

/** Asks a machine in every state, with every fact that is told apart, and gives the states it leads to. */
const answers = (
  machine: AnyMachine,
  facts: Readonly<Record<string, readonly [on: string, facts: object]>>
): { readonly to: Record<string, Record<string, string>>; readonly rows: ReadonlyArray<number> } => {
  const rows = new Set<number>()
  const to = Object.fromEntries(
    Object.keys(machine.states).map((state) => [
      state,
      Object.fromEntries(
        Object.entries(facts).map(([name, [on, given]]) => {
          const answer = step(machine, state, on, given as never)
          if (answer._tag !== "Taken") return [name, answer._tag]
          rows.add(answer.row)
          return [name, answer.to]
        })
      )
    ])
  )
  return { to, rows: [...rows].toSorted((a, b) => a - b) }
}

const everyRow = ({ rows }: AnyMachine): ReadonlyArray<number> => rows.map((_, index) => index)

it.each(
  [["delivery", deliveryStates], ["KYC import", kycImportStates], ["command", commandStates], [
    "operator",
    operatorStates
  ], [
    "approval",
    approvalStates
  ], ["review", reviewStates]] as const
)(
  "the table of a %s breaks no law of tables",
  (_, machine) => {
    expect(brokenLaws(machine as AnyMachine)).toEqual([])
  }
)

describe("a delivery", () => {
  const facts = {
    accepted: ["accepted", { isByHand: false, hasTriesLeft: false }],
    failedLast: ["failed", { isByHand: false, hasTriesLeft: false }],
    failed: ["failed", { isByHand: false, hasTriesLeft: true }],
    failedByHand: ["failed", { isByHand: true, hasTriesLeft: false }],
    replayed: ["replayed", { isByHand: false, hasTriesLeft: false }]
  } as const

  it("answers in every cell §rows-delivery", () => {
    const { rows, to } = answers(deliveryStates, facts)
    expect(to).toEqual({
      PENDING: {
        accepted: "DELIVERED",
        failedLast: "EXHAUSTED",
        failed: "PENDING",
        failedByHand: "PENDING",
        replayed: "PENDING"
      },
      DELIVERED: {
        accepted: "DELIVERED",
        failedLast: "DELIVERED",
        failed: "DELIVERED",
        failedByHand: "DELIVERED",
        replayed: "DELIVERED"
      },
      EXHAUSTED: {
        accepted: "DELIVERED",
        failedLast: "EXHAUSTED",
        failed: "EXHAUSTED",
        failedByHand: "EXHAUSTED",
        replayed: "EXHAUSTED"
      }
    })
    expect(rows).toEqual(everyRow(deliveryStates as AnyMachine))
  })

  it("that was sent by hand stays delivered when a try of the schedule fails late", () => {
    const late = deliveryAfter(delivery("DELIVERED"), tried("failed", false, true))
    expect(late.delivery).toMatchObject({ state: "DELIVERED", attemptCount: 2, attempts: [attempt] })
    expect(late.moves).toHaveLength(1)
  })

  it("counts tries by hand apart, and orders for them", () => {
    expect(deliveryAfter(delivery("PENDING"), tried("failed", true, false)).delivery).toMatchObject({
      state: "PENDING",
      byHand: 1
    })
    expect(deliveryAfter(delivery("EXHAUSTED"), { on: "replayed", at: startOfTests + 1 }).delivery).toMatchObject({
      state: "EXHAUSTED",
      replays: 1,
      attemptCount: 1,
      updatedAt: startOfTests + 1
    })
  })
})

describe("an operator", () => {
  it("answers in every cell §rows-operator", () => {
    const { rows, to } = answers(operatorStates, {
      accepted: ["accepted", { isLastOwner: false }],
      signedIn: ["signedIn", { isLastOwner: true }],
      invitedAgain: ["invitedAgain", { isLastOwner: false }],
      lastInvitedAgain: ["invitedAgain", { isLastOwner: true }],
      roleChanged: ["roleChanged", { isLastOwner: false }],
      lastRoleChanged: ["roleChanged", { isLastOwner: true }],
      disabled: ["disabled", { isLastOwner: false }],
      lastDisabled: ["disabled", { isLastOwner: true }]
    })
    expect(to).toEqual({
      INVITED: {
        accepted: "ACTIVE",
        signedIn: "Rejected",
        invitedAgain: "INVITED",
        lastInvitedAgain: "INVITED",
        roleChanged: "INVITED",
        lastRoleChanged: "INVITED",
        disabled: "DISABLED",
        lastDisabled: "DISABLED"
      },
      ACTIVE: {
        accepted: "Rejected",
        signedIn: "ACTIVE",
        invitedAgain: "INVITED",
        lastInvitedAgain: "Rejected",
        roleChanged: "ACTIVE",
        lastRoleChanged: "Rejected",
        disabled: "DISABLED",
        lastDisabled: "Rejected"
      },
      DISABLED: {
        accepted: "Rejected",
        signedIn: "Rejected",
        invitedAgain: "Rejected",
        lastInvitedAgain: "Rejected",
        roleChanged: "Rejected",
        lastRoleChanged: "Rejected",
        disabled: "Rejected",
        lastDisabled: "Rejected"
      }
    })
    expect(rows).toEqual(everyRow(operatorStates as AnyMachine))
  })
})

describe("an import", () => {
  it("answers in every cell §rows-kyc-import", () => {
    const { rows, to } = answers(kycImportStates, {
      asked: ["asked", { hasFailed: false }],
      askedAfterFailure: ["asked", { hasFailed: true }],
      taken: ["taken", { hasFailed: false }],
      refused: ["refused", { hasFailed: false }]
    })
    expect(to).toEqual({
      ASKING: { asked: "Rejected", askedAfterFailure: "Rejected", taken: "TAKEN", refused: "OPEN" },
      TAKEN: { asked: "Rejected", askedAfterFailure: "ASKING", taken: "Ignored", refused: "Ignored" },
      OPEN: { asked: "ASKING", askedAfterFailure: "ASKING", taken: "Ignored", refused: "Ignored" }
    })
    expect(rows).toEqual(everyRow(kycImportStates as AnyMachine))
  })

  it("is written once more for another token, and settled once", () => {
    const parts = { id: "sub_1", owner: "acc_01", attemptId: "kyc_1", askedUnder: null }
    const { changes, held } = hold(undefined, parts, startOfTests)
    expect(changes.writes.map(({ expected }) => expected)).toEqual([0])
    const open = settled(held, "refused", startOfTests)
    expect(open.writes.map(({ body }) => (JSON.parse(body) as { state: string }).state)).toEqual(["OPEN"])
    const again = hold({ value: { ...held.value, state: "OPEN" }, version: 2 }, parts, startOfTests)
    expect(again.held).toMatchObject({ value: { state: "ASKING" }, version: 3 })
    expect(settled({ value: { ...held.value, state: "OPEN" }, version: 2 }, "taken", startOfTests).writes).toEqual([])
    expect(() => hold(held, parts, startOfTests)).toThrow("ASKING")
  })
})

it("a command answers in every cell §rows-command", () => {
  const { rows, to } = answers(commandStates, { answered: ["answered", {}], refused: ["refused", {}] })
  expect(to).toEqual({
    WAITING: { answered: "DONE", refused: "REFUSED" },
    DONE: { answered: "Ignored", refused: "Ignored" },
    REFUSED: { answered: "Ignored", refused: "Ignored" }
  })
  expect(rows).toEqual(everyRow(commandStates))
})

it("an approval answers in every cell §rows-approval", () => {
  const { rows, to } = answers(approvalStates, { approved: ["approved", {}], declined: ["declined", {}] })
  expect(to).toEqual({
    WAITING: { approved: "APPROVED", declined: "DECLINED" },
    APPROVED: { approved: "Rejected", declined: "Rejected" },
    DECLINED: { approved: "Rejected", declined: "Rejected" }
  })
  expect(rows).toEqual(everyRow(approvalStates))
})

it("an approval is decided once", () => {
  const approval: Approval = {
    id: "apr_1",
    owner: "acc_01",
    action: "refundPayout",
    subject: "pay_1",
    cents: null,
    input: "{}",
    state: "WAITING",
    askedBy: null,
    decidedBy: null,
    createdAt: startOfTests,
    decidedAt: null
  }
  const write = (state: Approval["state"]) =>
    decided({ value: { ...approval, state }, version: 1 }, "declined", undefined, startOfTests)
  expect(JSON.parse(write("WAITING")?.body ?? "")).toMatchObject({ state: "DECLINED", decidedAt: startOfTests })
  expect([write("APPROVED"), write("DECLINED")]).toEqual([undefined, undefined])
})

it("a review answers in every cell §rows-review", () => {
  const { rows, to } = answers(reviewStates, {
    happened: ["happened", {}],
    seen: ["seen", {}],
    answered: ["answered", {}],
    closed: ["closed", {}]
  })
  expect(to).toEqual({
    OPEN: { happened: "Ignored", seen: "OPEN", answered: "SOLVED", closed: "CLOSED" },
    SOLVED: { happened: "OPEN", seen: "OPEN", answered: "Ignored", closed: "Rejected" },
    CLOSED: { happened: "OPEN", seen: "Ignored", answered: "SOLVED", closed: "Rejected" }
  })
  expect(rows).toEqual(everyRow(reviewStates))
})
