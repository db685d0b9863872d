// The third-party gate (spec "Authentication" 7): it compares the declared beneficiary with the tax id that KYC approved,
// and looks at nothing else. No declaration, or one's own tax id, is a self operation and always allowed.
import { Effect } from "effect"
import { type Account, hasFlag } from "../account/account.ts"
import { ThirdPartyNotEnabled } from "../errors/errors.ts"
import type { KycAttempt } from "./kyc-attempt.ts"

/** Lets a declared beneficiary pass, or refuses a third-party operation on an account that may not make one. */
export const thirdPartyAllowed = (
  account: Account,
  approved: KycAttempt,
  declaredTaxId: string | undefined
): Effect.Effect<void, ThirdPartyNotEnabled> =>
  declaredTaxId === undefined || declaredTaxId === approved.taxId || hasFlag(account, "THIRD_PARTY")
    ? Effect.void
    : Effect.fail(new ThirdPartyNotEnabled({ subAccountId: approved.subAccountId }))
