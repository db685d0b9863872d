// The lifecycle of an operator (0213). An invitation in place of the one before erases what the operator signed in with. The
// last active owner keeps role and access, so that there is always somebody who can let others in.
import { defineMachine } from "../../engine/machine/machine.ts"
import { operatorTriggers } from "./operator.triggers.ts"

/** What guards look at. */
export interface OperatorGuardFacts {
  /** Whether no other owner is active. */
  readonly isLastOwner: boolean
}

export const operatorStates = defineMachine<OperatorGuardFacts>()({
  name: "operator",
  initial: "INVITED",
  terminal: ["DISABLED"],
  states: { INVITED: "INVITED", ACTIVE: "ACTIVE", DISABLED: "DISABLED" },
  triggers: operatorTriggers,
  guards: { isNotLastOwner: ({ isLastOwner }) => !isLastOwner },
  rows: [
    { from: ["INVITED"], on: "accepted", to: "ACTIVE", spec: "0213" },
    { from: ["ACTIVE"], on: "signedIn", to: "same", spec: "0214" },
    { from: ["INVITED"], on: "invitedAgain", to: "same", spec: "0213: the invitation before is closed" },
    { from: ["ACTIVE"], on: "invitedAgain", when: "isNotLastOwner", to: "INVITED", spec: "0213: a lost phone" },
    { from: ["INVITED"], on: "roleChanged", to: "same", spec: "0213" },
    { from: ["ACTIVE"], on: "roleChanged", when: "isNotLastOwner", to: "same", spec: "0213" },
    { from: ["INVITED"], on: "disabled", to: "DISABLED", spec: "0213" },
    { from: ["ACTIVE"], on: "disabled", when: "isNotLastOwner", to: "DISABLED", spec: "0213" }
  ],
  otherwise: {
    accepted: { reject: ["ACTIVE", "DISABLED"] },
    signedIn: { reject: ["INVITED", "DISABLED"] },
    invitedAgain: { reject: ["ACTIVE", "DISABLED"] },
    roleChanged: { reject: ["ACTIVE", "DISABLED"] },
    disabled: { reject: ["ACTIVE", "DISABLED"] }
  }
})

export type OperatorState = keyof typeof operatorStates.states
export type OperatorTrigger = keyof typeof operatorStates.triggers
