// Keyed hashes and sealing: what keeps secrets out of the database in the clear.
import { Context, type Effect, type Redacted } from "effect"

export class Secrets extends Context.Service<Secrets, {
  /** Keyed hash of an API key, hex: the same key always gives the same digest, the digest gives no key. */
  readonly keyDigest: (key: Redacted.Redacted) => Effect.Effect<string>
  /**
   * Proof that a text which we hand out and take back is ours, 64 hex characters: the same text and purpose always have
   * the same, nobody else can make it, and it holds for no other purpose.
   */
  readonly proof: (purpose: string, text: string) => Effect.Effect<string>
  /** Encrypts a secret for the place it is stored at; opening it for any other place fails. */
  readonly seal: (secret: Redacted.Redacted, place: string) => Effect.Effect<string>
  /** Opens what `seal` made for this place. A text that was altered is a defect. */
  readonly open: (sealed: string, place: string) => Effect.Effect<Redacted.Redacted>
}>()("pontepay/core/ports/Secrets") {}
