// The general rate at the app (C40), on a clock that is turned by hand: after the key, before everything else, with its headers
// on every answer.
import { Clock, Context } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Accounts } from "../../core/customers/account/account.ts"
import { list } from "../../core/engine/store/records.ts"
import { updateAccount } from "../../core/operations/provisioning/update-account.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { type App, makeApp } from "../../hosts/http/server/app.ts"
import { type TestHost, declared, keyOf, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { operator } from "../support/operator.ts"
import { ManualClock } from "../support/ports.ts"
import { startOfTests } from "../support/world.ts"
import { ticketEvent } from "./sandbox.ts"

describe("the general rate", () => {
  const clock = new ManualClock(startOfTests)
  let host: TestHost
  let app: App
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("acme"), declared("free"), declared("live", { environment: "production" })],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: "live.example",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      },
      worker: false
    })
    const rows = await host.inSandbox(list(Accounts, "all", "all", { limit: 10 }))
    const acme = rows.find(({ value }) => value.name === "acme")?.value.id ?? ""
    await host.inSandbox(updateAccount(operator, acme, { requestRate: { perSecond: 1, burst: 3 } }))
    const [sandbox, production] = host.service.planes.map((plane) => ({
      ...plane,
      services: Context.add(plane.services, Clock.Clock, clock)
    }))
    if (sandbox === undefined) throw new Error("there is no sandbox")
    app = makeApp({
      hosts: { sandbox: ["test.example"], production: ["live.example"] },
      publicOrigins: { sandbox: null, production: null },
      sandbox,
      production,
      trustedProxies: [],
      admission: makeAdmission([]),
      operatorToken: host.service.operatorToken,
      docs: "none",
      pages: () => undefined
    })
  })
  afterAll(() => host.close())

  const ask = async (target: string, key: string | undefined, body?: string, at = "test.example") => {
    const { headers, status } = await app({
      method: body === undefined ? "GET" : "POST",
      target,
      headers: {
        host: at,
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` })
      },
      body: new TextEncoder().encode(body ?? "")
    })
    return [
      status,
      headers["ratelimit-limit"],
      headers["ratelimit-remaining"],
      headers["ratelimit-reset"],
      headers["retry-after"]
    ]
  }

  it("counts down on every answer and is judged after the key and before the input §rate-general §rate-headers §error-rate-limited", async () => {
    const key = keyOf("acme")
    expect(await ask("/api/subaccount", key)).toEqual([200, "3", "2", "1", undefined])
    expect(await ask("/api/subaccount", key, "{\"wrong\":1}")).toEqual([400, "3", "1", "2", undefined])
    // The provider's webhook takes a key too.
    expect(await ask("/provider/webhook", key, JSON.stringify(ticketEvent("tkt_nobody")))).toEqual([
      404,
      "3",
      "0",
      "3",
      undefined
    ])
    const refused = [429, "3", "0", "3", "1"]
    for (const body of [undefined, "{", "{\"name\":\"A\"}"]) {
      expect(await ask("/api/subaccount", key, body)).toEqual(refused)
    }
    expect(await ask("/api/subaccount/sub_nobody", key)).toEqual(refused)
    expect(await ask("/api/subaccount", undefined)).toEqual([401, undefined, undefined, undefined, undefined])
    clock.now += 999
    expect((await ask("/api/subaccount", key))[0]).toBe(429)
    clock.now += 1
    expect(await ask("/api/subaccount", key)).toEqual([200, "3", "0", "3", undefined])
    expect((await ask("/api/subaccount", key))[0]).toBe(429)
  })

  it("is no one else's, and not there where none applies §rate-general", async () => {
    expect(await ask("/api/subaccount", keyOf("free"))).toEqual([200, undefined, undefined, undefined, undefined])
  })

  it("is 200 at once in production §rate-general §rate-headers", async () => {
    const key = keyOf("live", "production")
    for (let left = 199; left >= 0; left--) {
      expect((await ask("/api/subaccount", key, undefined, "live.example")).slice(0, 3)).toEqual([
        200,
        "200",
        String(left)
      ])
    }
    expect(await ask("/api/subaccount", key, undefined, "live.example")).toEqual([429, "200", "0", "2", "1"])
  })
})
