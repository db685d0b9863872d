// How far the chain of enough nodes has come.
import { Effect } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { BitcoinNode } from "./node.ts"

/** Number of the highest block that enough nodes have. */
export const headOf = (quorum: Quorum<BitcoinNode>): Effect.Effect<bigint, NodeAway> =>
  Effect.flatMap(
    quorum.reached(({ height }) => height),
    (height) =>
      height === undefined ? Effect.fail(new NodeAway({ reason: "no node has a block" })) : Effect.succeed(height)
  )
