// A plane with the documents of a form, for adapters of identity providers.
import { Context, Effect, Layer, Scope } from "effect"
import * as documents from "../../adapters/memory/document-store.ts"
import * as memory from "../../adapters/memory/store.ts"
import { type KycDocument, KycDocuments } from "../../core/customers/kyc/document.ts"
import { DocumentStore } from "../../core/ports/document-store.ts"
import { insert } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"

/** What an adapter may ask for. */
export type Plane = Context.Context<Store | DocumentStore>

/** Opens a service of a layer on a plane. */
export const openOn = <I, S, R>(plane: Context.Context<R>, key: Context.Key<I, S>, layer: Layer.Layer<I, unknown, R>) =>
  Effect.runPromise(
    Effect.map(Layer.build(layer), (built) => Context.get(built, key)).pipe(
      Effect.provideContext(plane),
      Effect.provideService(Scope.Scope, Scope.makeUnsafe())
    ) as Effect.Effect<S>
  )

const side = (fileId: string | null) => ({
  expiresAt: 1,
  completedAt: 1,
  fileId,
  fileType: fileId === null ? null : "image/jpeg" as const
})

const of = (id: string, documentType: KycDocument["documentType"]): KycDocument => ({
  id,
  owner: "acc_1",
  subAccountId: "sub_1",
  documentType,
  sessionId: documentType === "SELFIE-FROM-LIVENESS" ? "lvs_1" : null,
  front: side(null),
  back: null,
  createdAt: 1,
  updatedAt: 1
})

/** `doc_1` is a liveness capture without a file, `doc_2` an identity card with two sides, `doc_3` a selfie that was uploaded. */
export const kycPlane = async (): Promise<Plane> => {
  const scope = Scope.makeUnsafe()
  const plane = await Effect.runPromise(
    Layer.build(Layer.merge(memory.layer, documents.layer)).pipe(Effect.provideService(Scope.Scope, scope))
  )
  const store = Context.get(plane, Store)
  const kept = Context.get(plane, DocumentStore)
  const card = { ...of("doc_2", "ID"), front: side("doc_2-front"), back: side("doc_2-back") }
  await Effect.runPromise(store.commit(changeSet({
    writes: [
      insert(KycDocuments, of("doc_1", "SELFIE-FROM-LIVENESS")),
      insert(KycDocuments, card),
      insert(KycDocuments, { ...of("doc_3", "SELFIE"), front: side("doc_3-front") })
    ]
  })))
  await Effect.runPromise(kept.put("doc_2-front", Uint8Array.of(0xff, 0xd8, 0xff, 0x0d, 0x0a, 0x2d, 0x2d, 1)))
  await Effect.runPromise(kept.put("doc_3-front", Uint8Array.of(0xff, 0xd8, 0xff, 3)))
  await Effect.runPromise(kept.put("doc_2-back", Uint8Array.of(0xff, 0xd8, 0xff, 0, 2)))
  return plane
}
