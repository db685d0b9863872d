// Identifiers and unguessable bytes. The counter of the tests and the clock-ordered maker of production are its layers.
import { Context, type Effect } from "effect"
import type { Id, IdPrefix } from "../ids/ids.ts"

/** Makes identifiers: monotonic within a process, unique everywhere. */
export class Ids extends Context.Service<Ids, {
  readonly next: <P extends IdPrefix>(prefix: P) => Effect.Effect<Id<P>>
  /** The id of a wallet: 24 lower-case hex characters, four bytes of time and eight of chance. */
  readonly walletId: Effect.Effect<string>
  /** Bytes that nobody can guess, as lower-case hex: secrets and challenge tokens. */
  readonly secret: (bytes: number) => Effect.Effect<string>
}>()("pontepay/core/ports/Ids") {}
