// The lifecycle of a movement: one transfer of value outside, exactly once (C10, C49, C50, C51; 0070, 0166). It is on record before
// anything is sent. An answer that is missing leaves it SENDING, with the date of the doubt; a fact that a provider reports
// enters in every state.
import { defineMachine } from "../../engine/machine/machine.ts"
import { movementTriggers } from "./movement.triggers.ts"

/** What guards look at. */
export interface MovementGuardFacts {
  /** Whether anything was ever sent, and whether it was made ready for that. */
  readonly wasSent: boolean
  readonly wasPrepared: boolean
  /** Whether the fact tells an id that proves the movement and was not known, or another than is known. */
  readonly proof: "new" | "other" | "known"
  /** Whether an operator states anew how much of it moved, or is lost. */
  readonly restates: boolean
  /** Whether what comes back now is new, and no more than what is left of the movement. */
  readonly fits: boolean
  /** Whether its record has no order of its own for another attempt. */
  readonly isRetriable: boolean
}

export const movementStates = defineMachine<MovementGuardFacts, never, never, "review" | "next">()({
  name: "movement",
  initial: "PLANNED",
  terminal: ["DONE", "CANCELLED"],
  states: {
    PLANNED: "PLANNED",
    SENDING: "SENDING",
    HELD: "HELD",
    CANCELLING: "CANCELLING",
    DONE: "DONE",
    REFUSED: "REFUSED",
    CANCELLED: "CANCELLED"
  },
  triggers: movementTriggers,
  guards: {
    unsent: ({ wasSent }) => !wasSent,
    unprepared: ({ wasPrepared }) => !wasPrepared,
    tellsProof: ({ proof }) => proof === "new",
    restates: ({ restates }) => restates,
    otherProof: ({ proof }) => proof === "other",
    fits: ({ fits }) => fits,
    isRetriable: ({ isRetriable }) => isRetriable
  },
  rows: [
    {
      from: ["PLANNED", "HELD"],
      on: "prepared",
      when: "unprepared",
      to: "same",
      spec: "0096: one invoice, on record before it is paid"
    },
    { from: ["PLANNED", "HELD"], on: "notPrepared", when: "unprepared", to: "REFUSED", spec: "0096: nothing was sent" },
    {
      from: ["PLANNED", "HELD"],
      on: "withdrawn",
      when: "unsent",
      to: "REFUSED",
      spec: "C51: an operator or its deadline decided that it is not sent, so it never will be"
    },
    { from: ["PLANNED", "SENDING", "HELD"], on: "claimed", to: "SENDING", spec: "C10: on record before it is sent" },
    { from: ["SENDING", "HELD", "CANCELLING"], on: "done", to: "DONE", spec: "C10" },
    {
      from: ["PLANNED", "SENDING", "HELD", "CANCELLING"],
      on: "found",
      to: "DONE",
      spec: "C68: it happened before the store was restored, which knows nothing of it"
    },
    { from: ["SENDING", "HELD", "CANCELLING"], on: "refused", to: "REFUSED", spec: "C10, C49" },
    { from: ["SENDING", "CANCELLING"], on: "doubted", to: "same", spec: "C10: looked up, never repeated" },
    { from: ["PLANNED", "SENDING"], on: "held", to: "HELD", spec: "C51" },
    {
      from: ["REFUSED"],
      on: "done",
      to: "DONE",
      ask: ["review"],
      spec: "0070: a settlement after a refusal is booked, and a person looks at it"
    },
    {
      from: ["REFUSED"],
      on: "retried",
      when: "isRetriable",
      to: "same",
      ask: ["next"],
      spec: "C51: another attempt, under an id of its own"
    },
    {
      from: ["DONE"],
      on: "done",
      when: "restates",
      to: "same",
      spec: "C71: what moved beyond the order came back, or is lost"
    },
    { from: ["DONE"], on: "done", when: "tellsProof", to: "same", spec: "0166: an id that was told later" },
    {
      from: ["DONE"],
      on: "done",
      when: "otherProof",
      to: "same",
      ask: ["review"],
      spec: "C53: settled again under another id, so it may have been paid twice"
    },
    { from: ["DONE"], on: "reversed", when: "fits", to: "same", spec: "C53: each return counts once" },
    {
      from: ["PLANNED", "HELD"],
      on: "cancelled",
      when: "unsent",
      to: "CANCELLED",
      spec: "C51; 0166: nothing was sent"
    },
    {
      from: ["SENDING", "HELD"],
      on: "cancelled",
      to: "CANCELLING",
      spec: "0166: what was sent may still arrive; it is looked up and never sent again"
    },
    { from: ["CANCELLING"], on: "neverSent", to: "CANCELLED", spec: "C50; 0166" }
  ],
  otherwise: {
    // Somebody else was faster.
    prepared: { ignore: ["PLANNED", "SENDING", "HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    notPrepared: { ignore: ["PLANNED", "SENDING", "HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    withdrawn: { reject: ["PLANNED", "SENDING", "HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    claimed: { ignore: ["CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    // Nothing was sent yet: whoever reports an outcome has to report it again.
    done: { ignore: ["DONE"], reject: ["PLANNED"] },
    found: { ignore: ["DONE", "REFUSED", "CANCELLED"] },
    refused: { ignore: ["REFUSED", "CANCELLED"], reject: ["PLANNED"] },
    doubted: { ignore: ["PLANNED", "HELD", "DONE", "REFUSED", "CANCELLED"] },
    // A return of what was never sent, or of more than was: an alarm.
    reversed: { reject: ["PLANNED"] },
    held: { ignore: ["HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    retried: { reject: ["PLANNED", "SENDING", "HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"] },
    cancelled: { ignore: ["CANCELLING", "REFUSED", "CANCELLED"], reject: ["PLANNED", "DONE"] },
    neverSent: { ignore: ["PLANNED", "SENDING", "HELD", "DONE", "REFUSED", "CANCELLED"] }
  }
})

export type MovementState = keyof typeof movementStates.states
export type MovementTrigger = keyof typeof movementStates.triggers
