// The identity provider: examines people and companies under our attempt ids. What it is told is kept with us until it has
// it; what it decided is read from here and from nowhere else.
import { Context, Data, type Effect, type Redacted } from "effect"
import type { HostedForm } from "../standards/identity/hosted-form.ts"
import type { KycLevel, KycReport } from "../standards/identity/kyc-report.ts"
import type { KycSubmission } from "../standards/identity/kyc-submission.ts"
import type { LookUp, Outcome, Unknown } from "./outcome.ts"

/** No provider can be asked now, or none is configured; nothing was done. */
export class KycProviderUnavailable extends Data.TaggedError("KycProviderUnavailable")<{
  readonly reason: string
}> {}

/** Who is examined: many providers keep attempts under an account of the person or company. */
export interface KycSubject {
  readonly subAccountId: string
  readonly accountType: "INDIVIDUAL" | "COMPANY"
  /** As the subaccount has them, which is not what is examined. */
  readonly name: string
  readonly email: string | null
}

/** An attempt that is handed in. */
export interface KycSubmissionRequest {
  readonly attemptId: string
  readonly subject: KycSubject
  readonly submission: KycSubmission
}

/** Asks for pages of the provider on which a person goes on. */
export interface HostedRequest {
  readonly attemptId: string
  readonly subject: KycSubject
  /** Where pages of this service are served, without a slash at the end. */
  readonly origin: string
  readonly redirectUrl: string | null
  /** Unix milliseconds until which the pages are wanted. */
  readonly expiresAt: number
}

export interface HostedPage {
  readonly url: string
  /** Unix milliseconds; null when the provider sets no end. */
  readonly expiresAt: number | null
}

export interface KybPages {
  readonly basicCompanyDataUrl: string
  readonly authorizedRepresentativeUrl: string
  /** Unix milliseconds; null when the provider sets no end. */
  readonly expiresAt: number | null
}

/** What a session was given out for. */
export interface HostedSession {
  readonly attemptId: string
  readonly page: HostedForm["_tag"]
  readonly isFilled: boolean
  /** Where the person goes afterwards. */
  readonly redirectUrl: string | null
}

/** A hosted page that was filled in. */
export interface HostedSubmission {
  readonly attemptId: string
  /** Whether that was the last page of the attempt. */
  readonly isComplete: boolean
  /** Where the person goes from there. */
  readonly redirectUrl: string | null
}

/** What the provider says to a share token; it takes each once, whoever brings it. */
export type ImportAnswer =
  | { readonly _tag: "Accepted" }
  | { readonly _tag: "Invalid" }
  | { readonly _tag: "Used" }
  | { readonly _tag: "NotEnabled" }
  /** `reason` is for the customer. */
  | { readonly _tag: "Failed"; readonly reason: string }
  /** It may have been taken: only a look-up can tell. */
  | Unknown

export class KycProvider extends Context.Service<KycProvider, {
  /** Fields beyond the specification's form that this provider understands. */
  readonly formExtras: ReadonlyArray<string>
  /** Our client at the identity provider that shares applicants: an opaque word. */
  readonly importClientId: string
  /** Fails when nothing can be submitted. */
  readonly ready: Effect.Effect<void, KycProviderUnavailable>
  /** Has the provider tell us of its decisions, so that a webhook may promise them; asked again, it stays so. */
  readonly subscribe: Effect.Effect<void, KycProviderUnavailable>
  /** Hands in an attempt under our id; the same id again is the same attempt. */
  readonly submit: (request: KycSubmissionRequest) => Effect.Effect<Outcome<void>>
  readonly startKyc: (
    request: HostedRequest & { readonly level: KycLevel }
  ) => Effect.Effect<Outcome<HostedPage>>
  readonly startKyb: (request: HostedRequest) => Effect.Effect<Outcome<KybPages>>
  /**
   * What a session was given out for, where this service serves the pages; refused for an unknown one. A provider with
   * pages of its own has nothing to say here.
   */
  readonly openHosted?: (session: Redacted.Redacted) => Effect.Effect<Outcome<HostedSession>>
  /** Takes what was filled in on a page of a session; refused for a session that is unknown or over. */
  readonly submitHosted: (session: Redacted.Redacted, form?: HostedForm) => Effect.Effect<Outcome<HostedSubmission>>
  /** Presents a share token for an attempt. */
  readonly importToken: (attemptId: string, token: Redacted.Redacted) => Effect.Effect<ImportAnswer>
  /** Reads an attempt by our id. */
  readonly lookUp: (attemptId: string) => Effect.Effect<LookUp<KycReport>>
  /**
   * What is behind a signed event that told a decision. A provider that can be asked is asked again, so that the body of
   * an event alone approves no one.
   */
  readonly confirm: (attemptId: string, told: KycReport) => Effect.Effect<LookUp<KycReport>>
}>()("pontepay/core/ports/KycProvider") {}
