// Until when a hosted page waits, shows how it ended, and takes proofs, to the millisecond.
import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { isFillable, takesProofs } from "../../../../core/customers/kyc/hosted-session.ts"
import { type KycAttempt, newAttempt } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { registerDocument } from "../../../../core/customers/kyc/register-document.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { LivenessProvider, LivenessUnavailable } from "../../../../core/ports/liveness-provider.ts"
import * as memory from "../../../../adapters/memory/store.ts"
import { World } from "../../../support/world.ts"

const attempt = newAttempt({
  id: "kyc_1",
  owner: "acc_01",
  subAccountId: "sub_1",
  level: "FULL",
  taxId: null,
  submitted: { kind: "KYB", source: "HOSTED", importLabel: null, expiresAt: 1_000 }
}, 0)
const session = (parts: Partial<KycAttempt> = {}, page: "Person" | "Company" | "Representative" = "Company") => ({
  attemptId: attempt.id,
  page,
  isFilled: false,
  redirectUrl: null,
  attempt: { ...attempt, ...parts }
})

describe("a hosted page §hosted-outcome", () => {
  it("can be filled in until a millisecond before its end", () => {
    expect([999, 1_000].map((now) => isFillable(session(), now))).toEqual([true, false])
    expect(isFillable(session({ status: "REVIEW" }), 0)).toBe(false)
  })

  it("takes proofs of an approved company for thirty days §limit-company-proofs-ms", () => {
    const approved = session({ status: "APPROVED", approvedAt: 500 })
    const end = 500 + limits.companyProofsMs
    expect([end - 1, end].map((now) => takesProofs(approved, now))).toEqual([true, false])
    expect(takesProofs(session({ status: "REJECTED" }), 500)).toBe(false)
    expect(takesProofs(session({ status: "APPROVED", approvedAt: 500 }, "Representative"), 500)).toBe(false)
  })
})

describe("the page of a liveness provider §hosted-documents", () => {
  const opened = (pageOf: (sessionId: string) => Effect.Effect<string, LivenessUnavailable>) =>
    World.open(
      memory.layer,
      (services) => Context.add(services, LivenessProvider, { pageOf, isCaptured: () => Effect.succeed(true) })
    )
  const register = async (world: World) => {
    const caller = await world.caller()
    const request = {
      subAccountId: caller.account.mainSubAccountId,
      documentType: "SELFIE-FROM-LIVENESS",
      isDoubleSided: false
    } as const
    return registerDocument({ caller, request, origin: "https://api.example" })
  }

  it("is where livenessUrl leads, with the session in its fragment", async () => {
    const world = await opened((sessionId) => Effect.succeed(`https://provider.example/${sessionId}`))
    const once = await world.run(await register(world))
    const { data } = once._tag === "Answered" ? once.answer : { data: undefined }
    const page = expect.stringMatching(/^https:\/\/provider\.example\/lvs_\w+#[\w-]+\.[\w-]+\.[\w-]+$/) as unknown
    expect(data).toMatchObject({ livenessUrl: page, aveniaLivenessUrl: page })
  })

  it("is waited for while the provider cannot be asked", async () => {
    const world = await opened(() => Effect.fail(new LivenessUnavailable({ reason: "down" })))
    expect(await world.refusal(await register(world))).toMatchObject({ _tag: "UpstreamUnavailable" })
  })
})
