// The identity provider of a simulation: takes forms, shows pages, takes share tokens once, and decides in its own time, now
// and then after a person has looked. It tells of each decision by an event, and answers whoever asks. What it has said of
// an attempt, contradictions included, is known here.
import { Effect, Layer, Redacted } from "effect"
import type { KycReport } from "../../../core/standards/identity/kyc-report.ts"
import type { KycSubmission } from "../../../core/standards/identity/kyc-submission.ts"
import {
  type HostedRequest,
  type HostedSubmission,
  type ImportAnswer,
  KycProvider,
  KycProviderUnavailable
} from "../../../core/ports/kyc-provider.ts"
import { LivenessProvider, LivenessUnavailable } from "../../../core/ports/liveness-provider.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../../core/ports/outcome.ts"
import { Actor, type ActorParts, answerFaults } from "../actor.ts"
import type { Decisions } from "../decisions.ts"
import { type VirtualTime, sleep } from "../time.ts"
import type { ProviderEvents } from "./events.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">
type Decision = Exclude<KycReport["status"], "STARTED" | "PENDING">

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What the provider has of an attempt. */
interface Applicant {
  reported: KycReport
  /** Every decision that it ever told, first to last. */
  readonly said: Array<Decision>
  /** Whether somebody asked it to, or a page was filled in: it is deciding. */
  isExamined: boolean
  readonly pages: Map<string, boolean>
  readonly expiresAt: number
  readonly redirectUrl: string | null
}

const reported = (status: KycReport["status"]): KycReport => ({
  status,
  labels: status === "REJECTED" ? ["KYC_STATUS_FAILED"] : [],
  reason: null,
  taxId: null
})

const first: ReadonlyArray<Decision> = [
  "APPROVED",
  "APPROVED",
  "APPROVED",
  "REJECTED",
  "REVIEW",
  "REVIEW",
  "EXPIRED",
  "FAILED"
]
const afterReview: ReadonlyArray<Decision> = ["APPROVED", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]
const opposite: Readonly<Record<Decision, Decision>> = {
  APPROVED: "REJECTED",
  REJECTED: "APPROVED",
  REVIEW: "FAILED",
  EXPIRED: "APPROVED",
  FAILED: "APPROVED"
}

export class SimulatedIdentity {
  readonly submissions: Actor<string, void>
  private readonly applicants = new Map<string, Applicant>()
  private readonly sessions = new Map<string, string>()
  private readonly taken = new Map<string, string>()
  private readonly asked = new Map<string, number>()
  private readonly time: VirtualTime
  private readonly decisions: Decisions
  private readonly events: ProviderEvents

  constructor(shared: Shared, events: ProviderEvents) {
    this.time = shared.time
    this.decisions = shared.decisions
    this.events = events
    this.submissions = new Actor<string, void>({
      ...shared,
      name: "kyc.submit",
      possible: answerFaults,
      receiptOf: () => undefined,
      happened: ({ id }) => {
        this.keep(id)
        this.examine(id)
      }
    })
  }

  /** What was ever decided about an attempt, first to last. */
  said(attemptId: string): ReadonlyArray<string> {
    return this.applicants.get(attemptId)?.said ?? []
  }

  /** Whether the provider has an attempt that it is deciding, or has decided. */
  isExamining(attemptId: string): boolean {
    return this.applicants.get(attemptId)?.isExamined === true
  }

  /** Pages of a hosted attempt; each has a session of its own at the end of its address. */
  start<A>(
    { attemptId, expiresAt, origin, redirectUrl }: HostedRequest,
    paths: ReadonlyArray<string>,
    answer: (urls: ReadonlyArray<string>) => A
  ): Effect.Effect<Outcome<A>> {
    return this.answering(`kyc.start/${attemptId}`, (): Outcome<A> => {
      const sessions = paths.map((path) => `session-${path}-${attemptId}`)
      this.applicants.set(attemptId, {
        reported: reported("STARTED"),
        said: [],
        isExamined: false,
        pages: new Map(sessions.map((session) => [session, false])),
        expiresAt,
        redirectUrl
      })
      for (const session of sessions) this.sessions.set(session, attemptId)
      return done(answer(sessions.map((session, index) => `${origin}/hosted/${paths[index] ?? ""}#${session}`)))
    })
  }

  submitHosted(session: string): Effect.Effect<Outcome<HostedSubmission>> {
    return this.answering(`kyc.page/${session}`, (): Outcome<HostedSubmission> => {
      const attemptId = this.sessions.get(session)
      const applicant = attemptId === undefined ? undefined : this.applicants.get(attemptId)
      if (attemptId === undefined || applicant === undefined || this.time.now >= applicant.expiresAt) {
        return refused("expired")
      }
      applicant.pages.set(session, true)
      const isComplete = [...applicant.pages.values()].every((isFilled) => isFilled)
      if (isComplete && !applicant.isExamined) {
        applicant.reported = reported("PENDING")
        this.examine(attemptId)
      }
      return done({ attemptId, isComplete, redirectUrl: applicant.redirectUrl })
    })
  }

  importToken(attemptId: string, token: string): Effect.Effect<ImportAnswer> {
    return Effect.suspend(() => {
      const place = this.place(`kyc.import/${attemptId}`)
      const fault = this.decisions.at(place, ["timeoutBefore", "timeoutAfter", "refused", "unavailable", "malformed"])
      const lost = unknown("noAnswer", "time-out")
      const pause = sleep(this.time, this.decisions.between(`${place}>`, 20, 900))
      if (fault === "timeoutBefore") return Effect.as(pause, lost)
      if (fault === "unavailable") return Effect.as(pause, { _tag: "Failed", reason: "try again" } as const)
      if (fault === "refused") return Effect.as(pause, { _tag: "NotEnabled" } as const)
      return Effect.map(pause, (): ImportAnswer => {
        const holder = this.taken.get(token)
        if (holder !== undefined && holder !== attemptId) return { _tag: "Used" }
        if (token.endsWith("invalid")) return { _tag: "Invalid" }
        this.taken.set(token, attemptId)
        if (holder === undefined) {
          this.keep(attemptId)
          this.examine(attemptId)
        }
        return fault === undefined ? { _tag: "Accepted" } : lost
      })
    })
  }

  /** How an attempt stands with the provider. */
  lookUp(attemptId: string): Effect.Effect<LookUp<KycReport>> {
    // A form that was handed in leaves its traces with the actor, so that whoever asks again has looked before.
    return Effect.map(this.submissions.lookUp(attemptId), (found): LookUp<KycReport> => {
      const applicant = this.applicants.get(attemptId)
      if (applicant !== undefined && found._tag !== "Unknown") return done(applicant.reported)
      return found._tag === "Done" ? absent : found
    })
  }

  /** Whether it can be asked at all; now and then it cannot. */
  ready(name: string): Effect.Effect<void, KycProviderUnavailable> {
    return Effect.suspend(() =>
      this.decisions.at(this.place(name), ["unavailable"]) === undefined
        ? Effect.void
        : Effect.fail(new KycProviderUnavailable({ reason: "answered 503" }))
    )
  }

  isCaptured(sessionId: string): Effect.Effect<boolean, LivenessUnavailable> {
    return Effect.suspend(() =>
      this.decisions.at(this.place(`liveness/${sessionId}`), ["unavailable"]) === undefined
        ? Effect.succeed(true)
        : Effect.fail(new LivenessUnavailable({ reason: "answered 503" }))
    )
  }

  private place(name: string): string {
    const count = (this.asked.get(name) ?? 0) + 1
    this.asked.set(name, count)
    return `${name}#${count}`
  }

  private answering<A>(name: string, act: () => Outcome<A>): Effect.Effect<Outcome<A>> {
    return Effect.suspend(() => {
      const place = this.place(name)
      const fault = this.decisions.at(place, ["timeoutBefore", "timeoutAfter", "unavailable"])
      const pause = sleep(this.time, this.decisions.between(`${place}>`, 20, 900))
      if (fault === "timeoutBefore" || fault === "unavailable") return Effect.as(pause, unknown("noAnswer"))
      return Effect.map(pause, () => {
        const outcome = act()
        return fault === "timeoutAfter" ? unknown("noAnswer", "time-out") : outcome
      })
    })
  }

  private keep(attemptId: string): void {
    if (this.applicants.has(attemptId)) return
    this.applicants.set(attemptId, {
      reported: reported("PENDING"),
      said: [],
      isExamined: false,
      pages: new Map(),
      expiresAt: 0,
      redirectUrl: null
    })
  }

  private examine(attemptId: string): void {
    const applicant = this.applicants.get(attemptId)
    if (applicant === undefined) return
    applicant.isExamined = true
    const name = `kyc/${attemptId}`
    const decision = this.drawn(name, first)
    this.decide(attemptId, decision, this.decisions.between(`${name}|`, second, 20 * minute), 1)
    if (decision === "REVIEW") {
      const last = this.drawn(`${name}/review`, afterReview)
      this.decide(attemptId, last, this.decisions.between(`${name}/review|`, 20 * minute, 3 * hour), 2)
    }
    if (this.decisions.at(`${name}!`, ["eventContradicts"]) !== undefined) {
      this.decide(attemptId, opposite[decision], this.decisions.between(`${name}!|`, 6 * hour, 5 * day), 3)
    }
  }

  private drawn(name: string, from: ReadonlyArray<Decision>): Decision {
    return from[Math.floor(this.decisions.chance(name) * from.length)] ?? "FAILED"
  }

  private decide(attemptId: string, status: Decision, inMs: number, number: number): void {
    this.time.at(this.time.now + inMs, () => {
      const applicant = this.applicants.get(attemptId)
      if (applicant === undefined) return
      applicant.reported = reported(status)
      applicant.said.push(status)
      this.events.tell(
        `KycDecided/${attemptId}/${number}`,
        {
          _tag: "KycDecided",
          eventId: `kyc-${attemptId}-${number}`,
          attemptId,
          status,
          labels: applicant.reported.labels
        },
        true
      )
    })
  }
}

const textOf = (submission: KycSubmission): string => JSON.stringify(submission)

export const identityLayer = (identity: SimulatedIdentity): Layer.Layer<KycProvider | LivenessProvider> =>
  Layer.merge(
    Layer.succeed(KycProvider, {
      formExtras: [],
      importClientId: "simulated",
      ready: identity.ready("kyc.ready"),
      subscribe: identity.ready("kyc.subscribe"),
      submit: ({ attemptId, submission }) => identity.submissions.ask(attemptId, textOf(submission)),
      startKyc: (request) => identity.start(request, ["kyc"], ([url = ""]) => ({ url, expiresAt: request.expiresAt })),
      startKyb: (request) =>
        identity.start(request, ["kyb/company", "kyb/representative"], ([company = "", representative = ""]) => ({
          basicCompanyDataUrl: company,
          authorizedRepresentativeUrl: representative,
          expiresAt: request.expiresAt
        })),
      submitHosted: (session) => identity.submitHosted(Redacted.value(session)),
      importToken: (attemptId, token) => identity.importToken(attemptId, Redacted.value(token)),
      lookUp: (attemptId) => identity.lookUp(attemptId),
      // Whatever an event tells, the provider itself is asked.
      confirm: (attemptId) => identity.lookUp(attemptId)
    }),
    Layer.succeed(LivenessProvider, { isCaptured: (sessionId) => identity.isCaptured(sessionId) })
  )
