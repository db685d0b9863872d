// Text that people send us: its length counts Unicode code points (C43), and control characters are refused because no
// store, log or header carries them safely.
import { Schema } from "effect"

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
