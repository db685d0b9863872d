// Passwords of operators: hashed slowly, so that a stolen database allows few guesses. Parameters and salt are in the text of the
// hash (PHC string).
import { Context, Data, type Effect, type Redacted } from "effect"

/** As many hashes of this turn wait as may, or this one waited too long; nothing was hashed. */
export class HasherBusy extends Data.TaggedError("HasherBusy")<{}> {}

export class PasswordHasher extends Context.Service<PasswordHasher, {
  /** The hash of a password. Whoever has the same `turn` waits in one queue, so that none keeps others waiting. */
  readonly hash: (password: Redacted.Redacted, turn: string) => Effect.Effect<string, HasherBusy>
  /** Whether this is the password; without a hash it takes as long, and is not. */
  readonly verify: (
    password: Redacted.Redacted,
    hash: string | undefined,
    turn: string
  ) => Effect.Effect<boolean, HasherBusy>
  /** Whether a hash is weaker than those that are made today. */
  readonly isOutdated: (hash: string) => boolean
}>()("pontepay/core/ports/PasswordHasher") {}
