// One fact about an attempt, decided: the table says which row holds, and this turns the row into a change set. Pure, and
// the only place where a decision about an attempt comes from. Ids of events are made of the attempt and the event, so that
// the store itself refuses to announce a decision twice.
import { type Proof, noProof, provedBy } from "../../base/reason/reason.ts"
import type { Account } from "../account/account.ts"
import { emit } from "../../engine/event/event.ts"
import { derivedId } from "../../base/ids/ids.ts"
import { passed, step } from "../../engine/machine/machine.ts"
import { type Stored, insert, replace } from "../../engine/store/records.ts"
import { type ChangeSet, type Write, changeSet } from "../../engine/store/store.ts"
import { Reviews, review } from "../../engine/review/review.ts"
import { type Subaccount, Subaccounts } from "../subaccount/subaccount.ts"
import { type KycAttempt, KycAttempts, isProof, unlockedBy } from "./kyc-attempt.ts"
import { type KycEvent, kycStates } from "./kyc-attempt.states.ts"
import type { KycFact } from "./kyc-fact.ts"
import { approvedData, completedData, expiredData, failedData, rejectedData } from "./kyc-events.ts"
import { labelsOf } from "./rejection-labels.ts"

/** What is on record around an attempt. */
export interface KycSurroundings {
  readonly account: Account
  readonly subaccount: Stored<Subaccount>
  /** Proofs of the subaccount, when the attempt is one of them. */
  readonly proofs: ReadonlyArray<KycAttempt>
}

/** What follows from a fact: a change set to commit, or nothing for a duplicate or stale one. */
export type KycDecided =
  | { readonly _tag: "Changed"; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** Decides a fact about an attempt at an instant (Unix milliseconds). */
export const decideKyc = (
  before: Stored<KycAttempt>,
  around: KycSurroundings,
  fact: KycFact,
  now: number
): KycDecided => {
  const taken = step(kycStates, before.value.status, fact.on, { isProof: isProof(before.value) })
  switch (taken._tag) {
    case "Ignored":
      return { _tag: "Ignored" }
    case "Rejected":
    case "Alarmed":
      return { _tag: "Alarmed", changes: alarm(before.value, fact, now) }
    case "Taken": {
      const attempt = passed(evolve(before.value, fact, taken.to, now), taken, now, proofOf(fact))
      const events = taken.emit.map((name) => eventOf(name, attempt, around.account, now))
      return {
        _tag: "Changed",
        changes: changeSet({
          moves: [taken],
          writes: [
            replace(KycAttempts, before, attempt),
            ...taken.ask.flatMap(() => unlock(attempt, around)),
            ...events.map(({ write }) => write)
          ],
          jobs: events.map(({ job }) => job)
        })
      }
    }
  }
}

// What proves a fact to whoever asks later; labels and not words, which may be about a person.
const proofOf = (fact: KycFact): Proof => fact.on === "rejected" ? provedBy(labelsOf(fact.labels).join(", ")) : noProof

const evolve = (attempt: KycAttempt, fact: KycFact, status: KycAttempt["status"], now: number): KycAttempt => {
  const next: KycAttempt = { ...attempt, status, updatedAt: now }
  switch (fact.on) {
    case "approved":
      return { ...next, approvedAt: now, taxId: attempt.taxId ?? fact.taxId }
    case "rejected": {
      const labels = labelsOf(fact.labels)
      return { ...next, rejection: { reason: fact.reason, labels } }
    }
    case "reviewed":
    case "expired":
    case "failed":
    case "hostedTimedOut":
      return next
  }
}

const unlock = (approved: KycAttempt, { proofs, subaccount }: KycSurroundings): ReadonlyArray<Write> => {
  const unlocked = unlockedBy([...proofs, approved])
  return [replace(Subaccounts, subaccount, { ...subaccount.value, unlocked })]
}

const eventOf = (name: KycEvent, attempt: KycAttempt, account: Account, now: number) => {
  const id = derivedId("evt", `${attempt.id}/${name}`, attempt.owner)
  const parts = { id, owner: attempt.owner, name, subject: attempt.id, createdAt: now }
  return emit(parts, eventData(name, attempt, account, now))
}

const eventData = (name: KycEvent, attempt: KycAttempt, account: Account, now: number) => {
  switch (name) {
    case "KYC_APPROVED":
      return approvedData(attempt, account, now)
    case "KYC_REJECTED":
      return rejectedData(attempt, account)
    case "KYC_EXPIRED":
      return expiredData(attempt, account, now)
    case "KYC_FAILED":
      return failedData(attempt, account)
    case "kyc.completed":
      return completedData(attempt, account)
  }
}

const alarm = ({ id, owner, status }: KycAttempt, fact: KycFact, createdAt: number): ChangeSet => {
  const reason = { code: "decidedAgain", on: fact.on, state: status } as const
  return changeSet({ writes: [insert(Reviews, review({ owner, subject: id, reason, createdAt }))] })
}
