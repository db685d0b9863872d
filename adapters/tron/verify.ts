// Whether the nodes are of the network that was meant and the tokens on it are those that were meant. Looked at when the service starts,
// and by the adapter once before it sends anything.
import { Effect, Exit } from "effect"
import { decimalsOf } from "../../core/base/money/assets.ts"
import { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { TronNode } from "./node.ts"
import { type Token, feeOf, tokenDecimals } from "./tokens.ts"

export interface Expected {
  readonly agree: number
  readonly tokens: ReadonlyArray<Token>
}

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

const problemOf = Effect.fnUntraced(function*(node: TronNode, { tokens }: Expected) {
  for (const token of tokens) {
    const problem = yield* tokenProblem(node, token)
    if (problem !== undefined) return `${node.name}: ${problem}`
  }
  return undefined
})

/** Asks every node. One that says something else is enough to stop; one that is away is not, while enough answer. */
export const verify = Effect.fnUntraced(function*(nodes: Quorum<TronNode>, expected: Expected) {
  yield* nodes.verify
  const answers = yield* nodes.toAll((node) => problemOf(node, expected))
  const heard = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
  const problem = heard.find((each) => each !== undefined)
  if (problem !== undefined) return yield* new NetworkWrong({ problem })
  if (heard.length < expected.agree) {
    return yield* new NodeAway({
      reason: `${heard.length} of ${answers.length} nodes answer, ${expected.agree} have to`
    })
  }
})
