// The lifecycle of a webhook delivery (C22, C23). What an endpoint has taken stays delivered, and a try by hand takes nothing back:
// whatever comes late changes no more than the log.
import { defineMachine } from "../../engine/machine/machine.ts"
import type { OwedTable } from "../../engine/store/records.ts"

/** What guards look at. */
export interface DeliveryGuardFacts {
  /** Whether the try was ordered by hand, beside the schedule. */
  readonly isByHand: boolean
  /** Whether the schedule has another try to come. */
  readonly hasTriesLeft: boolean
}

export const deliveryStates = defineMachine<DeliveryGuardFacts>()({
  name: "delivery",
  initial: "PENDING",
  terminal: [],
  states: { PENDING: "PENDING", DELIVERED: "DELIVERED", EXHAUSTED: "EXHAUSTED" },
  triggers: {
    accepted: "the endpoint has answered a try with 2xx",
    failed: "a try did not reach the endpoint, or was answered with something else",
    replayed: "an operator ordered another try"
  },
  guards: {
    isByHand: ({ isByHand }) => isByHand,
    hasTriesLeft: ({ hasTriesLeft }) => hasTriesLeft
  },
  rows: [
    { from: ["PENDING", "EXHAUSTED"], on: "accepted", to: "DELIVERED", spec: "C23" },
    { from: ["DELIVERED"], on: "accepted", to: "same", spec: "C23: sent again by hand" },
    { from: ["PENDING"], on: "failed", when: "isByHand", to: "same", spec: "C23: the schedule goes on" },
    { from: ["PENDING"], on: "failed", when: "hasTriesLeft", to: "same", spec: "C23" },
    { from: ["PENDING"], on: "failed", to: "EXHAUSTED", spec: "C23: kept, and can be sent again by hand" },
    { from: ["DELIVERED", "EXHAUSTED"], on: "failed", to: "same", spec: "C23: what was delivered stays so" },
    { from: ["PENDING", "DELIVERED", "EXHAUSTED"], on: "replayed", to: "same", spec: "C23: sent again by hand" }
  ],
  otherwise: { accepted: {}, failed: {}, replayed: {} }
})

export type DeliveryState = keyof typeof deliveryStates.states

/** What a delivery owes in each state. Its job has the endpoint as subject: deliveries to it go one at a time. */
export const deliveryOwed: OwedTable<DeliveryState, { readonly id: string; readonly webhookId: string }> = {
  PENDING: {
    owes: { task: "deliver-webhook", id: ({ id }) => `notify/${id}`, subject: ({ webhookId }) => webhookId }
  },
  DELIVERED: { waits: "no one" },
  EXHAUSTED: { waits: "the operator, who may send it again" }
}
