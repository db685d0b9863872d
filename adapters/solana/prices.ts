// What a compute unit costs now: the middle of what was paid lately, as much as enough nodes say at least, within the bounds of the settings.
import { Effect } from "effect"
import type { Nodes } from "./attempt-status.ts"
import type { SolanaSettings } from "./settings.ts"

/** Millionths of a lamport for transactions that write these accounts. */
export type Prices = (accounts: ReadonlyArray<string>) => Effect.Effect<bigint>

const middleOf = (paid: ReadonlyArray<bigint>): bigint | undefined =>
  paid.toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0)[paid.length >> 1]

export const makePrices = (nodes: Nodes, { ceiling, floor }: SolanaSettings["fees"]): Prices => (accounts) =>
  nodes.reached((node) => Effect.map(node.recentPrices(accounts), middleOf)).pipe(
    Effect.map((middle = floor) => middle < floor ? floor : middle > ceiling ? ceiling : middle),
    // What was paid lately decides how fast it is, and nothing else.
    Effect.catchTag("NodeAway", () => Effect.succeed(floor))
  )
