// Spends from wallets: signed while the seed is there, stored by the caller, and sent once the fee account has given the wallet what
// the network takes.
import { Effect } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import type { SignedSpend, SpendOrder } from "../../core/ports/chain.ts"
import { held, unknown } from "../../core/ports/outcome.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { isAddress } from "./address.ts"
import { type TokenTransfer, isSameCall } from "./call.ts"
import { type Attempt, isWithdrawn, lastOf } from "./operation.ts"
import type { Operations } from "./operations.ts"
import type { makePreflight } from "./preflight.ts"
import { unsent } from "../rpc-quorum/problems.ts"
import { sent } from "./sent.ts"
import { decodeSigned, encodeSigned } from "./signed.ts"
import type { Sponsor } from "./sponsor.ts"
import type { Stops } from "./stops.ts"
import type { Tokens } from "./tokens.ts"
import { build, digestOf } from "./transaction.ts"
import type { NetworkWrong } from "../rpc-quorum/network-wrong.ts"
import { signWithWallet } from "./wallet-key.ts"

export interface SpendsConfig {
  readonly patienceMs: number
  /** Looks at the network once before anything is sent. */
  readonly verified: Effect.Effect<void, NetworkWrong | NodeAway>
}

export const makeSpends = (
  { patienceMs, verified }: SpendsConfig,
  tokens: Tokens,
  preflight: ReturnType<typeof makePreflight>,
  operations: Operations,
  stops: Stops,
  sponsor: Sponsor
) => {
  const sign = Effect.fnUntraced(function*(order: SpendOrder, seed: Uint8Array) {
    const { asset, from, operationId: id, sendBefore, to, units } = order
    const token = tokens.of(asset)
    if (token === undefined) return yield* new NodeAway({ reason: `no token stands for ${asset} on TRON` })
    if (!isAddress(to)) return yield* new NodeAway({ reason: "it is no address of TRON" })
    const call: TokenTransfer = { _tag: "TokenTransfer", token: token.address, from: from.tron, to, units }
    const { value } = yield* operations.planned(id, { signer: "wallet", call }, sendBefore)
    const last = lastOf(value)
    if (last === undefined || value.call === null || value.verdict !== null || isWithdrawn(value)) {
      return yield* new NodeAway({ reason: "it has ended before" })
    }
    if (!isSameCall(value.call, call)) return yield* new NodeAway({ reason: "its id stands for another movement" })
    const unsigned = build(call, last.recipe)
    const signature = yield* Effect.promise(() => signWithWallet(seed, from.tron, digestOf(unsigned)))
    return encodeSigned({ txid: unsigned.id, bytes: unsigned.signedBy(signature) })
  })

  /** What ends a spend before it is sent for the first time; undefined where it can be sent. */
  const judged = Effect.fnUntraced(function*(id: string, call: TokenTransfer, last: Attempt) {
    yield* verified
    const plan = { signer: "wallet", call } as const
    const token = tokens.at(call.token)
    if (token === undefined) return held("notConfigured", "its token is not configured any more")
    const problem = call.units <= 0n ? reason("badAmount", "0") : tokens.receiverProblem(call.to)
    if (problem !== undefined) return yield* operations.refuse(id, plan, problem)
    if (yield* operations.isDead(last)) return yield* operations.refuse(id, plan, reason("expired"))
    const stopped = yield* stops.spendProblem(call.token)
    if (stopped !== undefined) return stopped
    const found = yield* preflight(token, call, false)
    if (found._tag === "Held") return found
    if (found._tag === "Never") return yield* operations.refuse(id, plan, found.reason)
    const { size } = build(call, last.recipe)
    return yield* sponsor.ready(id, call.from, { energy: found.energy, size, prices: found.prices })
  })

  const submit = Effect.fnUntraced(function*({ operationId: id, payload }: SignedSpend) {
    const { bytes, txid } = yield* decodeSigned(payload)
    const operation = yield* operations.stored(id)
    if (operation === undefined) return unknown("notFound", "recipe")
    const { call, verdict } = operation.value
    const last = lastOf(operation.value)
    if (isWithdrawn(operation.value)) return yield* operations.cancelled(id)
    if (verdict !== null) return sent(yield* operations.look(id))
    if (last?.txid !== txid || call?._tag !== "TokenTransfer") return unknown("idTaken")
    if (last.signed === null) {
      const answer = yield* unsent(judged(id, call, last))
      if (answer !== undefined) return sent(answer)
    }
    return sent(yield* operations.submit(id, bytes, patienceMs))
  })

  return { sign, submit }
}
