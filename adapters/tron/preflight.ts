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
    const { head, solid } = yield* tokens.balances(token, from)
    if (head >= units && solid >= units) return undefined
    if (!isTreasury && head < units && solid < units) return never(reason("insufficientFunds"))
    const there = head < solid ? head : solid
    return held("float", `${units} of ${token.asset} are to be sent, and ${there} are there`)
  })

  /** Judges a transfer. */
  return Effect.fnUntraced(function*(token: Token, transfer: TokenTransfer, isTreasury: boolean) {
    const { from, to, units } = transfer
    if (yield* tokens.isBlocked(token.address, to)) return never(reason("frozen", "the receiver's"))
    if (yield* tokens.isBlocked(token.address, from)) {
      return isTreasury ? held("paused", "the token blocks the treasury") : never(reason("frozen", "the wallet's"))
    }
    if ((yield* nodes.first((node) => feeOf(node, token))) !== 0n) {
      return held("paused", "the token keeps a fee of each transfer")
    }
    const short = yield* shortage(token, transfer, isTreasury)
    if (short !== undefined) return short
    const call = { from, to: token.address, data: transferData(to, units) }
    const trial = yield* nodes.first((node) => node.trial("head", call))
    if (trial._tag === "Reverted") return saysOf(trial.data)
    const { head } = yield* tokens.balances(token, to)
    const usual = head === 0n ? energy.newHolder : energy.usual
    const needed = trial.energy > usual ? trial.energy : usual
    const prices = yield* nodes.first((node) => node.prices)
    // The network counts all energy against the limit, also what was lent.
    if (trial.energy * prices.energy > feeLimitSun) {
      return held("fuel", `it takes ${trial.energy * prices.energy} sun of energy, and the limit is ${feeLimitSun}`)
    }
    const clear: Preflight = { _tag: "Clear", energy: needed, prices }
    return clear
  })
}
