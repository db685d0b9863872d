// `/ready` asks the stores, and anybody asks for it.
import { Context, Effect, Option } from "effect"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Store } from "../../../../core/engine/store/store.ts"
import type { Plane, RequestServices } from "../../../../hosts/http/environments/plane.ts"
import { makePages } from "../../../../hosts/http/pages/pages.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }))
afterEach(() => void vi.useRealTimers())

it("asks the store once, however many ask, and again after a second §ready-bounded", async () => {
  let [asked, isAway] = [0, false]
  const ping = Effect.suspend(() => {
    asked++
    return isAway ? Effect.die("away") : Effect.void
  })
  const store = { ping, get: () => Effect.succeed(Option.none()), counts: () => Effect.succeed([]) }
  const services = Context.make(Store, store as never)
  const plane: Plane = {
    environment: "sandbox",
    adapters: {},
    providers: [],
    services: services as unknown as Context.Context<RequestServices>
  }
  const pages = makePages([plane], { docs: "none", metrics: "closed", hosts: { sandbox: "any", production: [] } })
  const ask = async () => {
    const request = { method: "GET", target: "/ready", headers: {}, body: new Uint8Array() }
    return (await pages(request, "/ready"))?.status
  }
  expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([200]))
  expect(asked).toBe(1)
  isAway = true
  vi.advanceTimersByTime(999)
  expect([await ask(), asked]).toEqual([200, 1])
  vi.advanceTimersByTime(1)
  expect([await ask(), asked]).toEqual([503, 2])
})
