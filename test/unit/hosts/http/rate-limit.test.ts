// The general rate (C40): a bucket for each key owner, exact to the millisecond, that recovers and is no one else's.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { newAccount } from "../../../../core/customers/account/new-account.ts"
import type { RequestRate } from "../../../../core/customers/account/account.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { makeRateLimit } from "../../../../hosts/http/api/request/authenticate.ts"

const callerOf = (id: string, environment: Environment, requestRate?: RequestRate) => ({
  keyId: "key_1",
  account: {
    ...newAccount({ id, name: id, mainSubAccountId: "sub_1", environment }, 0),
    ...(requestRate === undefined ? {} : { requestRate })
  }
})

const start = 1_772_323_200_000

describe("the general rate", () => {
  it("lets 200 through at once in production and 100 in the second after §rate-general §limit-request-rate", () => {
    const quotaOf = makeRateLimit()
    const acme = callerOf("acme", "production")
    const { burst, perSecond } = limits.requestRate
    expect([perSecond, burst]).toEqual([100, 200])
    for (let n = 1; n <= burst; n++) {
      expect(quotaOf(acme, start)).toEqual({
        headers: {
          "ratelimit-limit": "200",
          "ratelimit-remaining": String(burst - n),
          "ratelimit-reset": String(Math.ceil(n / perSecond))
        },
        refusal: undefined
      })
    }
    expect(quotaOf(acme, start)).toMatchObject({ refusal: { _tag: "RateLimited", retryAfterSeconds: 1 } })
    expect(quotaOf(acme, start + 9)?.refusal).toBeDefined()
    expect(quotaOf(acme, start + 10)?.refusal).toBeUndefined()
    expect(quotaOf(acme, start + 19)?.refusal).toBeDefined()
    expect(quotaOf(acme, start + 20)?.refusal).toBeUndefined()
  })

  it("is off in the sandbox, and on for an account that says so §rate-general", () => {
    const quotaOf = makeRateLimit()
    expect(quotaOf(callerOf("acme", "sandbox"), start)).toBeUndefined()
    const slow = callerOf("slow", "sandbox", { perSecond: 1, burst: 1 })
    expect(quotaOf(slow, start)).toMatchObject({ headers: { "ratelimit-remaining": "0", "ratelimit-reset": "1" } })
    expect(quotaOf(slow, start + 999)).toMatchObject({ refusal: { retryAfterSeconds: 1 } })
    expect(quotaOf(slow, start + 1_000)?.refusal).toBeUndefined()
    const own = callerOf("own", "production", { perSecond: 1, burst: 3 })
    expect(quotaOf(own, start)).toMatchObject({ headers: { "ratelimit-limit": "3", "ratelimit-reset": "1" } })
  })

  it("counts each owner alone, and a clock that goes back takes nothing away", () => {
    const quotaOf = makeRateLimit()
    const rate = { perSecond: 1, burst: 2 }
    expect(quotaOf(callerOf("a", "sandbox", rate), start)?.refusal).toBeUndefined()
    expect(quotaOf(callerOf("b", "sandbox", rate), start)?.headers["ratelimit-remaining"]).toBe("1")
    expect(quotaOf(callerOf("a", "sandbox", rate), start - 5_000)?.headers["ratelimit-remaining"]).toBe("0")
    expect(quotaOf(callerOf("a", "sandbox", rate), start - 5_000)?.refusal).toBeDefined()
  })

  // S12
  it("looks at no more than two other owners a request, at 50,000 of them, and forgets who has no part in it §rate-memory", () => {
    let looks = 0
    class Counted<Value> extends Map<string, Value> {
      override *entries(): MapIterator<[string, Value]> {
        for (const entry of super.entries()) {
          looks++
          yield entry
        }
        return undefined
      }
      // Whoever goes through all of it at once is counted as well.
      override [Symbol.iterator](): MapIterator<[string, Value]> {
        return this.entries()
      }
    }
    const known: Parameters<typeof makeRateLimit>[0] = new Counted()
    const quotaOf = makeRateLimit(known)
    const rate = { perSecond: 1, burst: 1_000 }
    const owners = 50_000
    const caller = callerOf("0", "sandbox", rate)
    const as = (id: string) => ({ ...caller, account: { ...caller.account, id } })
    for (let n = 0; n < owners; n++) {
      quotaOf(as(String(n)), start)
      quotaOf(as(String(n)), start)
    }
    expect(known.size).toBe(owners)
    looks = 0
    for (let n = 0; n < 1_000; n++) quotaOf(as(String(n)), start + 1)
    expect(looks).toBeLessThanOrEqual(2_000)
    // All of them are full again by now, and one owner's requests are enough to forget them.
    for (let n = 0; n < owners; n++) quotaOf(as("0"), start + 60_000 + n * 1_000)
    expect(known.size).toBe(1)
    expect(quotaOf(as("1"), start + 60_000)?.headers["ratelimit-remaining"]).toBe("999")
  })

  it("never lets through more than its burst and what time has added", () => {
    fc.assert(fc.property(
      fc.record({ perSecond: fc.integer({ min: 1, max: 50 }), burst: fc.integer({ min: 1, max: 50 }) }),
      fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 }),
      (rate, pauses) => {
        const quotaOf = makeRateLimit()
        const caller = callerOf("acme", "sandbox", rate)
        let [now, passed] = [start, 0]
        for (const pause of pauses) {
          now += pause
          const quota = quotaOf(caller, now)
          if (quota?.refusal === undefined) passed++
          // Whoever waits as long as he is told is let through.
          else {
            now += quota.refusal.retryAfterSeconds * 1_000
            expect(quotaOf(caller, now)?.refusal).toBeUndefined()
            passed++
          }
          expect(passed).toBeLessThanOrEqual(rate.burst + ((now - start) * rate.perSecond) / 1_000)
        }
      }
    ))
  })
})
