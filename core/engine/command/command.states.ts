// The lifecycle of a command of a backend (0110): it ends once, with the answer of its endpoint or with its refusal.
import { defineMachine } from "../machine/machine.ts"

export const commandStates = defineMachine<object>()({
  name: "command",
  initial: "WAITING",
  terminal: ["DONE", "REFUSED"],
  states: { WAITING: "WAITING", DONE: "DONE", REFUSED: "REFUSED" },
  triggers: { answered: "its endpoint has answered", refused: "its endpoint has refused it" },
  guards: {},
  rows: [
    { from: ["WAITING"], on: "answered", to: "DONE", spec: "0110" },
    { from: ["WAITING"], on: "refused", to: "REFUSED", spec: "0110" }
  ],
  otherwise: { answered: { ignore: ["DONE", "REFUSED"] }, refused: { ignore: ["DONE", "REFUSED"] } }
})

export type CommandState = keyof typeof commandStates.states
