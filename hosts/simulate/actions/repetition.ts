// How a client repeats an order of which nothing is known any more: with the same words, where it gave the order a name of its own.
import type { Action } from "./action.ts"

/** The same order again; undefined for everything else, and where it would be another one: without a name, or of a swap (0253). */
export const repetitionOf = (action: Action, step: number): Action | undefined => {
  switch (action.do) {
    case "ask-deposit":
      return { do: "ask-deposit-again", deposit: step }
    case "ask-lightning-invoice":
      return { do: "ask-lightning-invoice-again", invoice: step }
    case "ask-payout":
      return action.request.externalId === undefined ? undefined : { do: "ask-payout-again", payout: step }
    case "ask-transfer":
      return action.request.reference === undefined ? undefined : { do: "ask-transfer-again", transfer: step }
    default:
      return undefined
  }
}
