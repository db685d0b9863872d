// The lifecycle of a KYC or KYB attempt and of a company's proofs (spec "KYC attempt"; C11, C12). No record is NONE. A
// decision stands: the same one again and whatever is older are ignored, another one is for a person to look at.
import type { EventName } from "../../engine/event/event.ts"
import { defineMachine } from "../../engine/machine/machine.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { kycTriggers } from "./kyc-attempt.triggers.ts"

/** What guards look at. */
export interface KycGuardFacts {
  /** Whether the attempt proves something of a company that is approved, and decides about no one's identity. */
  readonly isProof: boolean
}

/** The events that a row may emit. */
export type KycEvent = Extract<EventName, `KYC_${string}` | "kyc.completed">

/** What a row may ask for in the same commit. */
export type KycAsk = "unlock"

const open = ["PENDING", "REVIEW"] as const

export const kycStates = defineMachine<KycGuardFacts, never, KycEvent, KycAsk>()({
  name: "KYC attempt",
  initial: "PENDING",
  terminal: ["APPROVED", "REJECTED", "EXPIRED", "FAILED"],
  // As the attempt record shows them; the state endpoint shows REVIEW as it is (C11).
  states: {
    PENDING: "PENDING",
    REVIEW: "PENDING",
    APPROVED: "APPROVED",
    REJECTED: "REJECTED",
    EXPIRED: "EXPIRED",
    FAILED: "FAILED"
  },
  triggers: kycTriggers,
  guards: {
    isProof: ({ isProof }) => isProof
  },
  rows: [
    { from: open, on: "approved", when: "isProof", to: "APPROVED", ask: ["unlock"], spec: "KYB flow" },
    { from: open, on: "rejected", when: "isProof", to: "REJECTED", spec: "KYB flow" },
    { from: open, on: "expired", when: "isProof", to: "EXPIRED", spec: "KYB flow" },
    { from: open, on: "failed", when: "isProof", to: "FAILED", spec: "KYB flow" },
    {
      from: open,
      on: "approved",
      to: "APPROVED",
      emit: ["KYC_APPROVED", "kyc.completed"],
      spec: "KYC attempt, row 2; C11; C12"
    },
    {
      from: open,
      on: "rejected",
      to: "REJECTED",
      emit: ["KYC_REJECTED", "kyc.completed"],
      spec: "KYC attempt, row 3; C11; C12"
    },
    { from: ["PENDING"], on: "reviewed", to: "REVIEW", spec: "C11" },
    { from: open, on: "expired", to: "EXPIRED", emit: ["KYC_EXPIRED", "kyc.completed"], spec: "C11; C12" },
    {
      from: open,
      on: "failed",
      to: "FAILED",
      emit: ["KYC_FAILED", "kyc.completed"],
      spec: "KYC attempt, row 5; C11; C12"
    },
    {
      from: ["PENDING"],
      on: "hostedTimedOut",
      to: "EXPIRED",
      emit: ["KYC_EXPIRED", "kyc.completed"],
      spec: "KYC attempt, row 4; C12"
    }
  ],
  otherwise: {
    approved: { ignore: ["APPROVED"] },
    rejected: { ignore: ["REJECTED"] },
    reviewed: { ignore: ["REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"] },
    expired: { ignore: ["EXPIRED"] },
    failed: { ignore: ["FAILED"] },
    hostedTimedOut: { ignore: ["REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"] }
  }
})

export type KycState = keyof typeof kycStates.states
export type KycTrigger = keyof typeof kycStates.triggers

/** What is looked at for what an attempt owes. */
interface AttemptOwedFacts {
  readonly id: string
  readonly submitted?: object
}

/** The id of the job that hands an attempt in and asks until it is decided. */
export const advanceId = (attemptId: string): string => `advance-kyc/${attemptId}`

const advance = {
  task: "advance-kyc-attempt",
  id: ({ id }: AttemptOwedFacts) => advanceId(id),
  when: ({ submitted }: AttemptOwedFacts) => submitted !== undefined
}

/**
 * What an attempt owes in each state. An approval that the operator declared was handed in nowhere. The step that asks also ends
 * hosted pages whose time is over, so the job that watches the time is no debt of its own.
 */
export const kycAttemptOwed: OwedTable<KycState, AttemptOwedFacts> = {
  PENDING: { owes: advance, waits: "the person, where the pages are hosted" },
  REVIEW: { owes: advance },
  APPROVED: { waits: "no one" },
  REJECTED: { waits: "no one: another attempt is another record" },
  EXPIRED: { waits: "no one: another attempt is another record" },
  FAILED: { waits: "no one: another attempt is another record" }
}
