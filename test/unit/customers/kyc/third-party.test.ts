// The third-party gate compares the declared tax id with the approved one, and looks at nothing else (spec
// "Authentication" 7).
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type KycAttempt, thirdPartyAllowed } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { owner } from "../../../machines/deposit.given.ts"

const approved = (taxId: string | null): KycAttempt => ({
  id: "kyc_1",
  owner: owner.id,
  subAccountId: "sub_1",
  status: "APPROVED",
  level: "FULL",
  taxId,
  approvedAt: 0,
  createdAt: 0,
  updatedAt: 0
})

it.each([
  [undefined, "11144477735", false, true],
  [undefined, null, false, true],
  ["11144477735", "11144477735", false, true],
  ["52998224725", "11144477735", false, false],
  ["52998224725", "11144477735", true, true],
  ["52998224725", null, false, false],
  ["52998224725", null, true, true]
])(
  "declared %s, approved %s, enabled %s: passes %s §deposit-third-party §auth-third-party",
  async (declared, taxId, isEnabled, passes) => {
    const account = { ...owner, flags: isEnabled ? ["THIRD_PARTY" as const] : ["BTC_RAIL" as const] }
    const tag = await Effect.runPromise(
      thirdPartyAllowed(account, approved(taxId), declared).pipe(
        Effect.match({ onSuccess: () => "passes", onFailure: (error) => `${error._tag} of ${error.subAccountId}` })
      )
    )
    expect(tag).toBe(passes ? "passes" : "ThirdPartyNotEnabled of sub_1")
  }
)
