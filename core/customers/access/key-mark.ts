// Whether the secrets key of a service is the one that wraps the keys of a data plane: another one would open nothing of what
// is sealed, and find no API key (0159). The first that opens a plane makes its keys.
import { Data, Effect } from "effect"
import { Secrets } from "../../engine/store/secrets.ts"

/** The data was sealed under another key; nothing was changed. */
export class ForeignKey extends Data.TaggedError("ForeignKey")<{ readonly named: string }> {
  /** What is said of the variable that gives the key. */
  get problem(): string {
    return `${this.named} is not the key that sealed what is in the database: restore that one, or begin with another database`
  }
}

/** Opens the keys of a plane; refuses where another key wrapped them. `named` is what people call the key. */
export const claimKey = (named: string) =>
  Secrets.use(({ ready }) => ready).pipe(
    Effect.catchTag("MasterKeyUnknown", () => Effect.fail(new ForeignKey({ named })))
  )
