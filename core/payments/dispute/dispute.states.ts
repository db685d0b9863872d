// The lifecycle of a dispute, one MED a PIX (spec "Dispute (MED) status", "Dispute events"; C31). Legs come in any order,
// twice, or not at all, and every order of the same legs ends the same: a decision stands over its absence, ACCEPTED over
// REJECTED over CANCELED. No row posts: only a confirmed return of the PIX moves money.
import type { EventName } from "../../engine/event/event.ts"
import { defineMachine } from "../../engine/machine/machine.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { disputeTriggers } from "./dispute.triggers.ts"

/** What guards look at: whether this status was never told of the dispute before. */
export interface DisputeGuardFacts {
  readonly isNews: boolean
}

/** The events that a row may emit. */
export type DisputeEvent = Extract<EventName, `DISPUTE_${string}`>

/** What a row may ask for: a person to look at statuses that contradict each other. */
export type DisputeAsk = "review"

export const disputeStates = defineMachine<DisputeGuardFacts, never, DisputeEvent, DisputeAsk>()({
  name: "dispute",
  initial: "NONE",
  terminal: ["ACCEPTED"],
  states: { NONE: "none", CREATED: "CREATED", CANCELED: "CANCELED", REJECTED: "REJECTED", ACCEPTED: "ACCEPTED" },
  triggers: disputeTriggers,
  guards: { isNews: ({ isNews }) => isNews },
  rows: [
    { from: ["NONE"], on: "created", to: "CREATED", emit: ["DISPUTE_CREATED"], spec: "Dispute status" },
    {
      from: ["NONE", "CREATED"],
      on: "canceled",
      to: "CANCELED",
      emit: ["DISPUTE_CANCELED"],
      spec: "Dispute status: canceled without a prior accept or reject"
    },
    {
      from: ["NONE", "CREATED"],
      on: "rejected",
      to: "REJECTED",
      emit: ["DISPUTE_REJECTED"],
      spec: "Dispute status: legs can be missing"
    },
    {
      from: ["NONE", "CREATED"],
      on: "accepted",
      to: "ACCEPTED",
      emit: ["DISPUTE_ACCEPTED"],
      spec: "Dispute status: legs can be missing"
    },
    {
      from: ["CANCELED", "REJECTED", "ACCEPTED"],
      on: "created",
      when: "isNews",
      to: "same",
      emit: ["DISPUTE_CREATED"],
      spec: "Dispute status: legs can arrive out of order; C31: a later CREATED never reopens"
    },
    {
      from: ["CANCELED"],
      on: "rejected",
      to: "REJECTED",
      emit: ["DISPUTE_REJECTED"],
      ask: ["review"],
      spec: "C31: any order ends the same"
    },
    {
      from: ["CANCELED", "REJECTED"],
      on: "accepted",
      to: "ACCEPTED",
      emit: ["DISPUTE_ACCEPTED"],
      ask: ["review"],
      spec: "C31: any order ends the same"
    },
    {
      from: ["REJECTED", "ACCEPTED"],
      on: "canceled",
      when: "isNews",
      to: "same",
      emit: ["DISPUTE_CANCELED"],
      ask: ["review"],
      spec: "C31: any order ends the same"
    },
    {
      from: ["ACCEPTED"],
      on: "rejected",
      when: "isNews",
      to: "same",
      emit: ["DISPUTE_REJECTED"],
      ask: ["review"],
      spec: "C31: any order ends the same"
    }
  ],
  otherwise: {
    created: { ignore: ["CREATED", "CANCELED", "REJECTED", "ACCEPTED"] },
    accepted: { ignore: ["ACCEPTED"] },
    rejected: { ignore: ["REJECTED", "ACCEPTED"] },
    canceled: { ignore: ["CANCELED", "REJECTED", "ACCEPTED"] }
  }
})

export type DisputeState = keyof typeof disputeStates.states
export type DisputeTrigger = keyof typeof disputeStates.triggers

const told = { waits: "the provider, who tells each leg" }

/** A dispute owes nothing in any state: its legs are reported by the provider, and none of them is answered by us. */
export const disputeOwed: OwedTable<DisputeState, { readonly id: string }> = {
  NONE: told,
  CREATED: told,
  CANCELED: told,
  REJECTED: told,
  ACCEPTED: told
}
