// The lifecycle of a DePix swap (spec "DePix swap" under States; C30; 0102, 0104). FAILED says that nothing of the user moved;
// once something did, or may have, a swap ends COMPLETED or STRANDED and never begins again.
import type * as templates from "../../engine/ledger/swap-templates.ts"
import { defineMachine } from "../../engine/machine/machine.ts"
import type { OwedTable } from "../../engine/store/records.ts"
import { swapTriggers } from "./swap.triggers.ts"

/** What guards look at. */
export interface SwapGuardFacts {
  /** The leg that the fact is about; undefined for a fact about the swap itself. */
  readonly leg: number | undefined
  readonly isLastLeg: boolean
  /** Whether it is the turn of this leg. */
  readonly isNext: boolean
  /** Whether it is certain that no leg was ever sent. */
  readonly nothingMoved: boolean
}

export const swapStates = defineMachine<SwapGuardFacts, keyof typeof templates, never, "review">()({
  name: "swap",
  initial: "PENDING",
  terminal: ["COMPLETED", "FAILED", "STRANDED"],
  states: {
    PENDING: "PENDING",
    RUNNING: "RUNNING",
    COMPLETED: "COMPLETED",
    FAILED: "FAILED",
    STRANDED: "STRANDED"
  },
  triggers: swapTriggers,
  guards: {
    nothingMoved: ({ nothingMoved }) => nothingMoved,
    isNext: ({ isNext }) => isNext,
    isReceipt: ({ leg }) => leg === 0,
    isExchange: ({ leg }) => leg === 1,
    isLastDelivery: ({ isLastLeg, leg }) => leg === 2 && isLastLeg,
    isDelivery: ({ leg }) => leg === 2
  },
  rows: [
    { from: ["PENDING"], on: "claimed", to: "RUNNING", spec: "Swap states: the worker claims the request" },
    {
      from: ["PENDING"],
      on: "expired",
      to: "FAILED",
      spec: "Swap states: stops before funds move (expired authorization)"
    },
    {
      from: ["RUNNING"],
      on: "expired",
      when: "nothingMoved",
      to: "FAILED",
      spec: "Swap states: stops before funds move (expired authorization)"
    },
    {
      from: ["RUNNING"],
      on: "stopped",
      when: "nothingMoved",
      to: "FAILED",
      spec: "Swap states: stops before funds move (insufficient output)"
    },
    {
      from: ["RUNNING"],
      on: "stopped",
      to: "STRANDED",
      ask: ["review"],
      spec: "Swap states: funds moved or a transfer outcome is uncertain"
    },
    { from: ["RUNNING"], on: "legSubmitted", when: "isNext", to: "same", spec: "C30" },
    { from: ["RUNNING"], on: "legDoubted", to: "same", spec: "C10" },
    {
      from: ["RUNNING"],
      on: "legRefused",
      when: "isReceipt",
      to: "FAILED",
      spec: "Swap states: stops before funds move"
    },
    {
      from: ["RUNNING"],
      on: "legRefused",
      to: "STRANDED",
      ask: ["review"],
      spec: "Swap states: funds moved, Lightning failure after BTC delivery included"
    },
    // What is learned after the end is booked; the swap stays where a person has it.
    {
      from: ["RUNNING", "FAILED", "STRANDED"],
      on: "legConfirmed",
      when: "isReceipt",
      to: "same",
      post: ["swapReceived"],
      spec: "Leg 0"
    },
    {
      from: ["RUNNING", "STRANDED"],
      on: "legConfirmed",
      when: "isExchange",
      to: "same",
      post: ["swapExchanged"],
      spec: "Leg 1"
    },
    {
      from: ["RUNNING"],
      on: "legConfirmed",
      when: "isLastDelivery",
      to: "COMPLETED",
      post: ["swapDelivered"],
      spec: "Swap states: Spark transfer confirmed"
    },
    {
      from: ["RUNNING", "STRANDED"],
      on: "legConfirmed",
      when: "isDelivery",
      to: "same",
      post: ["swapDelivered"],
      spec: "Leg 2"
    },
    { from: ["STRANDED"], on: "legConfirmed", to: "same", spec: "Leg 3; 0104: a stranded swap never begins again" },
    { from: ["RUNNING"], on: "legConfirmed", to: "COMPLETED", spec: "Swap states: final Lightning payment confirmed" }
  ],
  otherwise: {
    claimed: { ignore: ["RUNNING", "COMPLETED", "FAILED", "STRANDED"] },
    // Another run was faster, or the authorization expired.
    legSubmitted: { ignore: ["RUNNING", "COMPLETED", "FAILED", "STRANDED"] },
    legConfirmed: { ignore: ["COMPLETED"] },
    legRefused: { ignore: ["FAILED", "STRANDED"] },
    legDoubted: { ignore: ["PENDING", "COMPLETED", "FAILED", "STRANDED"] },
    expired: { ignore: ["RUNNING", "COMPLETED", "FAILED", "STRANDED"] },
    stopped: { ignore: ["COMPLETED", "FAILED", "STRANDED"] }
  }
})

export type SwapState = keyof typeof swapStates.states
export type SwapTrigger = keyof typeof swapStates.triggers

interface SwapOwedFacts {
  readonly id: string
  readonly doubtedAt: number | null
}

const advance = {
  task: "advance-swap",
  id: ({ id }: SwapOwedFacts) => `advance-swap/${id}`,
  doubtedAt: ({ doubtedAt }: SwapOwedFacts) => doubtedAt
}

/** What a swap owes in each state. The job that takes it on ends it too when its authorization expires. */
export const swapOwed: OwedTable<SwapState, SwapOwedFacts> = {
  PENDING: { owes: advance },
  RUNNING: { owes: advance },
  COMPLETED: { waits: "no one" },
  FAILED: { waits: "no one" },
  STRANDED: { waits: "the operator, who has it for review" }
}
