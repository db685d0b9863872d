// Brings operations to their end: stores a recipe, then signed bytes, then sends them (0239). Every step may be repeated by any process:
// what counts is what is stored.
import { concatBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Exit } from "effect"
import type { RefusalReason } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { type Held, held, refused, unknown } from "../../core/ports/outcome.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import { secpSignature } from "../custody/signature.ts"
import type { SecpSigner, SigningPurpose } from "../custody/signer.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { broadcastCodes } from "./answers.ts"
import { type JudgeConfig, answerOf, makeJudge } from "./judge.ts"
import { changed, stored, withLast } from "./log.ts"
import type { TronNode } from "./node.ts"
import type { Call } from "./call.ts"
import { type Attempt, type TronOperation, isWithdrawn, lastOf, mayLand } from "./operation.ts"
import { type Plan, type RecipesConfig, makeRecipes } from "./recipes.ts"
import { statusOf } from "./status.ts"
import { build, digestOf } from "./transaction.ts"

export interface OperationsConfig extends JudgeConfig, RecipesConfig {
  readonly signers: { readonly treasury: SecpSigner; readonly fees: SecpSigner }
  readonly lookEveryMs: number
  readonly assetOf: (token: string) => AssetCode | undefined
}

/** Attempts that took a fee and failed, after which an operator looks before each further one. */
const mostFailures = 3

export const makeOperations = (config: OperationsConfig, nodes: Quorum<TronNode>) => {
  const look = makeJudge(config, nodes)
  const planned = makeRecipes(config, nodes)

  /** Looks again and again while there is patience. */
  const wait = Effect.fnUntraced(function*(id: string, patienceMs: number) {
    const until = (yield* Clock.currentTimeMillis) + patienceMs
    for (;;) {
      const answer = yield* look(id)
      if (answer._tag !== "Unknown" || (yield* Clock.currentTimeMillis) >= until) return answer
      yield* Effect.sleep(config.lookEveryMs)
    }
  })

  const purposeOf = (id: string, call: Call): SigningPurpose => ({
    operationId: id,
    network: "tron",
    what: call._tag === "TokenTransfer" ? config.assetOf(call.token) ?? "TRX" : "TRX",
    units: call._tag === "TokenTransfer" ? call.units : call._tag === "Activate" ? 0n : call.sun,
    to: call.to
  })

  /** A signature by a key of ours. What another key signed is worth nothing, and would be stored and sent as if it were. */
  const signatureOf = Effect.fnUntraced(function*(signer: SecpSigner, digest: Uint8Array, purpose: SigningPurpose) {
    const { r, s } = yield* signer.sign(digest, purpose)
    return yield* secpSignature(signer.publicKey, digest, concatBytes(r, s), "compact")
  })

  /** Signs what is planned with a key of ours and stores the bytes; of two that sign at once, the first to store counts. */
  const signed = Effect.fnUntraced(function*(before: Stored<TronOperation>, call: Call, last: Attempt) {
    const { value } = before
    if (value.signer === "wallet") return held("custody", "the wallet has not signed it")
    const unsigned = build(call, last.recipe)
    const purpose = purposeOf(value.id, call)
    const signature = yield* signatureOf(config.signers[value.signer], digestOf(unsigned), purpose).pipe(
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

  /** What became of one that was withdrawn: it is refused where nothing of it can land. */
  const cancelled = Effect.fnUntraced(function*(id: string) {
    const found = yield* look(id)
    return found._tag === "Absent" ? refused("cancelled") : found
  })

  /**
   * Sees to it that nothing of an operation is signed or sent from now on, by whichever process: every other change is made over the version
   * that was read. What was signed before can land until it expires, and is looked at until then. One that nobody planned yet is
   * put on record, for who is about to plan it.
   */
  const withdraw = Effect.fnUntraced(function*(id: string) {
    for (;;) {
      const before = yield* stored(id)
      if (before !== undefined && (before.value.verdict !== null || isWithdrawn(before.value))) return yield* look(id)
      const withdrawnAt = yield* Clock.currentTimeMillis
      const value: TronOperation = before?.value ?? {
        id,
        owner: operatorOwner,
        signer: "treasury",
        call: null,
        attempts: [],
        verdict: null,
        createdAt: withdrawnAt
      }
      if (yield* changed(before, { ...value, withdrawnAt })) return yield* look(id)
    }
  })

  /** Makes an operation of a key of ours, or carries it further, and waits for it for a while. */
  const perform = Effect.fnUntraced(function*(id: string, plan: Plan, patienceMs: number) {
    for (;;) {
      const operation = yield* planned(id, plan)
      if (isWithdrawn(operation.value)) return yield* cancelled(id)
      const { attempts, verdict } = operation.value
      const last = lastOf(operation.value)
      if (verdict !== null || last === undefined) return yield* look(id)
      const failures = attempts.filter((each) => each.ended !== null && each.ended.feeSun > 0n).length
      if (last.signed === null && failures >= mostFailures && operation.value.heldAfter !== failures) {
        const says = `it failed ${failures} times and took a fee each time: ${attempts.at(-2)?.ended?.reason ?? ""}`
        if (plan.signer !== "treasury") return held("fuel", says)
        // No job asks again for what is held like this: whoever does was released, and has one more attempt.
        if (!(yield* changed(operation, { ...operation.value, heldAfter: failures }))) continue
        return held("manual", `${says}; it is tried once more when it is released`)
      }
      if (last.signed !== null) {
        yield* send(id, last.signed)
        return yield* wait(id, patienceMs)
      }
      const problem: Held | undefined = yield* signed(operation, plan.call, last)
      if (problem !== undefined) return problem
    }
  })

  /** Stores what a wallet has signed, sends it, and waits for it for a while. */
  const submit = Effect.fnUntraced(function*(id: string, bytes: string, patienceMs: number) {
    for (;;) {
      const operation = yield* stored(id)
      const last = operation && lastOf(operation.value)
      if (operation !== undefined && isWithdrawn(operation.value)) return yield* cancelled(id)
      if (operation === undefined || last === undefined) return unknown("notFound")
      if (operation.value.verdict !== null) return answerOf(operation.value.verdict)
      if (last.signed === null && !(yield* changed(operation, withLast(operation.value, { signed: bytes })))) continue
      yield* send(id, last.signed ?? bytes)
      return yield* wait(id, patienceMs)
    }
  })

  /** Refuses an operation of which nothing can land, for good. What another process has signed meanwhile is looked at instead. */
  const refuse = Effect.fnUntraced(function*(id: string, { call, signer }: Plan, reason: RefusalReason) {
    for (;;) {
      const before = yield* stored(id)
      if (before !== undefined && isWithdrawn(before.value)) return yield* cancelled(id)
      if (before !== undefined && (before.value.verdict !== null || mayLand(before.value))) return yield* look(id)
      const createdAt = yield* Clock.currentTimeMillis
      const value: TronOperation = before?.value ??
        { id, owner: operatorOwner, signer, call, attempts: [], verdict: null, createdAt }
      if (yield* changed(before, { ...value, verdict: { _tag: "Refused", reason } })) return refused(reason)
    }
  })

  /** Whether what was signed of an operation can still land, sent or not. */
  const isDead = (attempt: Attempt) => Effect.map(statusOf(nodes, attempt), ({ _tag }) => _tag === "Gone")

  return { stored, look, planned, perform, submit, send, refuse, withdraw, cancelled, isDead }
}

export type Operations = ReturnType<typeof makeOperations>
