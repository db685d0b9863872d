// The identity provider of a test: examines what a test tells it to, once under each id, and remembers what it was shown.
// Nothing here knows a rule of the core.
import { Effect, Layer, Redacted } from "effect"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import type { KycSubmission } from "../../core/standards/identity/kyc-submission.ts"
import {
  type HostedRequest,
  type ImportAnswer,
  KycProvider,
  KycProviderUnavailable
} from "../../core/ports/kyc-provider.ts"
import { type LookUp, type Outcome, done, refused, unknown } from "../../core/ports/outcome.ts"
import { Actor } from "./ports.ts"

const report = (status: KycReport["status"], parts: Partial<KycReport> = {}): KycReport => ({
  status,
  labels: [],
  reason: null,
  taxId: null,
  ...parts
})

/** What becomes of a share token. `lost`: taken, but the answer is not heard. `cut`: it never arrived. */
export type ImportFate = ImportAnswer | "lost" | "cut"

export class FakeKyc {
  isUp = true
  /** Whether a signed event is believed; else the attempt is looked up. */
  believesEvents = true
  formExtras: ReadonlyArray<string> = ["sandboxReject"]
  /** What is handed in, by the fates of its script. */
  readonly submissions = new Actor<KycSubmission, void>(() => undefined)
  /** Where attempts stand; those handed in and not named here are PENDING. */
  readonly reports = new Map<string, KycReport>()
  /** What becomes of a request for pages, where it is not Done. */
  pages: "given" | "refused" | "unknown" = "given"
  /** Pages that were requested. */
  readonly hosted: Array<HostedRequest & { readonly level?: string }> = []
  /** Fates of tokens to come, in order; afterwards they are taken. */
  readonly imports: Array<ImportFate> = []
  /** Every token that was shown, with the attempt it was shown for. */
  readonly shown: Array<{ readonly attemptId: string; readonly token: string }> = []
  /** Holds back the answers to tokens while it is there. */
  gate: Promise<void> | undefined
  /** Runs when a token arrives, before it is answered. */
  onShown: () => void = () => undefined

  decide(attemptId: string, status: KycReport["status"], parts: Partial<KycReport> = {}): void {
    this.reports.set(attemptId, report(status, parts))
  }

  lookUp(attemptId: string): Effect.Effect<LookUp<KycReport>> {
    return Effect.map(this.submissions.lookUp(attemptId), (found): LookUp<KycReport> => {
      if (found._tag === "Unknown") return found
      const told = this.reports.get(attemptId)
      if (told !== undefined) return done(told)
      return found._tag === "Done" ? done(report("PENDING")) : found
    })
  }

  start<A>(request: HostedRequest, answer: A): Outcome<A> {
    if (!this.isUp || this.pages === "unknown") return unknown("noAnswer")
    if (this.pages === "refused") return refused("refusedByProvider", "the applicant is on a list of the provider")
    this.hosted.push(request)
    this.decide(request.attemptId, "STARTED")
    return done(answer)
  }

  show(attemptId: string, token: string): Effect.Effect<ImportAnswer> {
    return Effect.suspend((): Effect.Effect<ImportAnswer> => {
      this.shown.push({ attemptId, token })
      this.onShown()
      const fate = this.imports.shift() ?? { _tag: "Accepted" as const }
      if (fate === "lost" || (fate !== "cut" && fate._tag === "Accepted")) this.decide(attemptId, "PENDING")
      const answer: ImportAnswer = fate === "lost" || fate === "cut"
        ? unknown("noAnswer")
        : fate
      return this.gate === undefined
        ? Effect.succeed(answer)
        : Effect.as(Effect.promise(() => this.gate ?? Promise.resolve()), answer)
    })
  }

  confirm(attemptId: string, told: KycReport): Effect.Effect<LookUp<KycReport>> {
    return Effect.suspend(() => {
      if (!this.believesEvents) return this.lookUp(attemptId)
      this.reports.set(attemptId, told)
      return Effect.succeed(done(told))
    })
  }
}

export const kycLayer = (kyc: FakeKyc): Layer.Layer<KycProvider> =>
  Layer.succeed(KycProvider, {
    get formExtras() {
      return kyc.formExtras
    },
    importClientId: "client-1",
    ready: Effect.suspend(() =>
      kyc.isUp ? Effect.void : Effect.fail(new KycProviderUnavailable({ reason: "the provider is down" }))
    ),
    subscribe: Effect.suspend(() =>
      kyc.isUp ? Effect.void : Effect.fail(new KycProviderUnavailable({ reason: "the provider is down" }))
    ),
    submit: ({ attemptId, submission }) =>
      Effect.map(
        kyc.submissions.ask(attemptId, submission),
        (answer) => answer._tag === "Held" ? unknown(answer.reason) : answer
      ),
    startKyc: (request) =>
      Effect.sync(() =>
        kyc.start(request, { url: `https://kyc.test/${request.attemptId}`, expiresAt: request.expiresAt })
      ),
    startKyb: (request) =>
      Effect.sync(() =>
        kyc.start(request, {
          basicCompanyDataUrl: `https://kyc.test/company/${request.attemptId}`,
          authorizedRepresentativeUrl: `https://kyc.test/representative/${request.attemptId}`,
          expiresAt: request.expiresAt
        })
      ),
    submitHosted: (session) =>
      Effect.sync(() => {
        const attemptId = Redacted.value(session)
        if (kyc.reports.get(attemptId)?.status !== "STARTED") return refused("expired")
        kyc.decide(attemptId, "PENDING")
        return done({ attemptId, isComplete: true, redirectUrl: null })
      }),
    importToken: (attemptId, token) => kyc.show(attemptId, Redacted.value(token)),
    lookUp: (attemptId) => kyc.lookUp(attemptId),
    confirm: (attemptId, told) => kyc.confirm(attemptId, told)
  })
