// Reading a request: its body as JSON, and its query as fields.
import { Effect } from "effect"
import { type ValidationFailed, invalidField } from "../../core/errors/errors.ts"
import { limits } from "../../core/limits/limits.ts"
import { isDeeper, whole } from "../../core/text/reader.ts"

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

/** Query parameters as fields; one that comes several times becomes a list. */
export const queryOf = (search: string): Readonly<Record<string, string | ReadonlyArray<string>>> => {
  const parameters = new URLSearchParams(search)
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => {
    const values = parameters.getAll(name)
    return [name, values.length === 1 ? values[0] ?? "" : values]
  }))
}
