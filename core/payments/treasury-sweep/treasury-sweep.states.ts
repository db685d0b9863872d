// The lifecycle of a sweep: what is above the high mark of a treasury goes to the one address of the configuration, by order of an operator
// (C51; 0247). It begins with everything decided; what remains is what the chain says of its movement.
import { defineMachine } from "../../engine/machine/machine.ts"
import { treasurySweepTriggers } from "./treasury-sweep.triggers.ts"

export const treasurySweepStates = defineMachine<object, "treasurySwept", never, "review">()({
  name: "treasury sweep",
  initial: "ORDERED",
  terminal: ["DONE"],
  states: { ORDERED: "ORDERED", DONE: "DONE", REFUSED: "REFUSED" },
  triggers: treasurySweepTriggers,
  guards: {},
  rows: [
    { from: ["ORDERED"], on: "moved", to: "DONE", post: ["treasurySwept"], spec: "0247: booked when it has left" },
    {
      from: ["REFUSED"],
      on: "moved",
      to: "DONE",
      post: ["treasurySwept"],
      spec: "0070: what turns out to have been sent after a refusal is booked; the movement raises the review"
    },
    {
      from: ["ORDERED"],
      on: "refused",
      to: "REFUSED",
      ask: ["review"],
      spec: "0247: nothing was booked, its reservation ends, and a person sees that it did not happen"
    },
    { from: ["ORDERED"], on: "doubted", to: "same", spec: "C10: looked up, never repeated" }
  ],
  otherwise: {
    moved: { ignore: ["DONE"] },
    refused: { ignore: ["REFUSED"] },
    doubted: { ignore: ["DONE", "REFUSED"] }
  }
})

export type TreasurySweepState = keyof typeof treasurySweepStates.states
export type TreasurySweepTrigger = keyof typeof treasurySweepStates.triggers
