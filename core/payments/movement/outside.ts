// What a store that lost commits may have sent already. A movement that this process did not see being planned is looked up outside
// before its first sending: at the provider or the node by our id, on a chain by what left the treasury or the wallet, and never in a
// record of ours, which is as old as the store (C68; 0253).
import { Effect, Option, Schema } from "effect"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { StoreTaken, type TakenStore, carefulForMs } from "../../engine/store/generation.ts"
import { Store } from "../../engine/store/store.ts"
import type { Outflow } from "../../ports/chain.ts"
import { ChainTransfers } from "../../ports/moving/chain-transfers.ts"
import { onItsWayMs } from "../../ports/on-its-way.ts"
import { kindOf } from "./kinds.ts"
import { type Movement, isMadeReady, isPerhapsSent, needsSeed } from "./movement.ts"
import type { MovementReceipt, OrderOf } from "./order.ts"
import {
  type DeliveryMovement,
  claimants,
  clocksApartMs,
  flowsOf,
  isExplained,
  isOrdered,
  isPaidTo,
  spentOf
} from "./treasury-flows.ts"

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

/** When something was put on record. */
type Made = Pick<Movement, "createdAt">

/** Whether the store that lost commits may have gone on with it: it was planned before the restore. */
const isFromBefore = ({ createdAt }: Made, { restored }: TakenStore): boolean =>
  restored !== undefined && createdAt < restored.startedAt + clocksApartMs

/** Whether it is no order that was given again, whatever clock it was planned by: it was planned before the first restore. */
const isNoRepetition = ({ createdAt }: Movement, { restored }: TakenStore): boolean =>
  restored !== undefined && createdAt < restored.firstAt - clocksApartMs

/** Whether what is on record of it may be older than what happened: of a movement, or of what movements are for. */
export const mayBeOld = (made: Made) => Effect.map(StoreTaken, ({ current }) => isFromBefore(made, current))

const decodeMade = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ createdAt: Schema.Int })))

// What is planned again after the restore, because its record went through the same once more, may have been sent the first time.
const mayGoOn = Effect.fnUntraced(function*(movement: Movement, taken: TakenStore) {
  if (isFromBefore(movement, taken)) return true
  const subject = yield* Store.use((store) => store.get(movement.subjectKind, movement.subject))
  return Option.exists(Option.flatMap(subject, ({ body }) => decodeMade(body)), (made) => isFromBefore(made, taken))
})

/** Whether an order that is given now may be one that the store has lost. */
export const mayHaveBeenSent = Effect.flatMap(StoreTaken, ({ current }) => isCareful(current))

/**
 * Whether it may be sent as far as the outside knows. `isReleased`: an operator has looked at what resembles it, so that only what is
 * proven counts.
 */
export const outsideOf = Effect.fnUntraced(function*(movement: Movement, isReleased: boolean) {
  const taken = (yield* StoreTaken).current
  // What was held as perhaps sent is not sent by the passing of time alone.
  const careful = isPerhapsSent(movement) || (yield* isCareful(taken))
  if (!careful && movement.createdAt >= taken.at) return free
  const { order } = movement
  if (order.kind === "delivery") return yield* delivered({ ...movement, order }, taken, careful, isReleased)
  // An invoice of an address may have been paid by the store that is gone, and the invoice is lost.
  if (isMadeReady(order.kind) && movement.prepared === null) {
    return careful && !isReleased && (yield* mayGoOn(movement, taken)) ? wait(reason("notLookedUp")) : free
  }
  const { lookUp, outside = lookUp } = kindOf(order)
  const since = (careful ? taken.restored?.since ?? movement.createdAt : movement.createdAt) - clocksApartMs
  const found = yield* outside(movement.id, order, movement.prepared, since)
  // Whoever had the seed may have sent it while nothing shows it: it is in doubt as long.
  const isDoubted = needsSeed(order.kind) && movement.sentAt !== null
  if (
    found === undefined || found._tag === "Unknown" && found.reason.code === "notSupported" ||
    found._tag === "Absent" && isDoubted
  ) return careful && !isReleased ? wait(reason("notLookedUp")) : free
  switch (found._tag) {
    case "Done":
      return { _tag: "Done", receipt: found.value } as const
    case "Unknown":
      return wait(found.reason)
    case "Absent":
    case "Refused":
      if (!careful) return free
      // What had the seed before may be on its way.
      if (needsSeed(order.kind)) {
        const restoredAt = taken.restored?.startedAt ?? 0
        return (yield* Store.use((store) => store.now)) < restoredAt + onItsWayMs ? wait(reason("mayStillLand")) : free
      }
      // What a wallet signed is known with the movement. An order that is given again is signed anew, and what was signed first is lost.
      return order.kind === "spend" && !isNoRepetition(movement, taken)
        ? yield* spent({ ...movement, order }, taken, isReleased)
        : free
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
    const own = ownIn(flows, mark, movement.order)
    if (own !== undefined) return own
    if (isReleased) return free
    // Where each transfer tells which movement it is, another one proves nothing of this: only of an order that is given again.
    const isTold = mark !== null && (!careful || isNoRepetition(movement, taken))
    const found = isTold ? free : yield* alike(movement, flows, taken)
    if (found._tag !== "Free" || !careful || !(yield* mayGoOn(movement, taken))) return found
    // What no node shows may have been signed all the same.
    const livesUntil = (taken.restored?.startedAt ?? 0) + (chain.livesMs?.(network) ?? Number.POSITIVE_INFINITY)
    return (yield* Store.use((store) => store.now)) < livesUntil ? wait(reason("mayStillLand")) : free
  }
)

/** A movement that is a spend. */
type SpendMovement = Movement & { readonly order: OrderOf<"spend"> }

/** Until so long after a restore a wallet's transfers may be of the store that is gone: milliseconds. */
const lateForMs = 3_600_000

const spent = Effect.fnUntraced(function*(movement: SpendMovement, { restored }: TakenStore, isReleased: boolean) {
  if (restored === undefined) return free
  const { order } = movement
  const { from, network } = order
  const chain = yield* ChainTransfers
  const since = restored.since - clocksApartMs
  const flows = yield* spentOf(network, from, { since, until: restored.startedAt + lateForMs })
  if (flows === undefined) return isReleased ? free : wait(reason("notLookedUp"))
  const own = ownIn(flows, chain.markOf?.(movement.id, network) ?? null, order)
  if (own !== undefined) return own
  if (isReleased) return free
  for (const flow of flows) {
    if (isLike(order, flow) && !(yield* isExplained(network, flow))) {
      return wait(reason("alikeWasSent", flow.receipt.transactionHash))
    }
  }
  const livesUntil = restored.startedAt + (chain.livesMs?.(network) ?? Number.POSITIVE_INFINITY)
  return (yield* Store.use((store) => store.now)) < livesUntil ? wait(reason("mayStillLand")) : free
})

// What the chain shows under our id. Also then it has to be what was ordered: a client may have repeated its order with other words.
const ownIn = (
  flows: ReadonlyArray<Outflow>,
  mark: string | null,
  order: OrderOf<"delivery" | "spend">
): Outside | undefined => {
  const own = mark === null ? undefined : flows.find((flow) => flow.mark === mark)
  if (own === undefined) return undefined
  if (!isOrdered(order, own)) return wait({ code: "differs", detail: own.receipt.transactionHash })
  return own.isDone
    ? { _tag: "Done", receipt: { kind: order.kind, ...own.receipt } }
    : wait(reason("underWay", own.receipt.transactionHash))
}

// A payout that is ordered again is priced again, and no price doubles while a repetition is looked up.
const isLike = (order: OrderOf<"delivery" | "spend">, flow: Outflow): boolean =>
  isPaidTo(order, flow) && flow.units <= 2n * order.units && order.units <= 2n * flow.units

// A transfer of the same amount to the same address that no movement names: this one, if it is the only one that it can be.
const alike = Effect.fnUntraced(
  function*(movement: DeliveryMovement, flows: ReadonlyArray<Outflow>, taken: TakenStore) {
    const like: Array<Outflow> = []
    // What is planned again may be priced again, as a late payment is.
    const isAlike = isNoRepetition(movement, taken) ? isOrdered : isLike
    for (const flow of flows) {
      if (isAlike(movement.order, flow) && !(yield* isExplained(movement.order.network, flow))) like.push(flow)
    }
    const [only, second] = like
    if (only === undefined) return free
    const claims = yield* claimants(movement)
    if (second === undefined && claims === 1 && isNoRepetition(movement, taken)) {
      const receipt: MovementReceipt = { kind: "delivery", ...only.receipt }
      return only.isDone ? { _tag: "Done", receipt } as const : wait(reason("underWay", only.receipt.transactionHash))
    }
    return wait(reason("alikeWasSent", only.receipt.transactionHash))
  }
)
