// The lifecycle of a DePix swap (spec "DePix swap" under States; C30; 0102, 0104). FAILED says that nothing of the user moved;
// once something did, or may have, a swap ends COMPLETED or STRANDED and never begins again.
import type * as templates from "../ledger/swap-templates.ts"
import { defineMachine } from "../machine/machine.ts"
import { swapTriggers } from "./swap.triggers.ts"

/** What guards look at. */
export interface SwapGuardFacts {
  /** The leg that the fact is about; undefined for a fact about the swap itself. */
  readonly leg: 0 | 1 | 2 | 3 | undefined
  readonly isLastLeg: boolean
  /** Whether no leg was ever asked for, or only in vain. */
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
    { from: ["RUNNING"], on: "legSubmitted", to: "same", spec: "C30" },
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
    { from: ["RUNNING"], on: "legConfirmed", when: "isReceipt", to: "same", post: ["swapReceived"], spec: "Leg 0" },
    { from: ["RUNNING"], on: "legConfirmed", when: "isExchange", to: "same", post: ["swapExchanged"], spec: "Leg 1" },
    {
      from: ["RUNNING"],
      on: "legConfirmed",
      when: "isLastDelivery",
      to: "COMPLETED",
      post: ["swapDelivered"],
      spec: "Swap states: Spark transfer confirmed"
    },
    { from: ["RUNNING"], on: "legConfirmed", when: "isDelivery", to: "same", post: ["swapDelivered"], spec: "Leg 2" },
    { from: ["RUNNING"], on: "legConfirmed", to: "COMPLETED", spec: "Swap states: final Lightning payment confirmed" }
  ],
  otherwise: {
    claimed: { ignore: ["RUNNING", "COMPLETED", "FAILED", "STRANDED"] },
    legSubmitted: {},
    legConfirmed: { ignore: ["COMPLETED"] },
    legRefused: { ignore: ["FAILED", "STRANDED"] },
    legDoubted: { ignore: ["PENDING", "COMPLETED", "FAILED", "STRANDED"] },
    expired: { ignore: ["RUNNING", "COMPLETED", "FAILED", "STRANDED"] },
    stopped: { ignore: ["COMPLETED", "FAILED", "STRANDED"] }
  }
})

export type SwapState = keyof typeof swapStates.states
