// The refusal while somebody whom an answer depends on cannot be asked.
import { UpstreamUnavailable } from "./errors.ts"

/** Seconds after which to ask again: long enough for a restart, short enough for somebody who waits. */
const retryAfterSeconds = 5

/** Nothing was done, and asking again soon may help. `upstream` names who was asked, as customers may read it. */
export const upstreamAway = (
  upstream: string,
  details?: NonNullable<UpstreamUnavailable["details"]>
): UpstreamUnavailable =>
  new UpstreamUnavailable({ upstream, retryAfterSeconds, ...details === undefined ? {} : { details } })
