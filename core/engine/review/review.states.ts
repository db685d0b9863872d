// The lifecycle of a review (C70): open until the event comes that answers it, or until an operator closes it with a note. What
// happens again opens it again. What an operator has closed is not opened by looking at the same facts once more; once they are gone it
// is solved all the same, so that they open it when they come back.
import { defineMachine } from "../machine/machine.ts"
import { reviewTriggers } from "./review.triggers.ts"

export const reviewStates = defineMachine<object>()({
  name: "review",
  initial: "OPEN",
  terminal: [],
  states: { OPEN: "OPEN", SOLVED: "SOLVED", CLOSED: "CLOSED" },
  triggers: reviewTriggers,
  guards: {},
  rows: [
    { from: ["SOLVED", "CLOSED"], on: "happened", to: "OPEN", spec: "C70: what happens again reopens it" },
    { from: ["SOLVED"], on: "seen", to: "OPEN", spec: "C70: it had been answered, and is there again" },
    { from: ["OPEN"], on: "seen", to: "same", spec: "C70: with what is found now" },
    { from: ["OPEN", "CLOSED"], on: "answered", to: "SOLVED", spec: "C70" },
    { from: ["OPEN"], on: "closed", to: "CLOSED", spec: "C70: an operator, with a note" }
  ],
  otherwise: {
    happened: { ignore: ["OPEN"] },
    seen: { ignore: ["CLOSED"] },
    answered: { ignore: ["SOLVED"] },
    closed: { reject: ["SOLVED", "CLOSED"] }
  }
})

export type ReviewState = keyof typeof reviewStates.states
