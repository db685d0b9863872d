// What Sumsub's answers and messages become: every row of its tables, what is signed, and what is handed in.
import { Context, Effect, Exit, Redacted } from "effect"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { fileRows, reviewRows, tokenRows } from "../../../adapters/sumsub/codes.ts"
import { signatureOf } from "../../../adapters/sumsub/credentials.ts"
import { KycAttempts, newAttempt } from "../../../core/customers/kyc/kyc-attempt.ts"
import { DocumentStore } from "../../../core/ports/document-store.ts"
import { KycProvider } from "../../../core/ports/kyc-provider.ts"
import { LivenessProvider } from "../../../core/ports/liveness-provider.ts"
import { ProviderInbox } from "../../../core/ports/provider-inbox.ts"
import { insert } from "../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { submission } from "../../conformance/submission.ts"
import { type Plane, kycPlane, openOn } from "../kyc-plane.ts"
import { adaptersAt, digested } from "./bench.ts"
import { type SumsubStandIn, sumsubStandIn } from "./stand-in.ts"

const subject = { subAccountId: "sub_1", accountType: "INDIVIDUAL", name: "Ana Souza", email: null } as const
const attemptId = "kyc_1"
const run = Effect.runPromise

let standIn: SumsubStandIn
let plane: Plane
let provider: KycProvider["Service"]

beforeEach(async () => {
  standIn = await sumsubStandIn()
  plane = await kycPlane()
  provider = await openOn(plane, KycProvider, adaptersAt(standIn.url).kycProvider)
})
afterEach(() => standIn.close())

const submit = () => run(provider.submit({ attemptId, subject, submission }))
const hosted = {
  attemptId,
  subject,
  origin: "https://pay.example",
  redirectUrl: "https://shop.example/back",
  expiresAt: Date.now() + 60_000
}

describe("what is handed in", () => {
  it("signs time, method, target and bytes, as a vector of another implementation has it", () => {
    // printf '1700000000POST/resources/applicants?levelName=a%2Bb{"a":"é"}' | openssl dgst -sha256 -hmac key
    const call = { method: "POST", target: "/resources/applicants?levelName=a%2Bb", body: Buffer.from("{\"a\":\"é\"}") }
    expect(signatureOf(Redacted.make("key"), "1700000000", call)).toBe(
      "23f4d0c9fd1646de25fd1c0c0c88768ef84daaba7be0259172ceac3523ffac38"
    )
  })

  it("is the person with CPF as tax number, and both sides of the document byte for byte", async () => {
    expect(await submit()).toEqual({ _tag: "Done", value: undefined })
    const kept = standIn.applicants.get(attemptId)
    expect(kept?.levelName).toBe("form")
    expect(kept?.body).toMatchObject({
      externalUserId: attemptId,
      fixedInfo: { firstName: "Maria", lastName: "da Silva", dob: "1990-01-31", tin: "11144477735" }
    })
    expect(kept?.files.map(({ metadata }) => metadata)).toEqual([
      { idDocType: "ID_CARD", country: "BRA", idDocSubType: "FRONT_SIDE" },
      { idDocType: "ID_CARD", country: "BRA", idDocSubType: "BACK_SIDE" }
    ])
    const files = Context.get(plane, DocumentStore)
    for (const [index, name] of ["doc_2-front", "doc_2-back"].entries()) {
      const bytes = await run(files.get(name))
      expect(bytes._tag === "Some" && Buffer.from(bytes.value).equals(kept?.files[index]?.bytes ?? Buffer.of())).toBe(
        true
      )
    }
    expect(kept?.review.reviewStatus).toBe("pending")
  })

  it("is Absent while its files are not all there, so that handing in again goes on with the same applicant", async () => {
    standIn.script.push({ path: /idDoc$/, reply: { status: 502 } })
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
    expect(standIn.registered(attemptId)).toBe(1)
    expect(await run(provider.lookUp(attemptId))).toEqual({ _tag: "Absent" })
    expect(await submit()).toMatchObject({ _tag: "Done" })
    expect(standIn.registered(attemptId)).toBe(1)
    expect(standIn.applicants.get(attemptId)?.files).toHaveLength(2)
  })

  it("is Refused where a document was erased, and Sumsub hears nothing of it", async () => {
    await run(Context.get(plane, DocumentStore).remove("doc_2-back"))
    expect(await submit()).toMatchObject({ _tag: "Refused" })
    expect(standIn.requests).toEqual([])
  })

  it.each(fileRows.map((row) => [row.errorCode, row] as const))("file code %i", async (errorCode, row) => {
    const reply = {
      status: row.status,
      json: { code: row.status, description: row.says, correlationId: "r", errorCode }
    }
    standIn.script.push({ path: /idDoc$/, reply })
    expect((await submit())._tag).toBe(row.is === "Refused" ? "Refused" : "Done")
  })

  it("a code that is not listed, and a listed one of a gateway, refuse no one", async () => {
    for (
      const json of [
        { code: 400, description: "too-many-documents", errorCode: 1001 },
        { code: 500, description: "another code than the status", errorCode: 1004 }
      ]
    ) {
      standIn.script.push({ path: /idDoc$/, reply: { status: 400, json } })
      expect(await submit()).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("has the documents that are missing at Sumsub named for the operator, not for the person", async () => {
    standIn.script.push({
      path: /pending$/,
      reply: { status: 409, json: { code: 409, description: "Not all required" } }
    })
    expect(await submit()).toMatchObject({ _tag: "Unknown" })
  })
})

describe("what the applicant says", () => {
  it.each(reviewRows.map((row) => [`${row.status} ${row.answer ?? ""} ${row.rejectType ?? ""}`, row] as const))(
    "%s",
    async (_, { answer, is, rejectType, status }) => {
      standIn.register(attemptId, "full level")
      const result = {
        ...answer === undefined ? {} : { reviewAnswer: answer },
        ...rejectType === undefined ? {} : { reviewRejectType: rejectType },
        rejectLabels: ["FORGERY"],
        moderationComment: "Send another photo",
        clientComment: "a private note"
      }
      standIn.review(attemptId, status, result)
      const found = await run(
        provider.confirm(attemptId, { status: "APPROVED", labels: [], reason: null, taxId: null })
      )
      const isRejected = is === "REJECTED"
      expect(found).toEqual({
        _tag: "Done",
        value: {
          status: is,
          labels: isRejected ? ["FORGERY"] : [],
          reason: isRejected ? "Send another photo" : null,
          taxId: null
        }
      })
    }
  )

  it("a state that is not listed decides nothing", async () => {
    standIn.register(attemptId, "full level")
    for (
      const [status, answer] of [["completed", "PURPLE"], ["archived", "GREEN"], ["completed", undefined]] as const
    ) {
      standIn.review(attemptId, status, answer === undefined ? {} : { reviewAnswer: answer })
      expect(await run(provider.lookUp(attemptId))).toMatchObject({ _tag: "Unknown" })
    }
  })

  it("a hosted page that was opened waits for its person, and one that was not is Absent", async () => {
    const store = Context.get(plane, Store)
    const submitted = { kind: "KYC", source: "HOSTED", importLabel: null, expiresAt: null } as const
    const about = {
      id: attemptId,
      owner: "acc_1",
      subAccountId: "sub_1",
      level: "FULL",
      taxId: null,
      submitted
    } as const
    await run(store.commit(changeSet({ writes: [insert(KycAttempts, newAttempt(about, 1))] })))
    expect(await run(provider.startKyc({ ...hosted, level: "LIGHT" }))).toEqual({
      _tag: "Done",
      value: { url: "https://in.sumsub.com/websdk/p/kyc_1", expiresAt: hosted.expiresAt }
    })
    expect(standIn.requests.at(-1)?.path).toBe("/resources/sdkIntegrations/levels/light/websdkLink")
    expect(await run(provider.lookUp(attemptId))).toEqual({ _tag: "Absent" })
    standIn.register(attemptId, "light")
    expect(await run(provider.lookUp(attemptId))).toMatchObject({ value: { status: "STARTED" } })
  })

  it("a company and who signs for it have one page", async () => {
    const url = "https://in.sumsub.com/websdk/p/kyc_1"
    expect(await run(provider.startKyb(hosted))).toEqual({
      _tag: "Done",
      value: { basicCompanyDataUrl: url, authorizedRepresentativeUrl: url, expiresAt: hosted.expiresAt }
    })
  })
})

describe("share tokens", () => {
  const show = () => run(provider.importToken(attemptId, Redacted.make("_act-1")))

  it("are imported under our attempt id", async () => {
    expect(await show()).toEqual({ _tag: "Accepted" })
    expect(await run(provider.confirm(attemptId, { status: "REVIEW", labels: [], reason: null, taxId: null })))
      .toMatchObject({
        value: { status: "STARTED" }
      })
  })

  it.each(tokenRows.map((row) => [row.says, row] as const))("%s", async (_, { begins, errorCode, is, status }) => {
    const description = `${begins ?? "That"}: more`
    const json = { code: status, description, correlationId: "r", ...errorCode === undefined ? {} : { errorCode } }
    standIn.script.push({ path: /import$/, reply: { status, json } })
    expect(await show()).toEqual({ _tag: is })
  })

  it("are Unknown where our own credentials are refused, or no one answers", async () => {
    await standIn.line.set("unauthorised")
    expect(await show()).toMatchObject({ _tag: "Unknown" })
    await standIn.line.set("deaf")
    expect(await show()).toMatchObject({ _tag: "Unknown" })
  })
})

it("a liveness session is captured once Sumsub has a selfie that it did not reject", async () => {
  const { livenessProvider } = adaptersAt(standIn.url)
  if (livenessProvider === undefined) throw new Error("no liveness")
  const { isCaptured, pageOf } = await openOn(Context.empty(), LivenessProvider, livenessProvider)
  expect(await run(pageOf?.("lvs_1", "sub_1") ?? Effect.succeed(""))).toBe("https://in.sumsub.com/websdk/p/lvs_1")
  expect(await run(isCaptured("lvs_1"))).toBe(false)
  const kept = standIn.register("lvs_1", "liveness")
  expect(await run(isCaptured("lvs_1"))).toBe(false)
  kept.files.push({ metadata: { idDocType: "SELFIE" }, bytes: Buffer.of(1) })
  expect(await run(isCaptured("lvs_1"))).toBe(true)
  const red = { SELFIE: { imageIds: [1], reviewResult: { reviewAnswer: "RED" } } }
  standIn.script.push({ path: /requiredIdDocsStatus$/, reply: { status: 200, json: red } })
  expect(await run(isCaptured("lvs_1"))).toBe(false)
  await standIn.line.set("cut")
  expect(Exit.isFailure(await Effect.runPromiseExit(isCaptured("lvs_1")))).toBe(true)
})

describe("what Sumsub posts", () => {
  const body = Buffer.from(
    "{\"type\":\"applicantReviewed\", \"externalUserId\":\"kyc_é\", \"reviewStatus\":\"completed\"}"
  )
  const now = 1_772_323_200_000
  const inboxOf = () => openOn(Context.empty(), ProviderInbox, adaptersAt("http://127.0.0.1:1").providerInboxes.sumsub)
  const tagOf = async (message: Parameters<ProviderInbox["Service"]["read"]>[0]) => {
    const exit = await Effect.runPromiseExit((await inboxOf()).read(message))
    return Exit.isSuccess(exit) ?
      exit.value[0]?._tag :
      Exit.findErrorOption(exit).pipe((found) => found._tag === "Some" ? found.value._tag : "a defect")
  }

  it("is taken with SHA-256 and SHA-512, and refused with SHA-1", async () => {
    expect(await tagOf(digested(body, now, "sha256"))).toBe("KycDecided")
    expect(await tagOf(digested(body, now, "sha512"))).toBe("KycDecided")
    expect(await tagOf(digested(body, now, "sha1"))).toBe("ProofRefused")
  })

  it("is refused with the digest of another algorithm under a good name, and with a name that objects have", async () => {
    const message = digested(body, now, "sha1")
    for (const name of ["HMAC_SHA256_HEX", "HMAC_SHA512_HEX", "constructor", "__proto__", ""]) {
      expect(await tagOf({ ...message, headers: { ...message.headers, "x-payload-digest-alg": name } })).toBe(
        "ProofRefused"
      )
    }
  })

  it("is refused with one bit changed, in Latin-1, and serialised again", async () => {
    const message = digested(body, now)
    for (let bit = 0; bit < body.length * 8; bit += 7) {
      const changed = Uint8Array.from(body)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await tagOf({ ...message, body: changed })).toBe("ProofRefused")
    }
    expect(await tagOf({ ...message, body: Buffer.from(body.toString(), "latin1") })).toBe("ProofRefused")
    expect(await tagOf({ ...message, body: Buffer.from(JSON.stringify(JSON.parse(body.toString()))) })).toBe(
      "ProofRefused"
    )
  })

  it("leaves applicants alone that are no attempts of ours", async () => {
    for (const externalUserId of ["lvs_1", "user-7", null]) {
      const text = JSON.stringify({ type: "applicantReviewed", applicantId: "a", externalUserId, createdAtMs: 1 })
      expect(await tagOf(digested(Buffer.from(text), now))).toBe("Unsupported")
    }
  })

  it("gives facts or a typed refusal, whatever comes", async () => {
    const inbox = await inboxOf()
    const text = fc.oneof(fc.string(), fc.constant(null), fc.integer())
    const shape = fc.record({
      type: fc.oneof(
        fc.constantFrom("applicantReviewed", "applicantOnHold", "applicantReset", "applicantCreated"),
        text
      ),
      applicantId: text,
      externalUserId: fc.oneof(fc.string().map((tail) => `kyc_${tail}`), text),
      createdAtMs: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
      reviewStatus: fc.oneof(fc.constantFrom("init", "pending", "completed", "onHold"), text),
      reviewResult: fc.oneof(
        fc.record({
          reviewAnswer: fc.oneof(fc.constantFrom("GREEN", "RED", "YELLOW"), text),
          rejectLabels: fc.oneof(fc.array(fc.string()), text)
        }, { requiredKeys: [] }),
        text
      ),
      more: fc.jsonValue()
    }, { requiredKeys: [] })
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.oneof(shape, fc.jsonValue()), async (value) => {
        const exit = await Effect.runPromiseExit(inbox.read(digested(Buffer.from(JSON.stringify(value)), now)))
        if (Exit.isSuccess(exit)) exit.value.forEach(({ _tag }) => seen.add(_tag))
        else {
          const problem = Exit.findErrorOption(exit)
          expect(problem._tag === "Some" && problem.value._tag).toBe("ValidationFailed")
          seen.add("ValidationFailed")
        }
      }),
      { numRuns: 1_000 }
    )
    expect([...seen].toSorted()).toEqual(["KycDecided", "Unsupported", "ValidationFailed"])
  })
})
