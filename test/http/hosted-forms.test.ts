// The hosted forms over the wire: state, documents, forms and proofs, each with the session of its page alone.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type TestHost, bannerKey, eventually, openHost } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, send } from "../support/http.ts"
import { confirmCapture, upload } from "./uploads.ts"

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
const pdf = Buffer.from("%PDF-1.4")

const address = {
  country: "BRA",
  state: "SP",
  city: "São Paulo",
  zipCode: "01310100",
  streetAddress: "Av. Paulista, 1"
}
const person = {
  fullName: "Ana Souza",
  dateOfBirth: "1990-05-17",
  countryOfTaxId: "BRA",
  taxIdNumber: "52998224725",
  email: "ana@example.com",
  ...address
}
const company = {
  legalName: "Padaria Ltda",
  taxIdNumber: "12ABC34501DE35",
  incorporationDate: "2010-01-02",
  email: "ops@padaria.example",
  ...address
}

describe("the hosted forms", () => {
  let host: TestHost
  let key: string
  beforeAll(async () => {
    host = await openHost()
    key = bannerKey(host)
  })
  afterAll(() => host.close())

  const post = (path: string, body: object) => send(host.base, { path, key, body })
  const ask = (task: string, body: object): Promise<Answer> =>
    send(host.base, { path: `/hosted/api/attempt/${task}`, body })
  const sessionIn = (url: unknown) => new URL(String(url)).hash.slice(1)
  const subaccount = async (parts: object = {}) =>
    String(dataOf(await post("/api/subaccount", { name: "Ana Souza", ...parts }))["subAccountId"])
  const started = async (parts: object = {}) => {
    const subAccountId = await subaccount(parts)
    const { attemptId, url } = dataOf(await post("/api/kyc", { subAccountId }))
    return { subAccountId, attemptId: String(attemptId), session: sessionIn(url) }
  }
  const stateOf = async (session: string) => dataOf(await ask("state", { session }))
  const until = (session: string, status: string) =>
    eventually(() => stateOf(session), (state) => state["status"] === status)
  const document = async (session: string, documentType: string, file: Uint8Array = png, type = "image/png") => {
    const made = dataOf(await ask("document", { session, documentType }))
    const headers = { "content-type": type }
    expect((await upload(host.base, made["uploadUrlFront"], { body: file, headers })).status).toBe(200)
    return String(made["documentId"])
  }
  const capture = async (session: string) => {
    const made = dataOf(await ask("document", { session, documentType: "SELFIE-FROM-LIVENESS" }))
    expect((await confirmCapture(host.base, made["validateLivenessToken"])).status).toBe(200)
    return String(made["documentId"])
  }
  const papers = async (session: string) => ({
    uploadedDocumentId: await document(session, "ID"),
    uploadedSelfieId: await capture(session)
  })

  it("take a person from the first field to the approval §hosted-form §hosted-documents §hosted-outcome", async () => {
    const { attemptId, session, subAccountId } = await started()
    expect(await stateOf(session)).toEqual({
      status: "OPEN",
      redirectUrl: null,
      extras: ["sandboxReject"],
      proofs: null
    })
    const answer = await ask("person", { session, ...person, ...(await papers(session)) })
    expect(bodyOf(answer)).toEqual({ success: true, data: { isComplete: true, redirectUrl: null } })
    await until(session, "APPROVED")
    const state = dataOf(await send(host.base, { path: `/api/kyc?subAccountId=${subAccountId}`, key }))
    expect(state).toMatchObject({ status: "APPROVED", lastAttemptId: attemptId })
    const detail = dataOf(await send(host.base, { path: `/api/subaccount/${subAccountId}`, key }))
    expect(detail["email"]).toBe("ana@example.com")
    // What was examined is who may be paid without being a third party.
    const deposit = { value: 1_000, asset: "USDC", network: "base", address: `0x${"1".repeat(40)}`, subAccountId }
    expect((await post("/api/deposit/asset", { ...deposit, taxId: person.taxIdNumber })).status).toBe(200)
    expectFailure(await ask("person", { session, ...person, uploadedDocumentId: "x", uploadedSelfieId: "y" }), {
      status: 404,
      errorCode: "NOT_FOUND"
    })
  })

  it("end as the sandbox is told, without a word why §hosted-outcome", async () => {
    const { session } = await started()
    const body = { session, ...person, ...(await papers(session)), sandboxReject: true }
    expect((await ask("person", body)).status).toBe(200)
    const state = await until(session, "REJECTED")
    expect(JSON.stringify(state)).not.toMatch(/KYC_STATUS_FAILED|SANDBOX_SIMULATED/)
  })

  describe("refuse", () => {
    let right: Readonly<Record<string, unknown>>
    beforeAll(async () => {
      const { session } = await started({ email: "ana@example.com" })
      right = { session, ...person, ...(await papers(session)) }
    })

    it.each([
      ["dateOfBirth", { dateOfBirth: "1990-02-30" }],
      ["dateOfBirth", { dateOfBirth: "2190-01-01" }],
      ["taxIdNumber", { taxIdNumber: "529.982.247-25" }],
      ["email", { email: "other@example.com" }],
      ["phone", { phone: "11987654321" }],
      ["country", { country: "BR" }],
      ["state", { state: "BR-SP" }],
      ["fullName", { fullName: " " }],
      ["uploadedDocumentId", { uploadedDocumentId: "doc_nobody" }],
      ["uploadedSelfieId", { uploadedSelfieId: "doc_nobody" }],
      ["subAccountId", { subAccountId: "sub_1" }]
    ])("a wrong %s by its name §hosted-form", async (field, wrong) => {
      const refused = await ask("person", { ...right, ...wrong })
      expect(refused.status).toBe(400)
      const { details } = bodyOf(refused) as { readonly details: ReadonlyArray<{ readonly field: string }> }
      expect(details.map((each) => each.field)).toContain(field)
    })

    it("nothing for good: what was wrong can be sent again §hosted-form", async () => {
      expect((await ask("person", right)).status).toBe(200)
    })
  })

  it("know a session, and nothing else §hosted-documents", async () => {
    const { session } = await started()
    const missing = await ask("state", { session: "0".repeat(64) })
    expectFailure(missing, { status: 404, errorCode: "NOT_FOUND" })
    const body = { session: "0".repeat(64), documentType: "ID" }
    expect((await ask("document", body)).text).toBe(missing.text)
    // A person's session opens no page of a company, and takes no proofs.
    expect((await ask("company", { session, ...company })).text).toBe(missing.text)
    expect((await ask("document", { session, documentType: "PROOF" })).text).toBe(missing.text)
    const other = await started()
    const foreign = await document(other.session, "ID")
    const wrong = { session, ...person, ...(await papers(session)), uploadedDocumentId: foreign }
    expectFailure(await ask("person", wrong), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["uploadedDocumentId"]
    })
  })

  it("begin thirty documents an hour and no more §hosted-documents §limit-hosted-documents-per-hour", async () => {
    const { session } = await started()
    const begin = () => ask("document", { session, documentType: "ID" })
    for (let count = 0; count < limits.hostedDocumentsPerHour; count += 1) expect((await begin()).status).toBe(200)
    const refused = await begin()
    expectFailure(refused, { status: 429, errorCode: "RATE_LIMITED" })
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_500)
  })

  it("take a company, its representative, and its proofs once it is approved §hosted-form §hosted-proofs", async () => {
    const subAccountId = await subaccount({ email: company.email, accountType: "COMPANY", name: company.legalName })
    const pages = dataOf(await post("/api/kyb", { subAccountId }))
    const [first, second] = [sessionIn(pages["basicCompanyDataUrl"]), sessionIn(pages["authorizedRepresentativeUrl"])]
    expectFailure(await ask("company", { session: first, ...company, taxIdNumber: "12ABC34501DE36" }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["taxIdNumber"]
    })
    const early = await ask("document", { session: first, documentType: "PROOF" })
    expectFailure(early, { status: 404, errorCode: "NOT_FOUND" })
    expect(dataOf(await ask("company", { session: first, ...company }))).toMatchObject({ isComplete: false })
    expect(await stateOf(first)).toMatchObject({ status: "WAITING" })
    expect(await stateOf(second)).toMatchObject({ status: "OPEN" })
    const signer = { ...person, email: "ana@padaria.example", role: "Sócia" }
    const signed = await ask("representative", { session: second, ...signer, ...(await papers(second)) })
    expect(dataOf(signed)).toMatchObject({ isComplete: true })
    const approved = await until(first, "APPROVED")
    expect(approved["proofs"]).toEqual({ address: "NONE", financialCapacity: "NONE" })
    expect(await stateOf(second)).toMatchObject({ status: "APPROVED", proofs: null })

    const proof = () => document(first, "PROOF", pdf, "application/pdf")
    expect((await ask("proof-of-address", { session: first, documentId: await proof() })).status).toBe(200)
    const capacity = { session: first, documentId: await proof(), annualRevenueInBrl: "250000.00" }
    expectFailure(await ask("proof-of-financial-capacity", { ...capacity, annualRevenueInBrl: "much" }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["annualRevenueInBrl"]
    })
    expect((await ask("proof-of-financial-capacity", capacity)).status).toBe(200)
    await eventually(
      async () => (await stateOf(first))["proofs"] as Record<string, unknown>,
      ({ address, financialCapacity }) => address === "APPROVED" && financialCapacity === "APPROVED"
    )
  })
})
