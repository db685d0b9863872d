// Subaccounts and attempts as people who look through them see them.
import type { KycAttempt } from "../../customers/kyc/kyc-attempt.ts"
import { rejectionCodeOf } from "../../customers/kyc/rejection-labels.ts"
import { kycAttemptRecord } from "../../customers/kyc/kyc-view.ts"
import type { Subaccount } from "../../customers/subaccount/subaccount.ts"
import { isoInstant } from "../../base/time/instant.ts"

/** A subaccount as it is listed. */
export const personView = (subaccount: Subaccount) => ({
  subAccountId: subaccount.id,
  accountId: subaccount.owner,
  name: subaccount.name,
  email: subaccount.email,
  accountType: subaccount.accountType,
  owner: subaccount.belongsTo,
  createdAt: isoInstant(subaccount.createdAt)
})

/** An attempt; `state` is its own, where a review is told from what is pending. */
export const attemptView = (attempt: KycAttempt) => ({
  ...kycAttemptRecord(attempt),
  /** What the sentence was made of; null where it is the provider's own. */
  rejectionCode: attempt.rejection?.reason === null ? rejectionCodeOf(attempt.rejection.labels) : null,
  accountId: attempt.owner,
  state: attempt.status,
  kind: attempt.submitted?.kind ?? null,
  source: attempt.submitted?.source ?? null
})
