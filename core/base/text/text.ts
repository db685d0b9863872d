// Text that people send us: its length counts Unicode code points (C43), and control characters are refused because no
// store, log or header carries them safely. Below it: how what was sent is read by a schema, and how two texts are compared.
import { Cause, Effect, Exit, Schema, SchemaIssue } from "effect"
import { type FieldProblem, ValidationFailed } from "../errors/errors.ts"

const unsafe = /[\u0000-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** Text of `minimum` to `maximum` code points without control characters. */
export const text = (length: { readonly minimum: number; readonly maximum: number }) =>
  Schema.String.check(
    Schema.makeFilter((value: string) => !unsafe.test(value), { expected: "text without control characters" }),
    // Last, where annotations of the whole go: descriptions and lengths stay together in printed schemas.
    Schema.makeFilter((value: string) => {
      const count = Array.from(value).length
      return count >= length.minimum && count <= length.maximum
    }, {
      expected: `text of ${length.minimum} to ${length.maximum} characters`,
      toJsonSchema: () => ({ minLength: length.minimum, maxLength: length.maximum })
    })
  )

/** An e-mail address as people write them: one @, a dotted domain, at most 254 characters. */
export const emailAddress = text({ minimum: 3, maximum: 254 }).check(
  Schema.isPattern(/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/, { expected: "an e-mail address" })
)

// Reading what somebody sent into the type that a schema gives it: every problem at once, each named by its field.

/** What is said of a field that no one knows here. */
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

/**
 * Whether two ASCII texts are equal, for digests and signatures: the time that it takes tells nothing about where they differ.
 * Their lengths may become known, their content not.
 */
export const equalInConstantTime = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
