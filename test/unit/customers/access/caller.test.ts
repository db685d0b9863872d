// Who is calling: host, key prefix and the plane that knows the key agree, or the key does not enter (spec "Environments
// and sandbox" 2, "Authentication" 1 to 3; C35).
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { ApiKeys } from "../../../../core/customers/account/api-key.ts"
import { callerOf, keyMayEnter } from "../../../../core/customers/access/caller.ts"
import { environmentOfHost } from "../../../../core/base/environment/environment.ts"
import { find, replace } from "../../../../core/engine/store/records.ts"
import { Secrets } from "../../../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { World, account } from "../../../support/world.ts"

const ofTests = Redacted.make(account("first").apiKey)

describe("a key", () => {
  it("gives its account", async () => {
    const world = await World.open()
    const caller = await world.caller(account("first"))
    expect(caller.account).toMatchObject({ name: "first", environment: "sandbox" })
    expect(caller.keyId).toMatch(/^key_/)
  })

  it.each(
    [
      ["malformed", "nonsense", "sandbox"],
      ["malformed", "", "production"],
      ["wrongEnvironment", `pontepay_live_${"k".repeat(32)}`, "sandbox"],
      ["wrongEnvironment", `pontepay_test_${"k".repeat(32)}`, "production"],
      ["unknown", `pontepay_test_${"k".repeat(32)}`, "sandbox"],
      ["typo", `pontepay_test_${"k".repeat(38)}`, "sandbox"]
    ] as const
  )("is refused as %s: %s in %s", async (problem, key, environment) => {
    const world = await World.open()
    await world.caller(account("first"))
    expect(await world.refusal(callerOf(Redacted.make(key), environment))).toMatchObject({
      _tag: "Unauthorized",
      problem
    })
  })

  it("of another environment than the host is refused before anything is read §auth-environment", () => {
    expect(keyMayEnter(ofTests, "production")).toMatchObject({ problem: "wrongEnvironment" })
    expect(keyMayEnter(ofTests, "sandbox")).toBeUndefined()
  })

  it("that was revoked answers like one that never was §auth-revoked", async () => {
    const world = await World.open()
    await world.caller(account("first"))
    const revoke = Effect.gen(function*() {
      const digest = yield* Secrets.use((secrets) => secrets.keyDigest(ofTests))
      const before = yield* find(ApiKeys, "digest", digest)
      if (before._tag === "None") return yield* Effect.die("no key")
      const write = replace(ApiKeys, before.value, { ...before.value.value, revokedAt: 1 })
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    })
    await world.run(revoke)
    expect(await world.refusal(callerOf(ofTests, "sandbox"))).toMatchObject({ problem: "unknown" })
  })

  it("that this plane keeps for the other environment does not enter §sandbox-agreement", async () => {
    const world = await World.open()
    await world.caller(account("first"))
    const misplace = Effect.gen(function*() {
      const digest = yield* Secrets.use((secrets) => secrets.keyDigest(ofTests))
      const before = yield* find(ApiKeys, "digest", digest)
      if (before._tag === "None") return yield* Effect.die("no key")
      const write = replace(ApiKeys, before.value, { ...before.value.value, environment: "production" as const })
      yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
    })
    await world.run(misplace)
    expect(await world.refusal(callerOf(ofTests, "sandbox"))).toMatchObject({ problem: "unknown" })
  })

  it("is kept as a digest alone §auth-digest", async () => {
    const world = await World.open()
    await world.caller(account("first"))
    expect(JSON.stringify(world.commits)).not.toContain(Redacted.value(ofTests).slice("pontepay_test_".length))
  })
})

describe("the environment of a host", () => {
  const any = { sandbox: "any", production: ["api.example"] } as const
  const named = { sandbox: ["sandbox.example:8080"], production: ["api.example"] } as const
  it.each(
    [
      [any, "api.example", "production"],
      [any, "API.Example", "production"],
      [any, "localhost:3000", "sandbox"],
      [any, "api.example:443", "sandbox"],
      [named, "sandbox.example:8080", "sandbox"],
      [named, "sandbox.example", undefined],
      [named, "localhost", undefined],
      [named, "", undefined]
    ] as const
  )("%j: %s is %s §host-unknown", (names, host, environment) => {
    expect(environmentOfHost(names, host)).toBe(environment)
  })
})
