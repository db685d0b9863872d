// What has to hold before a transfer is sent, read from enough nodes: the token, both token accounts, and the lamports that it takes. Whatever
// is ours and missing is Held, as nothing was sent.
import { Effect } from "effect"
import { type Held, type Refused, held, refused } from "../../core/ports/outcome.ts"
import type { Nodes } from "./attempt-status.ts"
import { feeOf } from "./message.ts"
import { mintProblem } from "./mint.ts"
import { holderProblem } from "./parties.ts"
import { leastLamports, tokenAccountRent } from "./programs.ts"
import type { SolanaToken } from "./settings.ts"
import { tokenAccountIn } from "./token-account.ts"

export interface Intended {
  readonly kind: "delivery" | "spend"
  readonly token: SolanaToken
  readonly units: bigint
  readonly from: string
  readonly to: string
  readonly source: string
  readonly destination: string
  readonly feePayer: string
  readonly price: bigint
}

/** It can be sent, or why not. */
export type Preparation = { readonly _tag: "Ready"; readonly createsAccount: boolean } | Held | Refused

const isWrong = (found: ReturnType<typeof tokenAccountIn>, owner: string, mint: string): boolean =>
  found !== undefined && (found.owner !== owner || found.mint !== mint)

/** Reads the accounts of a transfer, each node's answer brought down to what decides, so that nodes a block apart agree. */
export const prepared = Effect.fnUntraced(function*(nodes: Nodes, intended: Intended) {
  const { destination, feePayer, from, kind, price, source, to, token, units } = intended
  const answer = yield* nodes.agreed((node) =>
    Effect.map(
      node.accounts([token.mint, source, destination, feePayer, to], "confirmed"),
      ([mint, ours, theirs, payer, holder]): Preparation => {
        const problem = mintProblem(token, mint)
        if (problem !== undefined) return held("paused", problem.problem)
        const sender = tokenAccountIn(ours)
        const receiver = tokenAccountIn(theirs)
        if (isWrong(sender, from, token.mint) || sender?.isFrozen === true) {
          return kind === "delivery"
            ? held("paused", `our ${token.asset} are frozen`)
            : refused("frozen", "the wallet's")
        }
        const wrongHolder = holderProblem(holder)
        if (wrongHolder !== undefined) return refused("badReceiver", wrongHolder)
        if (receiver === undefined && theirs !== undefined && theirs.data.length > 0) {
          return refused("badReceiver", "its token account is something else")
        }
        if (isWrong(receiver, to, token.mint)) return refused("badReceiver", "its token account is not its own")
        if (receiver?.isFrozen === true) return refused("frozen", "the receiver's")
        const there = sender?.units ?? 0n
        if (there < units) {
          return kind === "delivery"
            ? held("float", `there is too little ${token.asset} in the treasury`)
            : refused("insufficientFunds")
        }
        const createsAccount = receiver === undefined
        const needed = leastLamports + feeOf({ createsAccount, price }) + (createsAccount ? tokenAccountRent : 0n)
        return (payer?.lamports ?? 0n) < needed
          ? held("fuel", "there are too few lamports for fees and rent")
          : { _tag: "Ready", createsAccount }
      }
    )
  )
  return answer
})
