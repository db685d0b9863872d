// What tests of documents do again and again: register one, fill it, read how far it is.
import { Context, Effect } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { readDocument } from "../../../../core/customers/kyc/read-document.ts"
import { type DocumentRequest, registerDocument } from "../../../../core/customers/kyc/register-document.ts"
import { type UploadDocument, uploadDocument } from "../../../../core/customers/kyc/upload-document.ts"
import { validateLiveness } from "../../../../core/customers/kyc/validate-liveness.ts"
import { DocumentStore, DocumentStoreUnavailable } from "../../../../core/ports/document-store.ts"
import { type PlaneLayer, World, account } from "../../../support/world.ts"

export const origin = "https://api.example"

export const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
export const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
export const pdf = new TextEncoder().encode("%PDF-1.7 proof")

/** A world with a caller, and files that a test can look at and lose. */
export class DocumentWorld {
  readonly world: World
  readonly caller: Caller
  /** What the document store holds. */
  readonly files: Map<string, Uint8Array>
  readonly store: { isUp: boolean }

  constructor(world: World, caller: Caller, files: Map<string, Uint8Array>, store: { isUp: boolean }) {
    this.world = world
    this.caller = caller
    this.files = files
    this.store = store
  }

  static async open(plane?: PlaneLayer): Promise<DocumentWorld> {
    const files = new Map<string, Uint8Array>()
    const store = { isUp: true }
    const world = await World.open(plane, (services) => {
      const real = Context.get(services, DocumentStore)
      return Context.add(services, DocumentStore, {
        ...real,
        put: (id, bytes) =>
          store.isUp
            ? Effect.tap(Effect.andThen(Effect.yieldNow, real.put(id, bytes)), () =>
              Effect.sync(() => files.set(id, bytes)))
            : Effect.fail(new DocumentStoreUnavailable({ reason: "the disk is full" })),
        remove: (id) =>
          store.isUp
            ? Effect.tap(real.remove(id), () => Effect.sync(() => files.delete(id)))
            : Effect.fail(new DocumentStoreUnavailable({ reason: "the disk is read-only" }))
      })
    })
    return new DocumentWorld(world, await world.caller(account("first", { kyc: "NONE" })), files, store)
  }

  get subAccountId(): string {
    return this.caller.account.mainSubAccountId
  }

  /** Registers a document and gives the `data` of the answer. */
  async register(parts: Partial<DocumentRequest> = {}): Promise<Readonly<Record<string, string>>> {
    const once = await this.world.run(registerDocument(this.order(parts)))
    if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
    return once.answer.data as unknown as Readonly<Record<string, string>>
  }

  order(parts: Partial<DocumentRequest> = {}) {
    const request: DocumentRequest = { subAccountId: this.subAccountId, documentType: "ID", ...parts }
    return { caller: this.caller, origin, request }
  }

  upload(url: string | undefined, parts: Partial<UploadDocument> = {}) {
    const token = url?.slice(`${origin}/upload/`.length) ?? ""
    return uploadDocument({ token, file: jpeg, contentType: "image/jpeg", ifNoneMatch: "*", ...parts })
  }

  validate(token: string | undefined, peer = "192.0.2.1") {
    return validateLiveness({ token: token ?? "", peer })
  }

  read(documentId: string | undefined, subAccountId = this.subAccountId) {
    return readDocument({ caller: this.caller, subAccountId, documentId: documentId ?? "" })
  }

  readiness(documentId: string | undefined) {
    return this.world.run(this.read(documentId))
  }
}
