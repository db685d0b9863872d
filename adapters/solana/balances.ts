// What an address can spend: the lesser of what confirmed and finalized blocks say, each as much as enough nodes have seen at least.
import { Effect } from "effect"
import type { Nodes } from "./attempt-status.ts"
import type { Account, Commitment } from "./answers.ts"
import { tokenAccountOf } from "./programs.ts"
import type { SolanaToken } from "./settings.ts"
import { tokenAccountIn } from "./token-account.ts"

export const makeBalances = (nodes: Nodes) => {
  const least = Effect.fnUntraced(function*(account: string, unitsIn: (found: Account | undefined) => bigint) {
    const at = (commitment: Commitment) =>
      nodes.reached((node) => Effect.map(node.accounts([account], commitment), ([found]) => unitsIn(found)))
    const [confirmed = 0n, finalized = 0n] = yield* Effect.all([at("confirmed"), at("finalized")], {
      concurrency: "unbounded"
    })
    return confirmed < finalized ? confirmed : finalized
  })

  return {
    /** Smallest units of a token. What is frozen cannot be spent. */
    tokens: Effect.fnUntraced(function*(token: SolanaToken, owner: string) {
      const account = yield* Effect.promise(() => tokenAccountOf(token, owner))
      return yield* least(account, (found) => {
        const held = tokenAccountIn(found)
        return held === undefined || held.isFrozen || held.owner !== owner ? 0n : held.units
      })
    }),
    lamports: (owner: string) => least(owner, (found) => found?.lamports ?? 0n)
  }
}
