// GET /api/kyc/{attemptId}: the attempt record, of KYC, KYB and proofs alike; a foreign one is missing (spec "Attempt").
import { Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { KycAttempts } from "./kyc-attempt.ts"
import { kycAttemptRecord } from "./kyc-view.ts"

/** One of the caller's attempts. */
export const readKycAttempt = Effect.fnUntraced(function*(caller: Caller, attemptId: string) {
  const attempt = Option.getOrUndefined(yield* get(KycAttempts, attemptId))?.value
  return attempt === undefined || attempt.owner !== caller.account.id
    ? yield* new NotFound({ resource: "Attempt" })
    : kycAttemptRecord(attempt)
})
