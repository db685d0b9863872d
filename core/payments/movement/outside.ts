// What a store that lost commits may have sent already. A movement that this process did not see being planned is looked up outside
// before its first sending: at the provider or the node by our id, on a chain by what left the treasury, and never in a record of ours,
// which is as old as the store (C68; 0253).
import { Effect } from "effect"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { StoreTaken, type TakenStore, carefulForMs } from "../../engine/store/generation.ts"
import { Store } from "../../engine/store/store.ts"
import type { Outflow } from "../../ports/chain.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import type { Network } from "../../standards/address/network.ts"
import { unblindedAddress } from "../../standards/address/unblinded.ts"
import { kindOf } from "./kinds.ts"
import { type Movement, isMadeReady } from "./movement.ts"
import type { MovementReceipt } from "./order.ts"
import { type DeliveryMovement, claimants, flowsOf, isExplained } from "./treasury-flows.ts"

/** How far the clocks of two processes may differ: milliseconds. */
const clocksApartMs = 600_000

/** What is known outside of a movement that is about to be sent for the first time. */
export type Outside =
  | { readonly _tag: "Free" }
  | { readonly _tag: "Done"; readonly receipt: MovementReceipt }
  | { readonly _tag: "Wait"; readonly reason: Reason }

const free: Outside = { _tag: "Free" }
const wait = (why: Reason): Outside => ({ _tag: "Wait", reason: why })

// Without a restore the store is not asked for its time.
const isCareful = ({ restored }: TakenStore) =>
  restored === undefined
    ? Effect.succeed(false)
    : Store.use((store) => Effect.map(store.now, (now) => now < restored.startedAt + carefulForMs))

/** Whether the store that lost commits may have gone on with it: it was planned before the restore. */
const isFromBefore = ({ createdAt }: Movement, { restored }: TakenStore): boolean =>
  restored !== undefined && createdAt < restored.startedAt + clocksApartMs

/** Whether records of ours about it may be older than what happened. */
export const mayBeOld = (movement: Movement) => Effect.map(StoreTaken, ({ current }) => isFromBefore(movement, current))

/** Whether an order that is given now may be one that the store has lost. */
export const mayHaveBeenSent = Effect.flatMap(StoreTaken, ({ current }) => isCareful(current))

/**
 * Whether it may be sent as far as the outside knows. `isReleased`: an operator has looked at what resembles it, so that only what is
 * proven counts.
 */
export const outsideOf = Effect.fnUntraced(function*(movement: Movement, isReleased: boolean) {
  const taken = (yield* StoreTaken).current
  const careful = yield* isCareful(taken)
  if (!careful && movement.createdAt >= taken.at) return free
  const { order } = movement
  if (order.kind === "delivery") return yield* delivered({ ...movement, order }, taken, careful, isReleased)
  // An invoice of an address may have been paid by the store that is gone, and the invoice is lost.
  if (isMadeReady(order.kind) && movement.prepared === null) {
    return careful && isFromBefore(movement, taken) && !isReleased ? wait(reason("notLookedUp")) : free
  }
  const { lookUp, outside = lookUp } = kindOf(order)
  const found = yield* outside(movement.id, order, movement.prepared)
  if (found === undefined || found._tag === "Unknown" && found.reason.code === "notSupported") {
    return careful && !isReleased ? wait(reason("notLookedUp")) : free
  }
  switch (found._tag) {
    case "Done":
      return { _tag: "Done", receipt: found.value } as const
    case "Unknown":
      return wait(found.reason)
    case "Absent":
    case "Refused":
      return free
  }
})

const delivered = Effect.fnUntraced(
  function*(movement: DeliveryMovement, taken: TakenStore, careful: boolean, isReleased: boolean) {
    const { network } = movement.order
    const chain = yield* ChainTransfers
    const since = (careful ? taken.restored?.since ?? movement.createdAt : movement.createdAt) - clocksApartMs
    const flows = yield* flowsOf(network, since)
    if (flows === undefined) return careful && !isReleased ? wait(reason("notLookedUp")) : free
    const mark = chain.markOf?.(movement.id, network) ?? null
    const own = mark === null ? undefined : flows.find((flow: Outflow) => flow.mark === mark)
    // Also under our id it has to be what was ordered: a client may have repeated its order with other words.
    if (own !== undefined && !isOrdered(movement, own)) {
      return wait(reason("differs", own.receipt.transactionHash))
    }
    if (own !== undefined) {
      return own.isDone
        ? { _tag: "Done", receipt: { kind: "delivery", ...own.receipt } } as const
        : wait(reason("underWay", own.receipt.transactionHash))
    }
    if (isReleased) return free
    // Where each transfer tells which movement it is, another one proves nothing of this: only of an order that is given again.
    const isTold = mark !== null && isFromBefore(movement, taken)
    const found = isTold ? free : yield* alike(movement, flows, taken)
    if (found._tag !== "Free" || !careful || !isFromBefore(movement, taken)) return found
    // What no node shows may have been signed all the same.
    const livesUntil = (taken.restored?.startedAt ?? 0) + (chain.livesMs?.(network) ?? Number.POSITIVE_INFINITY)
    return (yield* Store.use((store) => store.now)) < livesUntil ? wait(reason("mayStillLand")) : free
  }
)

// A chain shows the address that it pays to without what hides its amounts; these are spelled in either case.
const spelled = (network: Network, address: string): string => {
  if (network === "liquid") return unblindedAddress(address)
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(address) ? address.toLowerCase() : address
}

const isOrdered = ({ order: { address, asset, network, units } }: DeliveryMovement, flow: Outflow): boolean =>
  flow.asset === asset && flow.units === units && spelled(network, flow.to) === spelled(network, address)

// A transfer of the same amount to the same address that no movement names: this one, if it is the only one that it can be.
const alike = Effect.fnUntraced(
  function*(movement: DeliveryMovement, flows: ReadonlyArray<Outflow>, taken: TakenStore) {
    const like: Array<Outflow> = []
    for (const flow of flows) {
      if (isOrdered(movement, flow) && !(yield* isExplained(flow))) like.push(flow)
    }
    const [only, second] = like
    if (only === undefined) return free
    const claims = yield* claimants(movement)
    if (second === undefined && claims === 1 && isFromBefore(movement, taken)) {
      const receipt: MovementReceipt = { kind: "delivery", ...only.receipt }
      return only.isDone ? { _tag: "Done", receipt } as const : wait(reason("underWay", only.receipt.transactionHash))
    }
    return wait(reason("alikeWasSent", only.receipt.transactionHash))
  }
)
