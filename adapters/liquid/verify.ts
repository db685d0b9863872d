// Whether the nodes are those of the network that is configured, and can answer what is asked of them: checked at start and before the
// first sending.
import { Data, Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { LiquidNode } from "./node.ts"

/** A node is of another network than the one that is configured, or keeps too little of it. */
export class NetworkWrong extends Data.TaggedError("NetworkWrong")<{ readonly problem: string }> {}

export interface Expected {
  /** Hash of the first block. */
  readonly genesis: string
  /** Id of the asset that fees are paid in. */
  readonly feeAsset: string
  /** How many nodes have to answer. */
  readonly agree: number
}

export const makeVerify = (
  { agree, feeAsset, genesis }: Expected,
  quorum: Quorum<LiquidNode>
): Effect.Effect<void, NetworkWrong | NodeAway> =>
  Effect.gen(function*() {
    const answers = yield* quorum.toAll((node) =>
      Effect.all({ genesis: node.blockHash(0n), feeAsset: node.feeAsset, isIndexed: node.isIndexed })
    )
    const known = answers.filter(Exit.isSuccess).map(({ value }) => value)
    if (known.some((node) => node.genesis !== genesis)) {
      return yield* new NetworkWrong({ problem: "a node has another first block than this network" })
    }
    if (known.some((node) => node.feeAsset !== feeAsset)) {
      return yield* new NetworkWrong({ problem: "a node takes fees in another asset than LBTC of the settings" })
    }
    if (known.some((node) => !node.isIndexed)) {
      return yield* new NetworkWrong({ problem: "a node has no index of all transactions (txindex=1)" })
    }
    if (known.length < agree) return yield* new NodeAway({ reason: `${known.length} nodes answer, ${agree} have to` })
  })
