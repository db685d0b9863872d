// GET /api/subaccount/{subAccountId} (C26).
import { Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { type KycAttempt, kycStateOf, latestAttempt } from "../../customers/kyc/kyc-attempt.ts"
import { walletsOf } from "../../customers/wallet/find-wallet.ts"
import { type Subaccount, subaccountInScope } from "../../customers/subaccount/subaccount.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"

/** The detail of one of the caller's subaccounts. */
export const readSubaccount = Effect.fnUntraced(function*(caller: Caller, subAccountId: string) {
  const subaccount = yield* subaccountInScope(caller, subAccountId)
  const wallets = yield* walletsOf(subaccount.id)
  // In the order in which they were made.
  return detail(subaccount, yield* latestAttempt(subaccount.id), wallets.map(({ value }) => value.id).toReversed())
})

const detail = (
  subaccount: Subaccount,
  attempt: KycAttempt | undefined,
  walletIds: ReadonlyArray<string>
) => {
  const kyc = kycStateOf(attempt)
  return {
    subAccountId: subaccount.id,
    name: subaccount.name,
    email: subaccount.email,
    accountType: subaccount.accountType,
    owner: subaccount.belongsTo,
    createdAt: isoInstant(subaccount.createdAt),
    kyc: { ...kyc, approvedAt: isoInstantOrNull(kyc.approvedAt) },
    unlocked: subaccount.unlocked ?? [],
    walletIds
  }
}
