// Rates of requests: a bucket of permissions for each name that is counted, filled at a steady rate up to its burst. Buckets live in
// this process: several processes behind one address let through as many times as much, which is bounded and needs no store
// on every request. Invariant: a bucket that is full again is forgotten, and no request looks at more than two others.
import type { RequestRate } from "../../../../core/customers/account/account.ts"
import type { RateLeft } from "../../../../core/customers/access/rate.ts"
import { makeSweep } from "./sweep.ts"

/** What became of one request: what is left, and when to come back if nothing was. */
export interface Taken {
  readonly left: RateLeft
  readonly retryAfterSeconds: number | undefined
}

/** Permissions in thousandths, so that every millisecond adds a whole number of them. */
export interface Bucket {
  readonly level: number
  /** Unix milliseconds. */
  readonly at: number
  /** When it is full again, in Unix milliseconds: from then on there is nothing to remember. */
  readonly fullAt: number
}

const one = 1_000

/** Takes one permission out of a bucket, if there is one. */
const take = (rate: RequestRate, before: Bucket | undefined, now: number) => {
  const capacity = rate.burst * one
  const passed = Math.max(0, now - (before?.at ?? now))
  const level = Math.min(capacity, (before?.level ?? capacity) + passed * rate.perSecond)
  const isAllowed = level >= one
  const left = isAllowed ? level - one : level
  return { isAllowed, bucket: { level: left, at: now, fullAt: now + Math.ceil((capacity - left) / rate.perSecond) } }
}

const secondsUntil = (rate: RequestRate, level: number, wanted: number): number =>
  Math.ceil(Math.ceil(Math.max(0, wanted - level) / rate.perSecond) / 1_000)

/** Counts requests by name, each at a rate. What is counted stands in `known`; `now` is in Unix milliseconds. */
export const makeRateBuckets = (known = new Map<string, Bucket>()) => {
  const sweep = makeSweep(known, ({ fullAt }, now) => now >= fullAt)
  return (name: string, rate: RequestRate, now: number): Taken => {
    const { bucket, isAllowed } = take(rate, known.get(name), now)
    known.set(name, bucket)
    sweep(now)
    return {
      left: {
        limit: rate.burst,
        remaining: Math.floor(bucket.level / one),
        resetSeconds: secondsUntil(rate, bucket.level, rate.burst * one)
      },
      retryAfterSeconds: isAllowed ? undefined : Math.max(1, secondsUntil(rate, bucket.level, one))
    }
  }
}
