// Name servers' answers: both families are asked, one may fail, and without any address the first failure is told.
import { it as effects } from "@effect/vitest"
import { Effect } from "effect"
import { Resolver } from "node:dns/promises"
import { afterEach, describe, expect, it, vi } from "vitest"
import { resolvePublicName } from "../../../../adapters/http-client/public-lookup.ts"
import { layer } from "../../../../adapters/node/notifier.ts"
import { Notifier } from "../../../../core/ports/notifier.ts"
import { diallerLog } from "./receiver.ts"

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

const serving = (v4: () => Promise<Array<string>>, v6: () => Promise<Array<string>>) => {
  vi.spyOn(Resolver.prototype, "resolve4").mockImplementation(v4)
  vi.spyOn(Resolver.prototype, "resolve6").mockImplementation(v6)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe("resolvePublicName", () => {
  it("gives the addresses of both families", async () => {
    serving(async () => ["1.1.1.1", "1.0.0.1"], async () => ["2606:4700::1111"])
    expect(await resolvePublicName("hooks.example")).toEqual(["1.1.1.1", "1.0.0.1", "2606:4700::1111"])
  })

  it("gives those of one family when the other has none", async () => {
    serving(async () => ["1.1.1.1"], failing("ENODATA"))
    expect(await resolvePublicName("hooks.example")).toEqual(["1.1.1.1"])
    serving(failing("ENODATA"), async () => ["2606:4700::1111"])
    expect(await resolvePublicName("hooks.example")).toEqual(["2606:4700::1111"])
  })

  it("rejects when there is no address", async () => {
    serving(failing("ENOTFOUND"), failing("ESERVFAIL"))
    await expect(resolvePublicName("hooks.example")).rejects.toMatchObject({ code: "ENOTFOUND" })
  })

  effects.live("is what a notifier of the public internet asks", () =>
    Effect.gen(function*() {
      serving(async () => ["1.1.1.1"], async () => ["fd00:ec2::254"])
      const log = yield* diallerLog
      const answer = yield* Notifier.use((notifier) =>
        notifier.post({ url: "https://hooks.example/", headers: {}, body: "{}" })
      ).pipe(Effect.provide(layer({ allowed: "public" })))
      expect(answer).toEqual({ _tag: "NotAllowed", problem: { code: "notPublic" } })
      expect(log).toEqual([])
    }))
})
