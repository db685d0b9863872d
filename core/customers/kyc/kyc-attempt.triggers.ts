// What moves a KYC attempt, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const kycTriggers = {
  approved: "the provider has approved",
  rejected: "the provider has rejected",
  reviewed: "the provider has handed the attempt to a person",
  expired: "the provider has let the attempt go",
  failed: "the provider cannot process the attempt",
  hostedTimedOut: "no one has filled in the hosted pages in time"
} as const
