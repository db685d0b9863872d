// People examined by Avenia: one account and one attempt each, whatever is lost on the way, and every row of the tables.
import { Context, Effect, Redacted } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { attemptRows, tokenRows } from "../../../adapters/avenia/codes.ts"
import { KycImports, hold } from "../../../core/customers/kyc/kyc-import.ts"
import { type KycDocument, KycDocuments } from "../../../core/customers/kyc/document.ts"
import { KycProvider } from "../../../core/ports/kyc-provider.ts"
import { LivenessProvider } from "../../../core/ports/liveness-provider.ts"
import { get, replace } from "../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { submission } from "../../conformance/submission.ts"
import { type Plane, kycPlane, openOn } from "../kyc-plane.ts"
import { adaptersAt, bytes, openInbox } from "./bench.ts"
import { type KycStandIn, kycStandIn } from "./kyc-stand-in.ts"

const run = Effect.runPromise
const subject = { subAccountId: "sub_1", accountType: "INDIVIDUAL", name: "Ana Souza", email: null } as const
const attemptId = "kyc_1"
const form = (selfieId: string) =>
  submission._tag === "Form" ? { ...submission, form: { ...submission.form, selfieId } } : submission
const hosted = { attemptId, subject, origin: "https://pay.example", redirectUrl: null, expiresAt: Date.now() + 60_000 }
const told = { status: "APPROVED", labels: [], reason: null, taxId: null } as const

let avenia: KycStandIn
let plane: Plane
let provider: KycProvider["Service"]

beforeEach(async () => {
  avenia = await kycStandIn()
  plane = await kycPlane()
  provider = await openOn(plane, KycProvider, adaptersAt(avenia.standIn.url).kycProvider)
})
afterEach(() => avenia.standIn.close())

const submit = (selfieId = "doc_3") => run(provider.submit({ attemptId, subject, submission: form(selfieId) }))
const fails = (path: RegExp, status: number, acts = false, error = "none") =>
  avenia.standIn.script.push({ path, method: "POST", reply: { status, json: { error } }, acts })

describe("a form", () => {
  it("is handed in under an account of our subaccount, with its documents", async () => {
    expect(await submit()).toMatchObject({ _tag: "Done" })
    expect(avenia.accounts).toMatchObject([{ name: "sub_1", accountType: "INDIVIDUAL" }])
    expect(avenia.documents.map(({ documentType, sides }) => [documentType, [...sides.keys()]])).toEqual([
      ["SELFIE", ["front"]],
      ["ID", ["front", "back"]]
    ])
    expect(avenia.attempts).toMatchObject([{
      body: { fullName: "Maria da Silva", state: "SP", taxIdNumber: "11144477735" }
    }])
  })

  it.each([["sub-accounts", /sub-accounts$/], ["form", /new-level-1/]] as const)(
    "whose %s was acted on and not answered is found, and not requested again",
    async (_, path) => {
      fails(path, 504, true)
      expect(await submit()).toMatchObject({ _tag: "Unknown" })
      expect(await submit()).toMatchObject({ _tag: "Done" })
      expect(avenia.accounts).toHaveLength(1)
      expect(avenia.attempts).toHaveLength(1)
      expect(avenia.documents).toHaveLength(2)
      expect(await run(provider.lookUp(attemptId))).toMatchObject({ value: { status: "PENDING" } })
    }
  )

  it("that may not be listed yet is neither Absent nor requested again", async () => {
    fails(/new-level-1/, 503)
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
    expect(await run(provider.lookUp(attemptId))).toMatchObject({ _tag: "Unknown" })
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
    expect(avenia.attempts).toHaveLength(0)
  })

  it("is not taken for an attempt that was there before, and two new ones are for a person", async () => {
    await run(provider.startKyc({ ...hosted, attemptId: "kyc_0", level: "FULL" }))
    fails(/new-level-1\/api/, 504, true)
    await submit()
    const [, second] = avenia.attempts
    if (second === undefined) throw new Error("no attempt")
    avenia.attempts.push({ ...second, id: "third" })
    expect(await run(provider.lookUp(attemptId))).toMatchObject({
      _tag: "Unknown",
      reason: { code: "ambiguous" }
    })
    avenia.attempts.pop()
    expect(await run(provider.lookUp(attemptId))).toMatchObject({ _tag: "Done" })
  })

  it("with a field that Avenia does not take is Refused, and another 400 is not", async () => {
    fails(/new-level-1/, 400, false, "document not ready")
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
    fails(/new-level-1/, 400, false, "InvalidFieldError: state is invalid")
    expect(await submit()).toEqual({
      _tag: "Refused",
      reason: { code: "refusedByProvider", detail: "InvalidFieldError: state is invalid" }
    })
  })

  it("with a selfie that somebody else captured is Refused", async () => {
    expect(await submit("doc_1")).toMatchObject({ _tag: "Refused" })
  })

  it("takes the capture of a liveness session at Avenia", async () => {
    const liveness = await openOn(plane, LivenessProvider, adaptersAt(avenia.standIn.url).livenessProvider)
    const page = await run(liveness.pageOf?.("lvs_1", "sub_1") ?? Effect.succeed(""))
    expect(page).toMatch(/^https:\/\/app\.avenia\.io\/liveness\//)
    expect(await run(liveness.isCaptured("lvs_1"))).toBe(false)
    avenia.documents[0]?.sides.set("front", Buffer.of(1))
    expect(await run(liveness.isCaptured("lvs_1"))).toBe(true)
    expect(await run(liveness.isCaptured("lvs_2"))).toBe(false)
    expect(await submit("doc_1")).toMatchObject({ _tag: "Done" })
    expect(avenia.attempts[0]?.body["uploadedSelfieId"]).toBe(avenia.documents[0]?.id)
  })

  it("whose document Avenia has not got ready waits, and its files are not put there again", async () => {
    const notReady = { status: 200, json: { document: { id: "x", ready: false } } }
    avenia.standIn.script.push({ path: /documents\/.+$/, method: "GET", reply: notReady })
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
    expect(await submit()).toMatchObject({ _tag: "Done" })
    expect(avenia.documents).toHaveLength(2)
  })

  it("whose document was erased is Refused", async () => {
    const store = Context.get(plane, Store)
    const found = await run(Effect.provideContext(get(KycDocuments, "doc_2"), plane))
    if (found._tag === "None") throw new Error("no document")
    const erased: KycDocument = { ...found.value.value, front: { ...found.value.value.front, fileId: null } }
    await run(store.commit(changeSet({ writes: [replace(KycDocuments, found.value, erased)] })))
    expect(await submit()).toMatchObject({ _tag: "Refused" })
  })
})

it.each(attemptRows.map((row) => [`${row.status} ${row.result ?? ""}`, row] as const))(
  "an attempt that is %s",
  async (_, { is, result, status }) => {
    await submit()
    Object.assign(avenia.attempts[0] ?? {}, { status, result })
    expect(await run(provider.confirm(attemptId, told))).toEqual({
      _tag: "Done",
      value: { status: is, labels: is === "REJECTED" ? ["FACE_MISMATCH"] : [], reason: null, taxId: null }
    })
    Object.assign(avenia.attempts[0] ?? {}, { status: "COMPLETED", result: "MAYBE" })
    expect(await run(provider.confirm(attemptId, told))).toMatchObject({ _tag: "Unknown" })
  }
)

it("a page of Avenia's is known by our attempt, and its messages are hints", async () => {
  const page = await run(provider.startKyc({ ...hosted, level: "FULL" }))
  const [attempt] = avenia.attempts
  expect(page).toEqual({
    _tag: "Done",
    value: { url: `https://kyc.avenia.io/${attempt?.id}`, expiresAt: hosted.expiresAt }
  })
  const inbox = await openInbox(plane, avenia.standIn.url)
  const data = { type: "KYC-COMPLETED", attempt: { id: attempt?.id, status: "COMPLETED", result: "APPROVED" } }
  const read = (subscription: string, about: unknown) =>
    run(inbox.read(avenia.standIn.posted(bytes({ subAccountId: "s", subscription, data: about }), 1)))
  expect(await read("KYC", data)).toMatchObject([{ _tag: "KycDecided", attemptId, status: "APPROVED" }])
  // What it says is not what is: the attempt is read.
  expect(await run(provider.confirm(attemptId, told))).toMatchObject({ value: { status: "PENDING" } })
  expect(await read("KYC", { ...data, attempt: { id: "of somebody else" } })).toMatchObject([{ _tag: "Unsupported" }])
})

it("a company has the two pages that Avenia gives it", async () => {
  const company = { ...hosted, subject: { ...subject, subAccountId: "sub_2", accountType: "COMPANY" } as const }
  const id = () => avenia.attempts[0]?.id ?? ""
  expect(await run(provider.startKyb(company))).toEqual({
    _tag: "Done",
    value: {
      basicCompanyDataUrl: `https://kyc.avenia.io/${id()}/a`,
      authorizedRepresentativeUrl: `https://kyc.avenia.io/${id()}/b`,
      expiresAt: hosted.expiresAt
    }
  })
  expect(avenia.accounts).toMatchObject([{ accountType: "COMPANY" }])
})

describe("a share token", () => {
  beforeEach(async () => {
    const { changes } = hold(undefined, { id: "sub_1", owner: "acc_1", attemptId, askedUnder: null }, 1)
    await run(Context.get(plane, Store).commit(changeSet({ writes: changes.writes ?? [] })))
    expect((await run(Effect.provideContext(get(KycImports, "sub_1"), plane)))._tag).toBe("Some")
  })
  const show = () => run(provider.importToken(attemptId, Redacted.make("token")))

  it("makes an attempt, which is ours", async () => {
    expect(await show()).toEqual({ _tag: "Accepted" })
    expect(await run(provider.lookUp(attemptId))).toMatchObject({ value: { status: "PENDING" } })
  })

  it("whose answer was lost is bound to the one new attempt of a token", async () => {
    fails(/import-token/, 504, true)
    expect(await show()).toMatchObject({ _tag: "Unknown" })
    expect(await run(provider.lookUp(attemptId))).toMatchObject({ _tag: "Done" })
    expect(avenia.attempts).toHaveLength(1)
  })

  it.each(tokenRows.map((row) => [row.says, row] as const))("%s", async (says, { is, status }) => {
    fails(/import-token/, status, false, `Error: ${says}`)
    expect((await show())._tag).toBe(is === "Ambiguous" ? "Unknown" : is)
    expect(await run(provider.lookUp(attemptId))).toEqual({ _tag: "Absent" })
  })

  it("that Avenia answers 401 without a body is not enabled, if our signature is good", async () => {
    avenia.standIn.script.push({ path: /import-token/, reply: { status: 401 } })
    expect(await show()).toEqual({ _tag: "NotEnabled" })
  })

  it("that Avenia answers 401 while it refuses our signature is Unknown", async () => {
    avenia.standIn.script.push({ path: /import-token/, reply: { status: 401 } })
    avenia.standIn.script.push({ path: /account-info/, reply: { status: 401 } })
    expect(await show()).toMatchObject({ _tag: "Unknown" })
  })
})
