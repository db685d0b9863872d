// What the chain says of a delivery: which of its versions is in a block, or which of its coins somebody else has spent. Blocks count
// when enough nodes have the same one at that height, and only at their depth.
import { Effect } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { assetBytes, holds } from "./amounts.ts"
import { hexToBytes } from "@noble/hashes/utils.js"
import { type Library, library } from "./library.ts"
import type { Coin, LiquidMovement, Verdict, Version } from "./movement.ts"
import type { LiquidNode, Seen } from "./node.ts"
import { headOf } from "./treasury.ts"

export type Standing =
  | { readonly _tag: "Final"; readonly verdict: Verdict; readonly depth: bigint }
  /** In a block that is not deep enough yet. */
  | { readonly _tag: "Included" }
  /** No block has it, and nodes have it among those that wait for one. */
  | { readonly _tag: "Waiting" }
  /** Somebody else spent one of its coins, and nobody can tell yet whether that stays. */
  | { readonly _tag: "Displaced" }
  /** Nowhere: it was never sent, or was dropped. */
  | { readonly _tag: "Outside" }

export interface Depths {
  readonly done: bigint
  readonly refused: bigint
}

/** A reorganisation goes back no further. Blocks. */
const margin = 10n
/** Blocks that are searched for a spender at a time. */
const blocksAtOnce = 200n

/** How deep a block is, on the chain that enough nodes follow; undefined where it is on none. */
const depthOf = Effect.fnUntraced(function*(nodes: Quorum<LiquidNode>, head: bigint, block: string) {
  const height = yield* nodes.agreed((node) => node.blockHeight(block))
  if (height === undefined || height > head) return undefined
  const hash = yield* nodes.agreed((node) => node.blockHash(height))
  return hash === block ? { height, depth: head - height + 1n } : undefined
})

/** Whether a transaction is the version, and its first output the payment that was ordered. */
const pays = ({ Transaction, secp }: Library, movement: LiquidMovement, version: Version, { raw }: Seen): boolean => {
  const transaction = Transaction.fromHex(raw)
  const [output] = transaction.outs
  const script = Transaction.fromHex(version.raw).outs[0]?.script
  return transaction.getId() === version.txid && output !== undefined && script?.equals(output.script) === true &&
    holds(secp, output, {
      asset: assetBytes(movement.assetId),
      units: movement.units,
      assetBlinder: hexToBytes(version.assetBlinder),
      valueBlinder: hexToBytes(version.valueBlinder)
    })
}

export const makeWitness = ({ done, refused }: Depths, nodes: Quorum<LiquidNode>) => {
  // Up to which block nobody else was found to have spent a coin; begun anew in a new process.
  const searched = new Map<string, bigint>()

  const landed = Effect.fnUntraced(function*(head: bigint, movement: LiquidMovement, version: Version) {
    const seen = yield* nodes.agreed(
      (node) => node.transaction(version.txid),
      (found) => found === undefined ? "nowhere" : found.block ?? "waiting"
    )
    if (seen === undefined) return "nowhere"
    const place = seen.block === undefined ? undefined : yield* depthOf(nodes, head, seen.block)
    // In a block that was taken back it is as good as waiting, until nodes say that it is nowhere.
    if (seen.block === undefined || place === undefined) return seen.block === undefined ? "waiting" : "nowhere"
    if (!pays(yield* library, movement, version, seen)) {
      return yield* new NodeAway({ reason: "a node has another transaction under the id of ours" })
    }
    const found: Standing = place.depth < done ? { _tag: "Included" } : {
      _tag: "Final",
      verdict: {
        _tag: "Done",
        txid: version.txid,
        place: { height: place.height, hash: seen.block },
        fee: version.fee
      },
      depth: place.depth
    }
    return found
  })

  const spenderIn = Effect.fnUntraced(function*(height: bigint, coins: ReadonlyArray<Coin>) {
    const block = yield* nodes.agreed((node) => node.blockHash(height))
    if (block === undefined) return undefined
    for (const coin of coins) {
      const txid = yield* nodes.agreed((node) => node.spender(block, coin))
      if (txid !== undefined) return txid
    }
    return undefined
  })

  // All versions spend all coins, so whoever else spends one of them ends the movement.
  const displaced = Effect.fnUntraced(function*(head: bigint, { after, coins, id, versions }: LiquidMovement) {
    const gone: Array<Coin> = []
    for (const coin of coins) {
      const depth = yield* nodes.agreed((node) =>
        Effect.map(node.depth(coin, "blocks"), (found) => found === undefined ? "gone" as const : "there" as const)
      )
      if (depth === "gone") gone.push(coin)
    }
    if (gone.length === 0) return undefined
    const start = searched.get(id) ?? (after > margin ? after - margin : 0n)
    const end = head < start + blocksAtOnce ? head : start + blocksAtOnce
    for (let height = start; height <= end; height++) {
      const txid = yield* spenderIn(height, gone)
      if (txid === undefined) continue
      // One of ours has landed since it was looked for.
      if (versions.some((version) => version.txid === txid)) return { _tag: "Included" } satisfies Standing
      const depth = head - height + 1n
      if (depth < refused) break
      const reason = `a coin of it was spent by ${txid}, which is not ours`
      return { _tag: "Final", verdict: { _tag: "Refused", reason }, depth } satisfies Standing
    }
    searched.set(id, end > start + margin ? end - margin : start)
    return { _tag: "Displaced" } satisfies Standing
  })

  /** Reads where a movement stands. */
  const standingOf = Effect.fnUntraced(function*(movement: LiquidMovement): Effect.fn.Return<Standing, NodeAway> {
    const head = yield* headOf(nodes)
    let isWaiting = false
    for (const version of movement.versions.toReversed()) {
      const found = yield* landed(head, movement, version)
      if (typeof found !== "string") return found
      isWaiting ||= found === "waiting"
    }
    if (isWaiting) return { _tag: "Waiting" }
    return (yield* displaced(head, movement)) ?? { _tag: "Outside" }
  })

  return { standingOf }
}

export type Witness = ReturnType<typeof makeWitness>
