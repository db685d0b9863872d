// What a process that delivers does: it carries on what one before it left, asks for each delivery until all have ended, and says each answer on
// a line. It may end itself at a step.
import { once } from "node:events"
import { Effect, Layer } from "effect"
import { layer as postgres } from "../../adapters/postgres/store.ts"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import type { DeliveryOrder, SignedSpend } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { Store } from "../../core/engine/store/store.ts"
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
  /** What wallets have signed, to be sent beside. */
  readonly spends?: ReadonlyArray<SignedSpend>
  /** Whether it waits for a byte of its input before it begins, so that several begin together. */
  readonly waits?: boolean
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

const delivering = Effect.fnUntraced(function*(opened: OpenedChain, { looks = 1, orders, spends = [] }: Deliveries) {
  const adapter = yield* opened.chain
  const carry = Effect.ignore(opened.carry ?? adapter.carry ?? Effect.void)
  const said = Effect.fnUntraced(function*(
    movement: Parameters<ChainAdapter["lookUp"]>[0],
    sending: Effect.Effect<{ readonly _tag: string }>
  ) {
    let answer = yield* sending
    for (let look = 1; look < looks && answer._tag === "Unknown"; look++) {
      yield* Effect.sleep(lookEveryMs)
      answer = yield* adapter.lookUp(movement)
    }
    console.log(`${movement.operationId} ${answer._tag}`)
  })
  yield* carry
  const deliveries = orders.map(({ units, ...order }) =>
    said(order, adapter.deliver({ ...order, units: BigInt(units) }))
  )
  const submissions = spends.map((spend) => said(spend, adapter.submit(spend)))
  yield* Effect.all([...deliveries, ...submissions], { concurrency: "unbounded" })
  yield* carry
})

/** Delivers what its command line says, by an adapter of these settings. */
export const deliverAll = async (open: (settings: string) => OpenedChain): Promise<void> => {
  const given = JSON.parse(process.argv[2] ?? "") as Deliveries
  const { logger, storeOf } = killingAt(given.killAt, given.orders.map(({ operationId }) => operationId))
  const plane = Layer.effect(Store, Effect.map(Store, storeOf)).pipe(Layer.provide(planeOf(given.database)))
  if (given.waits === true) await once(process.stdin, "data")
  await Effect.runPromise(
    Effect.scoped(Effect.provide(delivering(open(given.settings), given), plane)).pipe(Effect.provide(logger))
  )
  // Connections that stay open would keep it.
  process.exit()
}
