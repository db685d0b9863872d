// GET /api/subaccount/{subAccountId} (C26).
import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { latestAttempt } from "../kyc/kyc-attempt.ts"
import { walletsOf } from "../wallet/wallet-standing.ts"
import { detail, subaccountInScope } from "./subaccount.ts"

/** The detail of one of the caller's subaccounts. */
export const readSubaccount = Effect.fnUntraced(function*(caller: Caller, subAccountId: string) {
  const subaccount = yield* subaccountInScope(caller, subAccountId)
  const wallets = yield* walletsOf(subaccount.id)
  // In the order in which they were made.
  return detail(subaccount, yield* latestAttempt(subaccount.id), wallets.map(({ value }) => value.id).toReversed())
})
