// Transfers as they are stored, and what becomes of them. Every step may be repeated by any process: what counts is what is stored, and
// whoever finds a transfer changed reads it again.
import { Clock, Effect, Option } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type LookUp, absent, differs, done, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { type AttemptStatus, type Nodes, type SignedAttempt, finalityOf, statusOf } from "./attempt-status.ts"
import { failureRow, failureText } from "./failures.ts"
import { stepsOf } from "./message.ts"
import type { Commitment, Failure } from "./answers.ts"
import { uncountAccount } from "./rent.ts"
import { tokenAccountIn } from "./token-account.ts"
import { type Attempt, SolanaNonces, type SolanaTransfer, SolanaTransfers, type Verdict } from "./transfer-record.ts"

const lookEveryMs = 200

export type StoredTransfer = Stored<SolanaTransfer>

/** The answer that a verdict is. */
export const answerOf = (verdict: Verdict): LookUp<DeliveryReceipt> => {
  if (verdict._tag === "Withdrawn") return absent
  if (verdict._tag === "Refused") return refused(verdict.reason)
  const { cost, place, signature } = verdict
  return done({ transactionHash: signature, place, cost: { coin: "SOL", units: cost } })
}

const isSigned = (attempt: Attempt): attempt is SignedAttempt => attempt.wire !== null && attempt.signature !== null

/** The attempt that may still take effect: the newest. */
export const liveAttempt = ({ attempts }: SolanaTransfer): Attempt | undefined => {
  const last = attempts.at(-1)
  return last?.ended === null ? last : undefined
}

/** The attempt that was signed by all, so that it may have been sent. */
export const signedAttempt = (transfer: SolanaTransfer): SignedAttempt | undefined => {
  const live = liveAttempt(transfer)
  return live !== undefined && isSigned(live) ? live : undefined
}

/** Lamports that its attempts cost which failed in a block. */
const failedCost = ({ attempts }: SolanaTransfer): bigint => attempts.reduce((sum, { cost = 0n }) => sum + cost, 0n)

// No receipt has what was lost for a transfer that never came about.
const noteCost = (transfer: SolanaTransfer): Effect.Effect<void> => {
  const lamports = failedCost(transfer)
  return lamports === 0n ? Effect.void : Effect.logWarning("A transfer on Solana came to nothing, and cost fees", {
    operationId: transfer.id,
    lamports: String(lamports)
  })
}

/** A transfer with its newest attempt replaced. */
export const withLast = (transfer: SolanaTransfer, attempt: Attempt): SolanaTransfer => ({
  ...transfer,
  attempts: [...transfer.attempts.slice(0, -1), attempt]
})

export const makeTransfers = (nodes: Nodes, { done: level, genesis, patienceMs }: {
  readonly genesis: string
  readonly done: Commitment
  readonly patienceMs: number
}) => {
  const stored = (id: string) => Effect.map(get(SolanaTransfers, id), Option.getOrUndefined)

  /** Stores a transfer with what belongs to it; undefined where another process was faster. */
  const write = Effect.fnUntraced(function*(
    before: StoredTransfer | undefined,
    value: SolanaTransfer,
    more: ReadonlyArray<Write> = []
  ) {
    const own = before === undefined ? insert(SolanaTransfers, value) : replace(SolanaTransfers, before, value)
    const after: StoredTransfer = { value, version: (before?.version ?? 0) + 1 }
    return yield* Store.use((store) => store.commit(changeSet({ writes: [own, ...more] }))).pipe(
      Effect.as<StoredTransfer | undefined>(after),
      Effect.catchTags({ VersionConflict: () => Effect.undefined, DuplicateKey: () => Effect.undefined })
    )
  })

  /** The write that gives a nonce account back; none where another transfer has it. */
  const release = Effect.fnUntraced(function*({ attempts, id }: SolanaTransfer) {
    const lifetime = attempts.at(-1)?.lifetime
    if (lifetime?._tag !== "Nonce") return []
    const row = Option.getOrUndefined(yield* get(SolanaNonces, `${genesis}/${lifetime.account}`))
    return row?.value.holder === id ? [replace(SolanaNonces, row, { ...row.value, holder: null })] : []
  })

  /** What is stored with a verdict: a nonce account that is free again, and a token account that was not made. */
  const freedBy = Effect.fnUntraced(function*(transfer: SolanaTransfer, verdict: Verdict) {
    const isMade = verdict._tag === "Done" && transfer.attempts.at(-1)?.createsAccount === true
    const isForGood = verdict._tag !== "Done" || verdict.isFinal
    const rent = isMade ? [] : yield* uncountAccount(transfer)
    return [...rent, ...isForGood ? yield* release(transfer) : []]
  })

  /** Stores what became of a transfer. Whoever was faster saw the same. */
  const settle = Effect.fnUntraced(function*(before: StoredTransfer, attempt: Attempt, verdict: Verdict) {
    const more = yield* freedBy(before.value, verdict)
    const value = { ...withLast(before.value, { ...attempt, overAt: null }), verdict }
    const after = yield* write(before, value, more)
    if (after !== undefined && verdict._tag !== "Done") yield* noteCost(value)
    return answerOf(verdict)
  })

  /** Ends a transfer for good, of which nothing is under way; undefined where another process changed it. */
  const end = Effect.fnUntraced(function*(
    before: StoredTransfer | undefined,
    value: SolanaTransfer,
    verdict: Verdict
  ) {
    const after = yield* write(before, { ...value, verdict }, yield* freedBy(value, verdict))
    if (after !== undefined && verdict._tag !== "Done") yield* noteCost(value)
    return after
  })

  const refuseUnsent = (before: StoredTransfer | undefined, value: SolanaTransfer, reason: RefusalReason) =>
    Effect.map(end(before, value, { _tag: "Refused", reason }), (after) => after && refused(reason))

  const isReceiverFrozen = ({ destination }: SolanaTransfer) =>
    nodes.agreed((node) =>
      Effect.map(node.accounts([destination], "finalized"), ([found]) => tokenAccountIn(found)?.isFrozen === true)
    )

  // A spend has no second attempt: its seed is gone. A delivery has one unless the error is about the receiver.
  const failed = Effect.fnUntraced(function*(
    before: StoredTransfer,
    attempt: SignedAttempt & { readonly cost: bigint },
    failure: Failure
  ) {
    if (before.value.withdrawnAt !== undefined) return yield* settle(before, attempt, { _tag: "Withdrawn" })
    const steps = stepsOf(attempt.lifetime._tag === "Nonce", attempt.createsAccount)
    const text = failureText(failure, steps)
    const about = failureRow(failure, steps)?.about
    const isReceivers = about === "receiver" || about === "frozen" && (yield* isReceiverFrozen(before.value))
    return before.value.kind === "spend" || isReceivers
      ? yield* settle(before, attempt, { _tag: "Refused", reason: reason("failed", text) })
      : yield* ended(before, attempt, text)
  })

  /** An attempt that can never take effect: nothing of the delivery is under way, so it may be requested again. */
  const ended = Effect.fnUntraced(function*(before: StoredTransfer, attempt: SignedAttempt, because: string) {
    const after = yield* write(before, withLast(before.value, { ...attempt, ended: because }))
    return after === undefined ? unknown("busy") : absent
  })

  const overFrom = (before: StoredTransfer, attempt: SignedAttempt, at: bigint) =>
    write(before, withLast(before.value, { ...attempt, overAt: at }))

  const concluded = (before: StoredTransfer, attempt: SignedAttempt, status: AttemptStatus) => {
    switch (status._tag) {
      case "Made":
        return settle(before, attempt, {
          ...status.verdict,
          cost: status.verdict.cost + failedCost(before.value)
        })
      case "Failed":
        return failed(before, { ...attempt, cost: status.cost }, status.failure)
      case "Dead":
        if (before.value.withdrawnAt !== undefined) return settle(before, attempt, { _tag: "Withdrawn" })
        return before.value.kind === "spend"
          ? settle(before, attempt, { _tag: "Refused", reason: reason("expired", status.because) })
          : ended(before, attempt, status.because)
      case "Over":
        return Effect.as(
          overFrom(before, attempt, status.at),
          unknown("underWay", "in no block, and its lifetime is over")
        )
      case "Open":
        return Effect.succeed(unknown("underWay", status.because))
      case "Odd":
        return Effect.succeed(differs(status.because))
    }
  }

  /** What is known of a transfer now. Sends nothing and signs nothing. */
  const look = Effect.fnUntraced(function*(transfer: StoredTransfer) {
    const { verdict, withdrawnAt } = transfer.value
    if (verdict !== null) return answerOf(verdict)
    const attempt = signedAttempt(transfer.value)
    if (attempt === undefined) {
      return withdrawnAt === undefined ? absent : unknown("underWay", "its nonce is being used up")
    }
    return yield* concluded(transfer, attempt, yield* statusOf(nodes, attempt, transfer.value, level))
  })

  const lookUp = Effect.fnUntraced(function*(id: string) {
    const transfer = yield* stored(id)
    return transfer === undefined ? absent : yield* look(transfer)
  })

  /** Gives signed bytes to every node. Whatever they answer may mean that one of them has it. */
  const send = ({ wire }: SignedAttempt) => Effect.asVoid(nodes.toAll((node) => node.send(wire)))

  /** Looks again and again while there is patience; what was sent is never Absent here. */
  const wait = Effect.fnUntraced(function*(id: string) {
    const until = (yield* Clock.currentTimeMillis) + patienceMs
    for (;;) {
      // Nodes a block apart may not agree at a moment.
      const answer = yield* lookUp(id).pipe(
        Effect.catchTag("NodeAway", (away) => Effect.succeed(unknown("noAnswer", away.reason)))
      )
      if (answer._tag === "Done" || answer._tag === "Refused") return answer
      if (answer._tag === "Absent") return unknown("reverted")
      if ((yield* Clock.currentTimeMillis) >= until) return answer
      yield* Effect.sleep(lookEveryMs)
    }
  })

  /** Sends again what was signed and is in no final block, and waits: whoever sent it first may have died before. */
  const resume = Effect.fnUntraced(function*({ value }: StoredTransfer) {
    const attempt = signedAttempt(value)
    const isLate = value.sendBefore !== null && (yield* Clock.currentTimeMillis) >= value.sendBefore
    if (attempt !== undefined && !isLate) yield* send(attempt)
    return yield* wait(value.id)
  })

  /** What became of a transfer that is not wanted any more, as whoever wants it sent hears it. */
  const withdrawn = (transfer: StoredTransfer) =>
    Effect.map(look(transfer), (found) => found._tag === "Absent" ? refused("cancelled") : found)

  /** Stores that what was done is final; `lost` where it can be in no block any more. */
  const finish = Effect.fnUntraced(function*(before: StoredTransfer) {
    const { value } = before
    const attempt = value.attempts.at(-1)
    if (value.verdict?._tag !== "Done" || value.verdict.isFinal || attempt === undefined || !isSigned(attempt)) {
      return undefined
    }
    const finality = yield* finalityOf(nodes, attempt)
    if (finality._tag === "Over") yield* overFrom(before, attempt, finality.at)
    if (finality._tag === "Final") {
      yield* write(before, { ...value, verdict: { ...value.verdict, isFinal: true } }, yield* release(value))
    }
    return finality._tag === "Dead" ? "lost" as const : undefined
  })

  return { end, finish, look, lookUp, refuseUnsent, resume, send, stored, wait, withdrawn, write }
}

export type Transfers = ReturnType<typeof makeTransfers>

/** The parts of a new transfer that are the same for both kinds. */
export const freshTransfer = (
  parts: Omit<SolanaTransfer, "owner" | "attempts" | "verdict" | "createdAt">
) =>
  Effect.map(Clock.currentTimeMillis, (createdAt): SolanaTransfer => ({
    ...parts,
    owner: operatorOwner,
    attempts: [],
    verdict: null,
    createdAt
  }))
