// How far a capture has come, for whoever opened its page (C29).
import { Clock, Effect } from "effect"
import { livenessDocument, livenessDocumentId } from "./liveness-document.ts"

/** What the page of a token shows before it turns the camera on. */
export const readLivenessSession = Effect.fnUntraced(function*(token: string) {
  const { value: { front } } = yield* livenessDocument(yield* livenessDocumentId(token))
  const isOver = (yield* Clock.currentTimeMillis) >= front.expiresAt
  const status = front.completedAt !== null ? "DONE" as const : isOver ? "EXPIRED" as const : "OPEN" as const
  return { success: true as const, data: { status } }
})
