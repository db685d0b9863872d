// Reading a request: body, query and path into the types of an endpoint, every problem named by its field.
import { Cause, Effect, Exit, Schema, SchemaIssue } from "effect"
import { type FieldProblem, ValidationFailed, invalidField } from "../../core/errors/errors.ts"
import { limits } from "../../core/limits/limits.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Turns a schema into a reader that refuses with all problems at once, unknown fields included. */
export const reader = <A>(schema: Schema.Codec<A, unknown>, onExcessProperty: "error" | "ignore") => {
  const decode = Schema.decodeUnknownExit(schema, { errors: "all", onExcessProperty })
  return (input: unknown): Effect.Effect<A, ValidationFailed> => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    return Effect.fail(new ValidationFailed({ details: problemsOf(Cause.squash(exit.cause)) }))
  }
}

/** The name of an input that is wrong altogether, not in one field. */
const whole = "body"

const problemsOf = (error: unknown): ReadonlyArray<FieldProblem> => {
  if (!Schema.isSchemaError(error)) throw error
  return issuesOf(error.issue).issues.map((issue) => ({
    field: (issue.path ?? []).map(String).join(".") || whole,
    message: issue.message
  }))
}

// A byte order mark stays in the text, where JSON does not allow one (RFC 8259 8.1).
const textDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The JSON of a body; refuses malformed text, bytes that are no UTF-8 and nesting beyond the limit. */
export const parseJson = (body: Uint8Array): Effect.Effect<unknown, ValidationFailed> =>
  Effect.suspend(() => {
    try {
      const value: unknown = JSON.parse(textDecoder.decode(body))
      return isDeeper(value, limits.body.depth)
        ? Effect.fail(invalidField(whole, `JSON nested deeper than ${limits.body.depth} levels`))
        : Effect.succeed(value)
    } catch {
      return Effect.fail(invalidField(whole, "The body is not valid JSON"))
    }
  })

const isDeeper = (value: unknown, levels: number): boolean => {
  if (value === null || typeof value !== "object") return false
  if (levels === 0) return true
  return Object.values(value).some((each) => isDeeper(each, levels - 1))
}

/** Query parameters as fields; one that comes several times becomes a list. */
export const queryOf = (search: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name)
    return [name, values.length === 1 ? values[0] ?? "" : values]
  }))
}
