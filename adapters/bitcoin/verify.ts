// Whether the nodes are those of the network that is configured, and watch the treasury: checked at start and before the first sending.
import { Effect, Exit } from "effect"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { BitcoinNode } from "./node.ts"

export const makeVerify = (quorum: Quorum<BitcoinNode>): Effect.Effect<void, NetworkWrong | NodeAway> =>
  Effect.gen(function*() {
    yield* quorum.verify
    const watching = yield* quorum.toAll(({ wallet }) => wallet?.ready ?? new NodeAway({ reason: "it has no wallet" }))
    if (!watching.some(Exit.isSuccess)) {
      return yield* new NodeAway({ reason: "no node has a wallet that watches the treasury" })
    }
  })
