// What the network says of a transaction: the solidity nodes alone are asked, each of them answers for itself, and enough of them have to
// say the same. A transaction can never land once a node's own solidified head is past its expiration and that node has no
// such transaction (0239).
import type { Effect as Answer } from "effect/Effect"
import { Effect } from "effect"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { accountOf } from "./address.ts"
import { contractResults } from "./answers.ts"
import type { Call, TokenTransfer } from "./call.ts"
import type { TronNode } from "./node.ts"
import type { Landing, Log } from "./node-answers.ts"
import type { Attempt } from "./operation.ts"

export type Status =
  | { readonly _tag: "Landed"; readonly landing: Landing }
  /** In no block, and in none for ever. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Open" }

/** What is asked of a node. */
export type Witness = Pick<TronNode, "landing" | "solidHead">

const seenBy = (node: Witness, { recipe, txid }: Attempt): Answer<Status, NodeAway> =>
  Effect.gen(function*() {
    // Before it is looked for: it may land until then.
    const { time } = yield* node.solidHead
    const landing = yield* node.landing(txid)
    if (landing !== undefined) return { _tag: "Landed", landing }
    return { _tag: time > recipe.expiration ? "Gone" : "Open" }
  })

/** Reads where an attempt stands. */
export const statusOf = (nodes: Quorum<TronNode>, attempt: Attempt): Answer<Status, NodeAway> =>
  nodes.agreed((node) => seenBy(node, attempt))

const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const isTransfer = ({ from, to, token, units }: TokenTransfer) => ({ address, data, topics }: Log): boolean =>
  address === accountOf(token) && topics.length === 3 && topics[0] === transferTopic &&
  topics[1]?.slice(-40) === accountOf(from) && topics[2]?.slice(-40) === accountOf(to) &&
  /^[0-9a-f]{64}$/.test(data) && BigInt(`0x${data}`) === units

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
