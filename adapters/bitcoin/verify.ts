// Whether the nodes are those of the network that is configured, and watch the treasury: checked at start and before the first sending.
import { Data, Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type NetworkName, networks } from "./network.ts"
import type { BitcoinNode } from "./node.ts"

/** A node is of another network than the one that is configured. */
export class NetworkWrong extends Data.TaggedError("NetworkWrong")<{ readonly problem: string }> {}

export const makeVerify = (
  network: NetworkName,
  agree: number,
  quorum: Quorum<BitcoinNode>
): Effect.Effect<void, NetworkWrong | NodeAway> =>
  Effect.gen(function*() {
    const { chain, genesis } = networks[network]
    const answers = yield* quorum.toAll((node) => node.identity)
    const heard = answers.filter(Exit.isSuccess)
    const other = heard.find(({ value }) => value.chain !== chain || value.genesis !== genesis)
    if (other !== undefined) {
      return yield* new NetworkWrong({ problem: `a node is of ${other.value.chain}, and not of ${chain}` })
    }
    if (heard.length < agree) return yield* new NodeAway({ reason: `${heard.length} nodes answer, ${agree} have to` })
    const watching = yield* quorum.toAll(({ wallet }) => wallet?.ready ?? new NodeAway({ reason: "it has no wallet" }))
    if (!watching.some(Exit.isSuccess)) {
      return yield* new NodeAway({ reason: "no node has a wallet that watches the treasury" })
    }
  })
