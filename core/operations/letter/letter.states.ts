// The lifecycle of a letter of an authority: it is answered once.
import { defineMachine } from "../../engine/machine/machine.ts"

export const letterStates = defineMachine<object>()({
  name: "letter",
  initial: "RECEIVED",
  terminal: ["ANSWERED"],
  states: { RECEIVED: "RECEIVED", ANSWERED: "ANSWERED" },
  triggers: { answered: "the operator answered it" },
  guards: {},
  rows: [{ from: ["RECEIVED"], on: "answered", to: "ANSWERED", spec: "0249" }],
  otherwise: { answered: { reject: ["ANSWERED"] } }
})

export type LetterState = keyof typeof letterStates.states
