// What became of an operation, by its record and by the network (0239). Looking sends nothing and signs nothing; what is seen for good is
// stored.
import { Effect } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type LookUp, absent, differs, done, refused, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { contractResults } from "./answers.ts"
import type { Call } from "./call.ts"
import { changed, stored, withLast } from "./log.ts"
import type { TronNode } from "./node.ts"
import { type Attempt, type TronOperation, type Verdict, lastOf, mayLand } from "./operation.ts"
import { meaningOf, statusOf } from "./status.ts"
import type { Stops } from "./stops.ts"

export interface JudgeConfig {
  readonly stops: Pick<Stops, "stop" | "goOn">
  /** Whether the token blocks an account, by solidified state. */
  readonly isBlocked: (token: string, account: string) => Effect.Effect<boolean, NodeAway>
  /** What the service lost for a spend beside its own fee, which the wallet pays; undefined while that is not known. */
  readonly spentFor: (spend: string) => Effect.Effect<bigint | undefined, unknown, Store>
}

/** The answer of a verdict. */
export const answerOf = (verdict: Verdict): LookUp<DeliveryReceipt> => {
  if (verdict._tag === "Refused") return refused(verdict.reason)
  const { costSun, place, transactionHash } = verdict
  return done({ transactionHash, place, cost: { coin: "TRX", units: costSun } })
}

export const makeJudge = ({ isBlocked, spentFor, stops }: JudgeConfig, nodes: Quorum<TronNode>) => {
  const settled = Effect.fnUntraced(function*(before: Stored<TronOperation>, verdict: Verdict) {
    // Whoever was faster saw the same: it is solidified.
    yield* changed(before, { ...before.value, verdict })
    return answerOf(verdict)
  })

  const costOf = Effect.fnUntraced(function*({ attempts, id, signer }: TronOperation, feeSun: bigint) {
    if (signer === "wallet") return yield* spentFor(id)
    return attempts.reduce((sum, { ended }) => sum + (ended?.feeSun ?? 0n), feeSun)
  })

  /** A key of ours may try again. What a wallet has signed is used up, and its key is gone. */
  const ended = Effect.fnUntraced(function*(before: Stored<TronOperation>, why: string, feeSun: bigint) {
    const { signer } = before.value
    if (signer === "wallet") return yield* settled(before, { _tag: "Refused", reason: reason("failed", why) })
    const isEnded = yield* changed(before, withLast(before.value, { ended: { reason: why, feeSun } }))
    return isEnded ? absent : yield* look(before.value.id)
  })

  const failed = Effect.fnUntraced(function*(
    before: Stored<TronOperation>,
    call: Call,
    result: string | undefined,
    feeSun: bigint
  ) {
    const says = contractResults[result ?? ""]?.says ?? "the network says that it failed"
    const isReceiverBlocked = call._tag === "TokenTransfer" && result === "REVERT" &&
      (yield* isBlocked(call.token, call.to))
    return isReceiverBlocked
      ? yield* settled(before, { _tag: "Refused", reason: reason("frozen", "the receiver's") })
      : yield* ended(before, says, feeSun)
  })

  const judged = Effect.fnUntraced(function*(before: Stored<TronOperation>, call: Call, attempt: Attempt) {
    const { value } = before
    const status = yield* statusOf(nodes, attempt)
    if (status._tag === "Open") return unknown("underWay", "in no solidified block")
    if (status._tag === "Gone") return yield* ended(before, "it was in no block before it expired", 0n)
    const { blockHash, feeSun, height, result } = status.landing
    switch (meaningOf(call, status.landing)) {
      case "failed":
        return yield* failed(before, call, result, feeSun)
      case "odd": {
        if (yield* stops.stop(before, height)) {
          yield* Effect.logError("A transaction on TRON moved something else than it was sent for", {
            operation: value.id,
            transaction: attempt.txid
          })
        }
        return differs(`${attempt.txid} shows no such transfer`)
      }
      case "happened": {
        const costSun = yield* costOf(value, feeSun)
        if (costSun === undefined) return unknown("underWay", "its cost is in no solidified block")
        const place = { height, hash: blockHash }
        if (call._tag === "TokenTransfer") yield* stops.goOn(call.token, height)
        return yield* settled(before, { _tag: "Done", transactionHash: attempt.txid, place, costSun })
      }
    }
  })

  /** What is known of an operation; Absent where no bytes of it can land any more, or ever could. */
  const look = (id: string): Effect.Effect<LookUp<DeliveryReceipt>, unknown, Store> =>
    Effect.gen(function*() {
      const operation = yield* stored(id)
      if (operation === undefined) return absent
      const { value } = operation
      if (value.verdict !== null) return answerOf(value.verdict)
      const last = lastOf(value)
      const { call } = value
      return last === undefined || call === null || !mayLand(value) ? absent : yield* judged(operation, call, last)
    })

  return look
}
