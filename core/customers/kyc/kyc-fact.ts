// What a report of the identity provider changes about an attempt.
import type { KycReport } from "../../standards/identity/kyc-report.ts"

/** What can be learned about an attempt. */
export type KycFact =
  | { readonly on: "approved"; readonly taxId: string | null }
  | { readonly on: "rejected"; readonly labels: ReadonlyArray<string>; readonly reason: string | null }
  | { readonly on: "reviewed" }
  | { readonly on: "expired" }
  | { readonly on: "failed" }
  | { readonly on: "hostedTimedOut" }

/** The fact in a report; undefined while there is no decision. */
export const factOf = ({ labels, reason, status, taxId }: KycReport): KycFact | undefined => {
  switch (status) {
    case "STARTED":
    case "PENDING":
      return undefined
    case "REVIEW":
      return { on: "reviewed" }
    case "APPROVED":
      return { on: "approved", taxId }
    case "REJECTED":
      return { on: "rejected", labels, reason }
    case "EXPIRED":
      return { on: "expired" }
    case "FAILED":
      return { on: "failed" }
  }
}
