// Documents in memory, for planes that live no longer than their process: nothing reaches a disk, so nothing is sealed.
import { Effect, Layer, Option } from "effect"
import { DocumentStore } from "../../core/ports/document-store.ts"

export const layer: Layer.Layer<DocumentStore> = Layer.sync(DocumentStore, () => {
  const files = new Map<string, Uint8Array>()
  return {
    put: (id, bytes) => Effect.sync(() => void (files.has(id) || files.set(id, Uint8Array.from(bytes)))),
    get: (id) => Effect.sync(() => Option.fromUndefinedOr(files.get(id))),
    remove: (id) => Effect.sync(() => void files.delete(id))
  }
})
