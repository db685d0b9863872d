// Opens the session of a PIN page by the token of its address.
import { Clock, Effect, Option, type Redacted } from "effect"
import { invalidField } from "../errors/errors.ts"
import { find } from "../ports/records.ts"
import { PinSessions, digestOf, isUsable } from "./pin-session.ts"

/** The session that a token opens; refused when there is none, or when it is over. */
export const openPinSession = Effect.fnUntraced(function*(token: Redacted.Redacted) {
  const session = Option.getOrUndefined(yield* find(PinSessions, "digest", digestOf(token)))
  return session !== undefined && isUsable(session.value, yield* Clock.currentTimeMillis)
    ? session
    : yield* invalidField("session", "is unknown, used or expired")
})

/** Whether the page can still be used: asked before anybody types a PIN into it. */
export const checkPinSession = (token: Redacted.Redacted) =>
  Effect.as(openPinSession(token), { success: true as const })
