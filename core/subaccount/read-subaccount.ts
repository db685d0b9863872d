// GET /api/subaccount/{subAccountId} (C26).
import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { latestAttempt } from "../kyc/kyc-attempt.ts"
import { detail, subaccountInScope } from "./subaccount.ts"

/** The detail of one of the caller's subaccounts. */
export const readSubaccount = Effect.fnUntraced(function*(caller: Caller, subAccountId: string) {
  const subaccount = yield* subaccountInScope(caller, subAccountId)
  return detail(subaccount, yield* latestAttempt(subaccount.id))
})
