// Companies: KYB and the two proofs after it (spec "KYB flow"; C28).
import { Option } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { SealedSubmissions } from "../../../../core/customers/kyc/sealed-submission.ts"
import { startKyb } from "../../../../core/customers/kyc/start-kyb.ts"
import type { KybProof } from "../../../../core/customers/kyc/kyb-proof.ts"
import { submitKybProof } from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Subaccounts } from "../../../../core/customers/subaccount/subaccount.ts"
import { startOfTests } from "../../../support/world.ts"
import { Scene, answerOf, origin } from "./scene.ts"

let scene: Scene

beforeEach(async () => {
  scene = await Scene.open()
})

describe("KYB", () => {
  it("§kyb-start answers with both pages", async () => {
    const subAccountId = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const request = { subAccountId, redirectUrl: "https://app.test/done" }
    const { data } = answerOf(await scene.world.run(startKyb({ caller: scene.caller, request, origin })))
    expect(data).toEqual({
      attemptId: expect.stringMatching(/^kyc_/) as unknown,
      status: "PENDING",
      basicCompanyDataUrl: `https://kyc.test/company/${data.attemptId}`,
      authorizedRepresentativeUrl: `https://kyc.test/representative/${data.attemptId}`,
      createdAt: new Date(startOfTests).toISOString()
    })
    expect(await scene.attempt(data.attemptId)).toMatchObject({ subAccountId, status: "PENDING", level: 2 })
    expect(scene.world.kyc.hosted).toMatchObject([{ redirectUrl: "https://app.test/done", origin }])
  })

  it("§kyb-expires EXPIRES when no one filled in its pages", async () => {
    const subAccountId = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const attemptId = await scene.startCompany(subAccountId)
    scene.world.advance(limits.hostedAttemptMs)
    await scene.world.work()
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "EXPIRED" })
    expect((await scene.events()).map(({ event }) => event)).toEqual(["KYC_EXPIRED", "kyc.completed"])
  })

  it("§kyb-email needs the company's email", async () => {
    const subAccountId = await scene.subaccount({ accountType: "COMPANY" })
    expect(await scene.world.refusal(startKyb({ caller: scene.caller, request: { subAccountId }, origin })))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "subAccountId" }] })
  })

  it("§kyb-approved is not repeated for a company that is approved, and a foreign one is missing", async () => {
    const subAccountId = await scene.approvedCompany()
    const start = (of: string) => startKyb({ caller: scene.caller, request: { subAccountId: of }, origin })
    expect(await scene.world.refusal(start(subAccountId))).toMatchObject({ _tag: "AlreadyApproved" })
    expect(await scene.world.refusal(start("sub_nobody"))).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
  })
})

describe("proofs of a company", () => {
  const address = (documentId: string): KybProof => ({ _tag: "ProofOfAddress", documentId })
  const capacity = (documentId: string): KybProof => ({
    _tag: "ProofOfFinancialCapacity",
    documentId,
    annualRevenueInBrl: "1000000.00"
  })

  const prove = async (subAccountId: string, proofOf: (documentId: string) => KybProof) => {
    const proof = proofOf(await scene.document(subAccountId, { documentType: "PROOF" }))
    return answerOf(await scene.world.run(submitKybProof({ caller: scene.caller, subAccountId, proof }))).data.attemptId
  }

  const unlocked = async (subAccountId: string) =>
    Option.getOrThrow(await scene.world.run(get(Subaccounts, subAccountId))).value.unlocked

  it("§kyb-proof-pending are attempts of their own that never change where the company stands", async () => {
    const subAccountId = await scene.approvedCompany()
    const before = await scene.state(subAccountId)
    const attemptId = await prove(subAccountId, capacity)
    expect(await scene.attempt(attemptId)).toMatchObject({ subAccountId, status: "PENDING" })
    expect(await scene.state(subAccountId)).toEqual(before)
    await scene.pass(0)
    expect(scene.world.kyc.submissions.asked).toEqual([{
      id: attemptId,
      request: { _tag: "ProofOfFinancialCapacity", documentId: "doc_1x", annualRevenueInBrl: "1000000.00" }
    }])
    expect(Option.getOrThrow(await scene.world.run(get(SealedSubmissions, attemptId))).value.sealed).toBeNull()
    scene.world.kyc.decide(attemptId, "REJECTED", { labels: ["DOCUMENT_UNREADABLE"] })
    await scene.pass(1_000)
    expect(await scene.attempt(attemptId)).toMatchObject({
      status: "REJECTED",
      rejectionReason: "The document cannot be read; send a clearer picture"
    })
    expect(await scene.state(subAccountId)).toEqual(before)
    expect(await unlocked(subAccountId)).toBeUndefined()
    expect((await scene.events()).length).toBe(2)
  })

  it.each(
    [
      [[address, capacity], [[], ["USD_OPERATIONS", "RAISED_LIMITS"]]],
      [[capacity, address], [["USD_OPERATIONS"], ["USD_OPERATIONS", "RAISED_LIMITS"]]],
      [[address, address], [[], []]]
    ] as const
  )(
    "§kyb-proof-unlocks USD come with financial capacity, raised limits with both, in any order",
    async (proofs, opened) => {
      const subAccountId = await scene.approvedCompany()
      for (const [n, proofOf] of proofs.entries()) {
        scene.world.kyc.decide(await prove(subAccountId, proofOf), "APPROVED")
        await scene.pass(1_000)
        expect(await unlocked(subAccountId)).toEqual(opened[n])
      }
    }
  )

  it("§kyb-proof-unlocks both approved at once open both", async () => {
    const subAccountId = await scene.approvedCompany()
    const attempts = [await prove(subAccountId, address), await prove(subAccountId, capacity)]
    await Promise.all(attempts.map((attemptId, n) => scene.tell(attemptId, "APPROVED", `evt-${n}`)))
    expect(await unlocked(subAccountId)).toEqual(["USD_OPERATIONS", "RAISED_LIMITS"])
  })

  it("§kyb-proof-gate are for an approved company and a PROOF document that is ready", async () => {
    const subAccountId = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const refusal = async (of: string, documentId: string) =>
      await scene.world.refusal(submitKybProof({ caller: scene.caller, subAccountId: of, proof: address(documentId) }))
    const proof = await scene.document(subAccountId, { documentType: "PROOF" })
    const wrong = { _tag: "FormFieldRefused", message: "InvalidFieldError: documentId is invalid" }
    expect(await refusal(subAccountId, proof)).toMatchObject({ _tag: "KycNotApproved" })
    // F7
    expect(await refusal(subAccountId, "doc_missing")).toMatchObject(wrong)
    const approved = await scene.approvedCompany()
    const empty = { expiresAt: startOfTests + 1, completedAt: null, fileId: null, fileType: null }
    for (
      const documentId of [
        proof,
        "doc_missing",
        await scene.document(approved),
        await scene.document(approved, { documentType: "PROOF", front: empty })
      ]
    ) expect(await refusal(approved, documentId)).toMatchObject(wrong)
    expect(await refusal(await scene.subaccount(), proof)).toMatchObject({ _tag: "ValidationFailed" })
    expect(await refusal("sub_nobody", proof)).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
  })
})
