// Where a delivery stands on the chain. One of its transactions counts that is in a block which enough nodes have, and pays what was ordered: its
// output is opened with what we know of our own blinding. Only somebody else's transaction that spent a coin of it, deep in the chain
// of enough nodes, ends it for good.
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Exit } from "effect"
import type { Status } from "../coins/status.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { assetBytes, holds, shownOf } from "./amounts.ts"
import { type Library, library } from "./library.ts"
import { type Attempt, type Coin, type LiquidMovement, coinId, madeFor } from "./movement.ts"
import type { AddressForms } from "./network.ts"
import type { LiquidNode } from "./node.ts"
import { receiverOf } from "./receiver.ts"
import type { Finality } from "./settings.ts"
import { headOf } from "./coins.ts"

/** A reorganisation goes back no further. Blocks. */
const margin = 10n
/** Blocks that are searched for a spender in one step. */
const blocksAtOnce = 200n

/** Whether a transaction is the attempt, and its first output pays the receiver the asset and the units that were ordered. */
const pays = (
  { Transaction, secp }: Library,
  forms: AddressForms,
  { assetId, to, units }: LiquidMovement,
  { assetBlinder, txid, valueBlinder }: Attempt,
  raw: string
): boolean => {
  const transaction = Transaction.fromHex(raw)
  const [output] = transaction.outs
  const receiver = receiverOf(to, forms)
  return transaction.getId() === txid && output !== undefined && receiver !== undefined &&
    output.script.equals(receiver.script) && holds(secp, output, {
      asset: assetBytes(assetId),
      units,
      assetBlinder: hexToBytes(assetBlinder),
      valueBlinder: hexToBytes(valueBlinder)
    })
}

/** Whether a transaction is the one that takes the coins of a delivery back. */
const releases = ({ Transaction }: Library, { coins }: LiquidMovement, { txid }: Attempt, raw: string): boolean => {
  const transaction = Transaction.fromHex(raw)
  const spent = transaction.ins.map(({ hash, index }) => coinId({ txid: shownOf(hash), vout: index }))
  return transaction.getId() === txid && coins.some((coin) => spent.includes(coinId(coin)))
}

export const makeStatuses = (
  quorum: Quorum<LiquidNode>,
  forms: AddressForms,
  { final, refused: refusedDepth }: Pick<Finality, "final" | "refused">
) => {
  // Up to which block no one else was found to have spent a coin; begun anew in a new process.
  const searched = new Map<string, bigint>()

  /** How deep a block is, on the chain that enough nodes follow; undefined where it is on none. */
  const placeOf = Effect.fnUntraced(function*(head: bigint, block: string) {
    const height = yield* quorum.agreed((node) => node.blockHeight(block))
    if (height === undefined || height > head) return undefined
    const hash = yield* quorum.agreed((node) => node.blockHash(height))
    return hash === block ? { height, depth: head - height + 1n } : undefined
  })

  /** Where a transaction of ours is, which has to be what it was made for. */
  const found = Effect.fnUntraced(function*(
    head: bigint,
    { txid }: Attempt,
    isIt: (tools: Library, raw: string) => boolean
  ) {
    // Whether it waits for a block is no difference here: what does not lie in one is sent again.
    const seen = yield* quorum.agreed(
      (node) => node.transaction(txid),
      (each) => each?.block === undefined ? "no block" : `${each.block} ${each.raw}`
    )
    if (seen?.block === undefined) return undefined
    const place = yield* placeOf(head, seen.block)
    if (place === undefined) return undefined
    if (!isIt(yield* library, seen.raw)) {
      return yield* new NodeAway({ reason: "a node has another transaction under the id of ours" })
    }
    return { ...place, hash: seen.block }
  })

  const landed = (head: bigint, movement: LiquidMovement, attempt: Attempt, depth: bigint) =>
    Effect.map(
      found(head, attempt, (tools, raw) => pays(tools, forms, movement, attempt, raw)),
      (place): Status<Attempt> | undefined => {
        if (place === undefined) return undefined
        const { hash, height } = place
        return { _tag: "Landed", attempt, place: { height, hash }, isDeep: place.depth >= depth }
      }
    )

  const released = (head: bigint, movement: LiquidMovement, attempt: Attempt) =>
    Effect.map(
      found(head, attempt, (tools, raw) => releases(tools, movement, attempt, raw)),
      (place): Status<Attempt> | undefined => place && { _tag: "Released", attempt, isDeep: place.depth >= final }
    )

  const spenderIn = Effect.fnUntraced(function*(height: bigint, coins: ReadonlyArray<Coin>) {
    const block = yield* quorum.agreed((node) => node.blockHash(height))
    if (block === undefined) return undefined
    for (const coin of coins) {
      const txid = yield* quorum.agreed((node) => node.spender(block, coin))
      if (txid !== undefined) return txid
    }
    return undefined
  })

  const displaced = Effect.fnUntraced(function*(head: bigint, movement: LiquidMovement) {
    const { after, coins, id } = movement
    // A coin is gone, too, where the chain does not have what made it any more: no one spent it then, and nothing is found.
    const gone = yield* Effect.filter(
      coins,
      (coin) => quorum.agreed((node) => Effect.map(node.depth(coin, "blocks"), (depth) => depth === undefined)),
      { concurrency: "unbounded" }
    )
    if (gone.length === 0) return undefined
    const start = searched.get(id) ?? (after > margin ? after - margin : 0n)
    const end = head < start + blocksAtOnce ? head : start + blocksAtOnce
    for (let height = start; height <= end; height++) {
      const txid = yield* spenderIn(height, gone)
      if (txid === undefined) continue
      // One of ours has landed since it was looked for.
      if (madeFor(movement).some((attempt) => attempt.txid === txid)) return undefined
      return head - height + 1n >= refusedDepth ? txid : undefined
    }
    searched.set(id, end > start + margin ? end - margin : start)
    return undefined
  })

  /** Reads where a delivery stands, with how deep it has to be. */
  return Effect.fnUntraced(function*(
    movement: LiquidMovement,
    depth: bigint
  ): Effect.fn.Return<Status<Attempt>, NodeAway> {
    const head = yield* headOf(quorum)
    const all = yield* Effect.all([
      ...movement.attempts.map((attempt) => Effect.exit(landed(head, movement, attempt, depth))),
      ...(movement.releases ?? []).map((attempt) => Effect.exit(released(head, movement, attempt)))
    ], { concurrency: "unbounded" })
    for (const each of all) if (Exit.isSuccess(each) && each.value !== undefined) return each.value
    for (const each of all) if (Exit.isFailure(each)) return yield* Effect.failCause(each.cause)
    const by = yield* displaced(head, movement)
    return by === undefined ? { _tag: "Outside" } : { _tag: "Displaced", by }
  })
}

export type StatusOf = ReturnType<typeof makeStatuses>
