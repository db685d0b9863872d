// The background step: takes every delivery that is not over one step further, so that what was stored is sent whoever stored it, and what was Done
// comes back after a reorganisation.
import { Effect, type Option } from "effect"
import { type ListedRecord, type Stored, feed, get, list } from "../../core/ports/records.ts"
import { type LiquidMovement, LiquidMovements } from "./movement.ts"
import { isOver } from "./movements.ts"

const pageSize = 200
/** The most deliveries that are lost and shown. */
const mostLost = 100

/** A delivery that was Done, and what took its place. */
export interface LostDelivery {
  readonly operationId: string
  readonly units: bigint
  readonly to: string
  readonly by: string
}

export const makeCarry = <E, R>(
  network: string,
  carried: (movement: Stored<LiquidMovement>) => Effect.Effect<void, E, R>
) => {
  // Read once by each process: how far the list is known, and what of it was not over.
  let seen = 0n
  const open = new Set<string>()

  const noted = Effect.gen(function*() {
    for (;;) {
      const page: ReadonlyArray<ListedRecord<LiquidMovement>> = yield* feed(
        LiquidMovements,
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
      for (const id of open) {
        const found: Option.Option<Stored<LiquidMovement>> = yield* get(LiquidMovements, id)
        if (found._tag === "None" || isOver(found.value.value)) open.delete(id)
        // One that cannot be carried now keeps none of the others.
        else yield* Effect.ignore(carried(found.value))
      }
    }),

    /** What was Done and is lost for good, newest first. */
    lost: Effect.map(
      list(LiquidMovements, "lost", network, { limit: mostLost }),
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
