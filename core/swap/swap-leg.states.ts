// The lifecycle of one leg of a swap (spec "DePix swap", legs; C30; 0104). A leg is asked for once; what nobody can say is
// looked up; a confirmed leg stays confirmed whatever becomes of the swap.
import { defineMachine } from "../machine/machine.ts"

export const swapLegStates = defineMachine<Record<never, never>>()({
  name: "swap leg",
  initial: "PENDING",
  terminal: ["CONFIRMED", "FAILED"],
  states: {
    PENDING: "PENDING",
    SUBMITTED: "SUBMITTED",
    CONFIRMED: "CONFIRMED",
    FAILED: "FAILED",
    UNKNOWN: "UNKNOWN"
  },
  triggers: {
    submitted: "the movement is about to be asked for",
    confirmed: "the movement is final",
    refused: "the movement definitely did not happen and never will",
    doubted: "nobody can say yet whether the movement happened"
  },
  guards: {},
  rows: [
    { from: ["PENDING"], on: "submitted", to: "SUBMITTED", spec: "C30: stored before it is asked for" },
    { from: ["SUBMITTED", "UNKNOWN"], on: "confirmed", to: "CONFIRMED", spec: "C30" },
    { from: ["SUBMITTED", "UNKNOWN"], on: "refused", to: "FAILED", spec: "C30" },
    { from: ["SUBMITTED", "UNKNOWN"], on: "doubted", to: "UNKNOWN", spec: "C10, C30" }
  ],
  otherwise: {
    submitted: { ignore: ["SUBMITTED", "UNKNOWN"] },
    confirmed: { ignore: ["CONFIRMED"] },
    refused: { ignore: ["FAILED"] },
    doubted: { ignore: ["PENDING", "CONFIRMED", "FAILED"] }
  }
})

export type SwapLegState = keyof typeof swapLegStates.states
export type SwapLegTrigger = keyof typeof swapLegStates.triggers
