// People and companies examined by Avenia, each under an account of its own there. Nothing that is requested has an id of ours, so
// the attempts of the account are read before, and a request without an answer is found as the one that was not among them.
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import type { KycForm } from "../../core/standards/identity/kyc-form.ts"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import { KycImports } from "../../core/customers/kyc/kyc-import.ts"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import type {
  HostedRequest,
  ImportAnswer,
  KycProvider,
  KycSubject,
  KycSubmissionRequest
} from "../../core/ports/kyc-provider.ts"
import {
  type LookUp,
  type Outcome,
  type Refused,
  type Unknown,
  done,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import { type Stored, find } from "../../core/engine/store/records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { Call, HttpClient } from "../http-client/client.ts"
import type { Answer } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { accountOf } from "./accounts.ts"
import { maybe, paths, problemOf, reading, unanswered, unclear } from "./api.ts"
import { attemptsOf, boundAttempt, keepAttempt, reportOf, storedAttempt } from "./attempts.ts"
import { madeNothing, refusedField, tokenRows } from "./codes.ts"
import { documentThere, isReadyThere } from "./documents.ts"
import { type AveniaAttempt, unlistedMs } from "./people.ts"

const Made = Schema.Struct({ id: Schema.NonEmptyString })
const PersonPage = Schema.Struct({ attemptId: Schema.NonEmptyString, kycUrl: Schema.NonEmptyString })
const CompanyPages = Schema.Struct({
  attemptId: Schema.NonEmptyString,
  basicCompanyDataUrl: Schema.NonEmptyString,
  authorizedRepresentativeUrl: Schema.NonEmptyString
})
const AccountInfo = Schema.Struct({ id: maybe(Schema.String) })

const isMade = ({ status }: Answer): boolean => status === 200 || status === 201

const bodyOf = (form: KycForm, uploadedSelfieId: string, uploadedDocumentId: string) => ({
  fullName: form.fullName,
  dateOfBirth: form.dateOfBirth,
  countryOfTaxId: form.countryOfTaxId,
  taxIdNumber: form.taxIdNumber,
  email: form.email,
  ...form.phone === null ? {} : { phone: form.phone },
  country: form.country,
  state: form.state,
  city: form.city,
  zipCode: form.zipCode,
  streetAddress: form.streetAddress,
  uploadedSelfieId,
  uploadedDocumentId
})

/** What there is to know of an attempt where the store or a race keeps us from it. */
const settled = (why: { readonly _tag: string; readonly reason?: unknown }): Refused | Unknown =>
  why._tag === "Refused" || why._tag === "Unknown"
    ? why as Refused | Unknown
    : unknown("busy", "attempt")

export const makeKycProvider = (
  { client, importClientId, timeoutMs }: {
    readonly client: HttpClient
    readonly importClientId: string
    readonly timeoutMs: number
  },
  within: <A, E>(effect: Effect.Effect<A, E, Store | DocumentStore>) => Effect.Effect<A, E>
): KycProvider["Service"] => {
  const post = (call: Pick<Call, "json" | "path" | "route">, account: string) =>
    client.call({ ...call, method: "POST", query: { subAccountId: account } })

  /** Requests an attempt, noted before; what certainly made nothing is taken back. */
  const requested = Effect.fnUntraced(function*(
    before: Stored<AveniaAttempt> | undefined,
    row: AveniaAttempt,
    call: Pick<Call, "json" | "path" | "route">
  ) {
    const baseline = (yield* attemptsOf(client, row.account)).map(({ id }) => id)
    const noted: AveniaAttempt = { ...row, baseline, sentAt: yield* Clock.currentTimeMillis }
    const kept = yield* keepAttempt(before, noted)
    const answer = yield* Effect.result(post(call, row.account))
    const isNothing = answer._tag === "Failure"
      ? answer.failure._tag === "NotAsked"
      : madeNothing(answer.success.status)
    if (isNothing) yield* keepAttempt(kept, { ...noted, sentAt: null })
    if (answer._tag === "Failure") return yield* Effect.fail(unanswered(answer.failure))
    const made = isMade(answer.success) ? jsonAs(answer.success, Made) : undefined
    if (made !== undefined) yield* keepAttempt(kept, { ...noted, aveniaId: made.id })
    return { answer: answer.success, made }
  })

  const blank = (id: string, account: string, isImport: boolean): AveniaAttempt => ({
    id,
    owner: operatorOwner,
    account,
    aveniaId: null,
    sentAt: null,
    isImport,
    baseline: [],
    documents: {}
  })

  /** The form's documents at Avenia; noted one by one, so that none is put there twice. */
  const documentsOf = Effect.fnUntraced(function*(
    before: Stored<AveniaAttempt> | undefined,
    row: AveniaAttempt,
    form: KycForm
  ) {
    let stored = before
    let noted = row
    for (const documentId of [form.selfieId, form.documentId]) {
      if (noted.documents[documentId] !== undefined) continue
      const there = yield* documentThere(client, row.account, documentId, timeoutMs)
      noted = { ...noted, documents: { ...noted.documents, [documentId]: there } }
      stored = yield* keepAttempt(stored, noted)
    }
    for (const there of Object.values(noted.documents)) {
      if (!(yield* isReadyThere(client, row.account, there))) {
        return yield* Effect.fail(unknown("underWay", "document"))
      }
    }
    return { stored, noted }
  })

  const submit = ({ attemptId, subject, submission }: KycSubmissionRequest): Effect.Effect<Outcome<void>> => {
    if (submission._tag !== "Form") return Effect.succeed(refused("notSupported", "proof of a company"))
    const { form } = submission
    return within(Effect.gen(function*() {
      const bound = yield* boundAttempt(client, attemptId)
      if (bound._tag === "Done") return done(undefined)
      if (bound._tag !== "Absent") return bound
      const account = yield* accountOf(client, subject)
      const before = yield* storedAttempt(attemptId)
      const row = before?.value ?? blank(attemptId, account, false)
      const now = yield* Clock.currentTimeMillis
      if (row.aveniaId !== null || row.sentAt !== null && now - row.sentAt < unlistedMs) {
        return unknown("busy", "attempt")
      }
      const { noted, stored } = yield* documentsOf(before, { ...row, sentAt: null }, form)
      const [selfie = "", card = ""] = [noted.documents[form.selfieId], noted.documents[form.documentId]]
      const call = { route: "POST /v2/kyc/new-level-1/api", path: paths.form, json: bodyOf(form, selfie, card) }
      const { answer, made } = yield* requested(stored, noted, call)
      if (made !== undefined) return done(undefined)
      const says = answer.status === 400 ? problemOf(answer) : undefined
      return says !== undefined && refusedField.test(says) ? refused("refusedByProvider", says) : unclear(answer)
    })).pipe(Effect.catch((why) => Effect.succeed(settled(why))))
  }

  const hosted = <A extends { readonly attemptId: string }>(
    { attemptId, origin, redirectUrl, subject }: HostedRequest & { readonly subject: KycSubject },
    schema: Schema.Decoder<A>
  ) =>
    within(Effect.gen(function*() {
      const account = yield* accountOf(client, subject)
      const json = { redirectUrl: redirectUrl ?? origin }
      const call = { route: "POST /v2/kyc/new-level-1/web-sdk", path: paths.webSdk, json }
      const answer = yield* Effect.mapError(post(call, account), unanswered)
      const given = isMade(answer) ? jsonAs(answer, schema) : undefined
      if (given === undefined) return yield* Effect.fail(unclear(answer))
      yield* keepAttempt(undefined, { ...blank(attemptId, account, false), aveniaId: given.attemptId })
      return given
    })).pipe(Effect.mapError(settled))

  const importToken = (attemptId: string, token: Redacted.Redacted): Effect.Effect<ImportAnswer> =>
    within(
      Effect.gen(
        function*(): Effect.fn.Return<ImportAnswer, { readonly _tag: string; readonly reason?: unknown }, Store> {
          const holder = Option.getOrUndefined(yield* find(KycImports, "attempt", attemptId))?.value
          if (holder === undefined) return unknown("notFound", "import")
          const account = yield* accountOf(client, { subAccountId: holder.id, accountType: "INDIVIDUAL" })
          const json = { importToken: Redacted.value(token) }
          const call = { route: "POST /v2/kyc/import-token/", path: paths.importToken, json }
          const { answer, made } = yield* requested(undefined, blank(attemptId, account, true), call)
          if (made !== undefined) return { _tag: "Accepted" }
          if (answer.status === 401 && answer.body.byteLength === 0) {
            // A bad signature is 401 as well: then nothing else is answered either.
            const about = { route: "GET /v2/account/account-info", path: paths.accountInfo }
            yield* reading(client, about, AccountInfo)
            return { _tag: "NotEnabled" }
          }
          const says = problemOf(answer) ?? ""
          const row = tokenRows.find((each) => each.status === answer.status && says.includes(each.says))
          return row === undefined || row.is === "Ambiguous" ? unclear(answer) : { _tag: row.is }
        }
      )
    ).pipe(
      Effect.catch((why) => {
        const known = settled(why)
        return Effect.succeed<ImportAnswer>(unknown(known.reason))
      })
    )

  const lookUp = (attemptId: string): Effect.Effect<LookUp<KycReport>> =>
    Effect.flatMap(
      within(boundAttempt(client, attemptId)),
      (found) => found._tag === "Done" ? reportOf(client, found.value) : Effect.succeed(found)
    )

  return {
    formExtras: [],
    importClientId,
    ready: Effect.void,
    // The address of the inbox is registered with Avenia once, by hand.
    subscribe: Effect.void,
    submit,
    startKyc: (request) =>
      hosted(request, PersonPage).pipe(
        Effect.map(({ kycUrl }) => done({ url: kycUrl, expiresAt: request.expiresAt })),
        Effect.catch((why) => Effect.succeed(why))
      ),
    startKyb: (request) =>
      hosted(request, CompanyPages).pipe(
        Effect.map(({ attemptId: _, ...pages }) => done({ ...pages, expiresAt: request.expiresAt })),
        Effect.catch((why) => Effect.succeed(why))
      ),
    submitHosted: () => Effect.succeed(refused("notSupported", "hosted page")),
    importToken,
    lookUp,
    // The message is a hint, and the attempt the decision.
    confirm: lookUp
  }
}
