// What a provider says of an attempt, and what is learned from it.

/** Where an attempt stands: STARTED waits for its person, PENDING is under examination, the rest are decisions. */
export interface KycStanding {
  readonly status: "STARTED" | "PENDING" | "REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"
  /** Rejection labels, as the provider names them. */
  readonly labels: ReadonlyArray<string>
  /** A sentence that may be shown to the customer; null when the labels have to speak. */
  readonly reason: string | null
  /** The tax number that was examined, when the provider read it itself. */
  readonly taxId: string | null
}

/** What can be learned about an attempt. */
export type KycFact =
  | { readonly on: "approved"; readonly taxId: string | null }
  | { readonly on: "rejected"; readonly labels: ReadonlyArray<string>; readonly reason: string | null }
  | { readonly on: "reviewed" }
  | { readonly on: "expired" }
  | { readonly on: "failed" }
  | { readonly on: "hostedTimedOut" }

/** The fact in a standing; nothing while nobody has decided. */
export const factOf = ({ labels, reason, status, taxId }: KycStanding): KycFact | undefined => {
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
