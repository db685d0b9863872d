// One leg of a dispute, decided: the table says which row holds, and this turns the row into a change set. Pure. Ids of
// events are made of the PIX and the status, so that the store itself refuses to announce a status twice.
import { printBrl } from "../../base/money/decimal.ts"
import type { ReviewReason } from "../../base/reason/review-reason.ts"
import { provedBy } from "../../base/reason/reason.ts"
import type { Deposit } from "../deposit/deposit.ts"
import { emit } from "../../engine/event/event.ts"
import { derivedId, operatorOwner } from "../../base/ids/ids.ts"
import { passed, step } from "../../engine/machine/machine.ts"
import { type Stored, insert, replace } from "../../engine/store/records.ts"
import { type ChangeSet, type Write, changeSet } from "../../engine/store/store.ts"
import { Reviews, review } from "../../engine/review/review.ts"
import { type Dispute, type DisputeLeg, Disputes, hasLeg, triggerOf } from "./dispute.ts"
import { disputeData } from "./dispute-events.ts"
import { type DisputeEvent, disputeStates } from "./dispute.states.ts"

/** Whose PIX is contested, as far as our books tell. */
export interface Contested {
  /** The account, or the operator while we know of no such PIX. */
  readonly owner: string
  /** The deposit that the PIX funded, if it funded one. */
  readonly charge: Deposit | undefined
}

/** What follows from a leg: a change set to commit, or nothing for one that was told before. */
export type DisputeDecision =
  | { readonly _tag: "Changed"; readonly dispute: Dispute; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }

/** A dispute that nothing was notified of yet. */
export const newDispute = (endToEndId: string, { charge, owner }: Contested, now: number): Dispute => ({
  id: endToEndId.toUpperCase(),
  owner,
  endToEndId,
  state: "NONE",
  depositId: charge?.id ?? null,
  legs: [],
  createdAt: now,
  updatedAt: now
})

/** Decides a leg; a dispute at version 0 is a new one. */
export const decideDispute = (before: Stored<Dispute>, contested: Contested, leg: DisputeLeg): DisputeDecision => {
  const isNews = !hasLeg(before.value, leg.status)
  const taken = step(disputeStates, before.value.state, triggerOf[leg.status], { isNews })
  if (taken._tag !== "Taken") return { _tag: "Ignored" }
  const after: Dispute = {
    ...before.value,
    // A PIX that was booked after its dispute began gives the dispute its owner.
    owner: contested.owner,
    depositId: contested.charge?.id ?? null,
    state: taken.to,
    legs: [...before.value.legs, leg],
    updatedAt: leg.occurredAt
  }
  const dispute = passed(after, taken, leg.occurredAt, provedBy(leg.disputeId))
  const events = taken.emit.map((name) => eventOf(name, dispute, leg, contested))
  return {
    _tag: "Changed",
    dispute,
    changes: changeSet({
      moves: [taken],
      writes: [
        before.version === 0 ? insert(Disputes, dispute) : replace(Disputes, before, dispute),
        ...events.map(({ write }) => write),
        ...reviewsOf(dispute, leg, contested, taken.ask.length > 0)
      ],
      jobs: events.map(({ job }) => job)
    })
  }
}

const eventOf = (name: DisputeEvent, dispute: Dispute, leg: DisputeLeg, { charge, owner }: Contested) => {
  const id = derivedId("evt", `${dispute.id}/${name}`, owner)
  const parts = { id, owner, name, subject: dispute.id, createdAt: leg.occurredAt }
  return emit(parts, disputeData(dispute.endToEndId, leg, charge))
}

// What a person has to look at, each once a dispute whatever the order of its legs.
const reviewsOf = (
  { id, legs, owner }: Dispute,
  { occurredAt, status, value }: DisputeLeg,
  { charge }: Contested,
  contradicts: boolean
): ReadonlyArray<Write> => {
  const raise = (reason: ReviewReason): Write =>
    insert(Reviews, review({ owner, subject: id, reason, createdAt: occurredAt }))
  const isSecondDecision = legs.filter((leg) => leg.status !== "CREATED").length === 2
  return [
    ...(owner === operatorOwner && legs.length === 1 ? [raise({ code: "disputeOfUnknownPix", status })] : []),
    ...(charge !== undefined && value > charge.value
      ? [raise({ code: "disputeAbovePayment", status, value: printBrl(value) })]
      : []),
    ...(contradicts && isSecondDecision ? [raise({ code: "disputeDecidedTwice", status })] : [])
  ]
}
