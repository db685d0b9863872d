// The only step that moves value. What was sent before is looked up first; what is sent is on record before, under a claim
// that is fenced by the movement's version and by the store's time; and the result is one commit with what it means for the
// record. An answer that is missing is looked up until it is known, and never repeated while it may have happened.
import { Clock, Effect, Option } from "effect"
import type { ReviewReason } from "../../base/reason/review-reason.ts"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { solvedOf } from "../../engine/review/solve-review.ts"
import { type Alongside, type BookingOutcome, bookFact, reviewOf } from "../../engine/event/book-fact.ts"
import { type ClaimedJob, type JobVerdict, again, backOffMs, finish, finished } from "../../engine/store/job-queue.ts"
import { AccountUnread } from "../../ports/provider-account.ts"
import { IsSending } from "../../ports/sending.ts"
import { answersWithinMs, onItsWayMs, sendWithinMs } from "../../ports/on-its-way.ts"
import { type Outcome, type Sending, unknown } from "../../ports/outcome.ts"
import { openReview } from "../../engine/review/raise-review.ts"
import { type Stored, find, get, insert, owedFrom } from "../../engine/store/records.ts"
import { type DuplicateKey, type FinishedJob, Store, changeSet, joined } from "../../engine/store/store.ts"
import { type MovementFact, decideMovement } from "./decide-movement.ts"
import { cancel, lookUp, timely } from "./asked.ts"
import { type MovingPorts, type Seed, kindOf, reserves } from "./kinds.ts"
import { type Movement, Movements, type Plan, isLeftToPerson, movementOfJob, needsSeed, planned } from "./movement.ts"
import type { MovementNews, Subjects } from "./news.ts"
import { type MovementReceipt, evidenceOf, proofKeyOf } from "./order.ts"
import { mayBeOld, outsideOf } from "./outside.ts"
import { counted } from "./treasury-limit.ts"

// Books what was learned about a movement together with what it means for the record that the movement is for: one commit,
// whoever learned it. Read, decide, commit, and again when somebody else was faster.

/**
 * Books the fact about a movement. `Rejected`: nothing was sent yet, so nothing can be known of it. `ProofUsed`: what proves it settled
 * another movement, so it is left to an operator. `known` is the movement as it was just written: a commit that it is too old for is
 * refused, and then it is read again.
 */
export const bookMovement = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  id: string,
  fact: MovementFact,
  alongside?: Alongside,
  known?: Stored<Movement>
) {
  const outcome = yield* booked(subjects, id, fact, alongside, known)
  if (outcome === "ProofUsed" && (fact.on === "done" || fact.on === "found")) {
    const movement = Option.getOrThrow(yield* get(Movements, id)).value
    const usedBy = (yield* usedProof(movement, fact.receipt))?.id ?? ""
    const proof = evidenceOf(fact.receipt) ?? ""
    yield* contradicted(subjects, movement, { code: "proofUsed", movementId: id, proof, usedBy })
  }
  return outcome
})

/** The other movement that this receipt proves; undefined where there is none. */
export const usedProof = Effect.fnUntraced(function*({ id, order }: Movement, receipt: MovementReceipt) {
  const key = proofKeyOf(order, receipt)
  const holder = key === undefined ? undefined : Option.getOrUndefined(yield* find(Movements, "proof", key))?.value
  return holder?.id === id ? undefined : holder
})

/** Puts what contradicts a movement into the review queue, once: what became of it is unknown until an operator resolves it. */
const contradicted = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  { doubtedAt, id, owner, state, subject }: Movement,
  why: ReviewReason
) {
  const isInDoubt = doubtedAt !== null || state !== "SENDING" && state !== "CANCELLING"
  if (!isInDoubt) {
    const write = reviewOf({ id: subject, owner }, why, yield* Clock.currentTimeMillis)
    yield* booked(subjects, id, { on: "doubted" }, { writes: [write] })
  } else if (yield* openReview({ owner, subject, reason: why })) {
    yield* Effect.logError("What is said of a movement contradicts it", { movement: id, code: why.code })
  }
})

/** What the other side has is not what was ordered. */
export const differing = <R>(subjects: Partial<Subjects<R>>, movement: Movement, why: Reason) =>
  contradicted(subjects, movement, { code: "answerDiffers", movementId: movement.id, reason: why })

const booked = <R>(
  subjects: Partial<Subjects<R>>,
  id: string,
  fact: MovementFact,
  alongside?: Alongside,
  known?: Stored<Movement>
) => {
  let first = known
  return bookFact(
    id,
    (now) =>
      Effect.gen(function*() {
        const before = first ?? Option.getOrThrow(yield* get(Movements, id))
        first = undefined
        const decision = decideMovement(before, fact, now)
        if (decision._tag !== "Changed") return decision
        // The record has heard that it happened: how much moved is between the movement and its operator.
        const isRestated = before.value.state === "DONE" && fact.on === "done" && fact.moved !== undefined
        const news = isRestated ? undefined : newsOf(decision.record, fact)
        const follows = news && (yield* heard(subjects, news, now))
        const writes = yield* knownNow(before.value, decision.record, now)
        return { ...decision, changes: joined(decision.changes, follows ?? {}, { writes }) }
      }),
    alongside,
    isProof
  )
}

const isProof = ({ kind, name }: DuplicateKey): boolean => kind === Movements.kind && name === "proof"

// What became of it is known, which answers the reviews that ask for it.
const knownNow = Effect.fnUntraced(function*(before: Movement, after: Movement, now: number) {
  if (before.doubtedAt === null || after.doubtedAt !== null) return []
  const found = yield* Effect.forEach(
    ["outcomeUnknown", "answerDiffers", "proofUsed"] as const,
    (code) => solvedOf(after.subject, code, now, ({ movementId }) => movementId === after.id)
  )
  return found.flat()
})

const heard = <R>(subjects: Partial<Subjects<R>>, news: MovementNews, now: number) => {
  const hear = subjects[news.movement.subjectKind]
  if (hear === undefined) throw new Error(`no one hears of movements for a ${news.movement.subjectKind}`)
  return hear(news, now)
}

const newsOf = (movement: Movement, fact: MovementFact): MovementNews | undefined => {
  switch (fact.on) {
    case "done":
    case "found":
      return { on: "moved", movement, receipt: fact.receipt }
    case "refused":
    case "notPrepared":
    case "withdrawn":
      return { on: "refused", movement, reason: fact.reason }
    case "doubted":
      return { on: "doubted", movement }
    case "prepared":
      return { on: "prepared", movement }
    case "reversed": {
      const reversal = movement.reversals.at(-1)
      return reversal && { on: "reversed", movement, reversal }
    }
    case "claimed":
    case "held":
    case "cancelled":
    case "neverSent":
    case "retried":
      return undefined
  }
}

/** How far a movement came: it has an outcome, it is tried again, or the claim was too old and nothing was sent. */
type Progress =
  | { readonly _tag: "Ended" }
  | {
    readonly _tag: "Waits"
    readonly reason: Reason
    /** How long an Absent is not believed yet, in milliseconds; undefined where it cannot be known what became of it. */
    readonly leftMs?: number
  }
  | { readonly _tag: "Late"; readonly reason: Reason }

/** How long a movement is tried to be made ready before a person has to find another way: milliseconds (0096). */
const prepareWithinMs = 3 * 3_600_000

const ended: Progress = { _tag: "Ended" }
const late: Progress = { _tag: "Late", reason: reason("claimTooOld") }
const waits = (reason: Reason, leftMs?: number): Progress => ({
  _tag: "Waits",
  reason,
  ...(leftMs === undefined ? {} : { leftMs })
})

/** Performs the job's movement; what is not known yet keeps the job. */
export const performMovement = <R>(subjects: Subjects<R>) =>
  Effect.fnUntraced(function*(job: ClaimedJob) {
    const progress = yield* advanceMovement(subjects, movementOfJob(job), finish(job))
    const verdict: JobVerdict = progress._tag === "Ended" ? finished : again(backOffMs(job.attempt), progress.reason)
    return verdict
  })

/**
 * Brings a movement as far as it goes, and ends its job with the outcome. `isReleased`: an operator sends it, also
 * above the limits of its treasury.
 */
export const advanceMovement = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  id: string,
  job: ReadonlyArray<FinishedJob> = [],
  isReleased = false
) {
  const before = Option.getOrThrow(yield* get(Movements, id))
  const { order, sentAt, state } = before.value
  if (state === "DONE" || state === "REFUSED" || state === "CANCELLED") {
    if (job.length > 0) yield* Store.use((store) => store.commit(changeSet({ finished: job })))
    return ended
  }
  const kind = kindOf(order)
  if (sentAt !== null) {
    // Read before the look-up: an Absent that is old news by the time it is judged says nothing of now.
    const askedAt = yield* Store.use((store) => store.now)
    const found = yield* (state === "CANCELLING" ? cancel : lookUp)(before.value)
    if (found._tag !== "Absent") return yield* concluded(subjects, before.value, found, job)
    // Also the adapter's own record of it may be gone.
    const lost = (yield* mayBeOld(before.value))
      ? yield* foundOutside(subjects, before.value, isReleased, job)
      : undefined
    if (lost !== undefined) return lost
    const absentFor = askedAt - sentAt
    // What keeps ids may be sent again at once, but what was sent and is not wanted any more may still be on its way.
    const usual = yield* kind.absentAfterMs
    // Whoever claimed it last may still be about to send it.
    const believedAfter = Math.max(state === "CANCELLING" ? onItsWayMs : sendWithinMs, usual)
    if (believedAfter === Number.POSITIVE_INFINITY) {
      // Whoever sent it may have died without an answer: a person finds it among what is unknown.
      const nothing = unknown(reason("absenceProvesNothing"))
      return yield* concluded(subjects, before.value, nothing, job)
    }
    if (absentFor < believedAfter) return waits(reason("onItsWay"), believedAfter - absentFor)
    if (state === "CANCELLING") {
      yield* bookMovement(subjects, id, { on: "neverSent" }, { finished: job })
      return ended
    }
  }
  const known = sentAt === null ? yield* foundOutside(subjects, before.value, isReleased, job) : undefined
  if (known !== undefined) return known
  // A person does it at the provider: no job sends it beside that, only who releases it does.
  if (!isReleased && isLeftToPerson(before.value)) return waits(before.value.reason ?? reason("manual"))
  if (needsSeed(order.kind)) {
    if (sentAt === null) return waits(reason("needsSeed"))
    yield* bookMovement(subjects, id, { on: "refused", reason: reason("neverReceived") }, { finished: job })
    return ended
  }
  const deadline = kind.sendBefore?.(order)
  if (deadline !== undefined) {
    const sinceDeadline = (yield* Store.use((store) => store.now)) - deadline
    // Whoever claimed it just before may still be sending it.
    if (sentAt !== null && sinceDeadline >= 0 && sinceDeadline < onItsWayMs) {
      return waits(reason("onItsWay"))
    }
    if (sinceDeadline >= 0) {
      const on = sentAt === null ? "withdrawn" as const : "refused" as const
      yield* bookMovement(subjects, id, { on, reason: reason("deadlinePassed") }, { finished: job })
      return ended
    }
  }
  const wait = sentAt === null ? yield* subjects.waitsFor?.(before.value) ?? Effect.undefined : undefined
  if (wait !== undefined) return waits(wait)
  if (!(yield* IsSending)) return waits(reason("sendingOff"))
  const account = yield* accountFor(kind.account(order), before.value)
  if (typeof account !== "string") {
    yield* bookMovement(subjects, id, { on: "held", reason: account })
    return waits(account)
  }
  const ready = kind.prepare === undefined || before.value.prepared !== null
    ? before
    : yield* prepared(subjects, before.value, kind.prepare(order), job)
  if ("_tag" in ready) return ready
  const count = yield* counted(ready.value, isReleased)
  if (count._tag === "Above") {
    yield* bookMovement(subjects, id, { on: "held", reason: count.reason })
    return waits(count.reason)
  }
  const counts = count._tag === "Counted"
  const terms = { via: account, counts }
  const first = yield* claimed(ready, "known", terms)
  const claim = first === "short" ? yield* claimed(ready, "short", terms) : first
  if (claim === "short" || claim === "unread") {
    const why = reason(claim === "short" ? "floatReserved" : "floatUnread")
    if (claim === "short" || counts) yield* bookMovement(subjects, id, { on: "held", reason: why, counts })
    return waits(why)
  }
  if (claim === undefined) return waits(reason("changedMeanwhile"))
  return yield* sendClaimed(subjects, claim, job)
})

// The account that it is sent from, or why it is sent from none now.
const accountFor = <R>(
  read: Effect.Effect<string, AccountUnread, R>,
  { via }: Movement
): Effect.Effect<string | Reason, never, R> =>
  Effect.match(read, {
    onFailure: (unread) => unread.why === undefined ? reason("accountUnread") : reason(unread.why, unread.reason),
    onSuccess: (account) => via === null || via === account ? account : reason("otherAccount", via)
  })

// What a store that lost commits may have done already: booked, or waited for; undefined where nothing is known of it.
const foundOutside = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  movement: Movement,
  isReleased: boolean,
  job: ReadonlyArray<FinishedJob>
) {
  const outside = yield* outsideOf(movement, isReleased)
  switch (outside._tag) {
    case "Free":
      return undefined
    case "Done": {
      const found: MovementFact = { on: "found", receipt: outside.receipt }
      return progressOf(yield* bookMovement(subjects, movement.id, found, { finished: job }))
    }
    case "Wait":
      // What was sent is in doubt, and stays so.
      if (movement.sentAt !== null) return yield* concluded(subjects, movement, unknown(outside.reason), job)
      yield* bookMovement(subjects, movement.id, { on: "held", reason: outside.reason })
      if (outside.reason.code === "differs") yield* differing(subjects, movement, outside.reason)
      return waits(outside.reason)
  }
})

// On record before anything is sent, so that whoever sends it later sends the same. Of two that ask at once the first counts.
const prepared = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  { createdAt, id }: Movement,
  prepare: Effect.Effect<Outcome<string>, never, MovingPorts>,
  job: ReadonlyArray<FinishedJob>
) {
  const answer = yield* Effect.timeoutOption(prepare, answersWithinMs)
  const outcome = Option.getOrElse(answer, (): Outcome<string> => unknown("noAnswer"))
  switch (outcome._tag) {
    case "Done": {
      yield* bookMovement(subjects, id, { on: "prepared", with: outcome.value })
      const after = Option.getOrThrow(yield* get(Movements, id))
      // Somebody else was faster and has sent it: that has to be looked up first.
      return after.value.sentAt === null ? after : waits(reason("changedMeanwhile"))
    }
    case "Unknown": {
      const since = (yield* Store.use((store) => store.now)) - createdAt
      if (since < prepareWithinMs) return waits(outcome.reason)
      break
    }
    case "Refused":
  }
  yield* bookMovement(subjects, id, { on: "notPrepared", reason: outcome.reason }, { finished: job })
  return ended
})

// Whoever gets this commit through sends; anybody else finds the movement changed.
const claimed = Effect.fnUntraced(function*(
  before: Stored<Movement>,
  float: "known" | "short",
  terms: { readonly via: string; readonly counts: boolean }
) {
  const reserved = yield* reserves(before.value, float === "short")
  if (reserved === undefined) return "unread"
  const claimedAt = yield* Clock.monotonicTimeNanos
  const now = yield* Store.use((store) => store.now)
  const decision = decideMovement(before, { on: "claimed", reserves: reserved, ...terms }, now)
  if (decision._tag !== "Changed") return undefined
  const claim: Claim = { movement: decision.record, version: before.version + 1, claimedAt }
  return yield* Store.use((store) => store.commit(decision.changes)).pipe(
    Effect.as(claim),
    // What is free is bounded by the chart of accounts; nothing else in this commit is.
    Effect.catchTag("Overdraft", () => Effect.succeed("short" as const))
  )
})

/** A movement on record as being sent, with the monotonic time of before it was put there. */
export interface Claim {
  readonly movement: Movement
  readonly version: number
  readonly claimedAt: bigint
}

/**
 * A movement that the request which plans it sends itself: parts of its commit, which is the claim, with a job that goes on
 * without the request once the claim is too old.
 */
export const planAndClaim = Effect.fnUntraced(function*(plan: Plan) {
  const claimedAt = yield* Clock.monotonicTimeNanos
  const now = yield* Store.use((store) => store.now)
  if (!(yield* IsSending)) return yield* new AccountUnread({ reason: "nothing is sent: sending is switched off" })
  const via = yield* kindOf(plan.order).account(plan.order)
  const decision = decideMovement({ value: planned(plan), version: 0 }, { on: "claimed", via }, now)
  if (decision._tag !== "Changed") throw new Error(`${plan.purpose} of ${plan.subject} cannot be claimed`)
  const claim: Claim = { movement: decision.record, version: 1, claimedAt }
  const jobs = owedFrom(Movements, decision.record, now + sendWithinMs)
  return { claim, parts: { writes: [insert(Movements, decision.record)], jobs } }
})

/**
 * Sends what is on record as being sent, unless the claim is too old, and books what came of it. What is signed with the
 * user's seed needs the seed here, and is never sent without it.
 */
export const sendClaimed = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  { claimedAt, movement, version }: Claim,
  job: ReadonlyArray<FinishedJob> = [],
  seed?: Seed
) {
  // A process that slept since may have been taken for dead: it leaves the movement to whoever took it over.
  const age = (yield* Clock.monotonicTimeNanos) - claimedAt
  if (age >= BigInt(sendWithinMs) * 1_000_000n) return late
  const answer = yield* kindOf(movement.order).send(movement.id, movement.order, { prepared: movement.prepared, seed })
    .pipe(
      Effect.timeoutOption(answersWithinMs)
    )
  const outcome = yield* timely(Option.getOrElse(answer, (): Sending<MovementReceipt> => unknown("noAnswer")))
  return yield* concluded(subjects, movement, outcome, job, { value: movement, version })
})

const concluded = Effect.fnUntraced(function*<R>(
  subjects: Partial<Subjects<R>>,
  movement: Movement,
  outcome: Sending<MovementReceipt>,
  job: ReadonlyArray<FinishedJob>,
  known?: Stored<Movement>
) {
  const { doubtedAt, id, order } = movement
  if (outcome._tag === "Held") {
    // Whoever has the seed is here now and not later, so what was not sent never will be.
    if (needsSeed(order.kind)) {
      yield* bookMovement(subjects, id, { on: "refused", reason: outcome.reason }, { finished: job })
      return ended
    }
    yield* bookMovement(subjects, id, { on: "held", reason: outcome.reason })
    return waits(outcome.reason)
  }
  if (outcome._tag === "Unknown") {
    if (outcome.reason.code === "differs") yield* differing(subjects, movement, outcome.reason)
    else if (doubtedAt === null) yield* bookMovement(subjects, id, { on: "doubted" })
    return waits(outcome.reason)
  }
  const fact: MovementFact = outcome._tag === "Done"
    ? { on: "done", receipt: outcome.value }
    : { on: "refused", reason: outcome.reason }
  return progressOf(yield* bookMovement(subjects, id, fact, { finished: job }, known))
})

const progressOf = (outcome: BookingOutcome): Progress => outcome === "ProofUsed" ? waits(reason("proofUsed")) : ended
