// The lifecycle of attempts cell by cell: every (state, trigger) pair is asked through `decideKyc` and must answer what
// stands here, written down from the specification and the decisions, not from the table. Then every row of the table must
// have been taken, from every state it names, and decisions in any order must end the same.
import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"
import { decideKyc } from "../../core/customers/kyc/decide-kyc.ts"
import { type KycAttempt, KycAttempts, newAttempt } from "../../core/customers/kyc/kyc-attempt.ts"
import { type KycState, type KycTrigger, kycStates } from "../../core/customers/kyc/kyc-attempt.states.ts"
import type { KycFact } from "../../core/customers/kyc/kyc-fact.ts"
import { brokenLaws } from "../../core/engine/machine/laws.ts"
import type { Subaccount } from "../../core/customers/subaccount/subaccount.ts"
import { owner } from "./deposit.given.ts"
import { untaken } from "./taken-rows.ts"

vi.mock("../../core/engine/machine/machine.ts", async (original) => (await import("./taken-rows.ts")).watched(original))

const now = 1_772_323_200_000

const subaccount: Subaccount = {
  id: "sub_2",
  owner: owner.id,
  name: "Ana",
  email: null,
  accountType: "INDIVIDUAL",
  belongsTo: "CUSTOMER",
  createdAt: now
}

const attemptOf = (kind: "KYC" | "PROOF_OF_ADDRESS" | "PROOF_OF_FINANCIAL_CAPACITY"): KycAttempt =>
  newAttempt({
    id: "kyc_1",
    owner: owner.id,
    subAccountId: subaccount.id,
    level: "FULL",
    taxId: "11144477735",
    submitted: { kind, source: kind === "KYC" ? "FORM" : "DOCUMENT", importLabel: null, expiresAt: null }
  }, now)

const around = { account: owner, subaccount: { value: subaccount, version: 1 }, proofs: [] }

const decide = (attempt: KycAttempt, fact: KycFact) => decideKyc({ value: attempt, version: 1 }, around, fact, now + 1)

const facts: Readonly<Record<KycTrigger, KycFact>> = {
  approved: { on: "approved", taxId: null },
  rejected: { on: "rejected", labels: ["NAME_MISMATCH"], reason: null },
  reviewed: { on: "reviewed" },
  expired: { on: "expired" },
  failed: { on: "failed" },
  hostedTimedOut: { on: "hostedTimedOut" }
}

const after = (attempt: KycAttempt, ...told: ReadonlyArray<KycFact>): KycAttempt =>
  told.reduce((before, fact) => {
    const decided = decide(before, fact)
    if (decided._tag !== "Changed") return before
    const write = decided.changes.writes.find(({ kind }) => kind === KycAttempts.kind)
    return KycAttempts.decode(write?.body ?? "")
  }, attempt)

const given = (kind: Parameters<typeof attemptOf>[0]): Readonly<Record<KycState, KycAttempt>> => ({
  PENDING: attemptOf(kind),
  REVIEW: after(attemptOf(kind), facts.reviewed),
  APPROVED: after(attemptOf(kind), facts.approved),
  REJECTED: after(attemptOf(kind), facts.rejected),
  EXPIRED: after(attemptOf(kind), facts.expired),
  FAILED: after(attemptOf(kind), facts.failed)
})

type Expected = KycState | "Ignored" | "Alarmed"

const open = { approved: "APPROVED", rejected: "REJECTED", expired: "EXPIRED", failed: "FAILED" } as const
const late = { approved: "Alarmed", rejected: "Alarmed", expired: "Alarmed", failed: "Alarmed" } as const
const stale = { reviewed: "Ignored", hostedTimedOut: "Ignored" } as const

const cells: Readonly<Record<KycState, Readonly<Record<KycTrigger, Expected>>>> = {
  PENDING: { ...open, reviewed: "REVIEW", hostedTimedOut: "EXPIRED" },
  REVIEW: { ...open, ...stale },
  APPROVED: { ...late, ...stale, approved: "Ignored" },
  REJECTED: { ...late, ...stale, rejected: "Ignored" },
  EXPIRED: { ...late, ...stale, expired: "Ignored" },
  FAILED: { ...late, ...stale, failed: "Ignored" }
}

const states = Object.keys(cells) as ReadonlyArray<KycState>
const triggers = Object.keys(facts) as ReadonlyArray<KycTrigger>

const outcome = (attempt: KycAttempt, fact: KycFact): Expected => {
  const decided = decide(attempt, fact)
  return decided._tag === "Changed" ? after(attempt, fact).status : decided._tag
}

const eventsOf = (attempt: KycAttempt, fact: KycFact): ReadonlyArray<string> => {
  const decided = decide(attempt, fact)
  return decided._tag !== "Changed"
    ? []
    : decided.changes.writes.filter(({ kind }) => kind === "event")
      .map(({ body }) => String((JSON.parse(body) as { readonly name: unknown }).name))
}

describe("the table of attempts", () => {
  it("breaks no law", () => {
    expect(brokenLaws(kycStates)).toEqual([])
  })

  it("knows the states and triggers that are asked here, and no others", () => {
    expect(Object.keys(kycStates.states).toSorted()).toEqual(states.toSorted())
    expect(Object.keys(kycStates.triggers).toSorted()).toEqual(triggers.toSorted())
  })

  it.each(
    (["KYC", "PROOF_OF_ADDRESS"] as const).flatMap((kind) =>
      states.flatMap((state) => triggers.map((trigger) => [kind, state, trigger] as const))
    )
  )("§kyc-states §rows-kyc-attempt decides (%s, %s, %s)", (kind, state, trigger) => {
    expect(given(kind)[state].status).toBe(state)
    const expected = cells[state][trigger]
    expect(outcome(given(kind)[state], facts[trigger])).toBe(expected)
  })

  it.each(
    [
      ["approved", "KYC_APPROVED"],
      ["rejected", "KYC_REJECTED"],
      ["expired", "KYC_EXPIRED"],
      ["failed", "KYC_FAILED"],
      ["hostedTimedOut", "KYC_EXPIRED"]
    ] as const
  )("§kyc-completed-beside tells %s as %s and beside it kyc.completed; proofs tell nothing", (trigger, event) => {
    expect(eventsOf(given("KYC").PENDING, facts[trigger])).toEqual([event, "kyc.completed"])
    expect(eventsOf(given("KYC").REVIEW, facts[trigger])).toEqual(
      trigger === "hostedTimedOut" ? [] : [event, "kyc.completed"]
    )
    const ofProof = eventsOf(given("PROOF_OF_ADDRESS").PENDING, facts[trigger])
    expect(ofProof).toEqual(trigger === "hostedTimedOut" ? [event, "kyc.completed"] : [])
  })

  it("§rows-kyc-attempt had every row taken, from every state that the row names", () => {
    expect(untaken(kycStates)).toEqual([])
  })
})

describe("decisions in any order", () => {
  const finals = ["approved", "rejected", "expired", "failed"] as const

  it("§kyc-any-order end in the one decision, with duplicates and reviews anywhere among them", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...finals),
        fc.array(fc.constantFrom("final", "reviewed"), { maxLength: 8 }),
        fc.nat({ max: 8 }),
        (final, others, place) => {
          const told = others.map((each) => each === "final" ? facts[final] : facts.reviewed)
          const all = [...told.slice(0, place), facts[final], ...told.slice(place)]
          const ended = after(attemptOf("KYC"), ...all)
          // It tells how it came there, which differs.
          const { history, updatedAt } = ended
          expect(ended).toEqual({ ...after(attemptOf("KYC"), facts[final]), history, updatedAt })
        }
      )
    )
  })

  it("§kyc-contradiction never change it once it stands: another decision is raised for a person", () => {
    for (const first of finals) {
      for (const second of finals.filter((each) => each !== first)) {
        const attempt = after(attemptOf("KYC"), facts[first])
        const decided = decide(attempt, facts[second])
        expect(decided._tag).toBe("Alarmed")
        if (decided._tag !== "Alarmed") continue
        expect(decided.changes.writes.map(({ id, kind }) => [kind, id])).toEqual([
          ["review", `kyc_1/decidedAgain/${second}/${attempt.status}`]
        ])
        expect([decided.changes.jobs, decided.changes.entries]).toEqual([[], []])
      }
    }
  })
})
