// The line that a refused call leaves in the log, and the only trace of it (C13): which request, key and route, and how it was
// refused. No input, no path with ids in it, no secret.
import { Effect } from "effect"
import type { WireAnswer } from "./wire.ts"

/** What becomes known of a request while it is answered. */
export interface Seen {
  readonly requestId: string
  /** Method and pattern of the route. */
  route: string | undefined
  /** The pattern alone. */
  pattern: string | undefined
  keyId: string | undefined
  /** Headers that go with whatever it is answered. */
  headers: Readonly<Record<string, string>> | undefined
}

/** A request of which nothing is known yet. */
export const unseen = (requestId: string): Seen => ({
  requestId,
  route: undefined,
  pattern: undefined,
  keyId: undefined,
  headers: undefined
})

/** Writes the line of a refusal. */
export const auditRefusal = ({ keyId, requestId, route }: Seen, { body, status }: WireAnswer): Effect.Effect<void> =>
  Effect.logInfo("audit", {
    requestId,
    keyId: keyId ?? null,
    route: route ?? null,
    status,
    errorCode: typeof body === "string" ? (JSON.parse(body) as { readonly errorCode: string | null }).errorCode : null
  })

/** Writes the line of an answered request, for whoever reads at the level of debugging. */
export const answeredLine = ({ keyId, route }: Seen, { status }: WireAnswer): Effect.Effect<void> =>
  Effect.logDebug("answered", { keyId: keyId ?? null, route: route ?? null, status })
