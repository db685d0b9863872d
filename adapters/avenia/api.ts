// Calls of Avenia's interface, version 2. Its addresses are signed byte for byte, so each has one spelling: without a slash at the
// end, but for the import of share tokens.
import { Effect, Schema } from "effect"
import { type Unknown, unknown } from "../../core/ports/outcome.ts"
import type { Call, HttpClient } from "../http-client/client.ts"
import type { Answer, NoAnswer, NotAsked } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"

export const paths = {
  quote: "/v2/account/quote/fixed-rate",
  tickets: "/v2/account/tickets",
  accounts: "/v2/account/sub-accounts",
  accountInfo: "/v2/account/account-info",
  documents: "/v2/documents",
  form: "/v2/kyc/new-level-1/api",
  webSdk: "/v2/kyc/new-level-1/web-sdk",
  importToken: "/v2/kyc/import-token/",
  attempts: "/v2/kyc/attempts",
  publicKey: "/v2/public-key"
} as const

/** An answer that says nothing of what was asked. */
export const unclear = ({ status }: Answer): Unknown => unknown("noAnswer", `HTTP ${status}`)

/** Why there is no answer, as an outcome. */
export const unanswered = ({ reason }: NotAsked | NoAnswer): Unknown => unknown("noAnswer", reason)

/** Reads something: what is no 200 of its shape is Unknown. */
export const reading = <A>(
  client: HttpClient,
  call: Pick<Call, "path" | "query" | "route">,
  schema: Schema.Decoder<A>
): Effect.Effect<A, Unknown> =>
  Effect.gen(function*() {
    const answer = yield* Effect.mapError(client.call({ ...call, method: "GET" }), unanswered)
    const read = answer.status === 200 ? jsonAs(answer, schema) : undefined
    return read ?? (yield* Effect.fail(unclear(answer)))
  })

const Problem = Schema.Struct({
  error: Schema.optionalKey(Schema.Unknown),
  message: Schema.optionalKey(Schema.Unknown),
  detail: Schema.optionalKey(Schema.Unknown)
})

/** What Avenia says in place of an answer, to be compared with what is listed; undefined where it is not Avenia that says so. */
export const problemOf = (answer: Answer): string | undefined => {
  const problem = jsonAs(answer, Problem)
  return [problem?.error, problem?.message, problem?.detail].find((each) => typeof each === "string")
}

/** An optional field that may be null too. */
export const maybe = <A extends Schema.Top>(schema: A) => Schema.optionalKey(Schema.NullOr(schema))
