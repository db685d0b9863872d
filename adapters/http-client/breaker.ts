// When a provider is not asked: after several failures in a row, and for as long as it asked us to wait. Invariant: while it
// is away one call at a time finds out whether it is back.

/** What a breaker knows; times in Unix milliseconds. */
export interface Breaker {
  readonly failures: number
  /** Not asked before then. */
  readonly until: number
  /** Whether a call is under way that finds out whether the provider is back. */
  readonly isTrying: boolean
}

export const closed: Breaker = { failures: 0, until: 0, isTrying: false }

/** Failures in a row after which the provider is not asked for a while. */
export const mostFailures = 5
const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** More than a provider asks for in earnest. */
const longestWaitMs = 300_000

interface Admission {
  readonly isAllowed: boolean
  /** Whether it is this call that finds out whether the provider is back. */
  readonly isTry: boolean
  readonly breaker: Breaker
}

/** Whether a call may be made, and what the breaker is then. */
export const admit = (breaker: Breaker, now: number): Admission => {
  // A clock that was set back would keep it out for as long.
  if (now < breaker.until && breaker.until - now <= longestWaitMs) return { isAllowed: false, isTry: false, breaker }
  if (breaker.failures < mostFailures) return { isAllowed: true, isTry: false, breaker }
  return breaker.isTrying
    ? { isAllowed: false, isTry: false, breaker }
    : { isAllowed: true, isTry: true, breaker: { ...breaker, isTrying: true } }
}

// No wait has no end: an instant would be one in the future for a clock that is set back.
const end = (now: number, waitMs: number): number => waitMs === 0 ? 0 : now + Math.min(waitMs, longestWaitMs)

/**
 * After an answer of the provider, whatever it said; `waitMs` is what its Retry-After asks for. A pause of ours is over then,
 * while a wait that it asked for beside another call stays.
 */
export const answered = (breaker: Breaker, now: number, waitMs: number): Breaker => ({
  failures: 0,
  until: Math.max(breaker.failures < mostFailures ? breaker.until : 0, end(now, waitMs)),
  isTrying: false
})

/** After a call without an answer of the provider, or with one that says that it is not there. */
export const failed = (breaker: Breaker, now: number, waitMs: number): Breaker => {
  const failures = breaker.failures + 1
  const pause = failures < mostFailures ? 0 : Math.min(firstPauseMs * 2 ** (failures - mostFailures), longestPauseMs)
  return {
    failures,
    until: Math.max(breaker.until, end(now, pause), end(now, waitMs)),
    isTrying: false
  }
}

/** After a call that was to find out whether the provider is back, and was given up. */
export const givenUp = (breaker: Breaker): Breaker => ({ ...breaker, isTrying: false })

/** Milliseconds that a Retry-After header asks for, in seconds or as a date; 0 for none that can be read. */
export const retryAfterMs = (header: string | undefined, now: number): number => {
  if (header === undefined) return 0
  if (/^\d{1,6}$/.test(header.trim())) return Number(header.trim()) * 1_000
  // Other text may be a date to Date.parse as well, such as "-5".
  const at = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? 0 : Math.max(0, at - now)
}
