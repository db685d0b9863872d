// Whether the nodes are those of the network that is configured, and can answer what is asked of them: checked at start and before the
// first sending.
import { Effect, Exit } from "effect"
import { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { LiquidNode } from "./node.ts"

export interface Expected {
  /** Id of the asset that fees are paid in. */
  readonly feeAsset: string
  /** How many nodes have to answer. */
  readonly agree: number
}

export const makeVerify = (
  { agree, feeAsset }: Expected,
  quorum: Quorum<LiquidNode>
): Effect.Effect<void, NetworkWrong | NodeAway> =>
  Effect.gen(function*() {
    yield* quorum.verify
    const answers = yield* quorum.toAll((node) => Effect.all({ feeAsset: node.feeAsset, isIndexed: node.isIndexed }))
    const known = answers.filter(Exit.isSuccess).map(({ value }) => value)
    const right = known.filter((node) => node.feeAsset === feeAsset)
    const indexed = right.filter(({ isIndexed }) => isIndexed)
    if (indexed.length >= agree) {
      // What one of several says decides nothing, but whoever runs them wants to know.
      if (indexed.length < known.length) {
        yield* Effect.logWarning("A node takes other fees, or has no index (txindex=1)")
      }
      return
    }
    if (known.length - right.length >= agree) {
      return yield* new NetworkWrong({ problem: "nodes take fees in another asset than LBTC of the settings" })
    }
    if (right.length >= agree) {
      return yield* new NetworkWrong({ problem: "nodes have no index of all transactions (txindex=1)" })
    }
    return yield* new NodeAway({ reason: `${indexed.length} nodes answer, ${agree} have to` })
  })
