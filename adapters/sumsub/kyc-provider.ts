// People and companies examined by Sumsub. The attempt id is the applicant's `externalUserId`, of which there is one: handing in
// again goes on with the same applicant. What it decided is read from the applicant alone.
import { Effect, Option, Redacted, Result, Schema } from "effect"
import type { KycForm } from "../../core/standards/identity/kyc-form.ts"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import { type KycAttempt, KycAttempts } from "../../core/customers/kyc/kyc-attempt.ts"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import {
  type HostedRequest,
  type ImportAnswer,
  type KycProvider,
  KycProviderUnavailable,
  type KycSubmissionRequest
} from "../../core/ports/kyc-provider.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import { get } from "../../core/engine/store/records.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import type { FileUnusable } from "../http-client/secret-file.ts"
import { jsonAs } from "../http-client/json.ts"
import { type Applicant, applicantOf, asking, problemOf, reportOf, unclear } from "./applicants.ts"
import { fileRows, tokenRows } from "./codes.ts"
import { type FormFile, filesOf } from "./documents.ts"
import { pageFor } from "./hosted-page.ts"
import { multipartOf } from "./multipart.ts"

/** Levels of Sumsub by what they examine, as they are named in its dashboard. */
export interface SumsubLevels {
  /** Forms that are handed in here: it asks for no liveness, which only Sumsub's own pages can capture. */
  readonly form: string
  /** Hosted pages of a person. */
  readonly light: string
  readonly full: string
  /** Hosted pages of a company. */
  readonly company: string
}

interface Parts {
  readonly client: HttpClient
  readonly levels: SumsubLevels
  /** Our client at Sumsub, as whoever shares an applicant has to name it. */
  readonly clientId: string
  /** Fails while the credentials cannot be read. */
  readonly credentials: Effect.Effect<unknown, FileUnusable>
}

const Created = Schema.Struct({ id: Schema.NonEmptyString })
/** What was uploaded by set; null where nothing was. */
const Sets = Schema.Record(
  Schema.String,
  Schema.NullOr(Schema.Struct({ imageIds: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Int))) }))
)

const isBegun = ({ review }: Applicant): boolean => review.reviewStatus !== "init"

/** First word and the rest, as Sumsub keeps names. */
const namesOf = (fullName: string) => {
  const [firstName = "", ...rest] = fullName.trim().split(/\s+/)
  return rest.length === 0 ? { firstName } : { firstName, lastName: rest.join(" ") }
}

const bodyOf = (attemptId: string, form: KycForm) => ({
  externalUserId: attemptId,
  email: form.email,
  ...form.phone === null ? {} : { phone: form.phone },
  fixedInfo: {
    ...namesOf(form.fullName),
    dob: form.dateOfBirth,
    country: form.country,
    taxResidence: form.countryOfTaxId,
    tin: form.taxIdNumber,
    addresses: [{
      country: form.country,
      state: form.state,
      town: form.city,
      postCode: form.zipCode,
      street: form.streetAddress
    }]
  }
})

const sourceOf = (attempt: Option.Option<{ readonly value: KycAttempt }>) =>
  Option.getOrUndefined(attempt)?.value.submitted?.source ?? "FORM"

export const makeKycProvider = (
  { clientId, client, credentials, levels }: Parts,
  within: <A>(effect: Effect.Effect<A, never, Store | DocumentStore>) => Effect.Effect<A>
): KycProvider["Service"] => {
  /** The applicant's id; undefined where the applicant is being examined already. */
  const created = Effect.fnUntraced(function*(attemptId: string, form: KycForm) {
    const answer = yield* asking(client, {
      route: "POST /resources/applicants",
      method: "POST",
      path: "/resources/applicants",
      query: { levelName: levels.form },
      json: bodyOf(attemptId, form)
    })
    const fresh = answer.status === 200 || answer.status === 201 ? jsonAs(answer, Created) : undefined
    if (fresh !== undefined) return { id: fresh.id, isFresh: true, isBegun: false }
    if (answer.status !== 409 || problemOf(answer) === undefined) return yield* Effect.fail(unclear(answer))
    const found = yield* applicantOf(client, attemptId)
    if (found._tag !== "Done") return yield* Effect.fail(unknown("notKept", "applicant"))
    return { id: found.value.id, isFresh: false, isBegun: isBegun(found.value) }
  })

  /** The files that Sumsub does not have yet, as far as it counts them. */
  const missing = Effect.fnUntraced(function*(applicantId: string, files: ReadonlyArray<FormFile>) {
    const answer = yield* asking(client, {
      route: "GET /resources/applicants/{id}/requiredIdDocsStatus",
      method: "GET",
      path: `/resources/applicants/${encodeURIComponent(applicantId)}/requiredIdDocsStatus`
    })
    const sets = answer.status === 200 ? jsonAs(answer, Sets) : undefined
    if (sets === undefined) return yield* Effect.fail(unclear(answer))
    return files.filter(({ set }) =>
      (sets[set]?.imageIds?.length ?? 0) < files.filter((file) => file.set === set).length
    )
  })

  const upload = Effect.fnUntraced(function*(applicantId: string, file: FormFile) {
    const answer = yield* asking(client, {
      route: "POST /resources/applicants/{id}/info/idDoc",
      method: "POST",
      path: `/resources/applicants/${encodeURIComponent(applicantId)}/info/idDoc`,
      bytes: multipartOf(file)
    })
    if (answer.status === 200 || answer.status === 201) return
    const errorCode = problemOf(answer)?.errorCode
    const row = fileRows.find((each) => each.status === answer.status && each.errorCode === errorCode)
    if (row === undefined) return yield* Effect.fail(unclear(answer))
    if (row.is === "Refused") return yield* Effect.fail(refused("refusedByProvider", row.says))
  })

  /** Has the check begin; where that was done before, the applicant says so. */
  const begin = Effect.fnUntraced(function*(attemptId: string, applicantId: string) {
    const answer = yield* asking(client, {
      route: "POST /resources/applicants/{id}/status/pending",
      method: "POST",
      path: `/resources/applicants/${encodeURIComponent(applicantId)}/status/pending`
    })
    if (answer.status === 200) return
    const found = yield* applicantOf(client, attemptId)
    if (found._tag !== "Done" || !isBegun(found.value)) return yield* Effect.fail(unclear(answer))
  })

  const submit = ({ attemptId, submission }: KycSubmissionRequest): Effect.Effect<Outcome<void>> => {
    if (submission._tag !== "Form") return Effect.succeed(refused("notSupported", "proof of a company"))
    const { form } = submission
    return Effect.gen(function*() {
      const files = yield* within(filesOf(form))
      if (Result.isFailure(files)) return files.failure
      const applicant = yield* created(attemptId, form)
      if (applicant.isBegun) return done(undefined)
      const left = applicant.isFresh ? files.success : yield* missing(applicant.id, files.success)
      for (const file of left) yield* upload(applicant.id, file)
      yield* begin(attemptId, applicant.id)
      return done(undefined)
    }).pipe(Effect.catch((why) => Effect.succeed(why)))
  }

  const page = (request: HostedRequest, levelName: string) =>
    pageFor(client, { ...request, id: request.attemptId, levelName })

  const importToken = (attemptId: string, token: Redacted.Redacted): Effect.Effect<ImportAnswer> =>
    asking(client, {
      route: "POST /resources/applicants/-/import",
      method: "POST",
      path: "/resources/applicants/-/import",
      query: { shareToken: Redacted.value(token), userId: attemptId, levelName: levels.full }
    }).pipe(
      Effect.map((answer): ImportAnswer => {
        if ((answer.status === 200 || answer.status === 201) && jsonAs(answer, Created) !== undefined) {
          return { _tag: "Accepted" }
        }
        const problem = problemOf(answer)
        const row = problem && tokenRows.find(({ begins = "", errorCode, status }) =>
          status === answer.status && (errorCode === undefined || errorCode === problem.errorCode) &&
          problem.description.startsWith(begins)
        )
        return row === undefined ? unclear(answer) : { _tag: row.is }
      }),
      Effect.catch((why) => Effect.succeed(why))
    )

  // An applicant that a form began and that has not all of its files is not handed in: handing in again goes on with it.
  const lookUp = Effect.fnUntraced(function*(attemptId: string): Effect.fn.Return<LookUp<KycReport>> {
    const found = yield* applicantOf(client, attemptId)
    if (found._tag !== "Done") return found
    if (isBegun(found.value)) return reportOf(found.value)
    const source = yield* within(
      get(KycAttempts, attemptId).pipe(Effect.map(sourceOf), Effect.catch(() => Effect.undefined))
    )
    if (source === undefined) return unknown("notKept", "attempt")
    return source === "FORM" ? absent : reportOf(found.value)
  })

  return {
    formExtras: [],
    importClientId: clientId,
    ready: Effect.mapError(
      Effect.asVoid(credentials),
      ({ path, problem }) => new KycProviderUnavailable({ reason: `${path}: ${problem}` })
    ),
    // The address of the inbox is set in Sumsub's dashboard.
    subscribe: Effect.void,
    submit,
    startKyc: (request) => page(request, request.level === "LIGHT" ? levels.light : levels.full),
    // Sumsub has one page for a company and whoever signs for it.
    startKyb: (request) =>
      Effect.map(page(request, levels.company), (given) =>
        given._tag === "Done"
          ? done({
            basicCompanyDataUrl: given.value.url,
            authorizedRepresentativeUrl: given.value.url,
            expiresAt: given.value.expiresAt
          })
          : given),
    submitHosted: () => Effect.succeed(refused("notSupported", "hosted page")),
    importToken,
    lookUp,
    // The event is a hint, and the applicant the decision.
    confirm: (attemptId) =>
      Effect.map(applicantOf(client, attemptId), (found) => found._tag === "Done" ? reportOf(found.value) : found)
  }
}
