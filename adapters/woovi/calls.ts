// The calls of Woovi's interface, and what an answer of any of them is: a value, its own "not found", a rejection, or a doubt.
import { Effect, Redacted, Result, Schema } from "effect"
import { type Call, type HttpClient, makeHttpClient } from "../http-client/client.ts"
import { NotAsked } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { absences } from "./codes.ts"

/** What a call ended as. Nothing but `Doubt` with `isSent` false says that nothing was sent. */
export type WooviAnswer<A> =
  | { readonly _tag: "Answered"; readonly value: A }
  | { readonly _tag: "NotFound" }
  /** The provider's own refusal of the call, with its code where it gives one. */
  | { readonly _tag: "Rejected"; readonly code: string | null; readonly reason: string }
  | { readonly _tag: "Doubt"; readonly isSent: boolean; readonly reason: string }

/** Asks and reads the answer. `absent` names what the provider may say it does not have. */
export type Ask = <A>(
  call: Call,
  schema: Schema.Decoder<A>,
  absent?: keyof typeof absences
) => Effect.Effect<WooviAnswer<A>>

export interface WooviSettings {
  /** Where the interface is: `https://api.woovi.com`, or the sandbox's address. */
  readonly baseUrl: string
  /** The AppID. */
  readonly appId: SecretSource
  /** For one call. Milliseconds, 10,000 by default. */
  readonly timeoutMs?: number
}

const Problem = Schema.Struct({
  error: Schema.String,
  errorCode: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const doubt = (reason: string, isSent = true): WooviAnswer<never> => ({ _tag: "Doubt", isSent, reason })

/** A code is shown to operators; a sentence may hold personal data. */
const codeOf = (text: string | null | undefined): string | null =>
  typeof text === "string" && /^[A-Z0-9_]{1,40}$/.test(text) ? text : null

const isAbsence = (sentence: string, absent: keyof typeof absences | undefined): boolean => {
  const plain = sentence.trim().toLowerCase().replace(/\.$/, "")
  return absent !== undefined && absences[absent].some((each) => each === plain)
}

/** A client of the interface. */
export const clientOf = ({ appId, baseUrl, timeoutMs }: WooviSettings): HttpClient => {
  const secret = readSecret(appId)
  return makeHttpClient({
    name: "woovi",
    // An address with a slash at its end is the same one.
    baseUrl: `${baseUrl.replace(/\/$/, "")}/api/v1`,
    ...timeoutMs === undefined ? {} : { timeoutMs },
    credentials: {
      headers: () =>
        secret.pipe(
          Effect.map(({ text }) => ({ authorization: Redacted.value(text) })),
          Effect.mapError(({ path, problem }) => new NotAsked({ reason: `${path}: ${problem}` }))
        )
    }
  })
}

/** Asks over a client. */
export const askOver = ({ call: send }: HttpClient): Ask => (call, schema, absent) =>
  Effect.gen(function*() {
    const sent = yield* Effect.result(send(call))
    if (Result.isFailure(sent)) return doubt(sent.failure.reason, sent.failure._tag !== "NotAsked")
    const answer = sent.success
    if (answer.status === 200) {
      const value = jsonAs(answer, schema)
      return value === undefined ? doubt("an answer that cannot be read") : { _tag: "Answered", value }
    }
    const problem = answer.status === 400 || answer.status === 404 ? jsonAs(answer, Problem) : undefined
    if (problem === undefined) return doubt(`HTTP ${answer.status}`)
    if (isAbsence(problem.error, absent)) return { _tag: "NotFound" }
    const code = codeOf(problem.errorCode)
    return { _tag: "Rejected", code, reason: `rejected with HTTP ${answer.status}${code === null ? "" : `, ${code}`}` }
  })

/** A field that may be left out or null. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** An instant in Unix milliseconds; null where it is none. */
export const instantOf = (text: string | null | undefined): number | null => {
  const at = typeof text === "string" && /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** CPF or CNPJ without punctuation; null where it cannot be one, as when it is masked. */
export const taxIdOf = (text: string | null | undefined): string | null => {
  const bare = (text ?? "").replace(/[\s./-]/g, "").toUpperCase()
  return /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(bare) ? bare : null
}
