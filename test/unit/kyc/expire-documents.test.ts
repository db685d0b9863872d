// Documents whose time is over, on every store (0200): what no submission named goes after a week, what one did as configured.
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { KycDocuments } from "../../../core/kyc/document.ts"
import { expireDocuments } from "../../../core/kyc/expire-documents.ts"
import { submitKycForm } from "../../../core/kyc/submit-kyc-form.ts"
import { submitKybProof } from "../../../core/kyc/submit-kyb-proof.ts"
import { limits } from "../../../core/limits/limits.ts"
import { DocumentRetention } from "../../../core/ports/document-store.ts"
import { get } from "../../../core/ports/records.ts"
import { planes } from "../../support/planes.ts"
import { DocumentWorld } from "./documents.ts"
import { Scene } from "./scene.ts"

const day = 86_400_000

/** A document with its file, and what is on record of it. */
const uploaded = async (documents: DocumentWorld) => {
  const data = await documents.register()
  await documents.world.run(documents.upload(data["uploadUrlFront"]))
  return String(data["documentId"])
}

const recordOf = async ({ world }: { readonly world: DocumentWorld["world"] }, documentId: string) =>
  Option.getOrThrow(await world.run(get(KycDocuments, documentId))).value

// S8
describe.each(Object.entries(planes))("a document on %s", (_, plane) => {
  it("that no submission names is deleted after seven days, and the fact stays §kyc-document-deleted §limit-unattached-document-ms", async () => {
    const documents = await DocumentWorld.open(plane)
    const { files, world } = documents
    const documentId = await uploaded(documents)
    const before = await recordOf(documents, documentId)
    world.advance(before.createdAt + limits.unattachedDocumentMs - 1 - world.clock.now)
    await world.run(expireDocuments())
    expect(await recordOf(documents, documentId)).toEqual(before)
    expect(files.size).toBe(1)
    world.advance(1)
    const run = await world.run(expireDocuments())
    expect(run).toMatchObject({ _tag: "Again", inMs: 3_600_000 })
    expect(files.size).toBe(0)
    const now = world.clock.now
    expect(await recordOf(documents, documentId)).toEqual({
      ...before,
      front: { ...before.front, fileId: null, fileType: null },
      erasedAt: now,
      updatedAt: now
    })
    expect(await documents.readiness(documentId)).toMatchObject({
      ready: false,
      uploadStatusFront: "EXPIRED",
      uploadErrorFront: "The document was deleted; register it again"
    })
    await world.run(expireDocuments())
    expect((await recordOf(documents, documentId)).erasedAt).toBe(now)
    await world.close()
  })

  it("is deleted by the next run where the files could not be reached §kyc-document-deleted", async () => {
    const documents = await DocumentWorld.open(plane)
    const { files, store, world } = documents
    const documentId = await uploaded(documents)
    world.advance(limits.unattachedDocumentMs)
    store.isUp = false
    await world.run(expireDocuments())
    expect((await documents.readiness(documentId)).ready).toBe(false)
    expect([files.size, (await recordOf(documents, documentId)).front.fileId]).toEqual([1, expect.any(String)])
    store.isUp = true
    await world.run(expireDocuments())
    expect([files.size, (await recordOf(documents, documentId)).front.fileId]).toEqual([0, null])
    await world.close()
  })

  it("is reached however many there are, run by run §kyc-document-deleted", async () => {
    const documents = await DocumentWorld.open(plane)
    const { world } = documents
    for (let n = 0; n < 201; n++) await documents.register()
    const last = await uploaded(documents)
    world.advance(limits.unattachedDocumentMs)
    expect(await world.run(expireDocuments())).toMatchObject({ inMs: 1_000 })
    expect((await recordOf(documents, last)).erasedAt).toBeUndefined()
    expect(await world.run(expireDocuments())).toMatchObject({ inMs: 3_600_000 })
    expect((await recordOf(documents, last)).erasedAt).toBe(world.clock.now)
    expect(await world.run(expireDocuments())).toMatchObject({ inMs: 1_000 })
    await world.close()
  })
})

describe("a document that a submission names", () => {
  it("is kept as long as is configured from then on, and always unless it is §kyc-document-retention", async () => {
    const scene = await Scene.open()
    const subAccountId = await scene.subaccount()
    const request = await scene.form(subAccountId)
    scene.world.advance(6 * day)
    await scene.world.run(submitKycForm({ caller: scene.caller, request }))
    const named = [request.uploadedSelfieId, request.uploadedDocumentId]
    const attachedAt = scene.world.clock.now
    for (const id of named) expect((await recordOf(scene, id)).attachedAt).toBe(attachedAt)
    const run = (days?: number) => {
      const step = expireDocuments()
      return scene.world.run(days === undefined ? step : Effect.provideService(step, DocumentRetention, days * day))
    }
    scene.world.advance(90 * day - 1)
    await run()
    await run(90)
    for (const id of named) expect((await recordOf(scene, id)).erasedAt).toBeUndefined()
    scene.world.advance(1)
    await run(90)
    for (const id of named) expect((await recordOf(scene, id)).erasedAt).toBe(scene.world.clock.now)
    const again = submitKycForm({ caller: scene.caller, request })
    expect(await scene.world.refusal(again)).toMatchObject({ field: "uploadedSelfieId" })
  })

  it("is one that a proof of a company names, too; the first submission counts §kyc-document-retention", async () => {
    const scene = await Scene.open()
    const subAccountId = await scene.approvedCompany()
    const documentId = await scene.document(subAccountId, { documentType: "PROOF" })
    const submit = () =>
      scene.world.run(
        submitKybProof({ caller: scene.caller, subAccountId, proof: { _tag: "ProofOfAddress", documentId } })
      )
    await submit()
    const attachedAt = scene.world.clock.now
    scene.world.advance(day)
    await submit()
    expect((await recordOf(scene, documentId)).attachedAt).toBe(attachedAt)
  })
})
