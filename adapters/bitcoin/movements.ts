// Brings deliveries to their end. `deliver` and `carry` send what is stored; a look-up reads and keeps what it has seen. Every step
// may be repeated by any process: what counts is what is stored.
import { Clock, Effect, Exit, Option } from "effect"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Outcome, absent, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, replace } from "../../core/ports/records.ts"
import { Store, type Write, changeSet } from "../../core/ports/store.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { type BitcoinMovement, BitcoinMovements, type Verdict, operator } from "./movement.ts"
import type { BitcoinNode } from "./node.ts"
import type { Coin } from "./selection.ts"
import { type Push, isSigned } from "./sending.ts"
import type { Finality } from "./settings.ts"
import type { Status, StatusOf } from "./status.ts"
import type { Treasury } from "./treasury.ts"

export interface MovementsParts {
  /** Genesis hash of the network. */
  readonly network: string
  readonly finality: Finality
  /** Of fees. */
  readonly ceiling: bigint
  readonly quorum: Quorum<BitcoinNode>
  readonly treasury: Treasury
  readonly attempts: Attempts
  readonly push: Push
  readonly statusOf: StatusOf
}

/** A receiver that was checked. */
export interface Receiver {
  readonly to: string
  /** In hex. */
  readonly script: string
  readonly units: bigint
}

/** A recipe that was never signed gives its coins back after this: whoever made it has long stopped. Milliseconds. */
const unsignedForMs = 3_600_000

export const makeMovements = (parts: MovementsParts) => {
  const { attempts, ceiling, finality, network, push, quorum, statusOf, treasury } = parts

  const doneAt = ({ units }: BitcoinMovement): number =>
    units > finality.above.units ? finality.above.done : finality.done

  const answerOf = (verdict: Verdict): Outcome<DeliveryReceipt> =>
    verdict._tag === "Refused" ? refused(verdict.reason) : done({
      transactionHash: verdict.txid,
      place: verdict.place,
      cost: { coin: "BTC", units: verdict.cost }
    })

  const stored = (operationId: string) => Effect.map(get(BitcoinMovements, operationId), Option.getOrUndefined)

  /** Writes what was seen; false where another process wrote meanwhile. */
  const written = (before: Stored<BitcoinMovement>, value: BitcoinMovement, besides: ReadonlyArray<Write> = []) =>
    Store.use((store) => store.commit(changeSet({ writes: [replace(BitcoinMovements, before, value), ...besides] })))
      .pipe(Effect.as(true), Effect.catchTag("VersionConflict", () => Effect.succeed(false)))

  /** The coins of its transactions go back, but for those that one spent; others that are spent no node lists any more. */
  const givenBack = ({ attempts: made, id }: BitcoinMovement, spent: ReadonlyArray<Coin> = []) => {
    const kept = new Set(spent.map(({ outpoint }) => outpoint))
    const all = new Map(made.flatMap(({ coins }) => coins.map((coin) => [coin.outpoint, coin] as const)))
    return treasury.givingBack([...all.values()].filter(({ outpoint }) => !kept.has(outpoint)), id)
  }

  /** Keeps what the chain says once it decides, and answers. */
  const concluded = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>, status: Status) {
    const movement = before.value
    switch (status._tag) {
      case "Landed": {
        if (!status.isDeep) return unknown("it is in a block that is not deep enough yet")
        const { attempt: { fee, txid }, place } = status
        const verdict: Verdict = { _tag: "Done", txid, place, cost: fee, isFinal: false }
        yield* written(before, { ...movement, verdict })
        return answerOf(verdict)
      }
      case "Displaced": {
        const verdict: Verdict = { _tag: "Refused", reason: `its coin was spent by ${status.by}, for good` }
        const isWritten = yield* written(before, { ...movement, verdict }, yield* givenBack(movement))
        // Who wrote meanwhile may have made a transaction of ours that this reading does not know.
        return isWritten ? answerOf(verdict) : unknown("it changed while it was looked at")
      }
      case "Outside":
        return unknown("it is in no block yet")
    }
  })

  /** What is known of a movement; what was never signed was never sent. */
  const look = Effect.fnUntraced(function*(movement: Stored<BitcoinMovement>) {
    const { value } = movement
    if (value.verdict !== null) return answerOf(value.verdict)
    if (!isSigned(value)) return absent
    return yield* concluded(movement, yield* statusOf(value, doneAt(value)))
  })

  const again = Effect.fnUntraced(function*(movement: Stored<BitcoinMovement>) {
    const { value } = movement
    if (value.verdict !== null) return answerOf(value.verdict)
    const status: Status = isSigned(value) ? yield* statusOf(value, doneAt(value)) : { _tag: "Outside" }
    return status._tag === "Outside" ? yield* push(movement) : yield* concluded(movement, status)
  })

  const fresh = Effect.fnUntraced(function*(operationId: string, { script, to, units }: Receiver) {
    const value: BitcoinMovement = {
      id: operationId,
      owner: operator,
      network,
      to,
      script,
      units,
      attempts: [],
      after: yield* quorum.first((node) => node.beginning),
      verdict: null,
      lostTo: null,
      createdAt: yield* Clock.currentTimeMillis
    }
    return { value, version: 0 } satisfies Stored<BitcoinMovement>
  })

  const begun = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
    const made = yield* attempts.first(before).pipe(
      Effect.catchTags({
        // Another process made it meanwhile.
        DuplicateKey: () => Effect.undefined,
        VersionConflict: () => Effect.undefined,
        // Nodes are asked before anything is on record.
        NodeAway: ({ reason }) => Effect.succeed({ _tag: "Away", reason } as const)
      })
    )
    if (made?._tag === "Away") return held("paused", made.reason)
    if (made?._tag === "Short") {
      return held(
        "float",
        `${before.value.units} satoshis and a fee are to be sent, and ${made.there} can be spent now`
      )
    }
    if (made?._tag === "Dear") {
      return held("fuel", `the network asks ${made.rate} satoshis per 1,000 virtual bytes, more than ${ceiling}`)
    }
    const movement = made?.after ?? (yield* stored(before.value.id))
    return movement === undefined ? unknown("not readable yet") : yield* again(movement)
  })

  /** Makes a delivery, or carries one that is there further. */
  const deliver = Effect.fnUntraced(function*(operationId: string, receiver: Receiver) {
    const before = yield* stored(operationId)
    if (before !== undefined && (before.value.to !== receiver.to || before.value.units !== receiver.units)) {
      return unknown("another delivery has this id")
    }
    if (before !== undefined && before.value.attempts.length > 0) return yield* again(before)
    const made = yield* Effect.exit(before === undefined ? fresh(operationId, receiver) : Effect.succeed(before))
    return Exit.isSuccess(made) ? yield* begun(made.value) : held("paused", "no node answers")
  })

  /** Carries what was Done until it is final, and says where somebody else's transaction took its place. */
  const settled = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
    const { verdict } = before.value
    if (verdict?._tag !== "Done") return
    const status = yield* statusOf(before.value, finality.final)
    if (status._tag === "Outside") return void (yield* push(before))
    if (status._tag === "Displaced") {
      yield* Effect.logError("A delivery that was done has been lost", {
        operationId: before.value.id,
        by: status.by
      })
      yield* written(before, { ...before.value, lostTo: status.by })
      return
    }
    if (!status.isDeep) return
    const besides = yield* givenBack(before.value, status.attempt.coins)
    yield* written(before, { ...before.value, verdict: { ...verdict, isFinal: true } }, besides)
  })

  /** One step of one delivery. */
  const carried = Effect.fnUntraced(function*(before: Stored<BitcoinMovement>) {
    const { value } = before
    if (value.verdict !== null) return yield* settled(before)
    if (isSigned(value)) return void (yield* again(before))
    const last = value.attempts.at(-1)
    if (last !== undefined && (yield* Clock.currentTimeMillis) - last.madeAt > unsignedForMs) {
      yield* written(before, { ...value, attempts: [] }, yield* givenBack(value))
    }
  })

  return { deliver, look, stored, carried }
}

/** Whether nothing is left to be done for it. */
export const isOver = ({ attempts, lostTo, verdict }: BitcoinMovement): boolean =>
  verdict === null ? attempts.length === 0 : verdict._tag === "Refused" || verdict.isFinal || lostTo !== null
