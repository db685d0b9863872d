// The texts that records of a kind hold sealed: the lists that name each record by the key of one of them, and how a record is
// sealed again under a new key (0203).
import { Effect, Option } from "effect"
import { type Identified, type RecordKind, get, replace } from "../store/records.ts"
import type { Secrets } from "../store/secrets.ts"
import { type CommitError, Store, VersionConflict, changeSet } from "../store/store.ts"

/** Seals a text for its place again where it is under the older key. */
export type SealAgain = (text: string, place: string) => Effect.Effect<string, never, Secrets>

export interface SealedTexts {
  /** The lists by key; a record with two texts is in two. */
  readonly lists: ReadonlyArray<string>
  /** Seals what a record holds again, in one commit. */
  readonly reseal: (id: string, again: SealAgain) => Effect.Effect<void, CommitError, Store | Secrets>
}

/** Declares the sealed texts of a kind. A record that somebody changes meanwhile is read and sealed again. */
export const sealedTexts = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  lists: ReadonlyArray<NoInfer<L>>,
  change: (value: A, again: SealAgain) => Effect.Effect<A, never, Secrets>
): SealedTexts => ({
  lists,
  reseal: (id, again) =>
    Effect.gen(function*() {
      const before = Option.getOrUndefined(yield* get(kind, id))
      if (before === undefined) return
      const next = yield* change(before.value, again)
      if (kind.encode(next) === kind.encode(before.value)) return
      yield* Store.use((store) => store.commit(changeSet({ writes: [replace(kind, before, next)] })))
    }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
})

/** The one text of a record that is forgotten when it has served. */
export const sealedOnce = <A extends Identified & { readonly sealed: string | null }, L extends string>(
  kind: RecordKind<A, string, L | "sealedBy">,
  placeOf: (value: A) => string
): SealedTexts =>
  sealedTexts<A, string>(kind, ["sealedBy"], (value, again) =>
    value.sealed === null
      ? Effect.succeed(value)
      : Effect.map(again(value.sealed, placeOf(value)), (sealed) => ({ ...value, sealed })))
