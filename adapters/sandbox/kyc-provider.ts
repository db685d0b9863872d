// The simulated identity provider. Forms, proofs and imports are decided by themselves in less than a second; hosted pages
// wait for their person; a signed event decides whatever it names. Kept in the data plane, under our ids.
import { createHash, randomBytes } from "node:crypto"
import { Clock, Effect, Layer, Option, Redacted, Schema } from "effect"
import type { KycStanding } from "../../core/kyc/kyc-fact.ts"
import type { KycSubmission } from "../../core/kyc/kyc-submission.ts"
import {
  type HostedRequest,
  type HostedSubmission,
  type ImportAnswer,
  KycProvider
} from "../../core/ports/kyc-provider.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { type Stored, find, get, insert, recordKind, replace } from "../../core/ports/records.ts"
import { Store, type Write, changeSet } from "../../core/ports/store.ts"

const Told = Schema.Struct({
  status: Schema.Literals(["STARTED", "PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
  labels: Schema.Array(Schema.String),
  reason: Schema.NullOr(Schema.String),
  taxId: Schema.NullOr(Schema.String)
})

const Page = Schema.Struct({
  /** SHA-256 of its session. */
  digest: Schema.String,
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
  /** What an event said; it goes before everything else. */
  told: Schema.NullOr(Told),
  createdAt: Schema.Int
})
type SandboxKyc = typeof SandboxKyc.Type

export const SandboxKycs = recordKind({
  kind: "sandboxKyc",
  schema: SandboxKyc,
  keys: {
    firstPage: (each: SandboxKyc) => each.pages[0]?.digest,
    secondPage: (each: SandboxKyc) => each.pages[1]?.digest
  }
})

// A share token that was taken, by its digest: it works once, whoever brings it.
const SandboxShareToken = Schema.Struct({ id: Schema.String, owner: Schema.String, attemptId: Schema.String })
export const SandboxShareTokens = recordKind({
  kind: "sandboxShareToken",
  schema: SandboxShareToken
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

const fateOf = (submission: KycSubmission): SandboxKyc["fate"] => {
  if (submission._tag !== "Form") return "APPROVED"
  if (submission.form.extras["sandboxReject"] === true) return "REJECTED"
  return submission.form.fullName === "Review Manual" ? "REVIEW" : "APPROVED"
}

const standing = (status: KycStanding["status"]): KycStanding => ({ status, labels: [], reason: null, taxId: null })

const standingOf = ({ decidedAt, fate, told }: SandboxKyc, now: number): KycStanding => {
  if (told !== null) return told
  if (decidedAt === null) return standing("STARTED")
  if (now < decidedAt) return standing("PENDING")
  return fate === "REJECTED"
    ? { status: fate, labels: ["KYC_STATUS_FAILED"], reason: "SANDBOX_SIMULATED", taxId: null }
    : standing(fate)
}

const commit = (writes: ReadonlyArray<Write>) => Store.use((store) => store.commit(changeSet({ writes })))

/** Keeps the first attempt under an id. */
const keep = (attempt: SandboxKyc) =>
  commit([insert(SandboxKycs, attempt)]).pipe(Effect.catchTag("DuplicateKey", () => Effect.void))

const away = () => Effect.succeed(unknown("the sandbox cannot be asked"))

const submit = (attemptId: string, submission: KycSubmission): Effect.Effect<Outcome<void>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    yield* keep({ ...blank(attemptId, now), fate: fateOf(submission) })
    return done(undefined)
  }).pipe(Effect.catch(away))

const start = <A>(
  { attemptId, expiresAt, origin, redirectUrl }: HostedRequest,
  paths: ReadonlyArray<string>,
  answer: (urls: ReadonlyArray<string>) => A
): Effect.Effect<Outcome<A>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const sessions = paths.map(() => randomBytes(32).toString("hex"))
    const pages = sessions.map((session) => ({ digest: digestOf(session), isFilled: false }))
    yield* commit([
      insert(SandboxKycs, { ...blank(attemptId, now), pages, redirectUrl, expiresAt, decidedAt: null })
    ])
    return done(answer(paths.map((path, index) => `${origin}/hosted/${path}#${sessions[index] ?? ""}`)))
  }).pipe(Effect.catch(away))

const pageOf = Effect.fnUntraced(function*(digest: string) {
  const first = yield* find(SandboxKycs, "firstPage", digest)
  return Option.isSome(first) ? first : yield* find(SandboxKycs, "secondPage", digest)
})

const over = refused("the session is unknown or over")

const fill = (before: Stored<SandboxKyc>, digest: string, now: number) => {
  const pages = before.value.pages.map((page) => page.digest === digest ? { ...page, isFilled: true } : page)
  const isComplete = pages.every(({ isFilled }) => isFilled)
  const decidedAt = isComplete ? before.value.decidedAt ?? now + examinedMs : null
  const next: SandboxKyc = { ...before.value, pages, decidedAt }
  return { isComplete, write: replace(SandboxKycs, before, next) }
}

const submitHosted = (session: Redacted.Redacted): Effect.Effect<Outcome<HostedSubmission>, never, Store> => {
  const digest = digestOf(Redacted.value(session))
  return Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* pageOf(digest))
    const isOver = found === undefined || found.value.told !== null || now >= (found.value.expiresAt ?? now)
    if (isOver) return over
    const { isComplete, write } = fill(found, digest, now)
    yield* commit([write])
    return done({ attemptId: found.value.id, isComplete, redirectUrl: found.value.redirectUrl })
  }).pipe(
    Effect.retry({ while: (error) => error._tag === "VersionConflict" }),
    Effect.catch(away)
  )
}

const lostAnswer = { _tag: "Unknown", reason: "the answer was lost" } as const

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
    Effect.catch(() => Effect.succeed({ _tag: "Unknown", reason: "the sandbox cannot be asked" } as const))
  )
}

const lookUp = (attemptId: string): Effect.Effect<LookUp<KycStanding>, never, Store> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const found = Option.getOrUndefined(yield* get(SandboxKycs, attemptId))?.value
    return found === undefined ? absent : done(standingOf(found, now))
  }).pipe(Effect.catch(away))

// Nobody stands behind the sandbox: a signed event is the decision, also before what was submitted has come in.
const confirm = (attemptId: string, told: KycStanding): Effect.Effect<LookUp<KycStanding>, never, Store> =>
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
    submit: (attemptId, submission) => Effect.provide(submit(attemptId, submission), context),
    startKyc: (request) => {
      const page = ([url = ""]: ReadonlyArray<string>) => ({ url, expiresAt: request.expiresAt })
      return Effect.provide(start(request, ["kyc"], page), context)
    },
    startKyb: (request) => {
      const pages = ([company = "", representative = ""]: ReadonlyArray<string>) => ({
        basicCompanyDataUrl: company,
        authorizedRepresentativeUrl: representative,
        expiresAt: request.expiresAt
      })
      return Effect.provide(start(request, ["kyb/company", "kyb/representative"], pages), context)
    },
    submitHosted: (session) => Effect.provide(submitHosted(session), context),
    importToken: (attemptId, token) => Effect.provide(importToken(attemptId, token), context),
    lookUp: (attemptId) => Effect.provide(lookUp(attemptId), context),
    confirm: (attemptId, told) => Effect.provide(confirm(attemptId, told), context)
  }))
)
