// Sumsub's applicants by our attempt ids: each is an applicant of its own, so that a second attempt is a second examination.
import { Effect, Result, Schema } from "effect"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import { parseTaxId } from "../../core/standards/pix/tax-id.ts"
import { type LookUp, type Unknown, absent, differs, done, unknown } from "../../core/ports/outcome.ts"
import type { Call, HttpClient } from "../http-client/client.ts"
import type { Answer, NoAnswer, NotAsked } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { reviewRows } from "./codes.ts"

const ReviewResult = Schema.Struct({
  reviewAnswer: Schema.optionalKey(Schema.String),
  reviewRejectType: Schema.optionalKey(Schema.String),
  rejectLabels: Schema.optionalKey(Schema.Array(Schema.String)),
  moderationComment: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const Applicant = Schema.Struct({
  id: Schema.NonEmptyString,
  externalUserId: Schema.NonEmptyString,
  info: Schema.optionalKey(Schema.Struct({ tin: Schema.optionalKey(Schema.NullOr(Schema.String)) })),
  review: Schema.Struct({ reviewStatus: Schema.String, reviewResult: Schema.optionalKey(ReviewResult) })
})
export type Applicant = typeof Applicant.Type

/** What Sumsub says in place of an answer. */
const Problem = Schema.Struct({
  code: Schema.Int,
  description: Schema.String,
  errorCode: Schema.optionalKey(Schema.Int)
})

/** The problem that an answer states; undefined where it is not Sumsub that says so. */
export const problemOf = (answer: Answer): typeof Problem.Type | undefined => {
  const problem = jsonAs(answer, Problem)
  return problem?.code === answer.status ? problem : undefined
}

/** An answer that says nothing of what was asked. */
export const unclear = ({ status }: Answer): Unknown => unknown("noAnswer", `HTTP ${status}`)

/** One call; a failure says why there is no answer. */
export const asking = (client: HttpClient, call: Call): Effect.Effect<Answer, Unknown> =>
  client.call(call).pipe(Effect.mapError(({ reason }: NotAsked | NoAnswer) => unknown("noAnswer", reason)))

/** The applicant of an attempt. */
export const applicantOf = (client: HttpClient, attemptId: string): Effect.Effect<LookUp<Applicant>> =>
  asking(client, {
    route: "GET /resources/applicants/-;externalUserId={id}/one",
    method: "GET",
    path: `/resources/applicants/-;externalUserId=${encodeURIComponent(attemptId)}/one`
  }).pipe(
    Effect.map((answer): LookUp<Applicant> => {
      if (answer.status === 404) return problemOf(answer) === undefined ? unclear(answer) : absent
      const applicant = answer.status === 200 ? jsonAs(answer, Applicant) : undefined
      if (applicant === undefined) return unclear(answer)
      return applicant.externalUserId === attemptId
        ? done(applicant)
        : differs("attempt")
    }),
    Effect.catch((why) => Effect.succeed(why))
  )

/** What an applicant's review says; Unknown for a state that the table does not list. */
export const reportOf = ({ info, review }: Applicant): LookUp<KycReport> => {
  const { reviewResult: { moderationComment, rejectLabels = [], reviewAnswer, reviewRejectType } = {}, reviewStatus } =
    review
  const row = reviewRows.find(({ answer, rejectType, status }) =>
    status === reviewStatus && (answer === undefined || answer === reviewAnswer) &&
    (rejectType === undefined || rejectType === reviewRejectType)
  )
  if (row === undefined) return unknown("notListed", "state of the review")
  const isRejected = row.is === "REJECTED"
  const tin = parseTaxId(info?.tin ?? "")
  return done({
    status: row.is,
    labels: isRejected ? rejectLabels : [],
    // `clientComment` is for the operator alone, and not read.
    reason: isRejected ? moderationComment ?? null : null,
    taxId: row.is === "APPROVED" && Result.isSuccess(tin) ? tin.success : null
  })
}
