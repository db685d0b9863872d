// Files that people upload for KYC: sealed at rest by the adapter, under our ids, written once.
import { Context, Data, type Effect, type Option } from "effect"

/** The place for files cannot be reached; whether a file was kept must be asked again. */
export class DocumentStoreUnavailable extends Data.TaggedError("DocumentStoreUnavailable")<{
  readonly reason: string
}> {}

export class DocumentStore extends Context.Service<DocumentStore, {
  /** Keeps a file under an id; the same id again keeps the first one. */
  readonly put: (id: string, bytes: Uint8Array) => Effect.Effect<void, DocumentStoreUnavailable>
  /** Forgets a file; one that is not there is forgotten already. */
  readonly remove: (id: string) => Effect.Effect<void, DocumentStoreUnavailable>
  readonly get: (id: string) => Effect.Effect<Option.Option<Uint8Array>, DocumentStoreUnavailable>
}>()("pontepay/core/ports/DocumentStore") {}

/** How long documents are kept after a submission named them, in milliseconds. */
export class DocumentRetention extends Context.Service<DocumentRetention, number | null>()(
  "pontepay/core/ports/DocumentRetention"
) {
  /** For as long as the data store. */
  static readonly forever = null
}
