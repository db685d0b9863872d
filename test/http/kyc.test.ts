// KYC and KYB over the wire in the sandbox: every endpoint's exact answer, its errors, and what the sandbox does by itself
// (spec "KYC and KYB", "KYC events", Errors; C11, C12, C28).
import { randomBytes } from "node:crypto"
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { submitHostedAttempt } from "../../core/customers/kyc/submit-hosted-attempt.ts"
import { proveAddress, proveFinancialCapacity, startKyb } from "../../hosts/http/api/definition/kyb.ts"
import { importKyc, readKyc, readKycAttempt, startKyc, submitKyc } from "../../hosts/http/api/definition/kyc.ts"
import {
  type TestDatabase,
  type TestHost,
  declared,
  eventually,
  keyOf,
  openHost,
  postgresDatabase,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, expectSuccess, lasting, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { depositOf, expectAccepted, sendSigned } from "./sandbox.ts"
import { confirmCapture, upload } from "./uploads.ts"
import { startWatch } from "../support/stopwatch.ts"

const key = keyOf("acme")
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown
const attemptForm = expect.stringMatching(/^kyc_[0-9a-f]{32}$/) as unknown

const notFound = (resource: string) => ({ success: false, error: `${resource} not found`, errorCode: "NOT_FOUND" })

const kycOf = (database: () => TestDatabase | Promise<TestDatabase>): void => {
  let host: TestHost
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await database()
    host = await openHost({
      accounts: [declared("acme", { kyc: "NONE" }), declared("stranger"), declared("own", { kyc: "NONE" })],
      variables: { DATABASE_URL: opened.url }
    })
  })
  afterAll(() => host.close())

  const post = (path: string, body?: unknown, as = key, headers = {}) =>
    send(host.base, { method: "POST", path, key: as, headers, ...(body === undefined ? {} : { body }) })
  const get = (path: string, as = key) => send(host.base, { path, key: as })

  const subaccount = async (parts = {}, as = key): Promise<string> =>
    String(dataOf(await post("/api/subaccount", { name: "Ana Souza", ...parts }, as))["subAccountId"])

  const document = async (subAccountId: string, documentType: string): Promise<string> => {
    const data = dataOf(await post("/api/kyc/document", { subAccountId, documentType }))
    if (documentType === "SELFIE-FROM-LIVENESS") {
      await confirmCapture(host.base, data["validateLivenessToken"])
    } else {
      await upload(host.base, data["uploadUrlFront"])
    }
    return String(data["documentId"])
  }

  const form = async (subAccountId: string, parts = {}) => ({
    subAccountId,
    fullName: "Ana Souza",
    dateOfBirth: "1990-02-28",
    countryOfTaxId: "BRA",
    taxIdNumber: "52998224725",
    email: "ana@example.test",
    phone: "+5511987654321",
    country: "BRA",
    state: "SP",
    city: "São Paulo",
    zipCode: "01310-100",
    streetAddress: "Avenida Paulista 1",
    uploadedSelfieId: await document(subAccountId, "SELFIE-FROM-LIVENESS"),
    uploadedDocumentId: await document(subAccountId, "ID"),
    ...parts
  })

  const submitted = async (subAccountId: string, parts = {}): Promise<string> => {
    const answer = await post("/api/kyc", await form(subAccountId, parts))
    return String((expectSuccess(submitKyc, answer, 202)["data"] as { attemptId: unknown }).attemptId)
  }

  const attempt = async (attemptId: string) =>
    expectSuccess(readKycAttempt, await get(`/api/kyc/${attemptId}`))["data"] as Record<string, unknown>
  const state = async (subAccountId?: string, as = key) => {
    const query = subAccountId === undefined ? "" : `?subAccountId=${subAccountId}`
    return expectSuccess(readKyc, await get(`/api/kyc${query}`, as))["data"]
  }
  const until = (attemptId: string, status: string) =>
    eventually(() => attempt(attemptId), (record) => record["status"] === status)
  const tell = async (attemptId: string, type: string) =>
    expectAccepted(
      await sendSigned(host.base, {
        event: { id: randomBytes(8).toString("hex"), subscription: "KYC", data: { type, attempt: { id: attemptId } } }
      })
    )

  it("§endpoint-read-kyc §kyc-endpoint-state GET /api/kyc answers NONE when nothing was submitted", async () => {
    const none = { status: "NONE", level: "FULL", lastAttemptId: null, approvedAt: null }
    expect(await state(await subaccount())).toEqual(none)
    expect(await state()).toEqual(none)
  })

  it("§endpoint-create-kyc §endpoint-read-kyc-attempt §error-already-approved §kyc-endpoint-form POST /api/kyc with a form answers 202, and left alone it is APPROVED within a second", async () => {
    const subAccountId = await subaccount()
    const answer = await post("/api/kyc", await form(subAccountId))
    const { data } = expectSuccess(submitKyc, answer, 202)
    expect(data).toEqual({ attemptId: attemptForm, status: "PENDING", createdAt: instant })
    const watch = startWatch()
    const { attemptId } = data as { readonly attemptId: string }
    expect(await until(attemptId, "APPROVED")).toEqual({
      attemptId,
      subAccountId,
      status: "APPROVED",
      level: 2,
      rejectionReason: null,
      rejectionLabels: [],
      createdAt: instant,
      updatedAt: instant
    })
    expect(watch()).toBeLessThan(2_000)
    expect(await state(subAccountId)).toEqual({
      status: "APPROVED",
      level: "FULL",
      lastAttemptId: attemptId,
      approvedAt: instant
    })
    const deposit = { ...depositOf({ subAccountId, taxId: "52998224725" }), value: 1_000 }
    expect((await post("/api/deposit/asset", deposit)).status).toBe(200)
    expectFailure(await post("/api/kyc", await form(subAccountId)), { status: 400, errorCode: "KYC_ALREADY_APPROVED" })
    const again = bodyOf(await post("/api/kyc", { subAccountId }))
    expect(again).toMatchObject({ error: "The user already has an APPROVED attempt" })
  })

  it("§kyc-sandbox-outcome sandboxReject ends in REJECTED with SANDBOX_SIMULATED", async () => {
    const subAccountId = await subaccount()
    const attemptId = await submitted(subAccountId, { sandboxReject: true })
    expect(await until(attemptId, "REJECTED")).toMatchObject({
      rejectionReason: "SANDBOX_SIMULATED",
      rejectionLabels: ["KYC_STATUS_FAILED"]
    })
    expect(await state(subAccountId)).toMatchObject({ status: "REJECTED", approvedAt: null })
    expectFailure(await post("/api/deposit/asset", depositOf({ subAccountId })), {
      status: 403,
      errorCode: "KYC_REQUIRED"
    })
    await until(await submitted(subAccountId, { sandboxReject: false }), "APPROVED")
  })

  it("§kyc-sandbox-review Review Manual stays in REVIEW until an event decides", async () => {
    const subAccountId = await subaccount()
    const attemptId = await submitted(subAccountId, { fullName: "Review Manual" })
    await eventually(() => state(subAccountId), (at) => (at as { status: string }).status === "REVIEW")
    expect(await attempt(attemptId)).toMatchObject({ status: "PENDING" })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await state(subAccountId)).toMatchObject({ status: "REVIEW" })
    await tell(attemptId, "REJECTED")
    expect(await state(subAccountId)).toMatchObject({ status: "REJECTED" })
    await tell(attemptId, "APPROVED")
    expect(await state(subAccountId)).toMatchObject({ status: "REJECTED" })
  })

  it("§kyc-endpoint-hosted POST /api/kyc without a form answers 201 with a page that waits for its person", async () => {
    const subAccountId = await subaccount()
    const body = { subAccountId, level: "LIGHT", redirectUrl: "https://app.test/done?a=b#c" }
    const { data } = expectSuccess(startKyc, await post("/api/kyc", body), 201)
    const { attemptId, expiresAt, url } = data as { attemptId: string; url: string; expiresAt: string }
    expect(data).toEqual({ attemptId: attemptForm, status: "PENDING", url, expiresAt: instant })
    expect(url).toMatch(new RegExp(`^${host.base}/hosted/kyc#[0-9a-f]{64}$`))
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(86_000_000)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await attempt(attemptId)).toMatchObject({ status: "PENDING", level: 1 })
    const session = Redacted.make(new URL(url).hash.slice(1))
    expect(await host.inSandbox(submitHostedAttempt(session))).toEqual({
      success: true,
      data: { isComplete: true, redirectUrl: "https://app.test/done?a=b#c" }
    })
    await until(attemptId, "APPROVED")
    expect(await state(subAccountId)).toMatchObject({ status: "APPROVED", level: "LIGHT" })
  })

  it("§kyc-body-optional POST /api/kyc without any body is the key owner's own", async () => {
    const as = keyOf("own")
    const { data } = expectSuccess(startKyc, await post("/api/kyc", undefined, as), 201)
    const { attemptId } = data as { readonly attemptId: string }
    expect(await state(undefined, as)).toMatchObject({ status: "PENDING", level: "FULL", lastAttemptId: attemptId })
    await tell(attemptId, "EXPIRED")
    expect(await state(undefined, as)).toMatchObject({ status: "EXPIRED" })
    const wrong = { method: "POST", path: "/api/kyc", key: as, body: "{}", headers: { "content-type": "text/plain" } }
    expectFailure(await send(host.base, wrong), { status: 415, errorCode: "UNSUPPORTED_MEDIA_TYPE" })
    for (const body of ["[]", "7", "null", "{"]) {
      expectFailure(await post("/api/kyc", body, as), { status: 400, errorCode: "VALIDATION_FAILED" })
    }
  })

  it.each(
    [
      [{ level: "MEDIUM" }, "level"],
      [{ redirectUrl: "javascript:alert(1)" }, "redirectUrl"],
      [{ redirectUrl: "//app.test" }, "redirectUrl"],
      [{ redirectUrl: `https://app.test/${"x".repeat(2_032)}` }, "redirectUrl"],
      [{ subAccountId: 5 }, "subAccountId"],
      [{ colour: "red" }, "colour"]
    ] as const
  )("§limit-redirect-url §kyc-hosted-fields refuses %j with the field named", async (body, field) => {
    expectFailure(await post("/api/kyc", body), { status: 400, errorCode: "VALIDATION_FAILED", fields: [field] })
  })

  it("§limit-redirect-url takes an address to come back to of the greatest length", async () => {
    const redirectUrl = `https://app.test/${"x".repeat(2_031)}`
    expect((await post("/api/kyc", { subAccountId: await subaccount(), redirectUrl })).status).toBe(201)
  })

  it("§error-form-field-refused §kyc-form-errors form errors have the specification's sentences", async () => {
    const subAccountId = await subaccount({ email: "ana@example.test" })
    const refused = async (parts: object): Promise<Record<string, unknown>> => {
      const answer = await post("/api/kyc", await form(subAccountId, parts))
      expect(answer.status).toBe(400)
      return bodyOf(answer)
    }
    expect(await refused({ taxIdNumber: "529.982.247-25" })).toMatchObject({
      errorCode: "VALIDATION_FAILED",
      details: [{ field: "taxIdNumber", message: "must contain only digits" }]
    })
    expect(await refused({ state: "BR-SP" })).toEqual({
      success: false,
      error: "InvalidFieldError: state is invalid",
      errorCode: "VALIDATION_FAILED",
      details: [{ field: "state", message: "InvalidFieldError: state is invalid" }]
    })
    expect(await refused({ uploadedSelfieId: await document(subAccountId, "SELFIE") })).toMatchObject({
      error: "InvalidFieldError: uploadedSelfieId is invalid"
    })
    expect(await refused({ email: "eve@example.test" })).toMatchObject({
      error: "InvalidFieldError: email is invalid"
    })
    expect(await state(subAccountId)).toMatchObject({ status: "NONE" })
  })

  it("§endpoint-import-kyc §error-import-token-invalid §error-import-token-used §error-import-not-enabled §error-import-failed §kyc-endpoint-import POST /api/kyc/import-token answers 202, and each error as the specification lists it", async () => {
    const subAccountId = await subaccount()
    const importing = (importToken: unknown, of = subAccountId) =>
      post("/api/kyc/import-token", { subAccountId: of, importToken })
    for (
      const [token, status, errorCode] of [
        ["", 400, "INVALID_IMPORT_TOKEN"],
        ["  ", 400, "INVALID_IMPORT_TOKEN"],
        [undefined, 400, "INVALID_IMPORT_TOKEN"],
        ["two words", 400, "INVALID_IMPORT_TOKEN"],
        ["sandbox-invalid", 400, "INVALID_IMPORT_TOKEN"],
        ["sandbox-used", 409, "IMPORT_TOKEN_ALREADY_USED"],
        ["sandbox-not-enabled", 502, "IMPORT_NOT_ENABLED"],
        ["sandbox-failed", 400, "IMPORT_FAILED"],
        [5, 400, "VALIDATION_FAILED"]
      ] as const
    ) expectFailure(await importing(token), { status, errorCode })
    expect(await state(subAccountId)).toMatchObject({ status: "NONE" })
    expectFailure(await importing("token", "sub_nobody"), { status: 404, errorCode: "NOT_FOUND" })
    const { data } = expectSuccess(importKyc, await importing(" share-token-1 "), 202)
    expect(data).toEqual({ attemptId: attemptForm, status: "PENDING", source: "EXTERNAL_IMPORT", createdAt: instant })
    const { attemptId } = data as { readonly attemptId: string }
    expect(await attempt(attemptId)).toMatchObject({ level: "external-token-sandbox" })
    await until(attemptId, "APPROVED")
    expectFailure(await importing("share-token-1", await subaccount()), {
      status: 409,
      errorCode: "IMPORT_TOKEN_ALREADY_USED"
    })
  })

  it("§error-import-in-progress §import-running a rejected import is the user's one, and a running one says so", async () => {
    const subAccountId = await subaccount()
    const importing = (importToken: string) => post("/api/kyc/import-token", { subAccountId, importToken })
    const attemptId = String(dataOf(await importing(`sandbox-rejected-${subAccountId}`))["attemptId"])
    const running = { status: 409, errorCode: "IMPORT_IN_PROGRESS" }
    expectFailure(await importing("another"), running)
    await until(attemptId, "REJECTED")
    expectFailure(await importing("another"), { status: 409, errorCode: "IMPORT_TOKEN_ALREADY_USED" })
  })

  it("§import-twins a request sent ten times at once under one key gets one answer ten times", async () => {
    const body = { subAccountId: await subaccount(), importToken: randomBytes(32).toString("hex") }
    const headers = { "idempotency-key": `twins-${body.subAccountId}` }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post("/api/kyc/import-token", body, key, headers))
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(202)
    expect(answers.filter((answer) => answer.headers["idempotency-replayed"] === "true").length).toBe(9)
  })

  it("§kyc-keys the Idempotency-Key covers both shapes of POST /api/kyc, with the status of the first answer", async () => {
    const subAccountId = await subaccount()
    const headers = { "idempotency-key": `kyc-${subAccountId}` }
    const body = await form(subAccountId)
    const first = await post("/api/kyc", body, key, headers)
    const second = await post("/api/kyc", body, key, headers)
    expect([second.status, second.text]).toEqual([202, first.text])
    expect(second.headers["idempotency-replayed"]).toBe("true")
    const other = await post("/api/kyc", { subAccountId }, key, headers)
    expectFailure(other, { status: 409, errorCode: "IDEMPOTENCY_CONFLICT" })
  })

  it("§endpoint-start-kyb §kyb-endpoint POST /api/kyb answers 201 with both pages; both have to be filled in", async () => {
    const subAccountId = await subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const { data } = expectSuccess(startKyb, await post("/api/kyb", { subAccountId }), 201)
    const pages = data as { attemptId: string; basicCompanyDataUrl: string; authorizedRepresentativeUrl: string }
    expect(data).toEqual({
      attemptId: attemptForm,
      status: "PENDING",
      basicCompanyDataUrl: pages.basicCompanyDataUrl,
      authorizedRepresentativeUrl: pages.authorizedRepresentativeUrl,
      createdAt: instant
    })
    expect(pages.basicCompanyDataUrl).toMatch(new RegExp(`^${host.base}/hosted/kyb/company#[0-9a-f]{64}$`))
    expect(pages.authorizedRepresentativeUrl).toMatch(
      new RegExp(`^${host.base}/hosted/kyb/representative#[0-9a-f]{64}$`)
    )
    const fill = (url: string) => host.inSandbox(submitHostedAttempt(Redacted.make(new URL(url).hash.slice(1))))
    expect(await fill(pages.basicCompanyDataUrl)).toMatchObject({ data: { isComplete: false } })
    expect(await fill(pages.basicCompanyDataUrl)).toMatchObject({ data: { isComplete: false } })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(await attempt(pages.attemptId)).toMatchObject({ status: "PENDING" })
    expect(await fill(pages.authorizedRepresentativeUrl)).toMatchObject({ data: { isComplete: true } })
    await until(pages.attemptId, "APPROVED")
  })

  it("§endpoint-prove-address §endpoint-prove-financial-capacity §kyb-proofs-endpoint proofs answer 202 and are polled as attempts", async () => {
    const subAccountId = await subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const proof = async () => ({ subAccountId, documentId: await document(subAccountId, "PROOF") })
    const address = "/api/kyb/proof-of-address"
    const capacity = "/api/kyb/proof-of-financial-capacity"
    expectFailure(await post(address, await proof()), { status: 403, errorCode: "KYC_REQUIRED" })
    const started = dataOf(await post("/api/kyb", { subAccountId }))
    await tell(String(started["attemptId"]), "APPROVED")
    const wrong = await post(capacity, { ...(await proof()), annualRevenueInBrl: "1.234" })
    expectFailure(wrong, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["annualRevenueInBrl"] })
    for (
      const answer of [
        expectSuccess(proveAddress, await post(address, await proof()), 202),
        expectSuccess(
          proveFinancialCapacity,
          await post(capacity, { ...(await proof()), annualRevenueInBrl: "1000000.00" }),
          202
        )
      ]
    ) {
      expect(answer["data"]).toEqual({ attemptId: attemptForm, status: "PENDING", createdAt: instant })
      await until(String((answer["data"] as { attemptId: unknown }).attemptId), "APPROVED")
    }
    expect(await state(subAccountId)).toMatchObject({ status: "APPROVED", lastAttemptId: started["attemptId"] })
  })

  it("§kyc-foreign-attempt a foreign id answers as a missing one, byte for byte", async () => {
    const theirs = await subaccount({}, keyOf("stranger"))
    const company = await subaccount({ accountType: "COMPANY", email: "a@b.test" }, keyOf("stranger"))
    const attemptId = String(dataOf(await post("/api/kyc", { subAccountId: theirs }, keyOf("stranger")))["attemptId"])
    const missing = `sub_${"0".repeat(32)}`
    const twice = async (ask: (id: string) => Promise<Answer>, id: string, resource: string, other = missing) => {
      const [foreign, none] = [await ask(id), await ask(other)]
      expect([foreign.status, bodyOf(foreign)]).toEqual([404, notFound(resource)])
      expect([foreign.text, lasting(foreign)]).toEqual([none.text, lasting(none)])
    }
    const body = await form(await subaccount())
    const proof = { documentId: body.uploadedDocumentId }
    await twice((id) => get(`/api/kyc/${id}`), attemptId, "Attempt", `kyc_${"0".repeat(32)}`)
    await twice((id) => get(`/api/kyc?subAccountId=${id}`), theirs, "Subaccount")
    await twice((subAccountId) => post("/api/kyc", { subAccountId }), theirs, "Subaccount")
    await twice((subAccountId) => post("/api/kyc", { ...body, subAccountId }), theirs, "Subaccount")
    await twice(
      (subAccountId) => post("/api/kyc/import-token", { subAccountId, importToken: "t" }),
      theirs,
      "Subaccount"
    )
    await twice((subAccountId) => post("/api/kyb", { subAccountId }), company, "Subaccount")
    await twice((subAccountId) => post("/api/kyb/proof-of-address", { subAccountId, ...proof }), company, "Subaccount")
  })

  it("§kyc-needs-key every endpoint needs a key, and a key tells no decision", async () => {
    const asStranger = (path: string, body?: unknown) =>
      send(host.base, { path, ...(body === undefined ? {} : { method: "POST", body }) })
    for (
      const answer of [
        await asStranger("/api/kyc"),
        await asStranger("/api/kyc/kyc_1"),
        await asStranger("/api/kyc", {}),
        await asStranger("/api/kyc/import-token", { importToken: "t" }),
        await asStranger("/api/kyb", {}),
        await asStranger("/api/kyb/proof-of-address", {}),
        await asStranger("/api/kyb/proof-of-financial-capacity", {})
      ]
    ) expectFailure(answer, { status: 401, errorCode: "UNAUTHORIZED" })
    const subAccountId = await subaccount()
    const attemptId = String(dataOf(await post("/api/kyc", { subAccountId }))["attemptId"])
    const event = { event: { id: "k", subscription: "KYC", data: { type: "APPROVED", attempt: { id: attemptId } } } }
    expectFailure(await post("/provider/webhook", event), { status: 404, errorCode: "NOT_FOUND" })
    expect(await attempt(attemptId)).toMatchObject({ status: "PENDING" })
    const unknown = { event: { ...event.event, data: { type: "APPROVED", attempt: { id: "kyc_nobody" } } } }
    expectFailure(await sendSigned(host.base, unknown), { status: 404, errorCode: "NOT_FOUND" })
  })
}

describe("KYC on SQLite", () => {
  kycOf(sqliteDatabase)
})
await describePostgres("KYC on Postgres", () => kycOf(postgresDatabase))

describe("KYC in production without a provider", () => {
  const live = keyOf("acme", "production")
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme", { environment: "production", kyc: "NONE" })],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: sqliteDatabase().url,
        PONTEPAY_PRODUCTION_HOST: "live.test",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789"
      },
      worker: false
    })
  })
  afterAll(() => host.close())

  const post = (path: string, body: unknown) =>
    send(host.base, { method: "POST", path, key: live, body, headers: { host: "live.test" } })

  it("§kyc-production-unavailable answers 503 to what a provider would have to take", async () => {
    const unavailable = { status: 503, errorCode: "UPSTREAM_UNAVAILABLE" }
    expectFailure(await post("/api/kyc", {}), unavailable)
    expectFailure(await post("/api/kyc/import-token", { importToken: "token" }), unavailable)
  })

  it("§kyc-sandbox-reject-production sandboxReject is an unknown field", async () => {
    const form = {
      subAccountId: "sub_1",
      fullName: "Ana Souza",
      dateOfBirth: "1990-02-28",
      countryOfTaxId: "BRA",
      taxIdNumber: "52998224725",
      email: "ana@example.test",
      country: "BRA",
      state: "SP",
      city: "São Paulo",
      zipCode: "01310-100",
      streetAddress: "Avenida Paulista 1",
      uploadedSelfieId: "doc_1",
      uploadedDocumentId: "doc_2"
    }
    expectFailure(await post("/api/kyc", { ...form, sandboxReject: true }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["sandboxReject"]
    })
    expectFailure(await post("/api/kyc", form), { status: 404, errorCode: "NOT_FOUND" })
  })
})
