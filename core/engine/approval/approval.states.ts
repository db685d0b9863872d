// The lifecycle of what waits for a second operator (0217): it is decided once, by another person than whoever asked.
import { defineMachine } from "../machine/machine.ts"

export const approvalStates = defineMachine<object>()({
  name: "approval",
  initial: "WAITING",
  terminal: ["APPROVED", "DECLINED"],
  states: { WAITING: "WAITING", APPROVED: "APPROVED", DECLINED: "DECLINED" },
  triggers: { approved: "a second operator approved it, and it was carried out", declined: "an operator declined it" },
  guards: {},
  rows: [
    { from: ["WAITING"], on: "approved", to: "APPROVED", spec: "C62, 0217" },
    { from: ["WAITING"], on: "declined", to: "DECLINED", spec: "C62, 0217" }
  ],
  otherwise: { approved: { reject: ["APPROVED", "DECLINED"] }, declined: { reject: ["APPROVED", "DECLINED"] } }
})

export type ApprovalState = keyof typeof approvalStates.states
