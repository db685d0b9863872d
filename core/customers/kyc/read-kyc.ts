// GET /api/kyc: where a subaccount stands, NONE included (spec "KYC state").
import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { latestAttempt } from "./kyc-attempt.ts"
import { kycState } from "./kyc-view.ts"

/** The state of one of the caller's subaccounts, the main one when none is named. */
export const readKyc = Effect.fnUntraced(function*(caller: Caller, subAccountId: string | undefined) {
  const { id } = yield* subaccountInScope(caller, subAccountId)
  return kycState(yield* latestAttempt(id))
})
