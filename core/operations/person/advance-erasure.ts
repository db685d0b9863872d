// Worker step: carries out an erasure that was ordered (decision 0209). What no law keeps goes at once, the rest when its time is
// over. Each record is changed in a commit of its own, the one that says whose it is last, so that a step which dies is taken up.
import { Clock, Effect, Option, Redacted } from "effect"
import { eraseDocument } from "../../customers/kyc/erase-document.ts"
import { reason } from "../../base/reason/reason.ts"
import { type KycDocument, KycDocuments } from "../../customers/kyc/document.ts"
import { limits } from "../../base/limits/limits.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { type Stored, get, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, type Write, changeSet } from "../../engine/store/store.ts"
import { type Erasure, Erasures, personPlace, sealedPerson } from "./erasure.ts"
import { openOf } from "./open-business.ts"
import { eachMatter, withKeys } from "./find-person.ts"
import { type KeptRecord, type Matter, type Person, erased } from "./person.ts"
import type { Until } from "../../engine/store/personal.ts"

/** Erases what may go now, and says when to look again. */
export const advanceErasure = (job: ClaimedJob) =>
  advance(job).pipe(
    // The files are still there, and their records name them.
    Effect.catchTag("DocumentStoreUnavailable", (away) =>
      Effect.succeed(again(backOffMs(job.attempt), reason("notKept", away.reason))))
  )

const advance = Effect.fnUntraced(function*(job: ClaimedJob) {
  const before = Option.getOrThrow(yield* get(Erasures, job.subject))
  const now = yield* Clock.currentTimeMillis
  const { clearedAt, dueAt, sealed } = before.value
  const isDue = now >= dueAt
  if (sealed === null) return yield* end(job)
  if (clearedAt !== null && !isDue) return again(dueAt - now)
  const person = yield* personIn(before.value, sealed)
  if (isDue && (yield* openOf(person)).length > 0) return again(limits.erasureRetryMs, reason("somethingOpen"))
  yield* eachMatter(person, (matter) => eraseMatter(person, matter, isDue ? "end" : "order", now))
  const after = { ...before.value, clearedAt: clearedAt ?? now, updatedAt: now }
  if (!isDue) {
    yield* put(before, after)
    return again(dueAt - now)
  }
  return yield* end(job, [replace(Erasures, before, { ...after, sealed: null, erasedAt: now })])
})

const end = (job: ClaimedJob, writes: ReadonlyArray<Write> = []) =>
  Store.use((store) => store.commit(changeSet({ writes, finished: finish(job) }))).pipe(Effect.as(finished))

const put = (before: Stored<Erasure>, after: Erasure) =>
  Store.use((store) => store.commit(changeSet({ writes: [replace(Erasures, before, after)] })))

const personIn = ({ id, owner, subAccountIds }: Erasure, sealed: string) =>
  Secrets.use((secrets) => secrets.open(sealed, personPlace(id))).pipe(
    Effect.flatMap((text) => withKeys({ owner, subAccountIds, ...sealedPerson(Redacted.value(text)) }))
  )

const eraseMatter = Effect.fnUntraced(function*(person: Person, matter: Matter, until: Until, now: number) {
  for (const record of [...matter.others, matter.root]) {
    if (record.kind.kind === KycDocuments.kind) yield* eraseFiles(record, until, now)
    else yield* rewrite(person, matter, record, until)
  }
})

const rewrite = (person: Person, matter: Matter, record: KeptRecord, until: Until) => {
  const after = erased(person, matter, record, until)
  return after === record.stored.value
    ? Effect.void
    : Store.use((store) => store.commit(changeSet({ writes: [replace(record.kind, record.stored, after)] })))
}

// What a submission named was examined, and is kept as long as the examination.
const eraseFiles = (record: KeptRecord, until: Until, now: number) => {
  const stored = record.stored as Stored<KycDocument>
  return until === "order" && stored.value.attachedAt !== undefined ? Effect.void : eraseDocument(stored, now)
}
