// The background step of networks whose treasuries are coins: takes every delivery that is not over one step further, so that what was stored is sent whoever stored it, and what was Done
// comes back after a reorganisation.
import { Effect, type Option } from "effect"
import {
  type Identified,
  type ListedRecord,
  type RecordKind,
  type Stored,
  feed,
  get,
  list
} from "../../core/engine/store/records.ts"

const pageSize = 200
/** The most deliveries that are lost and shown. */
const mostLost = 100

/** What is known of a delivery on every such network. */
interface CoinDelivery extends Identified {
  readonly units: bigint
  readonly to: string
  readonly lostTo: string | null
}

export interface CarryParts<A extends CoinDelivery, E, R> {
  /** Names the network in the list of its deliveries. */
  readonly network: string
  readonly kind: RecordKind<A, string, "lost" | "network">
  /** Whether nothing is left to be done for it. */
  readonly isOver: (movement: A) => boolean
  /** One step of one delivery. */
  readonly carried: (movement: Stored<A>) => Effect.Effect<void, E, R>
}

/** A delivery that was Done, and what took its place. */
export interface LostDelivery {
  readonly operationId: string
  readonly units: bigint
  readonly to: string
  readonly by: string
}

export const makeCarry = <A extends CoinDelivery, E, R>(
  { carried, isOver, kind, network }: CarryParts<A, E, R>
) => {
  // Read once by each process: how far the list is known, and what of it was not over.
  let seen = 0n
  const open = new Set<string>()

  const noted = Effect.gen(function*() {
    for (;;) {
      const page: ReadonlyArray<ListedRecord<A>> = yield* feed(
        kind,
        "network",
        network,
        { after: seen, limit: pageSize }
      )
      for (const { seq, value } of page) {
        seen = seq
        if (!isOver(value)) open.add(value.id)
      }
      if (page.length < pageSize) return
    }
  })

  return {
    /** A delivery that goes on, also where it was given up before. */
    note: (operationId: string): void => void open.add(operationId),

    carry: Effect.gen(function*() {
      yield* noted
      for (const id of Array.from(open)) {
        const found: Option.Option<Stored<A>> = yield* get(kind, id)
        if (found._tag === "None" || isOver(found.value.value)) open.delete(id)
        // One that cannot be carried now keeps none of the others.
        else yield* Effect.ignore(carried(found.value))
      }
    }),

    /** What was Done and is lost for good, newest first. */
    lost: Effect.map(
      list(kind, "lost", network, { limit: mostLost }),
      (rows) =>
        rows.map(({ value: { id, lostTo, to, units } }): LostDelivery => ({
          operationId: id,
          units,
          to,
          by: lostTo ?? ""
        }))
    )
  }
}
