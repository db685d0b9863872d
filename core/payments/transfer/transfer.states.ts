// The lifecycle of a wallet transfer (spec "Wallet transfer"; C10). It begins with everything decided: the order is signed,
// stored, and held in the books where the ledger decides. What remains is what the chain says of it.
import type * as templates from "../../engine/ledger/wallet-templates.ts"
import { defineMachine } from "../../engine/machine/machine.ts"
import { transferTriggers } from "./transfer.triggers.ts"

/** What a row may post: what was held becomes final or is released; nothing for assets that the ledger does not decide. */
export type TransferPost = Extract<keyof typeof templates, "walletSpent" | "walletReleased">

export const transferStates = defineMachine<object, TransferPost>()({
  name: "transfer",
  initial: "SUBMITTED",
  terminal: ["CONFIRMED", "FAILED"],
  states: { SUBMITTED: "PENDING", CONFIRMED: "CONFIRMED", FAILED: "FAILED" },
  triggers: transferTriggers,
  guards: {},
  rows: [
    {
      from: ["SUBMITTED"],
      on: "moved",
      to: "CONFIRMED",
      post: ["walletSpent"],
      spec: "Wallet endpoints: confirmed on-chain"
    },
    {
      from: ["SUBMITTED"],
      on: "refused",
      to: "FAILED",
      post: ["walletReleased"],
      spec: "Wallet transfer: fails if the wallet lacks funds"
    },
    { from: ["SUBMITTED"], on: "doubted", to: "same", spec: "C10" }
  ],
  otherwise: {
    moved: { ignore: ["CONFIRMED"] },
    refused: { ignore: ["FAILED"] },
    doubted: { ignore: ["CONFIRMED", "FAILED"] }
  }
})

export type TransferState = keyof typeof transferStates.states
export type TransferTrigger = keyof typeof transferStates.triggers
