// What really left the treasuries and wallets, as the chains show it, and which of it our movements explain.
import { Effect, Option, Semaphore } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { printHeld } from "../../base/money/decimal.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { everyOwing } from "../../engine/store/every-owing.ts"
import { StoreTaken, type TakenStore } from "../../engine/store/generation.ts"
import { find } from "../../engine/store/records.ts"
import { Store } from "../../engine/store/store.ts"
import type { Outflow } from "../../ports/chain.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import type { Network } from "../../standards/address/network.ts"
import { unblindedAddress } from "../../standards/address/unblinded.ts"
import { type Movement, Movements } from "./movement.ts"
import { type OrderOf, proofKey } from "./order.ts"

/** How far two clocks may differ, of processes or of a chain: milliseconds. */
export const clocksApartMs = 600_000
/** How long what left a treasury is not read again: milliseconds. */
const flowsGoodForMs = 30_000
/** So long after an instant no block brings what left a wallet before it: milliseconds. */
const settledAfterMs = 3_600_000

/** A movement that is a delivery. */
export type DeliveryMovement = Movement & { readonly order: OrderOf<"delivery"> }

/** Whether a movement names this transfer of a network as its own. */
export const isExplained = (network: Network, { receipt }: Outflow) =>
  Effect.map(find(Movements, "proof", proofKey(network, receipt.transactionHash)), Option.isSome)

// A chain shows the address that it pays to without what hides its amounts; these are spelled in either case.
const spelled = (network: Network, address: string): string => {
  if (network === "liquid") return unblindedAddress(address)
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(address) ? address.toLowerCase() : address
}

type OnChain = OrderOf<"delivery" | "spend">

/** Whether a transfer is of an order's asset and to its receiver. */
export const isPaidTo = (order: OnChain, { asset, to }: Outflow): boolean =>
  asset === order.asset &&
  spelled(order.network, to) === spelled(order.network, order.kind === "spend" ? order.to : order.address)

/** Whether a transfer is what was ordered: receiver, asset and amount. */
export const isOrdered = (order: OnChain, flow: Outflow): boolean => isPaidTo(order, flow) && flow.units === order.units

/** Whether a transfer may be of one of these deliveries, which look for their own. */
export const mayBeOf = (open: ReadonlyArray<DeliveryMovement>, network: Network, flow: Outflow) =>
  ChainTransfers.use(({ markOf }) =>
    Effect.succeed(open.some(({ id, order }) =>
      order.network === network &&
      (flow.mark === null ? isOrdered(order, flow) : markOf?.(id, network) === flow.mark)
    ))
  )

/** Puts a transfer that no movement explains before a person. */
export const reviewUnexplained = (network: Network, { asset, receipt, to, units }: Outflow) =>
  raiseReview({
    owner: operatorOwner,
    subject: receipt.transactionHash,
    reason: {
      code: "outflowUnexplained",
      network,
      asset: asset ?? "",
      amount: asset === null ? String(units) : printHeld(asset, units),
      to
    }
  })

interface FlowsRead {
  readonly since: number
  readonly readAt: number
  readonly flows: ReadonlyArray<Outflow>
}

/** Where something leaves: a treasury or a wallet. One reads at a time; a chain that hangs keeps those of others from nothing. */
interface Source {
  readonly turns: Semaphore.Semaphore
  read: FlowsRead | undefined
}

interface ReadSinceTaken {
  readonly sources: Map<string, Source>
  readonly counting: Semaphore.Semaphore
  open: ReadonlyMap<string, number> | undefined
}

// What this process has read of the chains since it took the store, and which deliveries from before the restore are open: every
// movement of a restart needs both.
const kept = new WeakMap<TakenStore, ReadSinceTaken>()

const keptNow = Effect.map(StoreTaken, ({ current }): ReadSinceTaken => {
  const found: ReadSinceTaken = kept.get(current) ??
    { sources: new Map(), counting: Semaphore.makeUnsafe(1), open: undefined }
  kept.set(current, found)
  return found
})

const sourceNow = (name: string) =>
  Effect.map(keptNow, ({ sources }): Source => {
    const found: Source = sources.get(name) ?? { turns: Semaphore.makeUnsafe(1), read: undefined }
    sources.set(name, found)
    return found
  })

// What left a source since an instant; undefined where that cannot be read. `until`: what is over by then is not read again.
const readOnce = Effect.fnUntraced(function*<E, R>(
  name: string,
  { since, until }: { readonly since: number; readonly until: number },
  reader: Effect.Effect<ReadonlyArray<Outflow>, E, R>
) {
  const store = yield* Store
  const source = yield* sourceNow(name)
  return yield* source.turns.withPermits(1)(Effect.gen(function*() {
    const now = yield* store.now
    const { read: known } = source
    const isGood = known !== undefined && known.since <= since &&
      (now < known.readAt + flowsGoodForMs || known.readAt >= until + settledAfterMs)
    if (isGood) return known.flows
    const read = yield* Effect.option(reader)
    if (read._tag === "None") return undefined
    source.read = { since, readAt: now, flows: read.value }
    return read.value
  }))
})

/** What left the treasury of a network since an instant; undefined where that cannot be read. */
export const flowsOf = Effect.fnUntraced(function*(network: Network, since: number) {
  const { sentSince } = yield* ChainTransfers
  if (sentSince === undefined) return undefined
  return yield* readOnce(network, { since, until: Number.POSITIVE_INFINITY }, sentSince({ network, since }))
})

/** What left a wallet between two instants, and later as may be; undefined where that cannot be read. */
export const spentOf = Effect.fnUntraced(
  function*(network: Network, from: string, span: { readonly since: number; readonly until: number }) {
    const { spentSince } = yield* ChainTransfers
    if (spentSince === undefined) return undefined
    return yield* readOnce(`${network}/${from}`, span, spentSince({ network, from, ...span }))
  }
)

const nameOf = ({ order: { address, asset, network, units } }: DeliveryMovement): string =>
  `${network}/${asset}/${units}/${address}`

/**
 * How many deliveries from before could be of this receiver, asset and amount. Counted once a process: what was planned since cannot have
 * been sent by the store that is gone.
 */
export const claimants = Effect.fnUntraced(function*(movement: DeliveryMovement) {
  const found = yield* keptNow
  const open = yield* found.counting.withPermits(1)(Effect.gen(function*() {
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

// One that is done may still have a difference in suspense.
const isDelivery = (movement: Movement): movement is DeliveryMovement =>
  movement.order.kind === "delivery" && movement.state !== "DONE"
