// X-Request-Id: the caller's own when it is harmless, else one of ours.
import { randomUUID } from "node:crypto"

const harmless = /^[\x21-\x7e]{1,128}$/

/** The id that a request is answered under, by the one it came with. */
export const requestIdOf = (given: string | undefined): string =>
  given !== undefined && harmless.test(given) ? given : randomUUID()
