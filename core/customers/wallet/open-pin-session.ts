// Opens the session of a PIN page by the token of its address.
import { Clock, Effect, Option, type Redacted } from "effect"
import { linksOpen } from "../access/links.ts"
import { invalidField } from "../../base/errors/errors.ts"
import { find } from "../../engine/store/records.ts"
import { PinSessions, digestOf, isUsable } from "./pin-session.ts"

/** The session that a token opens; refused when there is none, or when it is over. */
export const openPinSession = Effect.fnUntraced(function*(token: Redacted.Redacted) {
  const session = Option.getOrUndefined(yield* find(PinSessions, "digest", digestOf(token)))
  const now = yield* Clock.currentTimeMillis
  const isOpen = session !== undefined && isUsable(session.value, now) && (yield* linksOpen(session.value))
  return isOpen ? session : yield* invalidField("session", "is unknown, used or expired")
})

/** Whether the page can still be used: asked before anybody types a PIN into it. */
export const checkPinSession = (token: Redacted.Redacted) =>
  Effect.as(openPinSession(token), { success: true as const })
