// What a PIX provider's own books say, where it shows them: every PIX that came in, went out or came back, and what it holds of us.
// They are compared with ours, so that a report that was lost is found, and nothing is missing without a person knowing.
import { Context, Data, type Effect, Layer } from "effect"
import type { Cents } from "../base/money/units.ts"
import type { ProviderFact } from "./provider-fact.ts"

/** The books cannot be read for now. */
export class RailBooksUnavailable extends Data.TaggedError("RailBooksUnavailable")<{ readonly reason: string }> {}

/** A stretch of the provider's books, in Unix milliseconds: `from` belongs to it, `until` does not. */
export interface BooksStretch {
  readonly from: number
  readonly until: number
}

/** One page of them. */
export interface BooksPage {
  /**
   * What moved, as the facts that its messages would report: `ChargePaid`, `PixReturned`, `PaymentSettled`, `PaymentReversed`. They
   * have no event id. What the provider does not know of a fact, such as our id, is asked of the provider before.
   */
  readonly facts: ReadonlyArray<ProviderFact>
  /** What the next page is asked by; null after the last. */
  readonly next: string | null
}

/** A kind of PIX movement: received, paid by us, or returned to its payer. */
export type ListedKind = "received" | "sent" | "returned"

export interface RailBooksReader {
  /** The kinds that `movements` has in full. Movements of these kinds that only our journal has go to the review queue. */
  readonly lists: ReadonlyArray<ListedKind>
  /** The movements of a stretch, page by page; the first by null. */
  readonly movements: (stretch: BooksStretch, page: string | null) => Effect.Effect<BooksPage, RailBooksUnavailable>
  /** What the provider holds of us now. */
  readonly balance: Effect.Effect<Cents, RailBooksUnavailable>
}

/** The books of the plane's PIX provider; undefined where it does not show them. */
export const RailBooks = Context.Reference<RailBooksReader | undefined>("pontepay/core/ports/RailBooks", {
  defaultValue: () => undefined
})

/** An adapter's reader as the layer that `railBooks` of the own adapters takes. */
export const railBooksLayer = (reader: RailBooksReader): Layer.Layer<never> => Layer.succeed(RailBooks, reader)
