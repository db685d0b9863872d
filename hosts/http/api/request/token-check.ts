// Whether a request carries a token of the operator's. Only its digest is kept, so that the token itself can be forgotten, and
// digests are compared in constant time.
import { createHash } from "node:crypto"
import { Redacted } from "effect"
import { equalInConstantTime } from "../../../../core/base/text/text.ts"

const digestOf = (token: Redacted.Redacted): string => createHash("sha256").update(Redacted.value(token)).digest("hex")

/** Knows a token again by its digest. */
export const tokenCheck = (token: Redacted.Redacted): (given: Redacted.Redacted) => boolean => {
  const expected = digestOf(token)
  return (given) => equalInConstantTime(digestOf(given), expected)
}
