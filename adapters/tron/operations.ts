// Brings operations to their end: stores a recipe, then signed bytes, then sends them, and looks where they stand (0242). Every step may be
// repeated by any process: what counts is what is stored. Looking sends nothing and signs nothing.
import { Clock, Effect, Exit, Option } from "effect"
import type { AssetCode } from "../../core/money/assets.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type Held, type LookUp, absent, done, held, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, insert, replace } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import type { SecpSigner, SigningPurpose } from "../custody/signer.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { broadcastCodes, contractResults } from "./answers.ts"
import type { Call } from "./call.ts"
import type { TronNode } from "./node.ts"
import { type Attempt, type TronOperation, TronOperations, type Verdict, lastOf, operator } from "./operation.ts"
import { meaningOf, statusOf } from "./status.ts"
import { type Recipe, build, digestOf, expirationProblem } from "./transaction.ts"

export interface OperationsConfig {
  readonly signers: { readonly treasury: SecpSigner; readonly fees: SecpSigner }
  /** Highest worth of energy that one transfer may take, in sun. */
  readonly feeLimitSun: bigint
  /** How long a transaction of a key of ours can land. Milliseconds. */
  readonly lifeMs: number
  readonly lookEveryMs: number
  readonly assetOf: (token: string) => AssetCode | undefined
  /** Whether the token blocks an account, by solidified state. */
  readonly isBlocked: (token: string, account: string) => Effect.Effect<boolean, NodeAway>
  /** What the service lost for a spend beside its own fee, which the wallet pays; undefined while that is not known. */
  readonly spentFor: (spend: string) => Effect.Effect<bigint | undefined, unknown, Store>
}

/** What an operation does, and whose key signs for it. */
export type Plan = Pick<TronOperation, "signer" | "call">

/** Attempts that took a fee and failed, after which a person looks first. */
const mostFailures = 3

export const makeOperations = (config: OperationsConfig, nodes: Quorum<TronNode>) => {
  const stored = (id: string) => Effect.map(get(TronOperations, id), Option.getOrUndefined)

  const answerOf = (verdict: Verdict): LookUp<DeliveryReceipt> => {
    if (verdict._tag === "Refused") return refused(verdict.reason)
    const { costSun, place, transactionHash } = verdict
    return done({ transactionHash, place, cost: { coin: "TRX", units: costSun } })
  }

  /** Replaces an operation; false where another process was faster. */
  const changed = (before: Stored<TronOperation>, value: TronOperation) =>
    Store.use((store) => store.commit(changeSet({ writes: [replace(TronOperations, before, value)] }))).pipe(
      Effect.as(true),
      Effect.catchTag("VersionConflict", () => Effect.succeed(false))
    )

  const settled = Effect.fnUntraced(function*(before: Stored<TronOperation>, verdict: Verdict) {
    // Whoever was faster saw the same: it is solidified.
    yield* changed(before, { ...before.value, verdict })
    return answerOf(verdict)
  })

  const withLast = (operation: TronOperation, change: Partial<Attempt>): TronOperation => ({
    ...operation,
    attempts: operation.attempts.map((each, place) =>
      place === operation.attempts.length - 1 ? { ...each, ...change } : each
    )
  })

  const costOf = Effect.fnUntraced(function*({ attempts, id, signer }: TronOperation, feeSun: bigint) {
    if (signer === "wallet") return yield* config.spentFor(id)
    return attempts.reduce((sum, { ended }) => sum + (ended?.feeSun ?? 0n), feeSun)
  })

  /** A key of ours may try again. What a wallet has signed is used up, and its key is gone. */
  const ended = Effect.fnUntraced(function*(before: Stored<TronOperation>, reason: string, feeSun: bigint) {
    const { signer } = before.value
    if (signer === "wallet") return yield* settled(before, { _tag: "Refused", reason })
    const isEnded = yield* changed(before, withLast(before.value, { ended: { reason, feeSun } }))
    return isEnded ? absent : yield* look(before.value.id)
  })

  const failed = Effect.fnUntraced(function*(
    before: Stored<TronOperation>,
    result: string | undefined,
    feeSun: bigint
  ) {
    const { call } = before.value
    const says = contractResults[result ?? ""]?.says ?? "the network says that it failed"
    const isBlocked = call._tag === "TokenTransfer" && result === "REVERT" &&
      (yield* config.isBlocked(call.token, call.to))
    return isBlocked
      ? yield* settled(before, { _tag: "Refused", reason: "the token blocks the receiver" })
      : yield* ended(before, says, feeSun)
  })

  const judged = Effect.fnUntraced(function*(before: Stored<TronOperation>, attempt: Attempt) {
    const { value } = before
    const status = yield* statusOf(nodes, attempt)
    if (status._tag === "Open") return unknown("it is in no solidified block yet")
    if (status._tag === "Gone") return yield* ended(before, "it was in no block before it expired", 0n)
    const { blockHash, feeSun, height, result } = status.landing
    switch (meaningOf(value.call, status.landing)) {
      case "failed":
        return yield* failed(before, result, feeSun)
      case "odd": {
        const reason = `${attempt.txid} is in a block, and the token shows no such transfer`
        yield* Effect.logError("A transaction on TRON moved something else than it was sent for", {
          operation: value.id,
          transaction: attempt.txid
        })
        return unknown(reason)
      }
      case "happened": {
        const costSun = yield* costOf(value, feeSun)
        if (costSun === undefined) return unknown("what it cost is in no solidified block yet")
        const place = { height, hash: blockHash }
        return yield* settled(before, { _tag: "Done", transactionHash: attempt.txid, place, costSun })
      }
    }
  })

  /** What is known of an operation; Absent where no bytes of it can land any more, or ever could. */
  const look = (id: string): Effect.Effect<LookUp<DeliveryReceipt>, unknown, Store> =>
    Effect.gen(function*() {
      const operation = yield* stored(id)
      if (operation === undefined) return absent
      if (operation.value.verdict !== null) return answerOf(operation.value.verdict)
      const last = lastOf(operation.value)
      if (last === undefined || last.signed === null || last.ended !== null) return absent
      return yield* judged(operation, last)
    })

  /** Looks again and again while there is patience. */
  const wait = Effect.fnUntraced(function*(id: string, patienceMs: number) {
    const until = (yield* Clock.currentTimeMillis) + patienceMs
    for (;;) {
      const answer = yield* look(id)
      if (answer._tag !== "Unknown" || (yield* Clock.currentTimeMillis) >= until) return answer
      yield* Effect.sleep(config.lookEveryMs)
    }
  })

  /** A block that every node has for good, so that none answers that it does not know it. */
  const reference = Effect.gen(function*() {
    const number = yield* nodes.reached((node) => Effect.map(node.solidHead, (head) => head.number))
    const block = number === undefined ? undefined : yield* nodes.agreed((node) => node.solidBlock(number))
    return block ?? (yield* new NodeAway({ reason: "no solidified block is known" }))
  })

  /** A recipe for now; `expiration` where something else than our own time bounds it. */
  const recipe = Effect.fnUntraced(function*(expiresBy?: number) {
    const block = yield* reference
    const expiration = Math.min(expiresBy ?? Number.POSITIVE_INFINITY, block.time + config.lifeMs)
    const problem = expirationProblem(expiration, block.time)
    if (problem !== undefined) return yield* new NodeAway({ reason: problem })
    const found: Recipe = {
      block: { number: block.number, hash: block.hash },
      timestamp: yield* Clock.currentTimeMillis,
      expiration,
      feeLimit: config.feeLimitSun
    }
    return found
  })

  const attemptOf = (call: Call, given: Recipe): Attempt => ({
    recipe: given,
    txid: build(call, given).id,
    signed: null,
    ended: null
  })

  /** Stores a recipe under an id, unless there is one that can still be used; whoever loses reads the winner's. */
  const planned = Effect.fnUntraced(function*(id: string, { call, signer }: Plan, expiresBy?: number) {
    for (let later = 0;; later++) {
      const before = yield* stored(id)
      const last = before && lastOf(before.value)
      if (before !== undefined && (before.value.verdict !== null || last === undefined || last.ended === null)) {
        return before
      }
      const given = yield* recipe(expiresBy)
      // Another operation may be alike but for its time, and then it would be the same transaction.
      const attempt = attemptOf(call, { ...given, timestamp: given.timestamp + later })
      const value: TronOperation = before === undefined
        ? {
          id,
          owner: operator,
          signer,
          call,
          attempts: [attempt],
          verdict: null,
          createdAt: yield* Clock.currentTimeMillis
        }
        : { ...before.value, attempts: [...before.value.attempts, attempt] }
      const write = before === undefined ? insert(TronOperations, value) : replace(TronOperations, before, value)
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
        Effect.catchTags({ DuplicateKey: () => Effect.void, VersionConflict: () => Effect.void })
      )
    }
  })

  const purposeOf = ({ call, id }: TronOperation): SigningPurpose => ({
    operationId: id,
    network: "tron",
    what: call._tag === "TokenTransfer" ? config.assetOf(call.token) ?? "TRX" : "TRX",
    units: call._tag === "TokenTransfer" ? call.units : call._tag === "Activate" ? 0n : call.sun,
    to: call.to
  })

  /** Signs what is planned with a key of ours and stores the bytes; of two that sign at once, the first to store counts. */
  const signed = Effect.fnUntraced(function*(before: Stored<TronOperation>, last: Attempt) {
    const { value } = before
    if (value.signer === "wallet") return held("custody", "the wallet has not signed it")
    const unsigned = build(value.call, last.recipe)
    const signature = yield* config.signers[value.signer].sign(digestOf(unsigned), purposeOf(value)).pipe(
      Effect.catch(({ reason }) => Effect.succeed(held("custody", reason)))
    )
    if ("_tag" in signature) return signature
    yield* changed(before, withLast(value, { signed: unsigned.signedBy(signature) }))
    return undefined
  })

  /** Gives stored bytes to all nodes. What they answer is for the log: no refusal decides. */
  const send = Effect.fnUntraced(function*(id: string, bytes: string) {
    const answers = yield* nodes.toAll((node) => node.broadcast(bytes))
    const codes = answers.flatMap((exit) => Exit.isSuccess(exit) ? [exit.value] : [])
    if (codes.some((code) => broadcastCodes[code]?.isTaken === true)) return
    const says = codes.map((code) => broadcastCodes[code]?.says ?? "an answer that is not listed")
    yield* Effect.logWarning("No node took a transaction", { operation: id, says })
  })

  /** Makes an operation of a key of ours, or carries it further, and waits for it for a while. */
  const perform = Effect.fnUntraced(function*(id: string, plan: Plan, patienceMs: number) {
    for (;;) {
      const operation = yield* planned(id, plan)
      const { attempts, verdict } = operation.value
      const last = lastOf(operation.value)
      if (verdict !== null || last === undefined) return yield* look(id)
      const failures = attempts.filter((each) => each.ended !== null && each.ended.feeSun > 0n).length
      if (last.signed === null && failures >= mostFailures) {
        return held(
          "fuel",
          `it failed ${failures} times and took a fee each time: ${attempts.at(-2)?.ended?.reason ?? ""}`
        )
      }
      if (last.signed !== null) {
        yield* send(id, last.signed)
        return yield* wait(id, patienceMs)
      }
      const problem: Held | undefined = yield* signed(operation, last)
      if (problem !== undefined) return problem
    }
  })

  /** Stores what a wallet has signed, sends it, and waits for it for a while. */
  const submit = Effect.fnUntraced(function*(id: string, bytes: string, patienceMs: number) {
    for (;;) {
      const operation = yield* stored(id)
      const last = operation && lastOf(operation.value)
      if (operation === undefined || last === undefined) return unknown("it is not on record")
      if (operation.value.verdict !== null) return answerOf(operation.value.verdict)
      if (last.signed === null && !(yield* changed(operation, withLast(operation.value, { signed: bytes })))) continue
      yield* send(id, last.signed ?? bytes)
      return yield* wait(id, patienceMs)
    }
  })

  /** Refuses an operation of which nothing was sent, for good. */
  const refuse = Effect.fnUntraced(function*(id: string, { call, signer }: Plan, reason: string) {
    const verdict: Verdict = { _tag: "Refused", reason }
    const before = yield* stored(id)
    if (before !== undefined) {
      return (yield* changed(before, { ...before.value, verdict })) ? refused(reason) : yield* look(id)
    }
    const createdAt = yield* Clock.currentTimeMillis
    const value: TronOperation = { id, owner: operator, signer, call, attempts: [], verdict, createdAt }
    return yield* Store.use((store) => store.commit(changeSet({ writes: [insert(TronOperations, value)] }))).pipe(
      Effect.as(refused(reason)),
      Effect.catchTag("DuplicateKey", () => look(id))
    )
  })

  /** Whether what was signed of an operation can still land, sent or not. */
  const isDead = (attempt: Attempt) => Effect.map(statusOf(nodes, attempt), ({ _tag }) => _tag === "Gone")

  return { stored, look, planned, perform, submit, send, refuse, isDead, wait }
}

export type Operations = ReturnType<typeof makeOperations>
