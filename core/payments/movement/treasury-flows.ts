// What really left the treasuries and wallets, as the chains show it, and which of it our movements explain.
import { Effect, Option, Semaphore } from "effect"
import { everyOwing } from "../../engine/store/every-owing.ts"
import { StoreTaken, type TakenStore } from "../../engine/store/generation.ts"
import { latest } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import type { Outflow } from "../../ports/chain.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import type { Network } from "../../standards/address/network.ts"
import { type Movement, Movements } from "./movement.ts"
import { type OrderOf, evidenceName } from "./order.ts"

/** How long what left a treasury is not read again: milliseconds. */
const flowsGoodForMs = 30_000
/** So long after an instant no block brings what left a wallet before it: milliseconds. */
const settledAfterMs = 3_600_000

/** A movement that is a delivery. */
export type DeliveryMovement = Movement & { readonly order: OrderOf<"delivery"> }

/** Whether a movement names this transfer as its own. */
export const isExplained = ({ receipt }: Outflow, kind: "delivery" | "spend" = "delivery") =>
  Effect.map(
    latest(Movements, "evidence", evidenceName(kind, receipt.transactionHash)),
    Option.isSome
  )

/** Whether a transfer may be of one of these deliveries, which look for their own. */
export const mayBeOf = (
  open: ReadonlyArray<DeliveryMovement>,
  network: Network,
  { asset, mark, units }: Outflow
) =>
  ChainTransfers.use(({ markOf }) =>
    Effect.succeed(open.some(({ id, order }) =>
      order.network === network &&
      (mark === null ? order.units === units && order.asset === asset : markOf?.(id, network) === mark)
    ))
  )

interface FlowsRead {
  readonly since: number
  readonly readAt: number
  readonly flows: ReadonlyArray<Outflow>
}

interface ReadSinceTaken {
  readonly turns: Semaphore.Semaphore
  readonly flows: Map<Network, FlowsRead>
  readonly spent: Map<string, FlowsRead>
  open: ReadonlyMap<string, number> | undefined
}

// What this process has read of the treasuries since it took the store, and which deliveries from before the restore are open: every
// movement of a restart needs both.
const kept = new WeakMap<TakenStore, ReadSinceTaken>()

const keptNow = Effect.map(StoreTaken, ({ current }): ReadSinceTaken => {
  const found: ReadSinceTaken = kept.get(current) ??
    { turns: Semaphore.makeUnsafe(1), flows: new Map(), spent: new Map(), open: undefined }
  kept.set(current, found)
  return found
})

/** What left the treasury of a network since an instant; undefined where that cannot be read. */
export const flowsOf = Effect.fnUntraced(function*(network: Network, since: number) {
  const store = yield* Store
  const { flows, turns } = yield* keptNow
  const { sentSince } = yield* ChainTransfers
  if (sentSince === undefined) return undefined
  return yield* turns.withPermits(1)(Effect.gen(function*() {
    const now = yield* store.now
    const known = flows.get(network)
    if (known !== undefined && known.since <= since && now < known.readAt + flowsGoodForMs) return known.flows
    const read = yield* Effect.option(sentSince({ network, since }))
    if (read._tag === "None") return undefined
    flows.set(network, { since, readAt: now, flows: read.value })
    return read.value
  }))
})

/** What left a wallet between two instants, and later as may be; undefined where that cannot be read. */
export const spentOf = Effect.fnUntraced(
  function*(network: Network, from: string, { since, until }: { readonly since: number; readonly until: number }) {
    const store = yield* Store
    const { spent } = yield* keptNow
    const { spentSince } = yield* ChainTransfers
    if (spentSince === undefined) return undefined
    const now = yield* store.now
    const wallet = `${network}/${from}`
    const known = spent.get(wallet)
    // What is over is not read again however long the wallet goes on.
    const isGood = known !== undefined && known.since <= since &&
      (now < known.readAt + flowsGoodForMs || known.readAt >= until + settledAfterMs)
    if (isGood) return known.flows
    const read = yield* Effect.option(spentSince({ network, from, since, until }))
    if (read._tag === "None") return undefined
    spent.set(wallet, { since, readAt: now, flows: read.value })
    return read.value
  }
)

const nameOf = ({ order: { address, asset, network, units } }: DeliveryMovement): string =>
  `${network}/${asset}/${units}/${address}`

/**
 * How many deliveries from before could be of this receiver, asset and amount. Counted once a process: what was planned since cannot have
 * been sent by the store that is gone.
 */
export const claimants = Effect.fnUntraced(function*(movement: DeliveryMovement) {
  const { turns } = yield* keptNow
  const open = yield* turns.withPermits(1)(Effect.gen(function*() {
    const found = yield* keptNow
    return found.open ??= counted(yield* openDeliveriesNow)
  }))
  return open.get(nameOf(movement)) ?? 1
})

const counted = (deliveries: ReadonlyArray<DeliveryMovement>): ReadonlyMap<string, number> => {
  const open = new Map<string, number>()
  for (const each of deliveries) open.set(nameOf(each), (open.get(nameOf(each)) ?? 0) + 1)
  return open
}

/** Every delivery that is not over. */
export const openDeliveriesNow = Effect.gen(function*() {
  const open: Array<DeliveryMovement> = []
  yield* everyOwing(Movements, (movement) => {
    if (isDelivery(movement)) open.push(movement)
  })
  return open
})

const isDelivery = (movement: Movement): movement is DeliveryMovement => movement.order.kind === "delivery"
