// Brings deliveries to their end on networks whose treasuries are coins. `deliver` and `carry` send what is stored; a look-up reads and
// keeps what it has seen. Every step may be repeated by any process: what counts is what is stored.
import { Clock, Effect, Option } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Held, type LookUp, type Unknown, absent, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import { raiseReview } from "../../core/engine/review/raise-review.ts"
import { type Identified, type RecordKind, type Stored, get, replace } from "../../core/engine/store/records.ts"
import { type CommitError, Store, type StoreUnavailable, type Write, changeSet } from "../../core/engine/store/store.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Status } from "./status.ts"
import type { Verdict } from "./verdict.ts"

/** What is stored of a delivery on every such network. */
export interface CoinDelivery extends Identified {
  readonly to: string
  readonly units: bigint
  readonly verdict: Verdict | null
  /** The transaction of somebody else that took the place of what was Done, for good. */
  readonly lostTo: string | null
  /** Since when it is not wanted any more: nothing that pays the receiver is signed or sent from then on. Unix milliseconds. */
  readonly withdrawnAt?: number
}

type Asking<A> = Effect.Effect<A, NodeAway | CommitError, Store>
type Writes = Effect.Effect<ReadonlyArray<Write>, StoreUnavailable, Store>

/** What differs between two networks of coins. */
export interface DeliveryParts<A extends CoinDelivery, Payee, Attempt, Depth> {
  /** What fees are paid in. */
  readonly coin: NativeCoin
  readonly kind: RecordKind<A, string, string>
  /** Whether it has a recipe, with coins of its own. */
  readonly hasCoins: (delivery: A) => boolean
  /** Whether anything of it may have been sent. */
  readonly isSigned: (delivery: A) => boolean
  /** When its recipe was made: Unix milliseconds. */
  readonly madeAt: (delivery: A) => number
  readonly isTo: (delivery: A, payee: Payee) => boolean
  /** A delivery that has nothing yet. */
  readonly fresh: (operationId: string, payee: Payee) => Asking<A>
  /** Commits its recipe with the coins that it takes; Held where there are none; undefined where another process made it meanwhile. */
  readonly begin: (before: Stored<A>) => Asking<Stored<A> | Held | undefined>
  /** One step of what is in no block, or of taking its coins back where it was withdrawn; Held where nothing of it was ever sent. */
  readonly push: (before: Stored<A>) => Asking<Held | Unknown>
  readonly statusOf: (delivery: A, depth: Depth) => Effect.Effect<Status<Attempt>, NodeAway>
  /** The depth from which on it is Done. */
  readonly doneAt: (delivery: A) => Depth
  /** The depth up to which what is Done is carried. */
  readonly final: Depth
  readonly receiptOf: (attempt: Attempt) => { readonly txid: string; readonly cost: bigint }
  /** The writes that give its coins back, but for those that the transaction spent which is final. */
  readonly givingBack: (delivery: A, final?: Attempt) => Writes
  /** The same delivery without a recipe. */
  readonly emptied: (delivery: A) => A
  /** A delivery that was never begun, and has nothing. */
  readonly blank: (operationId: string, now: number) => A
}

/** A recipe that was never signed gives its coins back after this: whoever made it has long stopped. Milliseconds. */
const unsignedForMs = 3_600_000

export const makeDeliveries = <A extends CoinDelivery, Payee, Attempt, Depth>(
  parts: DeliveryParts<A, Payee, Attempt, Depth>
) => {
  const { doneAt, givingBack, isSigned, kind, push, statusOf } = parts

  const answerOf = (verdict: Verdict): LookUp<DeliveryReceipt> => {
    if (verdict._tag === "Released") return absent
    if (verdict._tag === "Refused") return refused(verdict.reason)
    const { cost, place, txid } = verdict
    return done({ transactionHash: txid, place, cost: { coin: parts.coin, units: cost } })
  }

  const stored = (operationId: string) => Effect.map(get(kind, operationId), Option.getOrUndefined)

  /** Writes what was seen; false where another process wrote meanwhile. */
  const written = (before: Stored<A>, value: A, besides: ReadonlyArray<Write> = []) =>
    Store.use((store) => store.commit(changeSet({ writes: [replace(kind, before, value), ...besides] })))
      .pipe(Effect.as(true), Effect.catchTag("VersionConflict", () => Effect.succeed(false)))

  /** Keeps what the chain says once it decides, and answers. */
  const concluded = Effect.fnUntraced(function*(before: Stored<A>, status: Status<Attempt>) {
    const delivery = before.value
    switch (status._tag) {
      case "Landed": {
        if (!status.isDeep) return unknown("underWay", "in a block that is not deep enough")
        const verdict: Verdict = {
          _tag: "Done",
          ...parts.receiptOf(status.attempt),
          place: status.place,
          isFinal: false
        }
        yield* written(before, { ...delivery, verdict })
        return answerOf(verdict)
      }
      case "Displaced": {
        const verdict: Verdict = { _tag: "Refused", reason: reason("failed", `a coin of it was spent by ${status.by}`) }
        const isWritten = yield* written(before, { ...delivery, verdict }, yield* givingBack(delivery))
        // Who wrote meanwhile may have made a transaction of ours that this reading does not know.
        return isWritten ? answerOf(verdict) : unknown("busy")
      }
      case "Released": {
        if (!status.isDeep) return unknown("underWay", "its coins come back in a block that is not final")
        const besides = yield* givingBack(delivery, status.attempt)
        const isWritten = yield* written(before, { ...delivery, verdict: { _tag: "Released" } }, besides)
        return isWritten ? absent : unknown("busy")
      }
      case "Outside":
        return unknown("underWay", "in no block")
    }
  })

  /** What is known of a delivery; what was never signed was never sent. */
  const look = Effect.fnUntraced(function*(before: Stored<A>) {
    const { value } = before
    if (value.verdict !== null) return answerOf(value.verdict)
    if (!isSigned(value)) return absent
    return yield* concluded(before, yield* statusOf(value, doneAt(value)))
  })

  const stepped = Effect.fnUntraced(function*(before: Stored<A>) {
    const { value } = before
    const status = yield* statusOf(value, doneAt(value))
    return status._tag === "Outside" ? yield* push(before) : yield* concluded(before, status)
  })

  const again = Effect.fnUntraced(function*(before: Stored<A>) {
    const { value } = before
    if (value.withdrawnAt !== undefined || value.verdict !== null) {
      const found = yield* look(before)
      return found._tag === "Absent" ? refused("cancelled") : found
    }
    if (!isSigned(value)) return yield* push(before)
    const stands = yield* stepped(before)
    return stands._tag === "Absent" ? refused("cancelled") : stands
  })

  /** Makes a delivery, or carries one that is there further. */
  const deliver = Effect.fnUntraced(function*(operationId: string, payee: Payee) {
    const found = yield* stored(operationId)
    if (found?.value.withdrawnAt !== undefined) return yield* again(found)
    if (found !== undefined && !parts.isTo(found.value, payee)) return unknown("idTaken")
    if (found !== undefined && parts.hasCoins(found.value)) return yield* again(found)
    // Nodes are asked before anything is on record.
    const begun = yield* Effect.gen(function*() {
      const before = found ?? { value: yield* parts.fresh(operationId, payee), version: 0 }
      return yield* parts.begin(before)
    }).pipe(Effect.catchTag("NodeAway", (away) => Effect.succeed(held("paused", away.reason))))
    if (begun !== undefined && "_tag" in begun) return begun
    const after = begun ?? (yield* stored(operationId))
    return after === undefined ? unknown("notFound") : yield* again(after)
  })

  // Reported as done, and taken back for good: the money did not arrive, and only a person can make it good.
  const lost = Effect.fnUntraced(function*(before: Stored<A>, transaction: string) {
    const { id } = before.value
    // Before the record says that nothing is left to be done for it.
    yield* raiseReview({ owner: operatorOwner, subject: id, reason: { code: "transferTakenBack", transaction } })
    yield* written(before, { ...before.value, lostTo: transaction })
  })

  /** Carries what was Done until it is final, and says where another transaction took its place. */
  const settled = Effect.fnUntraced(function*(before: Stored<A>) {
    const { verdict } = before.value
    if (verdict?._tag !== "Done") return
    const status = yield* statusOf(before.value, parts.final)
    if (status._tag === "Outside") return void (yield* push(before))
    if (status._tag === "Displaced") return yield* lost(before, status.by)
    if (!status.isDeep) return
    if (status._tag === "Released") return yield* lost(before, parts.receiptOf(status.attempt).txid)
    const besides = yield* givingBack(before.value, status.attempt)
    yield* written(before, { ...before.value, verdict: { ...verdict, isFinal: true } }, besides)
  })

  /** One step of one delivery. */
  const carried = Effect.fnUntraced(function*(before: Stored<A>) {
    const { value } = before
    if (value.verdict !== null) return yield* settled(before)
    if (isSigned(value)) return void (yield* stepped(before))
    const isGivenUp = (yield* Clock.currentTimeMillis) - parts.madeAt(value) > unsignedForMs
    if (isGivenUp && parts.hasCoins(value)) yield* written(before, parts.emptied(value), yield* givingBack(value))
  })

  /** Whether nothing is left to be done for it. */
  const isOver = (delivery: A): boolean => {
    const { lostTo, verdict } = delivery
    if (verdict === null) return !parts.hasCoins(delivery)
    return verdict._tag !== "Done" || verdict.isFinal || lostTo !== null
  }

  return { carried, deliver, isOver, look, stepped, stored }
}

export type Deliveries<A extends CoinDelivery, Payee, Attempt, Depth> = ReturnType<
  typeof makeDeliveries<A, Payee, Attempt, Depth>
>
