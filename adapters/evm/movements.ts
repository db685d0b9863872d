// Brings movements to their end: stores and carries a new one, looks where it stands, and carries further what is in no block.
// A look-up reads and books what it read, and never sends. Every step may be repeated by anyone: what counts is what is stored.
import { Clock, Effect, Option } from "effect"
import type { RefusalReason } from "../../core/base/reason/reason.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { NativeCoin } from "../../core/base/money/coins.ts"
import { absent, differs, refused, unknown } from "../../core/ports/outcome.ts"
import { openRecords } from "../../core/engine/store/open-records.ts"
import { type Stored, get, insert, replace } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { Reviews, review } from "../../core/engine/review/review.ts"
import { NodeAway } from "../rpc-quorum/node-away.ts"
import { type Judged, answerOf, doneIn, judge } from "./judge.ts"
import {
  type Carrier,
  type EvmTransaction,
  EvmTransactions,
  type Verdict,
  carries,
  isOpen,
  sendable
} from "./movement.ts"
import type { EvmNetwork } from "./network.ts"
import { NotSent, type Relayer } from "./relayer.ts"
import { type Finality, type Landing, statusOf } from "./status.ts"
import { type SignedOperation, type TokenTransfer, isSameTransfer, keyOf, transferOf } from "./user-operation.ts"

export interface MovementsConfig {
  readonly chainId: number
  /** What the network takes its fees in. */
  readonly coin: NativeCoin
  readonly finality: Finality
  /** How long a new movement is waited for before the answer is Unknown. */
  readonly patienceMs: number
}

/** What a movement begins with beside its id. */
export interface Beginning {
  readonly operation: SignedOperation
  readonly release?: SignedOperation
  readonly sendBefore?: number
}

const firstLookMs = 100
const longestLookMs = 1_000
/** A transaction whose turn it is and that waits longer than this may be raised. */
const stuckMs = 20_000
/** How many blocks less a node may know than another, or a reorganisation take back. */
const blocksApart = 64n
/** Another relayer's transaction is overtaken once the network has made so many blocks without it. */
const overtakenAfter = 3n
const carriedAtOnce = 8

export const makeMovements = (
  { chainId, coin, finality, patienceMs }: MovementsConfig,
  network: EvmNetwork,
  relayer: Relayer
) => {
  const stored = (operationId: string) => Effect.map(get(EvmTransactions, operationId), Option.getOrUndefined)

  const committed = (writes: ReadonlyArray<Write>) => Store.use((store) => store.commit(changeSet({ writes })))

  // Somebody else who saw the same wrote it.
  const written = (before: Stored<EvmTransaction>, change: Partial<EvmTransaction>) =>
    Store.use((store) =>
      store.commit(changeSet({ writes: [replace(EvmTransactions, before, { ...before.value, ...change })] }))
    ).pipe(Effect.catchTag("VersionConflict", () => Effect.void))

  // Reported as done, and taken back by a reorg for good: the money did not arrive, and only a person can make it good.
  const lost = Effect.fnUntraced(function*(before: Stored<EvmTransaction>, transaction: string) {
    const { id } = before.value
    yield* Effect.logError("A transfer that was reported as done was taken back by the network", { operationId: id })
    const createdAt = yield* Clock.currentTimeMillis
    const reason = { code: "transferTakenBack", transaction } as const
    const raised = review({ owner: operatorOwner, subject: id, reason, createdAt })
    const writes = [replace(EvmTransactions, before, { ...before.value, isLost: true }), insert(Reviews, raised)]
    yield* Store.use((store) => store.commit(changeSet({ writes }))).pipe(
      Effect.catchTags({ VersionConflict: () => Effect.void, DuplicateKey: () => Effect.void })
    )
  })

  const bookLanding = Effect.fnUntraced(function*(before: Stored<EvmTransaction>, landing: Landing) {
    const judged: Judged = yield* judge(network, before.value, landing)
    switch (judged._tag) {
      case "Open":
        return unknown(judged.reason)
      case "Verdict":
        yield* written(before, { verdict: judged.verdict, ...(landing.isFinal ? { isFinal: true } : {}) })
        return answerOf(judged.verdict, coin)
      case "Spent":
        yield* written(before, { isSpent: true, reverted: judged.reverted })
        return absent
    }
  })

  /** What is known of a movement now. Sends nothing. */
  const look = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>) {
    const { isSpent, verdict } = movement.value
    if (verdict !== null) return answerOf(verdict, coin)
    if (isSpent === true) return absent
    const status = yield* statusOf(network, finality, movement.value)
    if (status._tag === "Landed") return yield* bookLanding(movement, status.landing)
    return reasonOf[status._tag]
  })

  /** Looks again and again while there is patience. */
  const wait = Effect.fnUntraced(function*(operationId: string) {
    const until = (yield* Clock.currentTimeMillis) + patienceMs
    for (let pause = firstLookMs;; pause = Math.min(2 * pause, longestLookMs)) {
      const movement = yield* stored(operationId)
      if (movement === undefined) return unknown("notFound")
      const answer = yield* look(movement)
      const left = until - (yield* Clock.currentTimeMillis)
      if (answer._tag !== "Unknown" || left <= 0) return answer
      yield* Effect.sleep(Math.min(pause, left))
    }
  })

  // A transaction of ours that waits, and what is done about it: as it is, in the place of one that is not wanted, or for more.
  const renewed = Effect.fnUntraced(function*(
    movement: Stored<EvmTransaction>,
    target: SignedOperation,
    last: Carrier,
    reached: number
  ) {
    const isReleasing = target === movement.value.release
    const waited = (yield* Clock.currentTimeMillis) - last.signedAt
    if (last.relayer !== relayer.address) {
      const isPassed = waited > stuckMs && last.head !== undefined &&
        (yield* network.head) >= last.head + overtakenAfter
      return isPassed || isReleasing && last.releases !== true ? yield* relayer.carry(movement, target) : undefined
    }
    if (!carries(movement.value, target, last)) return yield* relayer.replaceWith(movement, target, last)
    return reached === last.nonce && waited > stuckMs ? yield* relayer.raise(movement, target, last) : undefined
  })

  /** Sends what is stored of a movement that is in no block once more, in a new transaction where its nonce went to another. */
  const push = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>, ownOnly: boolean) {
    const target = sendable(movement.value, yield* Clock.currentTimeMillis)
    const last = movement.value.carriers.at(-1)
    if (target === undefined) return
    if (last === undefined) {
      // It was found in a block that was taken back since.
      if (yield* relayer.wouldPass(target)) yield* sent((yield* relayer.carry(movement, target)).value, ownOnly)
      return
    }
    const reached = yield* network.transactionCount(last.relayer)
    if (reached > last.nonce) {
      // It may have landed since it was looked for; only then is its nonce its own.
      const status = yield* statusOf(network, finality, movement.value)
      const isLost = status._tag === "Outside" && (yield* relayer.wouldPass(target))
      if (isLost) yield* sent((yield* relayer.carry(movement, target)).value, ownOnly)
      return
    }
    const renewal = yield* renewed(movement, target, last, reached)
    // What carries the other of the two is not wanted, and waits until it is replaced.
    if (renewal === undefined && !carries(movement.value, target, last)) return
    const next = renewal ?? movement
    const problem = yield* sent(next.value, ownOnly)
    const lowered = problem === "funds" && reached === last.nonce && last.relayer === relayer.address
      ? yield* relayer.lower(next, target, last)
      : undefined
    if (lowered !== undefined) yield* sent(lowered.value, ownOnly)
  })

  const sent = Effect.fnUntraced(function*(movement: EvmTransaction, ownOnly: boolean) {
    const problem = ownOnly ? yield* relayer.sendOwn(movement) : yield* relayer.send(movement)
    if (problem !== undefined) {
      yield* Effect.logWarning("No node took a transaction", { operationId: movement.id, problem })
    }
    return problem
  })

  // Our records may be older than what was sent: a nonce that is used already is looked for in blocks from long ago, the newest first.
  const begunIn = Effect.fnUntraced(function*(operation: SignedOperation) {
    const { nonce, sender } = operation
    const [head, next] = yield* Effect.all([network.head, network.operationNonce(sender, keyOf(operation), "latest")], {
      concurrency: "unbounded"
    })
    if (next <= nonce) return { after: head > blocksApart ? head - blocksApart : 0n, isUsed: false }
    const after = yield* network.usedIn(sender, nonce, head)
    return after === undefined
      ? yield* new NodeAway({ reason: `the block of the nonce ${nonce} is not found` })
      : { after, isUsed: true }
  })

  /** A movement that is not stored yet. */
  const fresh = Effect.fnUntraced(function*(operationId: string, beginning: Beginning, after: bigint) {
    const value: EvmTransaction = {
      id: operationId,
      owner: operatorOwner,
      chainId,
      carriers: [],
      after,
      verdict: null,
      createdAt: yield* Clock.currentTimeMillis,
      ...beginning
    }
    return { value, version: 0 }
  })

  /**
   * Carries a movement that is not stored yet, or makes another attempt at one whose operation was reverted for good; the first
   * to store it is the one whose bytes count. What is in a block already is stored and not sent again.
   */
  const begin = Effect.fnUntraced(function*(operationId: string, beginning: Beginning) {
    const before = yield* stored(operationId)
    if (before !== undefined && isTaken(before.value)) return yield* wait(operationId)
    const begun = yield* Effect.gen(function*() {
      const { after, isUsed } = yield* begunIn(beginning.operation)
      const from = before === undefined
        ? yield* fresh(operationId, beginning, after)
        : again(before, beginning)
      if (!isUsed) return yield* relayer.carry(from, beginning.operation)
      const write = before === undefined
        ? insert(EvmTransactions, from.value)
        : replace(EvmTransactions, from, from.value)
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
      return undefined
    }).pipe(
      Effect.catchTags({
        DuplicateKey: () => Effect.undefined,
        VersionConflict: () => Effect.undefined,
        // The network is asked before anything is stored.
        NodeAway: ({ reason }) => new NotSent({ reason: "paused", detail: reason })
      })
    )
    if (begun !== undefined) yield* relayer.sendOwn(begun.value)
    return yield* wait(operationId)
  })

  const lookUp = Effect.fnUntraced(function*(operationId: string) {
    const movement = yield* stored(operationId)
    return movement === undefined ? absent : yield* look(movement)
  })

  /** Of a movement that was begun before, what became of it, carried further; otherwise undefined. Another one has no answer under its id. */
  const resumed = Effect.fnUntraced(function*(operationId: string, wanted: TokenTransfer | undefined) {
    const movement = yield* stored(operationId)
    if (movement === undefined) return undefined
    if (movement.value.withdrawnAt !== undefined) {
      const found = yield* look(movement)
      return found._tag === "Absent" ? refused("cancelled") : found
    }
    if (wanted !== undefined && !isSameTransfer(transferOf(movement.value.operation), wanted)) {
      return unknown("idTaken")
    }
    const found = yield* look(movement)
    if (found._tag === "Absent") return undefined
    if (found._tag !== "Unknown") return found
    yield* advance(movement, false)
    return yield* wait(operationId)
  })

  const advance = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>, ownOnly: boolean) {
    const status = yield* statusOf(network, finality, movement.value)
    if (status._tag === "Outside") {
      // Nothing else was signed or sent where this could not be.
      yield* push(movement, ownOnly).pipe(Effect.catchTag("NotSent", noted(movement.value.id)))
    }
    return status
  })

  const noted = (operationId: string) => ({ detail, reason }: NotSent) =>
    Effect.logWarning("A movement cannot be carried further now", { operationId, reason, detail })

  // One movement that is open: what is known of it is booked, and what is in no block is sent again.
  const carried = Effect.fnUntraced(function*(movement: Stored<EvmTransaction>) {
    const { verdict } = movement.value
    const status = yield* advance(movement, true)
    if (verdict === null) {
      if (status._tag === "Landed") yield* bookLanding(movement, status.landing)
      return
    }
    if (status._tag === "Displaced") return yield* lost(movement, "its nonce was used by another operation")
    if (status._tag !== "Landed" || !status.landing.isFinal) return
    // It may be in another block than the one that it was Done in, and have cost something else there.
    if (status.landing.effect._tag === "Moved") {
      return yield* written(movement, { isFinal: true, verdict: doneIn(status.landing) })
    }
    yield* lost(movement, `${status.landing.effect._tag} in ${status.landing.transactionHash}`)
  })

  const open = openRecords(EvmTransactions, "open", String(chainId), isOpen)

  /** Carries every open movement one step further, and sends again what is in no block. Run it every second or so. */
  const carry = Effect.gen(function*() {
    const movements = yield* open
    yield* Effect.forEach(
      movements,
      (movement) => carried(movement).pipe(Effect.catchTag("NodeAway", away)),
      { concurrency: carriedAtOnce, discard: true }
    )
    // Nonces between them that no open movement has.
    const ends = new Map<Carrier["relayer"], number>()
    for (const { value } of movements) {
      const last = value.carriers.at(-1)
      if (last !== undefined) ends.set(last.relayer, Math.max(last.nonce, ends.get(last.relayer) ?? 0))
    }
    for (const [holder, end] of ends) {
      yield* relayer.fillBelow(holder, end).pipe(
        Effect.catchTags({ NodeAway: away, NotSent: noted("filler") })
      )
    }
  })

  const away = ({ reason }: NodeAway) => Effect.logWarning("Movements cannot be carried now", { reason })

  /** Refuses a movement before anything is sent, for ever; whoever stored it first counts, and so does what is in a block already. */
  const refuse = Effect.fnUntraced(function*(operationId: string, operation: SignedOperation, reason: RefusalReason) {
    const { after, isUsed } = yield* begunIn(operation)
    const { value } = yield* fresh(operationId, { operation }, after)
    const verdict: Verdict | null = isUsed ? null : { _tag: "Refused", reason }
    const before = yield* stored(operationId)
    if (before !== undefined && isTaken(before.value)) return yield* wait(operationId)
    const write = before === undefined
      ? insert(EvmTransactions, { ...value, verdict })
      : replace(EvmTransactions, before, { ...before.value, verdict })
    const isFirst = yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
      Effect.as(true),
      Effect.catchTags({ DuplicateKey: () => Effect.succeed(false), VersionConflict: () => Effect.succeed(false) })
    )
    return isFirst && verdict !== null ? refused(reason) : yield* wait(operationId)
  })

  /** Attempts at a movement that were reverted for good. */
  const attemptsOf = (operationId: string) =>
    Effect.map(stored(operationId), (movement) => movement?.value.reverted?.times ?? 0)

  /**
   * Whether a movement that was reverted so often is held until an operator releases it. What is held so is asked for again by nobody else,
   * so that each release gives it one more attempt.
   */
  const isHeld = Effect.fnUntraced(function*(operationId: string, attempts: number) {
    const movement = yield* stored(operationId)
    if (movement === undefined || movement.value.heldAfter === attempts) return false
    yield* written(movement, { heldAfter: attempts })
    return true
  })

  return {
    advance,
    attemptsOf,
    begin,
    begunIn,
    carry,
    committed,
    fresh,
    isHeld,
    look,
    lookUp,
    push,
    refuse,
    resumed,
    stored
  }
}

// Another process stored it since it was looked for, or it is not wanted any more: nothing is decided beside that.
const isTaken = ({ isSpent, withdrawnAt }: EvmTransaction): boolean => isSpent !== true || withdrawnAt !== undefined

// What is begun again keeps what earlier attempts took; their carriers are in final blocks.
const again = ({ value, version }: Stored<EvmTransaction>, beginning: Beginning): Stored<EvmTransaction> => {
  const { isSpent: _, ...rest } = value
  return { version, value: { ...rest, carriers: [], ...beginning } }
}

const reasonOf = {
  Outside: unknown("underWay", "in no block"),
  Displaced: differs("its nonce was used by another operation")
} as const

export type Movements = ReturnType<typeof makeMovements>
