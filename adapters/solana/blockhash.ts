// The blockhash that a message is signed over, and how long it lives. What a node gives as its newest is taken where enough nodes say that it
// is valid, and the life is that of the newest block that enough have: a node that lags gives one that is dead, and one that lies gives one
// that lives for ever.
import { Effect } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Nodes, heightOf } from "./attempt-status.ts"
import type { Blockhash } from "./answers.ts"

/** Blocks that a blockhash is valid for. */
const blockhashBlocks = 150n
/** How many blocks nodes that are well may be apart: a blockhash of the first lives so much longer than the others know. */
const nodesApart = 20n

// Nobody lies about what enough nodes have reached: what is at most as new as that comes first, the newest of it before.
const byTrust = (reached: bigint) => (a: Blockhash, b: Blockhash): number => {
  const [isAbove, isBelow] = [a.lastValidBlockHeight > reached, b.lastValidBlockHeight > reached]
  if (isAbove !== isBelow) return Number(isAbove) - Number(isBelow)
  return Number(b.lastValidBlockHeight - a.lastValidBlockHeight)
}

/**
 * A blockhash that enough nodes take, and the last height that does. `attempts`: how many were made of the transfer before. Each begins with
 * another candidate, so that a node which gives one that is about to expire delays no transfer twice.
 */
export const recentBlockhash = Effect.fnUntraced(function*(nodes: Nodes, attempts: number) {
  const found: Array<Blockhash> = []
  const reached = yield* nodes.reached((node) =>
    Effect.map(node.latestBlockhash, (latest) => {
      found.push(latest)
      return latest.lastValidBlockHeight
    })
  )
  const candidates = found.toSorted(byTrust(reached ?? 0n))
  for (const place of candidates.keys()) {
    const blockhash = candidates[(place + attempts) % candidates.length]?.blockhash ?? ""
    const { height, isValid } = yield* Effect.all({
      height: heightOf(nodes, "confirmed"),
      // Nodes refuse to judge what is none.
      isValid: Effect.orElseSucceed(nodes.agreed((node) => node.isValid(blockhash)), () => false)
    }, { concurrency: "unbounded" })
    if (isValid) return { blockhash, lastValidBlockHeight: height + blockhashBlocks + nodesApart }
  }
  return yield* new NodeAway({ reason: "nodes agree on no blockhash" })
})
