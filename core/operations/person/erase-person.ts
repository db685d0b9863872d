// POST /admin/people/erasure: orders that a person is erased (LGPD, articles 16 and 18 VI; decision 0209). Refused while something
// is open. The order closes the person's subaccounts; a job erases what no law keeps, and the rest when its time is over.
import { Clock, Effect, Option, Redacted } from "effect"
import { NotFound, PersonNotErasable } from "../../base/errors/errors.ts"
import { PersonRetention } from "../../ports/person-retention.ts"
import { get, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { Subaccounts } from "../../customers/subaccount/subaccount.ts"
import { Erasures, erasureId, erasureView, personPlace, personText, sealedText } from "./erasure.ts"
import { openOf } from "./open-business.ts"
import { type PersonRequest, eachMatter, personOf } from "./find-person.ts"
import type { Person } from "./person.ts"

/** Orders the erasure of a person; ordered again, it is the same erasure. */
export const erasePerson = (operator: Actor, request: PersonRequest) =>
  Effect.gen(function*() {
    const person = yield* personOf(request)
    const digest = yield* Secrets.use((secrets) => secrets.digest("person", personText(request)))
    const id = erasureId(person.owner, digest)
    const before = Option.getOrUndefined(yield* get(Erasures, id))
    if (before !== undefined) return erasureView(before.value)
    const open = yield* openOf(person)
    if (open.length > 0) return yield* new PersonNotErasable({ open })
    if (!(yield* isKnown(person))) return yield* new NotFound({ resource: "Person" })
    return yield* order(operator, person, id)
  }).pipe(
    // Twins, or a change meanwhile: what stands then decides.
    Effect.retry({ while: (error) => error instanceof DuplicateKey || error instanceof VersionConflict })
  )

const isKnown = Effect.fnUntraced(function*(person: Person) {
  let matters = 0
  yield* eachMatter(person, () => Effect.sync(() => matters++))
  return matters > 0
})

const order = Effect.fnUntraced(
  function*(operator: Actor, { owner, pixKeys, subAccountIds, taxIds }: Person, id: string) {
    const now = yield* Clock.currentTimeMillis
    const retentionMs = yield* PersonRetention
    const apart = Redacted.make(sealedText({ taxIds, pixKeys }))
    const erasure = {
      id,
      owner,
      subAccountIds,
      sealed: yield* Secrets.use((secrets) => secrets.seal(apart, personPlace(id))),
      clearedAt: null,
      dueAt: now + retentionMs,
      erasedAt: null,
      createdAt: now,
      updatedAt: now
    }
    const closing = yield* Effect.forEach(subAccountIds, (each) => closed(each, now))
    const detail = { subAccountIds, dueAt: erasure.dueAt }
    const action = actOf(operator, { action: "person.erase", owner, subject: id, version: 0, detail, at: now })
    const writes = [insert(Erasures, erasure), ...closing.flat(), action]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return erasureView(erasure)
  }
)

const closed = Effect.fnUntraced(function*(subAccountId: string, closedAt: number) {
  const found = Option.toArray(yield* get(Subaccounts, subAccountId))
  return found.map((before) => replace(Subaccounts, before, { ...before.value, closedAt }))
})
