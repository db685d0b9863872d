// How the files of a document end: two commits around their deletion (decision 0200).
import { Effect, Option } from "effect"
import { DocumentStore } from "../../ports/document-store.ts"
import { type Stored, get, replace } from "../../engine/store/records.ts"
import { Store, type Write, changeSet } from "../../engine/store/store.ts"
import { releaseWrites } from "./document-usage.ts"
import { type KycDocument, KycDocuments, bytesOf, filesOf, withoutFiles } from "./document.ts"

/**
 * Deletes the files of a document. The record gives them up first, so that no submission names what is about to go; it forgets
 * their names when they are gone, so that a process that dies in between leaves none behind.
 */
export const eraseDocument = Effect.fnUntraced(function*(before: Stored<KycDocument>, now: number) {
  if (before.value.erasedAt === undefined) {
    const released = { count: 1, bytes: bytesOf(before.value) }
    const usage = before.value.attachedAt === undefined ? yield* releaseWrites(before.value.owner, released) : []
    yield* put(before, { ...before.value, erasedAt: now, updatedAt: now }, usage)
  }
  const given = Option.getOrUndefined(yield* get(KycDocuments, before.value.id))
  if (given === undefined || filesOf(given.value).length === 0) return
  yield* DocumentStore.use(({ remove }) => Effect.forEach(filesOf(given.value), remove, { discard: true }))
  yield* put(given, withoutFiles(given.value))
})

const put = (before: Stored<KycDocument>, after: KycDocument, usage: ReadonlyArray<Write> = []) =>
  Store.use((store) => store.commit(changeSet({ writes: [replace(KycDocuments, before, after), ...usage] })))
