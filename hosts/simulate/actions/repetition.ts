// How a client repeats an order of which nothing is known any more: with the same words, where it gave the order a name of its own.
import type { Action } from "./action.ts"

/** The same order again; undefined for everything else, and where it would be another one: without a name, or of a swap (0253). */
export const repetitionOf = (action: Action, step: number): Action | undefined => {
  if (action.do === "ask-deposit") return { do: "ask-deposit-again", deposit: step }
  if (action.do === "ask-lightning-invoice") return { do: "ask-lightning-invoice-again", invoice: step }
  if (action.do === "ask-payout" && action.request.externalId !== undefined) {
    return { do: "ask-payout-again", payout: step }
  }
  if (action.do === "ask-transfer" && action.request.reference !== undefined) {
    return { do: "ask-transfer-again", transfer: step }
  }
  return undefined
}
