// Accounts as enough nodes see them: of each number the highest that enough of them say at least, so what one node says alone changes none.
import { Effect } from "effect"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { TronNode } from "./node.ts"
import type { Account } from "./node-answers.ts"

/** What an account can pay with. */
export const accountSeenBy = (nodes: Quorum<TronNode>, address: string): Effect.Effect<Account, NodeAway> =>
  nodes.atLeast((node) =>
    Effect.map(node.account(address), ({ exists, ...numbers }) => ({ ...numbers, exists: exists ? 1n : 0n }))
  ).pipe(Effect.map(({ exists, ...numbers }) => ({ ...numbers, exists: exists === 1n })))

/** How much of its stake an account can still lend, in sun. */
export const lendableSeenBy = (nodes: Quorum<TronNode>, address: string): Effect.Effect<bigint, NodeAway> =>
  Effect.map(nodes.atLeast((node) => Effect.map(node.lendable(address), (sun) => ({ sun }))), ({ sun }) => sun)
