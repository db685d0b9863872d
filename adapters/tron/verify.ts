// Whether the nodes are of the network that was meant and the tokens on it are those that were meant. Looked at when the service starts,
// and by the adapter once before it sends anything.
import { Effect } from "effect"
import { decimalsOf } from "../../core/base/money/assets.ts"
import { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { TronNode } from "./node.ts"
import { type Token, feeOf, tokenDecimals } from "./tokens.ts"

const tokenProblem = Effect.fnUntraced(function*(node: TronNode, token: Token) {
  const { address, asset, codeHash } = token
  const found = yield* node.codeHash(address)
  if (found === undefined) return `there is no contract at ${address}, which stands for ${asset}`
  if (codeHash !== undefined && found !== codeHash) {
    return `the code of ${address} is another one than was pinned for ${asset}`
  }
  const [decimals, expected] = [yield* tokenDecimals(node, address), decimalsOf(asset)]
  if (decimals !== BigInt(expected)) return `${address} has ${decimals} decimals, and ${asset} ${expected}`
  return (yield* feeOf(node, token)) === 0n ? undefined : `${address} keeps a fee of each transfer`
})

const problemOf = Effect.fnUntraced(function*(node: TronNode, tokens: ReadonlyArray<Token>) {
  for (const token of tokens) {
    const problem = yield* tokenProblem(node, token)
    if (problem !== undefined) return problem
  }
  return undefined
})

/** Every node has to be of the network; what tokens are counts as soon as enough nodes say the same. */
export const verify = Effect.fnUntraced(function*(nodes: Quorum<TronNode>, tokens: ReadonlyArray<Token>) {
  yield* nodes.verify
  const problem = yield* nodes.agreed((node) => problemOf(node, tokens))
  if (problem !== undefined) return yield* new NetworkWrong({ problem })
})
