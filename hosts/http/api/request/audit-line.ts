// The line that a refused call leaves in the log, and the only trace of it (C13): which request, key and route, and how it was
// refused. No input, no path with ids in it, no secret.
import { Effect } from "effect"
import type { Seen, WireAnswer } from "./wire.ts"

/** Writes the line of a refusal; a refused credential with the name of the address that showed it. */
export const auditRefusal = (
  { keyId, refusedFrom, requestId, route }: Seen,
  { body, headers, status }: WireAnswer
): Effect.Effect<void> =>
  Effect.logInfo("audit", {
    requestId,
    keyId: keyId ?? null,
    route: route ?? null,
    status,
    errorCode: typeof body === "string" && headers["content-type"] === "application/json"
      ? (JSON.parse(body) as { readonly errorCode: string | null }).errorCode
      : null,
    ...(refusedFrom === undefined ? {} : { from: refusedFrom })
  })

/** Writes the line of an answered request, for whoever reads at the level of debugging. */
export const answeredLine = ({ keyId, route }: Seen, { status }: WireAnswer): Effect.Effect<void> =>
  Effect.logDebug("answered", { keyId: keyId ?? null, route: route ?? null, status })
