// The simulated identity provider. Forms, proofs and imports are decided by themselves in less than a second; hosted pages
// wait for their person; a signed event decides whatever it names. Kept in the data plane, under our ids.
import { createHash, randomBytes } from "node:crypto"
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { HostedForm } from "../../core/standards/identity/hosted-form.ts"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import type { KycForm } from "../../core/standards/identity/kyc-form.ts"
import type { KycSubmission } from "../../core/standards/identity/kyc-submission.ts"
import {
  type HostedRequest,
  type HostedSession,
  type HostedSubmission,
  type ImportAnswer,
  KycProvider,
  type KycSubmissionRequest
} from "../../core/ports/kyc-provider.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, find, get, insert, recordKind, replace } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const Told = Schema.Struct({
  status: Schema.Literals(["STARTED", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
  labels: Schema.Array(Schema.String),
  reason: Schema.NullOr(Schema.String),
  taxId: Schema.NullOr(Schema.String)
})

const Page = Schema.Struct({
  /** SHA-256 of its session. */
  digest: Schema.String,
  /** What it asks for; absent of pages that were given out before there were forms. */
  page: Schema.optionalKey(Schema.Literals(["Person", "Company", "Representative"])),
  isFilled: Schema.Boolean
})

const SandboxKyc = Schema.Struct({
  /** The attempt id it was asked under. */
  id: Schema.String,
  owner: Schema.String,
  fate: Schema.Literals(["APPROVED", "REJECTED", "REVIEW"]),
  pages: Schema.Array(Page),
  redirectUrl: Schema.NullOr(Schema.String),
  /** Unix milliseconds until which pages can be filled in; null where there are none. */
  expiresAt: Schema.NullOr(Schema.Int),
  /** Unix milliseconds from which it is decided; null while pages are open. */
  decidedAt: Schema.NullOr(Schema.Int),
  /** The tax number that was examined, where a page told one. */
  taxId: Schema.optionalKey(Schema.String),
  /** What an event said; it goes before everything else. */
  told: Schema.NullOr(Told),
  createdAt: Schema.Int
})
type SandboxKyc = typeof SandboxKyc.Type

export const SandboxKycs = recordKind({
  kind: "sandboxKyc",
  schema: SandboxKyc,
  personal: noPersonalData("test data of the simulated provider, in the sandbox alone"),
  keys: {
    firstPage: (each: SandboxKyc) => each.pages[0]?.digest,
    secondPage: (each: SandboxKyc) => each.pages[1]?.digest
  }
})

// A share token that was taken, by its digest: it works once, whoever brings it.
const SandboxShareToken = Schema.Struct({ id: Schema.String, owner: Schema.String, attemptId: Schema.String })
export const SandboxShareTokens = recordKind({
  kind: "sandboxShareToken",
  schema: SandboxShareToken,
  personal: noPersonalData("as sandboxKyc")
})

/** How long the sandbox looks at what it got. */
const examinedMs = 300

const digestOf = (text: string): string => createHash("sha256").update(`pontepay sandbox/${text}`).digest("hex")

const blank = (attemptId: string, createdAt: number): SandboxKyc => ({
  id: attemptId,
  owner: "sandbox",
  fate: "APPROVED",
  pages: [],
  redirectUrl: null,
  expiresAt: null,
  decidedAt: createdAt + examinedMs,
  told: null,
  createdAt
})

const fateOf = (submission: KycSubmission): SandboxKyc["fate"] =>
  submission._tag === "Form" ? fateOfForm(submission.form) : "APPROVED"

const fateOfForm = ({ extras, fullName }: KycForm): SandboxKyc["fate"] => {
  if (extras["sandboxReject"] === true) return "REJECTED"
  return fullName === "Review Manual" ? "REVIEW" : "APPROVED"
}

const reported = (status: KycReport["status"]): KycReport => ({ status, labels: [], reason: null, taxId: null })

const reportOf = ({ decidedAt, fate, taxId, told }: SandboxKyc, now: number): KycReport => {
  if (told !== null) return told
  if (decidedAt === null) return reported("STARTED")
  if (now < decidedAt) return reported("PENDING")
  return fate === "REJECTED"
    ? { status: fate, labels: ["KYC_STATUS_FAILED"], reason: "SANDBOX_SIMULATED", taxId: null }
    : { ...reported(fate), taxId: taxId ?? null }
}

const commit = (writes: ReadonlyArray<Write>) => Store.use((store) => store.commit(changeSet({ writes })))

/** Keeps the first attempt under an id. */
const keep = (attempt: SandboxKyc) =>
  commit([insert(SandboxKycs, attempt)]).pipe(Effect.catchTag("DuplicateKey", () => Effect.void))

const away = () => Effect.succeed(unknown("noAnswer"))

const submit = (
  { attemptId, submission }: KycSubmissionRequest
): Effect.Effect<Outcome<void>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* keep({ ...blank(attemptId, now), fate: fateOf(submission) })
    return done(undefined)
  }).pipe(Effect.catch(away))

const start = <A>(
  { attemptId, expiresAt, origin, redirectUrl }: HostedRequest,
  paths: ReadonlyArray<readonly [path: string, page: HostedForm["_tag"]]>,
  answer: (urls: ReadonlyArray<string>) => A
): Effect.Effect<Outcome<A>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const asked = paths.map(([path, page]) => ({ path, page, session: randomBytes(32).toString("hex") }))
    const pages = asked.map(({ page, session }) => ({ digest: digestOf(session), page, isFilled: false }))
    yield* commit([
      insert(SandboxKycs, { ...blank(attemptId, now), pages, redirectUrl, expiresAt, decidedAt: null })
    ])
    return done(answer(asked.map(({ path, session }) => `${origin}/hosted/${path}#${session}`)))
  }).pipe(Effect.catch(away))

const pageOf = Effect.fnUntraced(function*(digest: string) {
  const first = yield* find(SandboxKycs, "firstPage", digest)
  return Option.isSome(first) ? first : yield* find(SandboxKycs, "secondPage", digest)
})

const over = refused("expired")

// What the forms of the pages say together: one that is to be rejected or reviewed decides about all.
const told = (before: SandboxKyc, form: HostedForm | undefined): Partial<SandboxKyc> => {
  if (form === undefined) return {}
  const taxId = form._tag === "Representative" ? before.taxId : form.form.taxIdNumber
  const fate = form._tag === "Company" ? "APPROVED" : fateOfForm(form.form)
  return { fate: fate === "APPROVED" ? before.fate : fate, ...(taxId === undefined ? {} : { taxId }) }
}

const fill = (before: Stored<SandboxKyc>, digest: string, form: HostedForm | undefined, now: number) => {
  const pages = before.value.pages.map((page) => page.digest === digest ? { ...page, isFilled: true } : page)
  const isComplete = pages.every(({ isFilled }) => isFilled)
  const decidedAt = isComplete ? before.value.decidedAt ?? now + examinedMs : null
  const next: SandboxKyc = { ...before.value, ...told(before.value, form), pages, decidedAt }
  return { isComplete, write: replace(SandboxKycs, before, next) }
}

const openHosted = (session: Redacted.Redacted): Effect.Effect<Outcome<HostedSession>, never, Store> => {
  const digest = digestOf(Redacted.value(session))
  return Effect.gen(function*() {
    const found = Option.getOrUndefined(yield* pageOf(digest))?.value
    const page = found?.pages.find((each) => each.digest === digest)
    if (found === undefined || page === undefined) return over
    const { id: attemptId, redirectUrl } = found
    return done({ attemptId, page: page.page ?? "Person", isFilled: page.isFilled, redirectUrl })
  }).pipe(Effect.catch(away))
}

const submitHosted = (
  session: Redacted.Redacted,
  form: HostedForm | undefined
): Effect.Effect<Outcome<HostedSubmission>, never, Store> => {
  const digest = digestOf(Redacted.value(session))
  return Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* pageOf(digest))
    const isOver = found === undefined || found.value.told !== null || now >= (found.value.expiresAt ?? now)
    if (isOver) return over
    // Of two forms for one page the first counts.
    const isFilled = found.value.pages.some((page) => page.digest === digest && page.isFilled)
    if (isFilled && form !== undefined) return over
    const { isComplete, write } = fill(found, digest, form, now)
    yield* commit([write])
    return done({ attemptId: found.value.id, isComplete, redirectUrl: found.value.redirectUrl })
  }).pipe(
    Effect.retry({ while: (error) => error._tag === "VersionConflict" }),
    Effect.catch(away)
  )
}

const lostAnswer = unknown("noAnswer")

/**
 * Share tokens that decide for themselves. Every other one is taken, once: one that begins with `sandbox-rejected` is
 * rejected then, and the answer to one that begins with `sandbox-lost` is not heard.
 */
const magicTokens: ReadonlyMap<string, ImportAnswer> = new Map<string, ImportAnswer>([
  ["sandbox-invalid", { _tag: "Invalid" }],
  ["sandbox-used", { _tag: "Used" }],
  ["sandbox-not-enabled", { _tag: "NotEnabled" }],
  ["sandbox-failed", { _tag: "Failed", reason: "The applicant could not be imported" }]
])

const importToken = (attemptId: string, token: Redacted.Redacted): Effect.Effect<ImportAnswer, never, Store> => {
  const text = Redacted.value(token)
  const magic = magicTokens.get(text)
  if (magic !== undefined) return Effect.succeed(magic)
  if (!/^[\x21-\x7e]+$/.test(text)) return Effect.succeed({ _tag: "Invalid" })
  return Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const fate: SandboxKyc["fate"] = text.startsWith("sandbox-rejected") ? "REJECTED" : "APPROVED"
    const taken = { id: digestOf(text), owner: "sandbox", attemptId }
    yield* commit([insert(SandboxShareTokens, taken), insert(SandboxKycs, { ...blank(attemptId, now), fate })])
    return text.startsWith("sandbox-lost") ? lostAnswer : { _tag: "Accepted" } as const
  }).pipe(
    Effect.catchTag("DuplicateKey", () => Effect.succeed({ _tag: "Used" } as const)),
    Effect.catch(() => Effect.succeed(unknown("noAnswer")))
  )
}

const lookUp = (attemptId: string): Effect.Effect<LookUp<KycReport>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* get(SandboxKycs, attemptId))?.value
    return found === undefined ? absent : done(reportOf(found, now))
  }).pipe(Effect.catch(away))

// No one stands behind the sandbox: a signed event is the decision, also before what was submitted has come in.
const confirm = (attemptId: string, told: KycReport): Effect.Effect<LookUp<KycReport>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrUndefined(yield* get(SandboxKycs, attemptId))
    yield* commit([
      before === undefined
        ? insert(SandboxKycs, { ...blank(attemptId, now), told })
        : replace(SandboxKycs, before, { ...before.value, told })
    ])
    return done(told)
  }).pipe(
    Effect.retry({ while: ({ _tag }) => _tag === "VersionConflict" || _tag === "DuplicateKey" }),
    Effect.catch(away)
  )

export const layer: Layer.Layer<KycProvider, never, Store> = Layer.effect(
  KycProvider,
  Effect.map(Effect.context<Store>(), (context) => ({
    formExtras: ["sandboxReject"],
    importClientId: "sandbox",
    ready: Effect.void,
    subscribe: Effect.void,
    submit: (request) => Effect.provide(submit(request), context),
    startKyc: (request) => {
      const page = ([url = ""]: ReadonlyArray<string>) => ({ url, expiresAt: request.expiresAt })
      return Effect.provide(start(request, [["kyc", "Person"]], page), context)
    },
    startKyb: (request) => {
      const pages = ([company = "", representative = ""]: ReadonlyArray<string>) => ({
        basicCompanyDataUrl: company,
        authorizedRepresentativeUrl: representative,
        expiresAt: request.expiresAt
      })
      return Effect.provide(
        start(request, [["kyb/company", "Company"], ["kyb/representative", "Representative"]], pages),
        context
      )
    },
    openHosted: (session) => Effect.provide(openHosted(session), context),
    submitHosted: (session, form) => Effect.provide(submitHosted(session, form), context),
    importToken: (attemptId, token) => Effect.provide(importToken(attemptId, token), context),
    lookUp: (attemptId) => Effect.provide(lookUp(attemptId), context),
    confirm: (attemptId, told) => Effect.provide(confirm(attemptId, told), context)
  }))
)
