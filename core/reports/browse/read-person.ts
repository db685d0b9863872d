// A subaccount with its KYC, its wallets and its latest attempts.
import { Effect } from "effect"
import { type KycAttempt, KycAttempts, kycStateOf } from "../../customers/kyc/kyc-attempt.ts"
import { limits } from "../../base/limits/limits.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import { walletsOf } from "../../customers/wallet/find-wallet.ts"
import { type Scope, newestListed, subaccountIn } from "./newest-operations.ts"
import { attemptView, personView } from "./person-view.ts"

/** The detail of a subaccount of a scope. */
export const readPerson = Effect.fnUntraced(function*(subAccountId: string, scope: Pick<Scope, "accountId">) {
  const subaccount = yield* subaccountIn(subAccountId, scope)
  const lists = ["bySubAccount", "proofs"].map((list) => ({ kind: KycAttempts.kind, list, value: subaccount.id }))
  const rows = yield* newestListed(lists, undefined, limits.eventPage)
  const attempts: ReadonlyArray<KycAttempt> = rows.map(({ record }) => KycAttempts.decode(record.body))
  const [latest] = yield* newestListed(lists.slice(0, 1), undefined, 1)
  const kyc = kycStateOf(latest === undefined ? undefined : KycAttempts.decode(latest.record.body))
  const wallets = yield* walletsOf(subaccount.id)
  return {
    ...personView(subaccount),
    kyc: { status: kyc.status, level: kyc.level, approvedAt: isoInstantOrNull(kyc.approvedAt) },
    wallets: wallets.map(({ value }) => ({
      walletId: value.id,
      role: value.role,
      networks: value.networks,
      createdAt: isoInstant(value.createdAt)
    })),
    attempts: attempts.map(attemptView)
  }
})
