// What a wallet's answers mean, as data. No error says that a payment was not made: "it failed" may be a time-out of the wallet's
// own, so after each of them the payment is looked up (NIP-47).

/** Errors of a request, in our words. */
export const errors: Readonly<Record<string, string>> = {
  RATE_LIMITED: "the wallet is asked too often",
  NOT_IMPLEMENTED: "the wallet does not know this request",
  INSUFFICIENT_BALANCE: "the wallet holds too little",
  QUOTA_EXCEEDED: "the connection has used up its budget",
  RESTRICTED: "the connection may not do this",
  UNAUTHORIZED: "the wallet knows no such connection",
  INTERNAL: "the wallet failed",
  OTHER: "the wallet gives no reason",
  PAYMENT_FAILED: "the wallet says that the payment failed, or took too long",
  NOT_FOUND: "the wallet does not know it",
  UNSUPPORTED_ENCRYPTION: "the wallet cannot read the request"
}

/** What the state of a transaction means: of a payment of ours, and of an invoice of ours. */
export const states: Readonly<
  Record<string, { readonly payment: "done" | "refused" | "unknown"; readonly invoice: "done" | "refused" | "unknown" }>
> = {
  settled: { payment: "done", invoice: "done" },
  failed: { payment: "refused", invoice: "refused" },
  expired: { payment: "unknown", invoice: "refused" },
  pending: { payment: "unknown", invoice: "unknown" },
  accepted: { payment: "unknown", invoice: "unknown" }
}
