// A field that tells an instant: an ISO date, which is its first moment in UTC, or a datetime, in UTC unless it says where.
import { DateTime, Effect, Option } from "effect"
import { type ValidationFailed, invalidField } from "./errors.ts"

const form = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/

/** The instant that a field tells, Unix milliseconds; undefined when it tells none. */
export const instantIn = (
  field: string,
  value: string | undefined
): Effect.Effect<number | undefined, ValidationFailed> => {
  if (value === undefined) return Effect.succeed(undefined)
  const [, date, time = "00:00", zone = "Z"] = form.exec(value) ?? []
  const midnight = DateTime.make(`${date}T00:00Z`)
  const at = DateTime.make(`${date}T${time}${zone}`)
  // A day that its month does not have would become one of the next month.
  const isDay = Option.isSome(midnight) && DateTime.formatIso(midnight.value).startsWith(`${date}T`)
  return isDay && Option.isSome(at)
    ? Effect.succeed(DateTime.toEpochMillis(at.value))
    : Effect.fail(invalidField(field, "an ISO 8601 date or datetime, such as 2026-11-21 or 2026-11-21T10:00:00Z"))
}
