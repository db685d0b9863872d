// Brings movements to their end: stores and carries a new one, looks where it stands, and carries further what is nowhere
// yet (0076). Every step may be repeated by anybody: what counts is what is stored.
import { Clock, Effect, Option } from "effect"
import type { NativeCoin } from "../../core/money/coins.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Outcome, type Sending, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, insert, replace } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import { type EvmTransaction, EvmTransactions, type Verdict, operator } from "./movement.ts"
import type { EvmNode } from "./node.ts"
import type { Relayer } from "./relayer.ts"
import { type Finality, type OperationStanding, standingOf } from "./standing.ts"
import type { SignedOperation } from "./user-operation.ts"

export interface MovementsConfig {
  readonly chainId: number
  /** What the network takes its fees in. */
  readonly coin: NativeCoin
  readonly finality: Finality
  /** How long a new movement is waited for before the answer is Unknown. */
  readonly patienceMs: number
}

const lookEveryMs = 200
/** A transaction whose turn it is and that waits longer than this is sent again for a higher fee. */
const stuckMs = 20_000

export const makeMovements = (
  { chainId, coin, finality, patienceMs }: MovementsConfig,
  node: EvmNode,
  relayer: Relayer
) => {
  const answerOf = (verdict: Verdict): Outcome<DeliveryReceipt> => {
    if (verdict._tag === "Refused") return refused(verdict.reason)
    const { cost, place, transactionHash } = verdict
    return done({ transactionHash, place, ...(cost === undefined ? {} : { cost: { coin, units: cost } }) })
  }

  const settled = Effect.fnUntraced(function*(before: Stored<EvmTransaction>, verdict: Verdict) {
    // Somebody else who saw the same wrote it.
    yield* Store.use((store) =>
      store.commit(changeSet({ writes: [replace(EvmTransactions, before, { ...before.value, verdict })] }))
    ).pipe(Effect.catchTag("VersionConflict", () => Effect.void))
    return answerOf(verdict)
  })

  const answered = (movement: Stored<EvmTransaction>, standing: OperationStanding) =>
    standing._tag === "Final" ? settled(movement, standing.verdict) : Effect.succeed(unknown(reasonOf[standing._tag]))

  /** What is known of a movement now. */
  const look = (movement: Stored<EvmTransaction>) =>
    movement.value.verdict !== null
      ? Effect.succeed(answerOf(movement.value.verdict))
      : Effect.flatMap(standingOf(node, finality, movement.value), (standing) => answered(movement, standing))

  /** Looks again and again while there is patience. */
  const wait = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>) {
    const until = (yield* Clock.currentTimeMillis) + patienceMs
    for (;;) {
      const answer = yield* look(movement)
      if (answer._tag !== "Unknown" || (yield* Clock.currentTimeMillis) >= until) return answer
      yield* Effect.sleep(lookEveryMs)
    }
  })

  /** Sends what is stored once more; a new transaction when the nonce of the last one went to another. */
  const push = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>) {
    const last = movement.value.carriers.at(-1)
    if (last === undefined) return
    const reached = yield* node.transactionCount(last.relayer)
    if (reached > last.nonce) {
      // It may have landed since it was looked for; only then is its nonce its own.
      const standing = yield* standingOf(node, finality, movement.value)
      const isLost = standing._tag === "Outside" && (yield* relayer.wouldPass(movement.value.operation))
      if (isLost) yield* carry(movement)
      return
    }
    const isStuck = reached === last.nonce && (yield* Clock.currentTimeMillis) - last.signedAt > stuckMs
    const next = isStuck ? yield* relayer.hurry(movement, last) : movement
    yield* report(yield* relayer.send(next.value))
  })

  const carry = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>) {
    const carried = yield* relayer.carry(movement)
    const last = carried.value.carriers.at(-1)
    yield* report(last === undefined ? undefined : yield* node.broadcast(last.raw))
    return carried
  })

  const report = (problem: string | undefined) =>
    problem === undefined ? Effect.void : Effect.logWarning("A node did not take a transaction", { problem })

  const fresh = Effect.fnUntraced(function*(operationId: string, operation: SignedOperation) {
    const value: EvmTransaction = {
      id: operationId,
      owner: operator,
      chainId,
      operation,
      carriers: [],
      after: yield* node.head,
      verdict: null,
      createdAt: yield* Clock.currentTimeMillis
    }
    return { value, version: 0 }
  })

  const stored = (operationId: string) => Effect.map(get(EvmTransactions, operationId), Option.getOrUndefined)

  /** Carries a movement that is not stored yet; the first to store it is the one whose bytes count. */
  const begin = Effect.fnUntraced(function*(operationId: string, operation: SignedOperation) {
    const begun = yield* carry(yield* fresh(operationId, operation)).pipe(
      Effect.catchTag("DuplicateKey", () => Effect.succeed(undefined))
    )
    const movement = begun ?? (yield* stored(operationId))
    return movement === undefined ? unknown("not readable yet") : yield* wait(movement)
  })

  const lookUp = Effect.fnUntraced(function*(operationId: string) {
    const movement = yield* stored(operationId)
    if (movement === undefined) return absent
    if (movement.value.verdict !== null) return answerOf(movement.value.verdict)
    const standing = yield* standingOf(node, finality, movement.value)
    if (standing._tag !== "Outside") return yield* answered(movement, standing)
    yield* push(movement)
    return yield* look((yield* stored(operationId)) ?? movement)
  })

  /** Of a movement that was begun before, what became of it; otherwise what `first` makes of it. */
  const once = <E, R>(operationId: string, first: Effect.Effect<Sending<DeliveryReceipt>, E, R>) =>
    Effect.flatMap(lookUp(operationId), (found) => found._tag === "Absent" ? first : Effect.succeed(found))

  /** Refuses a movement before anything is sent, for ever. */
  const refuse = Effect.fnUntraced(function*(operationId: string, operation: SignedOperation, reason: string) {
    const movement = yield* fresh(operationId, operation)
    const value: EvmTransaction = { ...movement.value, verdict: { _tag: "Refused", reason } }
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(EvmTransactions, value)] })))
    return refused(reason)
  })

  return { begin, lookUp, once, refuse }
}

const reasonOf: { readonly [T in Exclude<OperationStanding["_tag"], "Final">]: string } = {
  Included: "it is in a block that is not final yet",
  Outside: "it is in no block yet",
  Displaced: "its nonce was used by an operation that is not ours"
}
