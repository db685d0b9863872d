// When a provider is not asked, and for how long.
import { describe, expect, it } from "vitest"
import { admit, answered, closed, failed, givenUp, retryAfterMs } from "../../../../adapters/http-client/breaker.ts"

const now = 1_000_000
const broken = (times: number) => {
  let breaker = closed
  for (let n = 0; n < times; n++) breaker = failed(breaker, now, 0)
  return breaker
}

describe("a breaker", () => {
  it("asks on after four failures, and pauses longer with each from the fifth on, up to 30 seconds", () => {
    expect(admit(broken(4), now).isAllowed).toBe(true)
    expect([5, 6, 7, 10, 40].map((times) => broken(times).until - now)).toEqual([1_000, 2_000, 4_000, 30_000, 30_000])
  })

  it("lets one call at a time find out whether the provider is back", () => {
    const opened = broken(5)
    expect(admit(opened, now + 999).isAllowed).toBe(false)
    const first = admit(opened, now + 1_000)
    expect(first).toMatchObject({ isAllowed: true, isTry: true })
    expect(admit(first.breaker, now + 1_000).isAllowed).toBe(false)
    expect(admit(givenUp(first.breaker), now + 1_000).isAllowed).toBe(true)
    expect(answered(first.breaker, now + 1_000, 0)).toMatchObject({ failures: 0, isTrying: false })
    expect(admit(answered(first.breaker, now + 1_000, 0), now + 1_000)).toMatchObject({ isAllowed: true, isTry: false })
  })

  it("waits as long as the provider asks, five minutes at most", () => {
    expect(answered(closed, now, 2_000).until).toBe(now + 2_000)
    expect(answered(closed, now, 86_400_000).until).toBe(now + 300_000)
    expect(failed(closed, now, 86_400_000).until).toBe(now + 300_000)
  })

  it("keeps a wait that it was requested, though another call is answered or fails meanwhile", () => {
    const waiting = answered(closed, now, 60_000)
    expect(answered(waiting, now + 1, 0).until).toBe(now + 60_000)
    expect(failed(waiting, now + 1, 0).until).toBe(now + 60_000)
  })

  it("keeps no provider out because a clock was set back", () => {
    const hour = 3_600_000
    expect(admit(answered(closed, now + hour, 0), now).isAllowed).toBe(true)
    expect(admit(failed(closed, now + 1_000, 0), now).isAllowed).toBe(true)
    expect(admit(answered(closed, now + hour, 60_000), now).isAllowed).toBe(true)
    expect(admit(answered(closed, now, 300_000), now).isAllowed).toBe(false)
  })

  it.each([
    [undefined, 0],
    ["2", 2_000],
    [" 120 ", 120_000],
    ["Thu, 01 Jan 1970 00:17:10 GMT", 30_000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["soon", 0],
    ["-5", 0]
  ])("reads Retry-After: %s", (header, ms) => expect(retryAfterMs(header, now)).toBe(ms))
})
