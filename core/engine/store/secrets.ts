// Keyed hashes and sealing: what keeps secrets out of the database in the clear. Each environment has keys of its own, so
// nothing of one opens or holds in another (0202).
import { Context, type Effect, type Redacted } from "effect"
import type { MasterKeyUnknown } from "./master-key.ts"
import type { CommitError } from "./store.ts"

export class Secrets extends Context.Service<Secrets, {
  /** Keyed hash of an API key, hex: the same key always gives the same digest, the digest gives no key. */
  readonly keyDigest: (key: Redacted.Redacted) => Effect.Effect<string>
  /** Keyed hash for an index, 64 hex digits: the same for a text and purpose for as long as the environment lives. */
  readonly digest: (purpose: string, text: string) => Effect.Effect<string>
  /** 32 bytes in hex for what an adapter keeps outside of the store; the same for as long as the environment lives. */
  readonly keptKey: (purpose: string) => Effect.Effect<Redacted.Redacted>
  /**
   * Proof that a text which we hand out and take back is ours, 64 hex digits: no one else can make it, and it holds for no
   * other purpose. It is another one once the key was rotated.
   */
  readonly proof: (purpose: string, text: string) => Effect.Effect<string>
  /** The proofs that hold for a text: under the key of now, and under each older one that was not dropped yet. */
  readonly proofs: (purpose: string, text: string) => Effect.Effect<ReadonlyArray<string>>
  /** Encrypts a secret for the place it is stored at; opening it for any other place fails. */
  readonly seal: (secret: Redacted.Redacted, place: string) => Effect.Effect<string>
  /** Opens what `seal` made for this place. A text that was altered is a defect. */
  readonly open: (sealed: string, place: string) => Effect.Effect<Redacted.Redacted>
  /** Opens what a backend sealed for a command with the public key of the environment, and what `seal` made. */
  readonly openCommand: (sealed: string, place: string) => Effect.Effect<Redacted.Redacted>
  /** Opens the keys of the environment, which are made where there are none; fails where another master key wrapped them. */
  readonly ready: Effect.Effect<void, MasterKeyUnknown | CommitError>
}>()("pontepay/core/ports/Secrets") {}
