// The form of a hosted page beside somebody else who changes the same subaccount: what can be refused or tried again is
// behind it when the provider is asked.
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { submitHostedForm } from "../../../../core/customers/kyc/submit-hosted-form.ts"
import { KycProvider } from "../../../../core/ports/kyc-provider.ts"
import { done } from "../../../../core/ports/outcome.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { Scene } from "./scene.ts"

/** The page of a person, and how often it reached the provider; `meanwhile` happens before its first commit. */
const page = async (meanwhile: (scene: Scene, subAccountId: string) => Promise<unknown>) => {
  let isNext = false
  const scene: Scene = await Scene.open("sandbox", ({ writes }) => {
    if (!isNext || !writes.some(({ kind }) => kind === "subaccount")) return Effect.void
    isNext = false
    return Effect.asVoid(Effect.promise(() => meanwhile(scene, subAccountId)))
  })
  const subAccountId = await scene.subaccount()
  const attemptId = await scene.start(subAccountId)
  const { subAccountId: _, ...request } = await scene.form(subAccountId)
  let asked = 0
  const submit = KycProvider.use((provider) =>
    submitHostedForm({ session: Redacted.make(attemptId), typed: { _tag: "Person", request } }).pipe(
      Effect.provideService(KycProvider, {
        ...provider,
        openHosted: () => Effect.succeed(done({ attemptId, page: "Person", isFilled: false, redirectUrl: null })),
        submitHosted: (session, form) =>
          Effect.tap(provider.submitHosted(session, form), () => Effect.sync(() => asked += 1))
      })
    )
  )
  isNext = true
  return { scene, subAccountId, attemptId, submit, asked: () => asked }
}

describe("the form of a hosted page §hosted-form", () => {
  it("reaches the provider once, whoever changes the subaccount meanwhile", async () => {
    const { asked, attemptId, scene, submit, subAccountId } = await page((scene, id) => scene.submit(id))
    expect(await scene.world.run(submit)).toEqual({ success: true, data: { isComplete: true, redirectUrl: null } })
    expect(asked()).toBe(1)
    expect(scene.world.jobs.has(`advance-kyc/${attemptId}/submitted`)).toBe(true)
    expect(await scene.world.run(readSubaccount(scene.caller, subAccountId))).toMatchObject({
      email: "ana@example.test"
    })
  })

  it("counts once, though the page was open to two", async () => {
    const { scene, submit } = await page(() => Promise.resolve())
    await scene.world.run(submit)
    expect(await scene.world.refusal(submit)).toMatchObject({ _tag: "NotFound" })
  })

  it("does not reach it with another email than the one that came first", async () => {
    const { asked, scene, submit } = await page((scene, id) => scene.submit(id, { email: "other@example.test" }))
    expect(await scene.world.refusal(submit)).toMatchObject({ _tag: "FormFieldRefused", field: "email" })
    expect(asked()).toBe(0)
  })
})
