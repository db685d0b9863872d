// S7. What is remembered of refused credentials is bounded.
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { limits } from "../../../../core/base/limits/limits.ts"
import { makeRefusedCredentials } from "../../../../hosts/http/api/request/refused-credentials.ts"
import { unseen } from "../../../../hosts/http/api/request/wire.ts"
import { ManualClock } from "../../../support/ports.ts"

const { tries, withinMs } = limits.refusedCredentials

describe("refused credentials", () => {
  const open = () => {
    const clock = new ManualClock(1_000_000)
    const known: NonNullable<Parameters<typeof makeRefusedCredentials>[0]> = new Map()
    const { count } = makeRefusedCredentials(known)
    const refuse = (peer: string) => {
      const request = { method: "GET", target: "/", headers: {}, body: new Uint8Array(), peer }
      const counted = count({ door: "hosted", environment: "sandbox", request, seen: unseen("1") })
      return Effect.runSync(Effect.result(Effect.provideService(counted, Clock.Clock, clock)))._tag
    }
    return { clock, known, refuse }
  }

  it("are of ten thousand addresses at most, and the oldest are forgotten first §refused-bounded", () => {
    const { known, refuse } = open()
    const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
    for (let n = 0; n < 12_000; n++) refuse(addressOf(n))
    expect(known.size).toBe(10_000)
    expect([known.has(`hosted/${addressOf(1_999)}`), known.has(`hosted/${addressOf(2_000)}`)]).toEqual([false, true])
  })

  it("are forgotten with their minute, which begins with the first §refused-bounded", () => {
    const { clock, known, refuse } = open()
    for (let n = 0; n < tries; n++) expect(refuse("192.0.2.1")).toBe("Success")
    expect(refuse("192.0.2.1")).toBe("Failure")
    clock.now += withinMs
    expect(refuse("192.0.2.1")).toBe("Success")
    for (let n = 0; n < 50; n++) refuse(`198.51.100.${n}`)
    clock.now += withinMs
    for (let n = 0; n < 60; n++) refuse("203.0.113.1")
    expect([...known.keys()]).toEqual(["hosted/203.0.113.1"])
  })
})
