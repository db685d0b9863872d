// The lifecycle of a user's one import (spec "KycImportTokenRequest"; C10): whoever asks has taken hold of it before the token is
// shown, so two at once cannot both show one.
import { defineMachine } from "../../engine/machine/machine.ts"
import type { OwedTable } from "../../engine/store/records.ts"

/** What guards look at. */
export interface KycImportGuardFacts {
  /** Whether the attempt that it became could not be processed, and so examined no one. */
  readonly hasFailed: boolean
}

export const kycImportStates = defineMachine<KycImportGuardFacts>()({
  name: "KYC import",
  initial: "ASKING",
  terminal: [],
  states: {
    /** The provider is being shown a token. */
    ASKING: "ASKING",
    /** It took one. */
    TAKEN: "TAKEN",
    /** It refused, so another may be shown. */
    OPEN: "OPEN"
  },
  triggers: {
    asked: "the user has brought another token",
    taken: "the provider has taken the token, or may have",
    refused: "the provider has not taken the token"
  },
  guards: { hasFailed: ({ hasFailed }) => hasFailed },
  rows: [
    { from: ["OPEN"], on: "asked", to: "ASKING", spec: "KycImportTokenRequest: another token after a refusal" },
    {
      from: ["TAKEN"],
      on: "asked",
      when: "hasFailed",
      to: "ASKING",
      spec: "KycImportTokenRequest: an attempt that failed examined no one"
    },
    { from: ["ASKING"], on: "taken", to: "TAKEN", spec: "KycImportTokenRequest; C10" },
    { from: ["ASKING"], on: "refused", to: "OPEN", spec: "KycImportTokenRequest" }
  ],
  otherwise: {
    asked: { reject: ["ASKING", "TAKEN"] },
    taken: { ignore: ["TAKEN", "OPEN"] },
    refused: { ignore: ["TAKEN", "OPEN"] }
  }
})

export type KycImportState = keyof typeof kycImportStates.states

/** What an import owes in each state. */
export const kycImportOwed: OwedTable<KycImportState, { readonly id: string; readonly attemptId: string }> = {
  ASKING: {
    owes: {
      task: "advance-kyc-import",
      id: ({ attemptId }) => `advance-import/${attemptId}`,
      subject: ({ attemptId }) => attemptId
    }
  },
  TAKEN: { waits: "its attempt, which owes the asking" },
  OPEN: { waits: "the user, who may bring another token" }
}
