// What is looked at before a token is sent, so that what cannot arrive costs no fee: who is blocked, what is held, and a trial of the call.
// What ends is Held. Only what solidified state says of this very movement refuses it.
import { Effect } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { type Held, held } from "../../core/ports/outcome.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { revertRow } from "./answers.ts"
import { type TokenTransfer, transferData } from "./call.ts"
import type { TronNode } from "./node.ts"
import type { Prices } from "./node-answers.ts"
import { type Token, type Tokens, feeOf } from "./tokens.ts"

/** Nothing stands in the way, with the energy that it takes; or why it cannot be now, or ever. */
export type Preflight =
  | { readonly _tag: "Clear"; readonly energy: bigint; readonly prices: Prices }
  | Held
  | { readonly _tag: "Never"; readonly reason: RefusalReason }

export interface PreflightConfig {
  readonly feeLimitSun: bigint
  /** Energy of a transfer to who holds the token, and to who does not yet. */
  readonly energy: { readonly usual: bigint; readonly newHolder: bigint }
}

const never = (reason: RefusalReason): Preflight => ({ _tag: "Never", reason })

const saysOf = (data: string): Held => {
  const row = revertRow(data)
  if (row === undefined) return held("paused", "the token reverts a trial of it for a reason that is not listed")
  return held(row.means === "short" ? "float" : "paused", `${row.says}, as a trial of it shows`)
}

export const makePreflight = ({ energy, feeLimitSun }: PreflightConfig, tokens: Tokens, nodes: Quorum<TronNode>) => {
  /** What the payer lacks: the treasury's is our shortage, a wallet's is its own. */
  const shortage = Effect.fnUntraced(function*(token: Token, { from, units }: TokenTransfer, isTreasury: boolean) {
    const { head, solid } = yield* tokens.covers(token, from, units)
    if (head >= units && solid >= units) return undefined
    if (!isTreasury && head < units && solid < units) return never(reason("insufficientFunds"))
    const there = head < solid ? head : solid
    return held("float", `${units} of ${token.asset} are to be sent, and ${there} are there`)
  })

  /** What a trial of the call comes to: enough nodes have to say the same, also how much energy it takes. */
  const tried = ({ from, to, units }: TokenTransfer, token: Token) => {
    const call = { from, to: token.address, data: transferData(to, units) }
    return nodes.agreed(
      (node) => node.trial("head", call),
      (trial) => trial._tag === "Ran" ? `${trial.energy}` : `reverted ${revertRow(trial.data)?.says}`
    )
  }

  /** Judges a transfer. All is asked at once. */
  return Effect.fnUntraced(function*(token: Token, transfer: TokenTransfer, isTreasury: boolean) {
    const { from, to } = transfer
    const { address } = token
    const seen = yield* Effect.all({
      isToBlocked: tokens.isBlocked(address, to),
      isFromBlocked: tokens.isBlocked(address, from),
      fee: nodes.agreed((node) => feeOf(node, token)),
      short: shortage(token, transfer, isTreasury),
      trial: tried(transfer, token),
      isNewHolder: tokens.isNewHolder(token, to),
      prices: nodes.agreed((node) => node.prices)
    }, { concurrency: "unbounded" })
    const { fee, isFromBlocked, isNewHolder, isToBlocked, prices, short, trial } = seen
    if (isToBlocked) return never(reason("frozen", "the receiver's"))
    if (isFromBlocked) {
      return isTreasury ? held("paused", "the token blocks the treasury") : never(reason("frozen", "the wallet's"))
    }
    if (fee !== 0n) return held("paused", "the token keeps a fee of each transfer")
    if (short !== undefined) return short
    if (trial._tag === "Reverted") return saysOf(trial.data)
    const usual = isNewHolder ? energy.newHolder : energy.usual
    const needed = trial.energy > usual ? trial.energy : usual
    // The network counts all energy against the limit, also what was lent.
    if (trial.energy * prices.energy > feeLimitSun) {
      return held("fuel", `it takes ${trial.energy * prices.energy} sun of energy, and the limit is ${feeLimitSun}`)
    }
    const clear: Preflight = { _tag: "Clear", energy: needed, prices }
    return clear
  })
}
