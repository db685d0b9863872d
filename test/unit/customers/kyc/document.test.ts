// Registering, filling and reading documents (spec "Document register request", "Document readiness", C28).
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { DocumentType, type KycDocument, emptySide, filled, isReady } from "../../../../core/customers/kyc/document.ts"
import { documentReadiness } from "../../../../core/customers/kyc/document-view.ts"
import { registerDocument } from "../../../../core/customers/kyc/register-document.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { CommitUnknown, Store, StoreUnavailable } from "../../../../core/engine/store/store.ts"
import { account } from "../../../support/world.ts"
import { DocumentWorld, jpeg, origin, pdf, png } from "./documents.ts"

const uploadForm = /^https:\/\/api\.example\/upload\/doc_\d+\.(front|back)\.[0-9a-f]{64}$/

const idempotent = (key: string) => ({
  route: "registerDocument",
  key,
  fingerprint: "f",
  encode: (answer: unknown) => JSON.stringify(answer)
})

describe("registering", () => {
  it.each(["ID", "DRIVERS-LICENSE", "PASSPORT", "SELFIE", "PROOF"] as const)(
    "§kyc-document-register §kyc-document-proof §kyc-document-types %s answers with one upload address",
    async (documentType) => {
      const documents = await DocumentWorld.open()
      for (const isDoubleSided of [{}, { isDoubleSided: false }]) {
        const data = await documents.register({ documentType, ...isDoubleSided })
        expect(data).toEqual({
          documentId: expect.stringMatching(/^doc_/) as unknown,
          uploadUrlFront: expect.stringMatching(uploadForm) as unknown
        })
        expect(await documents.readiness(data["documentId"])).toEqual({
          documentId: data["documentId"],
          ready: false,
          documentType,
          uploadStatusFront: "PENDING"
        })
      }
    }
  )

  it("§kyc-document-double-sided answers with a second address when double-sided, and only then", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register({ isDoubleSided: true })
    expect(Object.keys(data)).toEqual(["documentId", "uploadUrlFront", "uploadUrlBack"])
    expect(data["uploadUrlBack"]).toMatch(uploadForm)
    expect(data["uploadUrlBack"]).not.toBe(data["uploadUrlFront"])
    expect(await documents.readiness(data["documentId"])).toMatchObject({
      uploadStatusFront: "PENDING",
      uploadStatusBack: "PENDING"
    })
  })

  it("§kyc-document-liveness §kyc-document-fragment answers a liveness document with its session in the fragment", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register({ documentType: "SELFIE-FROM-LIVENESS" })
    const token = data["validateLivenessToken"]
    expect(data).toEqual({
      documentId: expect.stringMatching(/^doc_/) as unknown,
      sessionId: expect.stringMatching(/^lvs_/) as unknown,
      livenessUrl: `${origin}/hosted/liveness#${token}`,
      aveniaLivenessUrl: `${origin}/hosted/liveness/provider#${token}`,
      validateLivenessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/) as unknown
    })
    const [header, claims] = String(token).split(".").map((part) => Buffer.from(part, "base64url").toString())
    expect(JSON.parse(header ?? "")).toEqual({ alg: "HS256", typ: "JWT" })
    const issuedAt = documents.world.clock.now / 1_000
    expect(JSON.parse(claims ?? "")).toEqual({
      sub: data["documentId"],
      sid: data["sessionId"],
      iat: issuedAt,
      exp: issuedAt + 300
    })
  })

  it("refuses a liveness capture with two sides", async () => {
    const documents = await DocumentWorld.open()
    const order = documents.order({ documentType: "SELFIE-FROM-LIVENESS", isDoubleSided: true })
    expect(await documents.world.refusal(registerDocument(order))).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "isDoubleSided" }]
    })
  })

  it("§kyc-document-register-scope refuses a foreign subaccount like a missing one, and leaves nothing", async () => {
    const documents = await DocumentWorld.open()
    const other = await documents.world.caller(account("other"))
    const commits = documents.world.commits.length
    const refusals = []
    for (const subAccountId of [other.account.mainSubAccountId, "sub_missing"]) {
      refusals.push(await documents.world.refusal(registerDocument(documents.order({ subAccountId }))))
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
    expect(documents.world.commits.length).toBe(commits)
  })

  it("§kyc-document-register-once gives the first answer again byte for byte, whatever host is asked then", async () => {
    const documents = await DocumentWorld.open()
    for (const documentType of ["ID", "SELFIE-FROM-LIVENESS"] as const) {
      const order = documents.order({ documentType })
      const attempt = idempotent(documentType)
      const first = await documents.world.run(registerDocument({ ...order, attempt }))
      documents.world.advance(60_000)
      const again = await documents.world.run(registerDocument({ ...order, origin: "https://other.example", attempt }))
      expect(again).toEqual({
        _tag: "Stored",
        body: first._tag === "Answered" ? JSON.stringify(first.answer) : undefined
      })
    }
  })

  it("§kyc-document-no-secret stores neither addresses nor tokens", async () => {
    const documents = await DocumentWorld.open()
    const secrets: Array<string> = []
    for (const documentType of DocumentType.literals) {
      const once = await documents.world.run(
        registerDocument({ ...documents.order({ documentType }), attempt: idempotent(documentType) })
      )
      if (once._tag !== "Answered") throw new Error("answered from store")
      const data = once.answer.data as unknown as Readonly<Record<string, string>>
      secrets.push(
        ...[data["uploadUrlFront"], data["validateLivenessToken"]].flatMap((text) => text?.split(".").at(-1) ?? [])
      )
    }
    expect(secrets.length).toBe(DocumentType.literals.length)
    const stored = JSON.stringify(documents.world.commits.flatMap(({ writes }) => writes))
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
  })
})

describe("uploading", () => {
  it.each([["image/jpeg", jpeg], ["image/png", png], ["application/pdf", pdf]])(
    "§kyc-upload §kyc-upload-types %s makes the document ready and keeps the bytes",
    async (contentType, file) => {
      const documents = await DocumentWorld.open()
      const data = await documents.register()
      expect(await documents.world.run(documents.upload(data["uploadUrlFront"], { contentType, file }))).toEqual({
        documentId: data["documentId"],
        status: "COMPLETED"
      })
      expect(await documents.readiness(data["documentId"])).toEqual({
        documentId: data["documentId"],
        ready: true,
        documentType: "ID",
        uploadStatusFront: "COMPLETED"
      })
      expect([...documents.files.values()]).toEqual([file])
    }
  )

  it("§kyc-document-ready is ready only once both sides came, in whatever order", async () => {
    for (const [first, second] of [["uploadUrlFront", "uploadUrlBack"], ["uploadUrlBack", "uploadUrlFront"]] as const) {
      const documents = await DocumentWorld.open()
      const data = await documents.register({ isDoubleSided: true })
      await documents.world.run(documents.upload(data[first]))
      expect(await documents.readiness(data["documentId"])).toMatchObject({ ready: false })
      await documents.world.run(documents.upload(data[second]))
      expect(await documents.readiness(data["documentId"])).toMatchObject({
        ready: true,
        uploadStatusFront: "COMPLETED",
        uploadStatusBack: "COMPLETED"
      })
      expect(documents.files.size).toBe(2)
    }
  })

  it.each([undefined, "", "\"etag\"", "**", "W/*"])(
    "§kyc-upload-if-none-match needs If-None-Match: *, not %s, and the address stays good",
    async (ifNoneMatch) => {
      const documents = await DocumentWorld.open()
      const data = await documents.register()
      expect(await documents.world.refusal(documents.upload(data["uploadUrlFront"], { ifNoneMatch }))).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "If-None-Match", message: "must be *" }]
      })
      expect(documents.files.size).toBe(0)
      await documents.world.run(documents.upload(data["uploadUrlFront"]))
    }
  )

  it.each([
    ["no type", undefined, jpeg],
    ["another type", "image/gif", jpeg],
    ["a type that begins like one", "image/jpegs", jpeg],
    ["a PNG as JPEG", "image/jpeg", png],
    ["a JPEG as PDF", "application/pdf", jpeg],
    ["a text as PNG", "image/png", new TextEncoder().encode("<svg onload=alert(1)>")],
    ["the beginning of a PNG", "image/png", png.slice(0, 7)]
  ])("§kyc-upload-wrong-type refuses %s, and the address stays good", async (_what, contentType, file) => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    expect(await documents.world.refusal(documents.upload(data["uploadUrlFront"], { contentType, file })))
      .toMatchObject({ _tag: "UnsupportedMedia" })
    expect(documents.files.size).toBe(0)
    await documents.world.run(documents.upload(data["uploadUrlFront"]))
  })

  it("takes a type whatever its case and parameters", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    await documents.world.run(documents.upload(data["uploadUrlFront"], { contentType: " IMAGE/JPEG ; q=1" }))
    expect(await documents.readiness(data["documentId"])).toMatchObject({ ready: true })
  })

  it("§kyc-upload-empty refuses an empty file", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    expect(await documents.world.refusal(documents.upload(data["uploadUrlFront"], { file: new Uint8Array() })))
      .toMatchObject({ _tag: "ValidationFailed", details: [{ field: "body" }] })
  })

  it("§kyc-upload-once takes one file: the second is refused and the first stays", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    await documents.world.run(documents.upload(data["uploadUrlFront"]))
    const second = documents.upload(data["uploadUrlFront"], { contentType: "image/png", file: png })
    expect(await documents.world.refusal(second)).toMatchObject({ _tag: "UploadUsed" })
    documents.world.advance(limits.uploadUrlMs)
    expect(await documents.world.refusal(second)).toMatchObject({ _tag: "UploadUsed" })
    expect([...documents.files.values()]).toEqual([jpeg])
  })

  it("§kyc-upload-race lets exactly one of many at the same time win, and forgets the files of the others", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register({ isDoubleSided: true })
    const puts = ["uploadUrlFront", "uploadUrlBack"].flatMap((side) =>
      Array.from({ length: 12 }, (_, n) => documents.upload(data[side], { file: Uint8Array.from([...jpeg, n]) }))
    )
    const exits = await documents.world.run(Effect.forEach(puts, Effect.exit, { concurrency: "unbounded" }))
    const won = exits.flatMap((exit, n) => Exit.isSuccess(exit) ? [n] : [])
    expect(won.map((n) => n < 12 ? "front" : "back")).toEqual(["front", "back"])
    const lost = exits.filter(Exit.isFailure).map(({ cause }) =>
      cause.reasons.map((reason) => reason._tag === "Fail" && reason.error._tag)
    )
    expect(lost).toEqual(lost.map(() => ["UploadUsed"]))
    expect(lost.length).toBe(22)
    const keptOf = new Set([...documents.files.values()].map((file) => file.at(-1)))
    expect(documents.files.size).toBe(2)
    expect(keptOf).toEqual(new Set(won.map((n) => n % 12)))
    expect(await documents.readiness(data["documentId"])).toMatchObject({ ready: true })
  })

  it("§kyc-upload-expiry works until the last millisecond before its end, and not at it §error-upload-expired §limit-upload-url-ms", async () => {
    const documents = await DocumentWorld.open()
    const [early, late] = [await documents.register(), await documents.register()]
    documents.world.advance(limits.uploadUrlMs - 1)
    await documents.world.run(documents.upload(early["uploadUrlFront"]))
    expect(await documents.readiness(late["documentId"])).toMatchObject({ uploadStatusFront: "PENDING" })
    documents.world.advance(1)
    expect(await documents.world.refusal(documents.upload(late["uploadUrlFront"]))).toMatchObject({
      _tag: "UploadExpired"
    })
    expect(await documents.readiness(late["documentId"])).toEqual({
      documentId: late["documentId"],
      ready: false,
      documentType: "ID",
      uploadStatusFront: "EXPIRED",
      uploadErrorFront: expect.stringMatching(/register the document again/) as unknown
    })
    expect(await documents.readiness(early["documentId"])).toMatchObject({
      ready: true,
      uploadStatusFront: "COMPLETED"
    })
  })

  it("§kyc-upload-forged refuses an address that was never given out like one that has expired", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    const url = String(data["uploadUrlFront"])
    const liveness = await documents.register({ documentType: "SELFIE-FROM-LIVENESS" })
    const front = (id: string | undefined) => url.replace(String(data["documentId"]), String(id))
    const forged = [
      "",
      `${origin}/upload/x`,
      url.replace(/.$/, (last) => last === "0" ? "1" : "0"),
      url.toUpperCase(),
      url.replace(".front.", ".back."),
      front(liveness["documentId"]),
      `${origin}/upload/${String(liveness["validateLivenessToken"])}`,
      `${url}0`
    ]
    for (const token of forged) {
      expect([token, await documents.world.refusal(documents.upload(token))]).toEqual([
        token,
        expect.objectContaining({ _tag: "UploadExpired" })
      ])
    }
    expect(documents.files.size).toBe(0)
  })

  it("tells that nothing was done while files cannot be kept, and takes the file later", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    documents.store.isUp = false
    expect(await documents.world.refusal(documents.upload(data["uploadUrlFront"]))).toMatchObject({
      _tag: "UpstreamUnavailable"
    })
    expect(await documents.readiness(data["documentId"])).toMatchObject({ uploadStatusFront: "PENDING" })
    documents.store.isUp = true
    await documents.world.run(documents.upload(data["uploadUrlFront"]))
    expect(await documents.readiness(data["documentId"])).toMatchObject({ ready: true })
  })

  it.each([
    ["forgets the file when the commit did not happen", new StoreUnavailable({ cause: "down" }), 0],
    ["keeps the file when the commit may stand", new CommitUnknown({ cause: "cut" }), 1]
  ])("%s", async (_what, failure, kept) => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    const broken = Store.use((store) =>
      Effect.provideService(documents.upload(data["uploadUrlFront"]), Store, {
        ...store,
        commit: () => Effect.fail(failure)
      })
    )
    expect(await documents.world.refusal(broken)).toBe(failure)
    expect(documents.files.size).toBe(kept)
  })
})

describe("reading", () => {
  it("§kyc-document-readiness-scope refuses a foreign document like a missing one, whoever's subaccount is named", async () => {
    const documents = await DocumentWorld.open()
    const data = await documents.register()
    const other = await documents.world.caller(account("other"))
    const foreign = (subAccountId: string) =>
      documents.world.refusal(Effect.suspend(() =>
        new DocumentWorld(documents.world, other, new Map(), { isUp: true })
          .read(data["documentId"], subAccountId)
      ))
    const refusals = [
      await documents.world.refusal(documents.read("doc_missing")),
      await documents.world.refusal(documents.read(data["documentId"], "sub_other")),
      await foreign(documents.subAccountId),
      await foreign(other.account.mainSubAccountId)
    ]
    for (const refusal of refusals) expect(refusal).toEqual(refusals[0])
    expect(refusals[0]).toMatchObject({ _tag: "NotFound", resource: "Document" })
  })

  const document: KycDocument = {
    id: "doc_1",
    owner: "acc_01",
    subAccountId: "sub_1",
    documentType: "ID",
    sessionId: null,
    front: emptySide(10),
    back: emptySide(10),
    createdAt: 0,
    updatedAt: 0
  }

  it("§kyc-document-status shows each side for itself", () => {
    const half = filled(document, "front", { fileId: "f", fileType: "image/png" }, 5)
    expect(documentReadiness(half, 9)).toMatchObject({ uploadStatusFront: "COMPLETED", uploadStatusBack: "PENDING" })
    expect(documentReadiness(half, 10)).toEqual({
      documentId: "doc_1",
      ready: false,
      documentType: "ID",
      uploadStatusFront: "COMPLETED",
      uploadStatusBack: "EXPIRED",
      uploadErrorBack: expect.any(String) as unknown
    })
  })

  it("fills no side that the document does not have", () => {
    const single = { ...document, back: null }
    expect(filled(single, "back", { fileId: "f", fileType: "image/png" }, 5)).toBe(single)
    expect(isReady(single)).toBe(false)
    expect(isReady(filled(single, "front", { fileId: "f", fileType: "image/png" }, 5))).toBe(true)
  })
})
