// Reading what somebody sent into the type that a schema gives it: every problem at once, each named by its field.
import { Cause, Effect, Exit, Schema, SchemaIssue } from "effect"
import { type FieldProblem, ValidationFailed } from "../errors/errors.ts"

/** What is said of a field that nobody knows here. */
export const unknownField = "is not a field of this request"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return "is required"
    return issue._tag === "UnexpectedKey" ? unknownField : SchemaIssue.defaultLeafHook(issue)
  }
})

/** The name of an input that is wrong altogether, not in one field. */
export const whole = "body"

/** Turns a schema into a reader that refuses with all problems at once, unknown fields included. */
export const reader = <A>(schema: Schema.Codec<A, unknown>, onExcessProperty: "error" | "ignore") => {
  const decode = Schema.decodeUnknownExit(schema, { errors: "all", onExcessProperty })
  return (input: unknown): Effect.Effect<A, ValidationFailed> => {
    const exit = decode(input)
    if (Exit.isSuccess(exit)) return Effect.succeed(exit.value)
    return Effect.fail(new ValidationFailed({ details: problemsOf(Cause.squash(exit.cause)) }))
  }
}

const problemsOf = (error: unknown): ReadonlyArray<FieldProblem> => {
  if (!Schema.isSchemaError(error)) throw error
  return issuesOf(error.issue).issues.map((issue) => ({
    field: (issue.path ?? []).map(String).join(".") || whole,
    message: issue.message
  }))
}

/** Whether JSON goes deeper than so many levels. */
export const isDeeper = (value: unknown, levels: number): boolean => {
  if (value === null || typeof value !== "object") return false
  if (levels === 0) return true
  return Object.values(value).some((each) => isDeeper(each, levels - 1))
}
