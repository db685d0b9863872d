// POST /admin/people/export: everything that is kept about a person, in a fixed order, without what is somebody else's and without
// secrets (LGPD, article 18 II; decision 0208). That it was made is on record.
import { Clock, Effect } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { Ids } from "../../engine/store/ids.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { PersonExports } from "./erasure.ts"
import { type PersonRequest, eachMatter, personOf } from "./find-person.ts"
import { type ExportedRecord, type Person, exported } from "./person.ts"

/** The export of a person. */
export const exportPerson = Effect.fnUntraced(function*(operator: Actor, request: PersonRequest) {
  const person = yield* personOf(request)
  const records = yield* recordsAbout(person)
  if (records.length === 0) return yield* new NotFound({ resource: "Person" })
  const createdAt = yield* Clock.currentTimeMillis
  const { owner, subAccountIds } = person
  const id = yield* Ids.use((ids) => ids.next("exp", owner))
  const action = {
    action: "person.export",
    owner,
    subject: id,
    version: 0,
    detail: { records: records.length },
    at: createdAt
  }
  const writes = [insert(PersonExports, { id, owner, subAccountIds, createdAt }), actOf(operator, action)]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return { exportId: id, accountId: owner, subAccountIds, exportedAt: isoInstant(createdAt), records }
})

const recordsAbout = Effect.fnUntraced(function*(person: Person) {
  const records = new Map<string, ExportedRecord>()
  yield* eachMatter(person, (matter) =>
    Effect.sync(() => {
      for (const record of exported(person, matter)) records.set(`${record.kind} ${record.id}`, record)
    }))
  return [...records.values()]
})
