// Brings deliveries to their end. `deliver` and `carry` send what is stored; a look-up reads and keeps what it has seen. Every step
// may be repeated by any process: what counts is what is stored.
import { Clock, Effect, Exit, Option } from "effect"
import type { AssetCode } from "../../core/money/assets.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Outcome, absent, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, replace } from "../../core/ports/records.ts"
import { Store, type Write, changeSet } from "../../core/ports/store.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Attempts } from "./attempts.ts"
import { headOf } from "./coins.ts"
import { type LiquidMovement, LiquidMovements, type Verdict, operator } from "./movement.ts"
import type { LiquidNode } from "./node.ts"
import type { FeeSettings, Finality } from "./settings.ts"
import type { Status, StatusOf } from "./status.ts"
import type { Treasury } from "./treasury.ts"

export interface MovementsParts {
  /** Genesis hash of the network. */
  readonly network: string
  readonly finality: Finality
  readonly fees: FeeSettings
  readonly quorum: Quorum<LiquidNode>
  readonly treasury: Treasury
  readonly attempts: Attempts
  readonly statusOf: StatusOf
}

/** A delivery that was checked. */
export interface Payee {
  readonly to: string
  readonly asset: AssetCode
  /** The asset's id as it is shown. */
  readonly assetId: string
  readonly units: bigint
}

/** A recipe that was never signed gives its coins back after this: whoever made it has long stopped. Milliseconds. */
const unsignedForMs = 3_600_000

export const makeMovements = (parts: MovementsParts) => {
  const { attempts, fees, finality, network, quorum, statusOf, treasury } = parts

  const answerOf = (verdict: Verdict): Outcome<DeliveryReceipt> =>
    verdict._tag === "Refused" ? refused(verdict.reason) : done({
      transactionHash: verdict.txid,
      place: verdict.place,
      cost: { coin: "LBTC", units: verdict.cost }
    })

  const stored = (operationId: string) => Effect.map(get(LiquidMovements, operationId), Option.getOrUndefined)

  /** Writes what was seen, unless somebody wrote since it was read. */
  const written = (before: Stored<LiquidMovement>, value: LiquidMovement, besides: ReadonlyArray<Write> = []) =>
    Store.use((store) => store.commit(changeSet({ writes: [replace(LiquidMovements, before, value), ...besides] })))
      .pipe(Effect.as(true), Effect.catchTag("VersionConflict", () => Effect.succeed(false)))

  /** Keeps what the chain says once it decides, and answers. */
  const concluded = Effect.fnUntraced(function*(before: Stored<LiquidMovement>, status: Status) {
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
        const verdict: Verdict = { _tag: "Refused", reason: `a coin of it was spent by ${status.by}, for good` }
        const givingBack = yield* treasury.givingBack(movement.coins, movement.id)
        const isWritten = yield* written(before, { ...movement, verdict }, givingBack)
        // Who wrote meanwhile may have made a transaction of ours that this reading does not know.
        return isWritten ? answerOf(verdict) : unknown("it changed while it was looked at")
      }
      case "Outside":
        return unknown("it is in no block yet")
    }
  })

  /** Sends the newest bytes; older ones where no node takes those. */
  const sent = Effect.fnUntraced(function*({ attempts: made, id }: LiquidMovement) {
    const refusals: Array<string> = []
    for (const { raw } of made.toReversed()) {
      const answers = yield* quorum.toAll((node) => node.send(raw))
      const given = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
      if (given.some((each) => each === "taken" || each === "mined")) return
      // Who does not answer may have it.
      if (given.length === 0) return
      refusals.push(...given)
    }
    yield* Effect.logWarning("No node takes a transaction", { operationId: id, refusals: refusals.join(", ") })
  })

  // Bytes that are there go out also while the signer is away.
  const ifPossible = <E extends { readonly _tag: string }, R>(
    before: Stored<LiquidMovement>,
    signing: Effect.Effect<Stored<LiquidMovement>, E, R>
  ) =>
    signing.pipe(
      Effect.catchIf(
        (error) => error._tag === "SignerAway" || error._tag === "SignerRefused",
        (error) => Effect.as(Effect.logWarning("The signer gives no signature", { problem: error._tag }), before)
      )
    )

  /** A transaction that pays more, where the newest has waited for long. */
  const raised = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const last = before.value.attempts.at(-1)
    const waited = (yield* Clock.currentTimeMillis) - (last?.madeAt ?? 0)
    if (last === undefined || waited < fees.raiseAfterMs) return before
    const [market, least] = [yield* attempts.marketRate, last.rate + fees.floor]
    const rate = market > least ? market : least
    return rate > fees.ceiling ? before : yield* ifPossible(before, attempts.another(before, rate))
  })

  const isSigned = ({ attempts: made }: LiquidMovement): boolean => made.length > 0

  /** Carries what is in no block: signs what is not, pays more where it has waited, and sends what is stored. */
  const pushed = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const ready = yield* ifPossible(before, attempts.signed(before))
    if (!isSigned(ready.value)) return held("custody", "the signer gave no signature")
    // What was Done at one fee stays the same transaction.
    const newest = ready.value.verdict === null ? yield* raised(ready) : ready
    yield* sent(newest.value)
    return unknown("it is in no block yet")
  })

  /** What is known of a movement; what was never signed was never sent. */
  const look = Effect.fnUntraced(function*(movement: Stored<LiquidMovement>) {
    const { value } = movement
    if (value.verdict !== null) return answerOf(value.verdict)
    if (!isSigned(value)) return absent
    return yield* concluded(movement, yield* statusOf(value, finality.done))
  })

  const again = Effect.fnUntraced(function*(movement: Stored<LiquidMovement>) {
    const { value } = movement
    if (value.verdict !== null) return answerOf(value.verdict)
    const status: Status = isSigned(value) ? yield* statusOf(value, finality.done) : { _tag: "Outside" }
    return status._tag === "Outside" ? yield* pushed(movement) : yield* concluded(movement, status)
  })

  const fresh = Effect.fnUntraced(function*(operationId: string, payee: Payee) {
    const value: LiquidMovement = {
      ...payee,
      id: operationId,
      owner: operator,
      network,
      coins: [],
      rate: 0n,
      attempts: [],
      after: yield* headOf(quorum),
      verdict: null,
      lostTo: null,
      createdAt: yield* Clock.currentTimeMillis
    }
    return { value, version: 0 } satisfies Stored<LiquidMovement>
  })

  const begun = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
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
      const { of, there, wanted } = made
      return held(
        of,
        `${wanted} smallest units ${of === "fuel" ? "of LBTC for the fee " : ""}are needed, ${there} can be spent now`
      )
    }
    if (made?._tag === "Dear") {
      return held("fuel", `nodes want ${made.rate} units of LBTC per 1,000 virtual bytes, more than ${fees.ceiling}`)
    }
    const movement = made?.after ?? (yield* stored(before.value.id))
    return movement === undefined ? unknown("not readable yet") : yield* again(movement)
  })

  /** Makes a delivery, or carries one that is there further. */
  const deliver = Effect.fnUntraced(function*(operationId: string, payee: Payee) {
    const before = yield* stored(operationId)
    const isSame = before === undefined || before.value.to === payee.to && before.value.units === payee.units &&
        before.value.assetId === payee.assetId
    if (!isSame) return unknown("another delivery has this id")
    if (before !== undefined && before.value.coins.length > 0) return yield* again(before)
    const made = yield* Effect.exit(before === undefined ? fresh(operationId, payee) : Effect.succeed(before))
    return Exit.isSuccess(made) ? yield* begun(made.value) : held("paused", "too few nodes answer")
  })

  /** Carries what was Done until it is final, and says where somebody else's transaction took its place. */
  const settled = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const { verdict } = before.value
    if (verdict?._tag !== "Done") return
    const status = yield* statusOf(before.value, finality.final)
    if (status._tag === "Outside") return void (yield* pushed(before))
    if (status._tag === "Displaced") {
      yield* Effect.logError("A delivery that was done has been lost", {
        operationId: before.value.id,
        by: status.by
      })
      return void (yield* written(before, { ...before.value, lostTo: status.by }))
    }
    if (status.isDeep) yield* written(before, { ...before.value, verdict: { ...verdict, isFinal: true } })
  })

  /** One step of one delivery. */
  const carried = Effect.fnUntraced(function*(before: Stored<LiquidMovement>) {
    const { value } = before
    if (value.verdict !== null) return yield* settled(before)
    if (isSigned(value)) return void (yield* again(before))
    const isGivenUp = (yield* Clock.currentTimeMillis) - value.createdAt > unsignedForMs
    if (isGivenUp && value.coins.length > 0) {
      yield* written(before, { ...value, coins: [] }, yield* treasury.givingBack(value.coins, value.id))
    }
  })

  return { deliver, look, stored, carried }
}

/** Whether nothing is left to be done for it. */
export const isOver = ({ coins, lostTo, verdict }: LiquidMovement): boolean =>
  verdict === null ? coins.length === 0 : verdict._tag === "Refused" || verdict.isFinal || lostTo !== null
