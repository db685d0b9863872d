// X-Request-Id: the caller's own when it is harmless, else one of ours.
import { randomUUID } from "node:crypto"
import type { WireRequest } from "./wire.ts"

const harmless = /^[\x21-\x7e]{1,128}$/

/** The id that a request is answered under. */
export const requestIdOf = (request: WireRequest): string => {
  const given = request.headers["x-request-id"]
  return given !== undefined && harmless.test(given) ? given : randomUUID()
}
