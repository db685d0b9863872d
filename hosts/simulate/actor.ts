// A side of the outside world that moves something on request, by operation id: once each, whoever asks how often. It
// knows what really happened, answers late or never, and can be asked what it did. What the core believes is compared
// with this truth; nothing here knows a rule of the core.
import { Context, Effect } from "effect"
import {
  type LookUp,
  type Outcome,
  type Sending,
  absent,
  done,
  held,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { Accounts } from "./accounts.ts"
import type { Decisions } from "./decisions.ts"
import { type VirtualTime, sleep } from "./time.ts"
import { CurrentWork } from "./work.ts"

/** What became of an operation. `Pending` shows nothing until its time has come. */
export type Truth<Receipt> =
  | { readonly _tag: "Happened"; readonly receipt: Receipt; readonly at: number }
  | { readonly _tag: "Never"; readonly reason: string }
  | { readonly _tag: "Pending"; readonly until: number; readonly becomes: "Happened" | "Never" | "Gone" }

/** An effect in the world. */
export interface Effected<Request, Receipt> {
  readonly id: string
  readonly request: Request
  readonly receipt: Receipt
  readonly at: number
}

/** Something that whoever runs the simulation must hear of: a promise of the ports that the core broke. */
export type Complaint = (invariant: string, message: string) => void

/** What can go wrong with a request that moves something. */
export type MovementFault =
  | "timeoutBefore"
  | "timeoutAfter"
  | "refused"
  | "lostRefusal"
  | "unavailable"
  | "malformed"
  | "slowAnswer"
  | "stuckThenMined"
  | "minedButFailed"
  | "reorg"
  | "partialHtlc"
  | "feeAboveAllowance"

/** What can go wrong with anything that is asked of somebody outside, whatever it is. */
export const answerFaults = [
  "timeoutBefore",
  "timeoutAfter",
  "refused",
  "lostRefusal",
  "unavailable",
  "malformed",
  "slowAnswer"
] as const satisfies ReadonlyArray<MovementFault>

export interface ActorParts<Request, Receipt> {
  readonly name: string
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly complain: Complaint
  /** What can go wrong with a request, beside nothing. */
  readonly possible: ReadonlyArray<MovementFault>
  readonly receiptOf: (id: string, request: Request) => Receipt
  /** Why a request can never be done, where the world itself refuses it. */
  readonly refusal?: (request: Request) => string | undefined
  /** How long after a request arrived no one can find out about it, and its answer is lost; 0 for most. */
  readonly silentMs?: (request: Request) => number
  /** Which account it is asked at, by what the asking process is configured with; one for all where nothing is said. */
  readonly account?: (accounts: Accounts) => string
  /** The account that alone can do it, from before it is asked for; undefined where any can. */
  readonly homeOf?: (request: Request) => string | undefined
  /** Whether it is found by a record in the store of the service alone, which a restore may take away. */
  readonly isOnRecordOnly?: (request: Request) => boolean
  /** Whether a request under an id that happened before would make it happen once more; `isOffRecord` once its record is gone. */
  readonly repeats?: (before: Request, request: Request, isOffRecord: boolean) => boolean
  /** What else an effect causes: balances, events. */
  readonly happened?: (effect: Effected<Request, Receipt>) => void
  readonly never?: (id: string, request: Request, reason: string) => void
}

/** A refusal that is not the world's own. */
const refusedReason = "refused by the other side"
const hour = 3_600_000

export class Actor<Request, Receipt> {
  readonly effects = new Map<string, Effected<Request, Receipt>>()
  private readonly truths = new Map<string, Truth<Receipt>>()
  private readonly silentUntil = new Map<string, number>()
  private readonly requests = new Map<string, Request>()
  private readonly asks = new Map<string, number>()
  private readonly looks = new Map<string, number>()
  private readonly holds = new Map<string, number>()
  /** At which account an operation was asked for first, and when. */
  private readonly askedAt = new Map<string, { readonly account: string | undefined; readonly at: number }>()
  private readonly offRecord = new Set<string>()
  // Pieces of work that looked an operation up and found nothing, so that they may ask.
  private readonly mayAsk = new Set<string>()
  private readonly parts: ActorParts<Request, Receipt>

  constructor(parts: ActorParts<Request, Receipt>) {
    this.parts = parts
  }

  /** Does it, unless it was done or refused before. */
  ask(id: string, request: Request): Effect.Effect<Outcome<Receipt>> {
    return Effect.withFiber((fiber) => {
      const { label, process: { accounts } } = Context.get(fiber.context, CurrentWork)
      this.judgeAccount(id, request, this.parts.account?.(accounts))
      const count = (this.asks.get(id) ?? 0) + 1
      this.asks.set(id, count)
      this.judgeAsk(id, request, label, count)
      const place = `${this.parts.name}/${id}#${count}`
      const fault = this.parts.decisions.at(place, this.parts.possible)
      return Effect.andThen(
        this.pause(`${place}>`, 5, 400),
        Effect.suspend(() => this.arrived(id, request, fault, place))
      )
    })
  }

  /** The same for what may also not be sent at all, for a reason that ends. */
  send(id: string, request: Request): Effect.Effect<Sending<Receipt>> {
    return Effect.suspend((): Effect.Effect<Sending<Receipt>> => {
      const count = (this.holds.get(id) ?? 0) + 1
      this.holds.set(id, count)
      const isHeld = this.parts.decisions.at(`${this.parts.name}!${id}#${count}`, ["held"]) !== undefined
      return isHeld ? Effect.succeed(held("float", "not enough is there")) : this.ask(id, request)
    })
  }

  lookUp(id: string): Effect.Effect<LookUp<Receipt>> {
    return Effect.withFiber((fiber) => {
      const { label, process: { accounts } } = Context.get(fiber.context, CurrentWork)
      const count = (this.looks.get(id) ?? 0) + 1
      this.looks.set(id, count)
      const place = `${this.parts.name}?${id}#${count}`
      const isDark = this.parts.decisions.at(place, ["darkLookUp"]) !== undefined
      return Effect.andThen(
        this.pause(`${place}>`, 5, 200),
        Effect.sync((): LookUp<Receipt> => {
          if (isDark || (this.silentUntil.get(id) ?? 0) > this.parts.time.now) return unknown("noAnswer")
          const truth = this.isKnownAt(id, this.parts.account?.(accounts)) ? this.truthOf(id) : undefined
          if (truth === undefined) {
            this.mayAsk.add(`${label} ${id}`)
            return absent
          }
          return this.answer(truth)
        })
      )
    })
  }

  /** The store of the service lost what was asked for since an instant. */
  forgetSince(ms: number): void {
    for (const [id, { at }] of this.askedAt) {
      const request = this.requests.get(id)
      if (at >= ms && request !== undefined && this.parts.isOnRecordOnly?.(request) === true) this.offRecord.add(id)
    }
  }

  /** The account at which an operation was asked for. */
  accountOf(id: string): string | undefined {
    return this.askedAt.get(id)?.account
  }

  /** What was asked for, may still happen, and shows already that it may. */
  underWay(): ReadonlyArray<{ readonly id: string; readonly request: Request }> {
    return [...this.truths.keys()].flatMap((id) => {
      const request = this.requests.get(id)
      return this.truthOf(id)?._tag === "Pending" && request !== undefined ? [{ id, request }] : []
    })
  }

  /** What the other side itself does when a request has arrived there: for an adapter with a wire of its own. */
  serve(id: string, request: Request): Outcome<Receipt> {
    const reported = this.truthOf(id)
    if (reported !== undefined) return this.answer(reported)
    this.requests.set(id, request)
    const reason = this.parts.refusal?.(request)
    return this.answer(reason === undefined ? this.happen(id, request) : this.refuse(id, request, reason))
  }

  /** What the other side knows of an operation. */
  known(id: string): LookUp<Receipt> {
    const truth = this.truthOf(id)
    return truth === undefined ? absent : this.answer(truth)
  }

  /** What the other side knows of an operation once it has settled that what has not arrived never happens. */
  closed(id: string, request: Request): LookUp<Receipt> {
    if (this.truthOf(id) === undefined) {
      this.requests.set(id, request)
      this.truths.set(id, { _tag: "Never", reason: "it never arrived" })
    }
    return this.known(id)
  }

  /** What is settled about an operation, without bringing on what is due by now; undefined for one that never arrived. */
  reported(id: string): Truth<Receipt>["_tag"] | undefined {
    return this.truths.get(id)?._tag
  }

  /** What became of an operation by now; undefined for one that never arrived. */
  truthOf(id: string): Truth<Receipt> | undefined {
    const truth = this.truths.get(id)
    if (truth?._tag !== "Pending" || truth.until > this.parts.time.now) return truth
    const request = this.requests.get(id) as Request
    switch (truth.becomes) {
      case "Happened":
        return this.happen(id, request)
      case "Never":
        return this.refuse(id, request, refusedReason)
      case "Gone":
        this.truths.delete(id)
        return undefined
    }
  }

  private isKnownAt(id: string, account: string | undefined): boolean {
    return !this.offRecord.has(id) && (this.askedAt.get(id)?.account ?? account) === account
  }

  // What one account was asked for, no other one is asked for.
  private judgeAccount(id: string, request: Request, account: string | undefined): void {
    const home = this.parts.homeOf?.(request) ?? this.askedAt.get(id)?.account
    if (home !== undefined && home !== account) {
      this.parts.complain(
        "one-account",
        `${this.parts.name} was asked for ${id} at ${account}, and it is a matter of ${home}`
      )
    }
    if (!this.askedAt.has(id)) this.askedAt.set(id, { account, at: this.parts.time.now })
  }

  // What happened is done once more where nothing tells the other side that it is the same.
  private judgeRepetition(id: string, request: Request, truth: Truth<Receipt>): void {
    const isOffRecord = this.offRecord.delete(id)
    const happens = truth._tag === "Happened" || truth._tag === "Pending" && truth.becomes === "Happened"
    if (happens && this.parts.repeats?.(this.requests.get(id) ?? request, request, isOffRecord) === true) {
      this.parts.complain("sent-once", `${this.parts.name} did ${id} a second time`)
    }
  }

  // Whoever asks again must have looked up first, in the same piece of work, and found that no one knows of it.
  private judgeAsk(id: string, request: Request, label: string, count: number): void {
    if (count > 1 && !this.mayAsk.delete(`${label} ${id}`)) {
      this.parts.complain(
        "ambiguous-is-processing",
        `${this.parts.name} was asked again for ${id} by ${label}, which had not looked up what became of the first time`
      )
    }
    const before = this.requests.get(id)
    if (before !== undefined && textOf(before) !== textOf(request)) {
      this.parts.complain(
        "operation-unchanged",
        `${this.parts.name} was asked for ${id} twice with different contents: ${textOf(before)} and ${textOf(request)}`
      )
    }
    this.requests.set(id, before ?? request)
  }

  private arrived(
    id: string,
    request: Request,
    fault: MovementFault | undefined,
    place: string
  ): Effect.Effect<Outcome<Receipt>> {
    const reported = this.truthOf(id)
    if (reported !== undefined) {
      this.judgeRepetition(id, request, reported)
      return this.answerAfter(place, fault, this.answer(reported))
    }
    const reason = this.parts.refusal?.(request)
    if (reason !== undefined) return this.answerAfter(place, fault, this.answer(this.refuse(id, request, reason)))
    const { now } = this.parts.time
    const silentMs = this.parts.silentMs?.(request) ?? 0
    if (silentMs > 0) {
      this.silentUntil.set(id, now + silentMs)
      return this.answerAfter(place, "timeoutAfter", this.answer(this.happen(id, request)))
    }
    const pending = (becomes: "Happened" | "Never" | "Gone") => {
      const until = now + this.parts.decisions.between(`${place}|`, hour / 4, 6 * hour)
      this.truths.set(id, { _tag: "Pending", until, becomes })
      return Effect.succeed(unknown("underWay"))
    }
    switch (fault) {
      case "timeoutBefore":
        return Effect.as(this.pause(`${place}<`, 5_000, 15_000), unknown("noAnswer", "time-out"))
      case "unavailable":
        return Effect.succeed(unknown("noAnswer", "HTTP 503"))
      case "refused":
      case "feeAboveAllowance":
        return this.answerAfter(place, fault, this.answer(this.refuse(id, request, refusedReason)))
      case "lostRefusal":
        this.refuse(id, request, refusedReason)
        return this.answerAfter(place, "timeoutAfter", unknown("noAnswer", "time-out"))
      case "stuckThenMined":
        return pending("Happened")
      case "minedButFailed":
      case "partialHtlc":
        return pending("Never")
      case "reorg":
        return pending("Gone")
      case "timeoutAfter":
      case "malformed":
      case "slowAnswer":
      case undefined:
        return this.answerAfter(place, fault, this.answer(this.happen(id, request)))
    }
  }

  private answerAfter(
    place: string,
    fault: MovementFault | undefined,
    answer: Outcome<Receipt>
  ): Effect.Effect<Outcome<Receipt>> {
    if (fault === "timeoutAfter") {
      return Effect.as(this.pause(`${place}<`, 5_000, 15_000), unknown("noAnswer", "time-out"))
    }
    if (fault === "malformed") return Effect.as(this.pause(`${place}<`, 5, 400), unknown("unreadable"))
    if (fault === "slowAnswer") return Effect.as(this.pause(`${place}<`, 21_000, 90_000), answer)
    return Effect.as(this.pause(`${place}<`, 5, 400), answer)
  }

  private happen(id: string, request: Request): Truth<Receipt> {
    const receipt = this.parts.receiptOf(id, request)
    const at = this.parts.time.now
    const truth: Truth<Receipt> = { _tag: "Happened", receipt, at }
    this.truths.set(id, truth)
    const effect = { id, request, receipt, at }
    this.effects.set(id, effect)
    this.parts.happened?.(effect)
    return truth
  }

  private refuse(id: string, request: Request, reason: string): Truth<Receipt> {
    const truth: Truth<Receipt> = { _tag: "Never", reason }
    this.truths.set(id, truth)
    this.parts.never?.(id, request, reason)
    return truth
  }

  private answer(truth: Truth<Receipt>): Outcome<Receipt> {
    switch (truth._tag) {
      case "Happened":
        return done(truth.receipt)
      case "Never":
        return refused("refusedByProvider", truth.reason)
      case "Pending":
        return unknown("underWay")
    }
  }

  private pause(name: string, least: number, most: number): Effect.Effect<void> {
    return Effect.suspend(() => sleep(this.parts.time, this.parts.decisions.between(name, least, most)))
  }
}

/** A request as text, to be compared. */
export const textOf = (request: unknown): string =>
  JSON.stringify(request, (_key, value: unknown) => typeof value === "bigint" ? `${value}n` : value)
