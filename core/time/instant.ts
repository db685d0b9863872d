// Instants: Unix milliseconds inside, ISO 8601 in UTC on the wire.
import { DateTime } from "effect"
import { secondsOf } from "./duration.ts"

/** ISO 8601 text of an instant, UTC with milliseconds. */
export const isoInstant = (at: number): string => DateTime.formatIso(DateTime.makeUnsafe(at))

/** The same for an instant that may be missing. */
export const isoInstantOrNull = (at: number | null): string | null => at === null ? null : isoInstant(at)

/** Whole seconds from one instant until another, rounded up: what `Retry-After` says (C16). */
export const secondsUntil = (now: number, then: number): number => secondsOf(then - now)
