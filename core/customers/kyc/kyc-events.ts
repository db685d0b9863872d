// Payloads of the KYC events (spec "KYC events"; C12). Subaccount and user are null for the key owner's own KYC.
import type { Account } from "../account/account.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type KycAttempt, rejectionSentence } from "./kyc-attempt.ts"
import { kycStates } from "./kyc-attempt.states.ts"

/** The user behind a subaccount: the same id under another prefix. */
export const userIdOf = (subAccountId: string): string => `usr_${subAccountId.slice(subAccountId.indexOf("_") + 1)}`

/** What customers see of a fault on the way; the provider's own words stay inside. */
const failedText = "The verification could not be processed; submit it again"

const about = ({ id, subAccountId }: KycAttempt, account: Pick<Account, "mainSubAccountId">) => {
  const isOwn = subAccountId === account.mainSubAccountId
  return {
    attemptId: id,
    subAccountId: isOwn ? null : subAccountId,
    userId: isOwn ? null : userIdOf(subAccountId)
  }
}

/** KYC_APPROVED. The level is the attempt's, or the label of an import. */
export const approvedData = (attempt: KycAttempt, account: Account, now: number) => ({
  ...about(attempt, account),
  level: attempt.submitted?.importLabel ?? attempt.level,
  approvedAt: isoInstant(now)
})

/** KYC_REJECTED. */
export const rejectedData = (attempt: KycAttempt, account: Account) => ({
  ...about(attempt, account),
  reason: rejectionSentence(attempt)
})

/** KYC_EXPIRED. */
export const expiredData = (attempt: KycAttempt, account: Account, now: number) => ({
  ...about(attempt, account),
  expiredAt: isoInstant(now)
})

/** KYC_FAILED. */
export const failedData = (attempt: KycAttempt, account: Account) => ({
  ...about(attempt, account),
  error: failedText
})

/** kyc.completed: beside each of the others. */
export const completedData = (attempt: KycAttempt, account: Account) => {
  const { attemptId, subAccountId } = about(attempt, account)
  return { attemptId, subAccountId, status: kycStates.states[attempt.status] }
}
