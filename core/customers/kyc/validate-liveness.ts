// POST /api/public/liveness/validate: confirms the capture of a liveness session; the token is the only credential (spec
// "Authentication" 4, C29). A session is confirmed once, within its five minutes.
import { Clock, Effect } from "effect"
import { countCall } from "../access/rate.ts"
import { UpstreamUnavailable } from "../../base/errors/errors.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { LivenessProvider } from "../../ports/liveness-provider.ts"
import { type Stored, replace } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type KycDocument, KycDocuments, filled } from "./document.ts"
import { livenessDocument, livenessDocumentId, refusedToken } from "./liveness-document.ts"

export interface LivenessValidated {
  readonly success: true
  readonly data: { readonly documentId: string; readonly status: "COMPLETED" }
}

export interface ValidateLiveness {
  readonly token: string
  /** Who is connected; calls are limited by it. */
  readonly peer: string
  readonly attempt?: Attempt<LivenessValidated> | undefined
}

/** Confirms the capture that a token was given out for. */
export const validateLiveness = Effect.fnUntraced(function*({ attempt, peer, token }: ValidateLiveness) {
  // Only calls with a token that we gave out are counted: whoever has none costs others at the same address nothing.
  const documentId = yield* livenessDocumentId(token)
  yield* countCall(`liveness/${peer}`, perMinute)
  // There is no key here: what is repeated is a request about this document.
  const scoped = attempt && { ...attempt, route: `${attempt.route}/${documentId}` }
  const confirmed = Effect.gen(function*() {
    const before = yield* livenessDocument(documentId)
    return yield* once(before.value.owner, scoped, (remember) => confirm(before, remember))
  })
  // A session changes once: whoever comes second finds it used, or the answer that was given.
  return yield* Effect.catchTag(confirmed, "VersionConflict", () => confirmed)
})

const perMinute = { calls: limits.livenessPerMinute, withinMs: 60_000 }

const confirm = Effect.fnUntraced(function*(before: Stored<KycDocument>, remember: Remember<LivenessValidated>) {
  const { front, id, sessionId } = before.value
  const now = yield* Clock.currentTimeMillis
  if (front.completedAt !== null) return yield* refusedToken("was used already")
  if (now >= front.expiresAt) return yield* refusedToken("has expired; register the document again")
  if (!(yield* isCaptured(sessionId ?? ""))) return yield* refusedToken("nothing was captured in this session yet")
  const answer: LivenessValidated = { success: true, data: { documentId: id, status: "COMPLETED" } }
  const captured = filled(before.value, "front", { fileId: null, fileType: null }, now)
  const writes = [replace(KycDocuments, before, captured), ...remember(answer, now)]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer)
})

const isCaptured = (sessionId: string) =>
  LivenessProvider.use((provider) => provider.isCaptured(sessionId)).pipe(
    Effect.catchTag("LivenessUnavailable", () =>
      Effect.fail(new UpstreamUnavailable({ upstream: "The liveness provider", retryAfterSeconds: 1 })))
  )
