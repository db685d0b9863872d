// What a movement's place in a block means for it. Done needs the exact transfer; nothing is refused before its block is final; and
// what was reverted for a reason that ends is no refusal: another attempt may be made.
import { Effect } from "effect"
import { type Reason, type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Absent, type Done, type Refused, absent, done, refused } from "../../core/ports/outcome.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { EvmTransaction, Verdict } from "./movement.ts"
import type { EvmNetwork } from "./network.ts"
import { causeOf } from "./reverts.ts"
import type { Landing } from "./status.ts"
import { transferOf } from "./user-operation.ts"

/** A verdict as the port says it; `coin` is what the network takes its fees in. */
export const answerOf = (verdict: Verdict, coin: NativeCoin): Absent | Done<DeliveryReceipt> | Refused => {
  if (verdict._tag === "Released") return absent
  if (verdict._tag === "Refused") return refused(verdict.reason)
  const { cost, place, transactionHash } = verdict
  return done({ transactionHash, place, ...(cost === undefined ? {} : { cost: { coin, units: cost } }) })
}

export type Judged =
  | { readonly _tag: "Open"; readonly reason: Reason }
  | { readonly _tag: "Verdict"; readonly verdict: Verdict }
  /** It was reverted for good and may be made again. */
  | { readonly _tag: "Spent"; readonly reverted: NonNullable<EvmTransaction["reverted"]> }

const open = (reason: Reason): Judged => ({ _tag: "Open", reason })
const refusedFor = (reason: RefusalReason): Judged => ({ _tag: "Verdict", verdict: { _tag: "Refused", reason } })

/** What a movement whose transfer is in a block is. */
export const doneIn = ({ blockHash, blockNumber, cost, transactionHash }: Landing): Verdict => ({
  _tag: "Done",
  transactionHash,
  place: { height: blockNumber, hash: blockHash },
  ...(cost === undefined ? {} : { cost })
})

/** Judges where a movement landed. */
export const judge = Effect.fnUntraced(function*(
  network: Pick<EvmNetwork, "tokenBalance">,
  movement: EvmTransaction,
  landing: Landing
): Effect.fn.Return<Judged, NodeAway> {
  const { blockNumber, cost, effect, isDone, isFinal, transactionHash } = landing
  if (effect._tag === "Moved") {
    return isDone || isFinal
      ? { _tag: "Verdict", verdict: doneIn(landing) }
      : open(reason("underWay", "in a block that may still be taken back"))
  }
  if (!isFinal) return open(reason("underWay", "in a block that is not final"))
  switch (effect._tag) {
    case "Released":
      return movement.withdrawnAt === undefined
        ? refusedFor(reason("deadlinePassed"))
        : { _tag: "Verdict", verdict: { _tag: "Released" } }
    case "Other":
      return open({ code: "differs", detail: `${effect.units} smallest units in ${transactionHash}` })
    case "Nothing":
      return (yield* isUnmoved(network, movement, blockNumber))
        ? refusedFor(reason("failed", `nothing moved in ${transactionHash}`))
        : open({ code: "differs", detail: `no transfer in ${transactionHash}` })
    case "Reverted":
      return isOver(movement, causeOf(effect.data))
        ? refusedFor(reason("failed", `reverted in ${transactionHash}`))
        : {
          _tag: "Spent",
          reverted: { times: (movement.reverted?.times ?? 0) + 1, cost: cost ?? movement.reverted?.cost ?? 0n }
        }
  }
})

// What a wallet signed was signed once, so its revert ends it; the treasury can sign another attempt unless it is about the receiver.
const isOver = ({ sendBefore, withdrawnAt }: EvmTransaction, cause: ReturnType<typeof causeOf>): boolean =>
  withdrawnAt === undefined && (sendBefore !== undefined || cause === "receiver")

// A token that reports nothing may have moved all the same: then the receiver has more than in the block before.
const isUnmoved = Effect.fnUntraced(function*(
  network: Pick<EvmNetwork, "tokenBalance">,
  { operation }: EvmTransaction,
  height: bigint
) {
  const transfer = transferOf(operation)
  if (transfer === undefined || BigInt(transfer.to) === BigInt(transfer.from)) return false
  const { to, token } = transfer
  const [before, after] = yield* Effect.all([
    network.tokenBalance(token.address, to, height - 1n),
    network.tokenBalance(token.address, to, height)
  ])
  return before === after
})
