// Whose a data plane is, kept in it: a database of the sandbox is never opened as production's, nor the other way round, however
// its address is spelled. The first that opens a plane marks it.
import { Data, Effect, Option, Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Accounts } from "../account/account.ts"
import { get, insert, latest, recordKind } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { Environment } from "../../base/environment/environment.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Mark = Schema.Struct({ id: Schema.String, owner: Schema.String, environment: Environment })

const Marks = recordKind({ kind: "plane", schema: Mark, personal: noPersonalData("a mark of the database") })

const markId = "plane"

/** The data belongs to the other environment; nothing was changed. */
export class ForeignPlane extends Data.TaggedError("ForeignPlane")<{ readonly environment: Environment }> {
  /** What is said of the variable that named the database. */
  get problem(): string {
    return `holds the data of the ${this.environment} environment`
  }
}

// A plane from before there were marks belongs to the environment of its accounts.
const holder = Effect.gen(function*() {
  const mark = Option.getOrUndefined(yield* get(Marks, markId))?.value
  const account = mark === undefined ? Option.getOrUndefined(yield* latest(Accounts, "all", "all"))?.value : undefined
  return { isMarked: mark !== undefined, environment: (mark ?? account)?.environment }
})

/** Marks a plane that is no one's yet; refuses one that belongs to the other environment. */
export const claimPlane = (environment: Environment) => {
  const claim = Effect.gen(function*() {
    const held = yield* holder
    if (held.environment !== undefined && held.environment !== environment) {
      return yield* new ForeignPlane({ environment: held.environment })
    }
    if (held.isMarked) return
    const writes = [insert(Marks, { id: markId, owner: operatorOwner, environment })]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
  })
  // Of two that open it at once, one marks it and the other reads the mark.
  return Effect.catchTag(claim, "DuplicateKey", () => claim)
}
