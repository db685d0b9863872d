// What an identity provider reports about a KYC attempt.
import { Schema } from "effect"

export const KycLevel = Schema.Literals(["LIGHT", "FULL"])
export type KycLevel = typeof KycLevel.Type

/** The state of an attempt at the provider: STARTED waits for the person, PENDING is under review, the rest are decisions. */
export interface KycReport {
  readonly status: "STARTED" | "PENDING" | "REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"
  /** Rejection labels, as the provider names them. */
  readonly labels: ReadonlyArray<string>
  /** A sentence that may be shown to the customer; null when the labels have to speak. */
  readonly reason: string | null
  /** The tax number that was examined, when the provider read it itself. */
  readonly taxId: string | null
}
