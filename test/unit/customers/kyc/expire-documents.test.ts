// Documents whose time is over, on every store (0200): what no submission named goes after a week, what one did as configured.
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { DocumentUsages } from "../../../../core/customers/kyc/document-usage.ts"
import { KycDocuments } from "../../../../core/customers/kyc/document.ts"
import { expireDocuments } from "../../../../core/customers/kyc/expire-documents.ts"
import { registerDocument } from "../../../../core/customers/kyc/register-document.ts"
import { submitKycForm } from "../../../../core/customers/kyc/submit-kyc-form.ts"
import { submitKybProof } from "../../../../core/customers/kyc/submit-kyb-proof.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { DocumentRetention } from "../../../../core/ports/document-store.ts"
import { get, replace } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { planes } from "../../../support/planes.ts"
import { DocumentWorld, jpeg } from "./documents.ts"
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

const usageOf = async ({ caller, world }: Pick<DocumentWorld, "caller" | "world">) =>
  Option.getOrThrow(await world.run(get(DocumentUsages, caller.account.id))).value

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
      front: { expiresAt: before.front.expiresAt, completedAt: before.front.completedAt, fileId: null, fileType: null },
      erasedAt: now,
      updatedAt: now
    })
    expect(await usageOf(documents)).toMatchObject({ count: 0, bytes: 0 })
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

describe.each(Object.entries(planes))("the quota of an account on %s", (_, plane) => {
  const open = async (used: { readonly count: number; readonly bytes: number }) => {
    const documents = await DocumentWorld.open(plane)
    const data = await documents.register()
    const { caller, world } = documents
    const before = Option.getOrThrow(await world.run(get(DocumentUsages, caller.account.id)))
    const writes = [replace(DocumentUsages, before, { ...before.value, ...used })]
    await world.run(Store.use((store) => store.commit(changeSet({ writes }))))
    return { documents, data, files: documents.files, world }
  }
  const { bytes, count } = limits.unattachedDocuments
  const refused = { _tag: "DocumentQuotaReached" }

  // S8
  it("is of so many documents that no submission names §kyc-document-quota §limit-unattached-documents §error-document-quota-reached", async () => {
    const { documents, world } = await open({ count: count - 1, bytes: 0 })
    await documents.register()
    expect(await usageOf(documents)).toMatchObject({ count, bytes: 0 })
    expect(await world.refusal(registerDocument(documents.order()))).toMatchObject(refused)
    await world.close()
  })

  it("is of so many bytes, and keeps nothing of what goes beyond §kyc-document-quota §limit-unattached-documents", async () => {
    const { data, documents, files, world } = await open({ count: 1, bytes: bytes - jpeg.length + 1 })
    expect(await world.refusal(documents.upload(data["uploadUrlFront"]))).toMatchObject(refused)
    expect(files.size).toBe(0)
    await world.close()
    const room = await open({ count: 1, bytes: bytes - jpeg.length })
    await room.world.run(room.documents.upload(room.data["uploadUrlFront"]))
    expect(await usageOf(room.documents)).toMatchObject({ count: 1, bytes })
    await room.world.close()
  })

  it("counts documents that are begun and filled at once §kyc-document-quota", async () => {
    const documents = await DocumentWorld.open(plane)
    const begun = await Promise.all(Array.from({ length: 8 }, () => documents.register()))
    await Promise.all(begun.map((data) => documents.world.run(documents.upload(data["uploadUrlFront"]))))
    expect(await usageOf(documents)).toMatchObject({ count: 8, bytes: 8 * jpeg.length })
    await documents.world.close()
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
    // They count no more.
    expect(await usageOf(scene)).toMatchObject({ count: 0, bytes: 0 })
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
