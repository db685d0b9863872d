// Which secrets key seals a data plane, kept in it as a proof that gives no key: another key would open nothing of what is
// sealed, and find no API key. The first that opens a plane marks it; one from before there were marks takes the
// key it has (0159).
import { Data, Effect, Option, Schema } from "effect"
import { get, insert, recordKind } from "../ports/records.ts"
import { Secrets } from "../ports/secrets.ts"
import { Store, changeSet } from "../ports/store.ts"

const Mark = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** Under the key, hex. */
  proof: Schema.String
})

const Marks = recordKind({ kind: "secretsKey", schema: Mark })

const markId = "secretsKey"

/** The data was sealed under another key; nothing was changed. */
export class ForeignKey extends Data.TaggedError("ForeignKey")<{ readonly named: string }> {
  /** What is said of the variable that gives the key. */
  get problem(): string {
    return `${this.named} is not the key that sealed what is in the database: restore that one, or begin with another database`
  }
}

/** Marks a plane with the key that seals it from now on; refuses any other. `named` is what people call the key. */
export const claimKey = Effect.fnUntraced(function*(named: string) {
  const proof = yield* Secrets.use((secrets) => secrets.proof("secrets-key", markId))
  const claim = Effect.gen(function*() {
    const mark = Option.getOrUndefined(yield* get(Marks, markId))?.value
    if (mark === undefined) {
      const writes = [insert(Marks, { id: markId, owner: "operator", proof })]
      return yield* Store.use((store) => store.commit(changeSet({ writes })))
    }
    if (mark.proof !== proof) return yield* new ForeignKey({ named })
  })
  // Of two that open it at once, one marks it and the other reads the mark.
  return yield* Effect.catchTag(claim, "DuplicateKey", () => claim)
})
