// What the network says of a transaction: the solidity nodes alone are asked, each of them answers for itself, and enough of them have to
// say the same. A transaction can never land once a node's own solidified head is past its expiration and that node has no
// such transaction (0239).
import type { Effect as Answer } from "effect/Effect"
import { Effect } from "effect"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { addressOfHex } from "./address.ts"
import { contractResults } from "./answers.ts"
import { type Call, type TokenTransfer, isSameCall } from "./call.ts"
import type { TronNode } from "./node.ts"
import type { Landing, Log } from "./node-answers.ts"
import type { Recipe } from "./transaction.ts"

export type Status =
  | { readonly _tag: "Landed"; readonly landing: Landing }
  /** In no block, and in none for ever. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Open" }

/** What is asked of a node. */
export type Witness = Pick<TronNode, "landing" | "solidHead">

/** A transaction that was signed. */
export interface Sent {
  readonly txid: string
  readonly recipe: Pick<Recipe, "expiration">
}

const seenBy = (node: Witness, { recipe, txid }: Sent): Answer<Status, NodeAway> =>
  Effect.gen(function*() {
    // Before it is looked for: it may land until then.
    const { time } = yield* node.solidHead
    const landing = yield* node.landing(txid)
    if (landing !== undefined) return { _tag: "Landed", landing }
    return { _tag: time > recipe.expiration ? "Gone" : "Open" }
  })

/** Reads where a transaction stands. */
export const statusOf = (nodes: Quorum<TronNode>, sent: Sent): Answer<Status, NodeAway> =>
  nodes.agreed((node) => seenBy(node, sent))

/** The first topic of a token's event of a transfer. */
export const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** The transfer that an event shows; undefined where it is another one. */
export const transferIn = ({ address, data, topics }: Log): TokenTransfer | undefined => {
  const [topic, from, to] = topics
  const isOne = topics.length === 3 && topic === transferTopic && /^[0-9a-f]{64}$/.test(data)
  if (!isOne || from === undefined || to === undefined) return undefined
  const addressOf = (account: string) => addressOfHex(`41${account.slice(-40)}`)
  return {
    _tag: "TokenTransfer",
    token: addressOf(address),
    from: addressOf(from),
    to: addressOf(to),
    units: BigInt(`0x${data}`)
  }
}

const isTransfer = (call: TokenTransfer) => (log: Log): boolean => {
  const found = transferIn(log)
  return found !== undefined && isSameCall(found, call)
}

/**
 * What a landing means for a call. The token's own event decides: what `transfer` answers says nothing, as USDT answers false when it
 * moved, and neither does a result of SUCCESS. `odd`: it ran and shows no such transfer, which only a person can judge.
 */
export const meaningOf = (call: Call, { isFailed, logs, result }: Landing): "happened" | "failed" | "odd" => {
  if (call._tag !== "TokenTransfer") return isFailed ? "failed" : "happened"
  const row = result === undefined ? undefined : contractResults[result]
  if (row === undefined) return "odd"
  if (row.means === "failed") return "failed"
  return !isFailed && logs.filter(isTransfer(call)).length === 1 ? "happened" : "odd"
}
