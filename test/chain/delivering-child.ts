// What a process that delivers does: it carries on what one before it left, asks for each delivery until all have ended, and says each answer on
// a line. It may be told at which step to end itself.
import { Effect, Layer } from "effect"
import { layer as postgres } from "../../adapters/postgres/store.ts"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import type { DeliveryOrder } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { Store } from "../../core/ports/store.ts"
import { type KillAt, killingAt } from "./kill-steps.ts"

/** Units are decimal text. */
export type PlainOrder = Omit<DeliveryOrder, "units"> & { readonly units: string }

/** What a process is asked. */
export interface Deliveries {
  /** The adapter's, as JSON. */
  readonly settings: string
  /** A file of SQLite, or the address of a database of PostgreSQL. */
  readonly database: string
  readonly orders: ReadonlyArray<PlainOrder>
  readonly killAt?: KillAt
  /** How often each is looked up before the process gives up; it is once unless given. */
  readonly looks?: number
}

/** An adapter that was opened, with its background step where that is no part of it. */
export interface OpenedChain {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  readonly carry?: Effect.Effect<void, unknown, Store>
}

const lookEveryMs = 100

const planeOf = (database: string) =>
  database.startsWith("postgres") ? postgres({ url: database }) : sqlite({ filename: database, synchronous: "NORMAL" })

const delivering = Effect.fnUntraced(function*(opened: OpenedChain, { looks = 1, orders }: Deliveries) {
  const adapter = yield* opened.chain
  const carry = Effect.ignore(opened.carry ?? adapter.carry ?? Effect.void)
  yield* carry
  yield* Effect.forEach(
    orders,
    Effect.fnUntraced(function*({ units, ...order }: PlainOrder) {
      let answer: { readonly _tag: string } = yield* adapter.deliver({ ...order, units: BigInt(units) })
      for (let look = 1; look < looks && answer._tag === "Unknown"; look++) {
        yield* Effect.sleep(lookEveryMs)
        answer = yield* adapter.lookUp(order)
      }
      console.log(`${order.operationId} ${answer._tag}`)
    }),
    { concurrency: "unbounded" }
  )
  yield* carry
})

/** Delivers what its command line says, by an adapter of these settings. */
export const deliverAll = async (open: (settings: string) => OpenedChain): Promise<void> => {
  const given = JSON.parse(process.argv[2] ?? "") as Deliveries
  const { logger, storeOf } = killingAt(given.killAt, given.orders.map(({ operationId }) => operationId))
  const plane = Layer.effect(Store, Effect.map(Store, storeOf)).pipe(Layer.provide(planeOf(given.database)))
  await Effect.runPromise(
    Effect.scoped(Effect.provide(delivering(open(given.settings), given), plane)).pipe(Effect.provide(logger))
  )
  // Connections that stay open would keep it.
  process.exit()
}
