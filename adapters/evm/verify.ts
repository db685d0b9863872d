// Whether the nodes are those of the network that is configured, and its contracts and tokens are what they are said to be: asked
// at start, and before the first transfer is sent.
import { Effect, Exit } from "effect"
import { decimalsOf } from "../../core/base/money/assets.ts"
import { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Member } from "../rpc-quorum/quorum.ts"
import { type Token, accountCode, accountCodeHash, entryPoint } from "./contracts.ts"
import type { EvmNetwork } from "./network.ts"
import type { EvmNode } from "./node.ts"

export interface Expected {
  readonly chainId: number
  readonly members: ReadonlyArray<Member<EvmNode>>
  readonly agree: number
  readonly tokens: ReadonlyArray<Token>
}

const wrong = (problem: string) => Effect.fail(new NetworkWrong({ problem }))

/** Checks every node that answers, and by their agreement the contracts and tokens. */
export const verify = Effect.fnUntraced(function*(network: EvmNetwork, { agree, chainId, members, tokens }: Expected) {
  const found = yield* Effect.forEach(members, ({ node }) => Effect.exit(node.chainId), { concurrency: "unbounded" })
  for (const [place, exit] of found.entries()) {
    if (Exit.isSuccess(exit) && exit.value !== chainId) {
      return yield* wrong(`${members[place]?.name} is a node of chain ${exit.value}, not ${chainId}`)
    }
  }
  const answering = found.filter(Exit.isSuccess).length
  if (answering < agree) {
    return yield* new NodeAway({ reason: `${answering} of ${members.length} nodes answer, ${agree} have to` })
  }
  if ((yield* network.codeHash(entryPoint)) === undefined) {
    return yield* wrong(`chain ${chainId} has no EntryPoint at ${entryPoint}`)
  }
  if ((yield* network.codeHash(accountCode)) !== accountCodeHash) {
    return yield* wrong(`chain ${chainId} has no Simple7702Account at ${accountCode}`)
  }
  for (const { address, asset, codeHash } of tokens) {
    const code = yield* network.codeHash(address)
    if (code === undefined) return yield* wrong(`chain ${chainId} has no ${asset} at ${address}`)
    if (code !== codeHash) {
      return yield* wrong(`the code of ${asset} at ${address} has the hash ${code}, not ${codeHash}`)
    }
    const [found, expected] = [yield* network.decimals(address), decimalsOf(asset)]
    if (found !== expected) return yield* wrong(`${asset} at ${address} has ${found ?? "no"} decimals, not ${expected}`)
  }
})
