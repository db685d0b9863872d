// Identifiers and unguessable bytes. The counter of the tests and the clock-ordered maker of production are its layers.
import { Context, type Effect } from "effect"
import type { Id, OwnedPrefix, RootPrefix } from "../../base/ids/ids.ts"

/** Makes an id: with `near`, any id of the account that it belongs to, and without it for an account itself. */
export interface NextId {
  <P extends RootPrefix>(prefix: P): Effect.Effect<Id<P>>
  <P extends OwnedPrefix>(prefix: P, near: string): Effect.Effect<Id<P>>
}

/** Makes identifiers: monotonic within a process, unique everywhere. */
export class Ids extends Context.Service<Ids, {
  readonly next: NextId
  /** The id of a wallet of the account of `near`: 24 lower-case hex characters that end as that does. */
  readonly walletId: (near: string) => Effect.Effect<string>
  /** Bytes that no one can guess, as lower-case hex: secrets and challenge tokens. */
  readonly secret: (bytes: number) => Effect.Effect<string>
}>()("pontepay/core/ports/Ids") {}
