// The apps of the key owners: each asks for something under an idempotency key, and asks again with the same key when it
// hears nothing or is told to, as a careful app does. What it was answered in the end is kept for whoever follows.
import { Cause, Effect, Exit } from "effect"
import type { Caller } from "../../core/customers/access/caller.ts"
import type { Attempt, Once } from "../../core/customers/idempotency/idempotency.ts"
import type { RequestServices } from "../http/environments/plane.ts"
import type { Decisions } from "./decisions.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

/** A use case with its request, ready to be asked by a caller. */
export interface Question<A> {
  readonly route: string
  /** Text of the request; another text under the same key is another request. */
  readonly text: string
  /** Whether an answer says that the end is not known yet, so that a later one may say more. */
  readonly isProvisional?: (text: string) => boolean
  readonly ask: (caller: Caller, attempt: Attempt<A>) => Effect.Effect<Once<A>, unknown, RequestServices>
}

/** What came of a question. `Unheard`: the app gave up, and it may have happened. */
export type Heard =
  | { readonly _tag: "Answered"; readonly text: string; readonly answer: unknown }
  | { readonly _tag: "Refused"; readonly tag: string }
  | { readonly _tag: "Unheard" }

/** A request of an account under a key; `key` names it over all its repetitions. */
export interface ClientRequest {
  readonly step: number
  readonly account: number
  readonly key: string
  readonly question: Question<unknown>
}

export interface ClientParts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  /** A process that takes requests now; undefined while none is up. */
  readonly host: (name: string) => Process | undefined
  readonly run: <A, E>(
    process: Process,
    label: string,
    effect: Effect.Effect<A, E, RequestServices>,
    ended: (exit: Exit.Exit<A, E>) => void
  ) => void
  /** The caller of an account as it stands. */
  readonly callerOf: (account: number) => Effect.Effect<Caller, unknown, RequestServices>
  readonly heard: (asked: ClientRequest, heard: Heard) => void
  /** Called with each refusal as it stands, also with one that passes. */
  readonly refused: (asked: ClientRequest, cause: Cause.Cause<unknown>) => void
  /** Called as a request is sent, under the name that its work has. */
  readonly sent: (asked: ClientRequest, label: string) => void
}

const second = 1_000
const pauses = [second, 5 * second, 30 * second, 300 * second, 3_600 * second]
const patienceMs = 30 * second

/** Refusals after which nothing happened, or no one knows: the same request may be sent again. */
const passing = new Set([
  "UpstreamUnavailable",
  "StoreUnavailable",
  "CommitUnknown",
  "VersionConflict",
  "VaultBusy",
  "RateLimited",
  // Its key was replaced meanwhile: the app has the new one.
  "Unauthorized"
])

const encode = (answer: unknown): string =>
  JSON.stringify(answer, (_key, value: unknown) => typeof value === "bigint" ? `${value}n` : value)

export class Client {
  /** Account and Idempotency-Key of each step that asked. */
  readonly keys = new Map<number, string>()
  private readonly parts: ClientParts

  constructor(parts: ClientParts) {
    this.parts = parts
  }

  /** Asks something for an account. */
  ask<A>(step: number, account: number, key: string, question: Question<A>): void {
    this.keys.set(step, `${account} ${question.route} ${key}`)
    this.tried({ step, account, key, question }, 1)
  }

  private tried(asked: ClientRequest, tries: number): void {
    const label = `s${asked.step}#${tries}`
    const process = this.parts.host(label)
    if (process === undefined) return this.again(asked, tries)
    let isOver = false
    const stopWaiting = this.parts.time.at(this.parts.time.now + patienceMs, () => {
      isOver = true
      this.again(asked, tries)
    })
    this.parts.sent(asked, label)
    this.parts.run(process, label, this.asking(asked), (exit) => {
      if (isOver) return
      stopWaiting()
      if (Exit.isSuccess(exit)) return this.parts.heard(asked, heardOf(exit.value))
      const tag = tagOf(exit.cause)
      this.parts.refused(asked, exit.cause)
      if (passing.has(tag)) return this.again(asked, tries)
      this.parts.heard(asked, { _tag: "Refused", tag })
    })
  }

  private asking({ account, key, question }: ClientRequest) {
    const attempt: Attempt<unknown> = { route: question.route, key, fingerprint: question.text, encode }
    return Effect.flatMap(this.parts.callerOf(account), (caller) => question.ask(caller, attempt))
  }

  private again(asked: ClientRequest, tries: number): void {
    const pause = pauses[tries - 1]
    if (pause === undefined) return this.parts.heard(asked, { _tag: "Unheard" })
    this.parts.time.at(this.parts.time.now + pause, () => this.tried(asked, tries + 1))
  }
}

const heardOf = <A>(once: Once<A>): Heard =>
  once._tag === "Stored"
    ? { _tag: "Answered", text: once.body, answer: JSON.parse(once.body) as unknown }
    : { _tag: "Answered", text: encode(once.answer), answer: once.answer }

const tagOf = (cause: Cause.Cause<unknown>): string => {
  const failure = Cause.squash(cause)
  return typeof failure === "object" && failure !== null && "_tag" in failure && typeof failure._tag === "string"
    ? failure._tag
    : failure instanceof Error
    ? `${failure.name}: ${failure.message}`
    : String(failure)
}
