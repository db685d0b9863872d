// What left the treasury or a wallet, as blocks show it and without any record of ours: the change of its token accounts, and the memo, which is our
// operation id. A transaction that is in no block yet is shown by no node.
import { Effect } from "effect"
import type { Outflow } from "../../core/ports/chain.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Nodes, statusAt } from "./attempt-status.ts"
import { costOf } from "./evidence.ts"
import type { History, Past } from "./history.ts"
import type { Landed } from "./answers.ts"
import { tokenAccountOf } from "./programs.ts"
import type { SolanaToken } from "./settings.ts"

interface Loss {
  readonly mint: string
  readonly to: string
  readonly units: bigint
}

/** How much of a mint each owner has more than before. */
const changesOf = ({ after, before }: Landed, mint: string): ReadonlyMap<string, bigint> => {
  const changes = new Map<string, bigint>()
  const add = (tokens: Landed["after"]["tokens"], sign: bigint) => {
    for (const { mint: of, owner = "", units } of tokens) {
      if (of === mint) changes.set(owner, (changes.get(owner) ?? 0n) + sign * units)
    }
  }
  add(before.tokens, -1n)
  add(after.tokens, 1n)
  return changes
}

/** What an owner lost in a transaction, by mint and by who got it; what nobody got went to no one. */
export const lossesOf = (landed: Landed, owner: string): ReadonlyArray<Loss> => {
  if (landed.failure !== null) return []
  const mints = new Set(landed.before.tokens.map(({ mint }) => mint))
  return [...mints].flatMap((mint) => {
    const changes = changesOf(landed, mint)
    const lost = -(changes.get(owner) ?? 0n)
    if (lost <= 0n) return []
    const gained = [...changes].flatMap(([to, units]): ReadonlyArray<Loss> => units > 0n ? [{ mint, to, units }] : [])
    const rest = gained.reduce((left, { units }) => left - units, lost)
    return rest > 0n ? [...gained, { mint, to: "", units: rest }] : gained
  })
}

interface OutflowsConfig {
  readonly treasury: string
  readonly feePayer: string
  readonly tokens: ReadonlyArray<SolanaToken>
}

export const makeOutflows = (nodes: Nodes, history: History, config: OutflowsConfig) => {
  const { feePayer, tokens, treasury } = config

  const outflowsIn = (owner: string) =>
    Effect.fnUntraced(function*({ landed, signature }: Past) {
      const losses = lossesOf(landed, owner)
      if (losses.length === 0) return []
      const { accounts, memos, slot } = landed
      const { hash, status } = yield* Effect.all({
        hash: nodes.agreed((node) => node.blockhashAt(slot)),
        status: statusAt(nodes, signature, "finalized")
      }, { concurrency: "unbounded" })
      if (hash === undefined) return yield* new NodeAway({ reason: `the block of slot ${slot} cannot be read yet` })
      const receipt = {
        transactionHash: signature,
        place: { height: slot, hash },
        ...accounts[0] === feePayer ? { cost: { coin: "SOL" as const, units: costOf(landed) } } : {}
      }
      const [mark = null, ...others] = memos
      return losses.map(({ mint, to, units }): Outflow => ({
        mark: others.length === 0 ? mark : null,
        to,
        asset: tokens.find((token) => token.mint === mint)?.asset ?? null,
        units,
        receipt,
        // Nobody carries on what has no record, so it is done once it is final.
        isDone: status !== null && status !== undefined
      }))
    })

  /** Everything that left an account since an instant (Unix milliseconds), the treasury where none is named. */
  return Effect.fnUntraced(function*(since: number, owner: string = treasury) {
    const accounts = yield* Effect.promise(() => Promise.all(tokens.map((token) => tokenAccountOf(token, owner))))
    const past = yield* history([owner, ...accounts], since)
    const all: ReadonlyArray<Outflow> = (yield* Effect.forEach(past, outflowsIn(owner), { concurrency: 4 })).flat()
    return all
  })
}
