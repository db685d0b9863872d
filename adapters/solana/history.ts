// What blocks have of an address since an instant. A node that lags or hides something has fewer transactions, and one that lies has more:
// so what any of them names is looked into, and counts where enough have it.
import { Effect, Exit } from "effect"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Nodes } from "./attempt-status.ts"
import type { Landed } from "./answers.ts"
import type { SolanaNode } from "./node.ts"

export interface Past {
  readonly signature: string
  readonly landed: Landed
}

const pageSize = 1_000
/** More than an address of ours has since any backup; a node that has more is not believed. */
const mostPages = 100
/** The clock of the chain may be behind ours. */
const clocksDifferMs = 600_000
const readsAtOnce = 8

const listed = Effect.fnUntraced(function*(node: SolanaNode, address: string, since: number) {
  const found: Array<string> = []
  for (let pages = 0; pages < mostPages; pages++) {
    const page = yield* node.signatures(address, found.at(-1), pageSize)
    found.push(...page.map(({ signature }) => signature))
    const isPast = page.some(({ at }) => at !== null && Number(at) * 1_000 < since - clocksDifferMs)
    if (page.length < pageSize || isPast) return found
  }
  return yield* new NodeAway({ reason: `a node names too many transactions of ${address}` })
})

const allListed = Effect.fnUntraced(function*(node: SolanaNode, addresses: ReadonlyArray<string>, since: number) {
  const oldest = yield* node.oldestAt
  if (oldest === null || Number(oldest) * 1_000 > since) {
    return yield* new NodeAway({ reason: "a node has no blocks of that time any more" })
  }
  const found = yield* Effect.forEach(addresses, (address) => listed(node, address, since), {
    concurrency: "unbounded"
  })
  return found.flat()
})

export const makeHistory = (nodes: Nodes, agree: number) => {
  const read = (signature: string) =>
    Effect.map(
      nodes.agreed((node) => node.transaction(signature)),
      (landed): ReadonlyArray<Past> => landed === undefined ? [] : [{ signature, landed }]
    )

  /** Transactions of addresses since an instant (Unix milliseconds), and some from before it; failed ones too. */
  return Effect.fnUntraced(function*(addresses: ReadonlyArray<string>, since: number) {
    const answers = yield* nodes.toAll((node) => allListed(node, addresses, since))
    const heard = answers.filter(Exit.isSuccess)
    if (heard.length < agree) {
      return yield* new NodeAway({
        reason: `${heard.length} of ${answers.length} nodes show the past, ${agree} have to`
      })
    }
    const named = new Set(heard.flatMap(({ value }) => value))
    return (yield* Effect.forEach(named, read, { concurrency: readsAtOnce })).flat()
  })
}

export type History = ReturnType<typeof makeHistory>
