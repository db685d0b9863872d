// API keys over the wire (C57, C63; finding S2): who makes them, what they are for, from where, until when, and what ends with
// them.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { definition } from "../../hosts/http/api/definition/definition.ts"
import { scopeOf } from "../../hosts/http/api/definition/needs.ts"
import { type TestHost, bannerKey, declared, keyOf, openHost } from "../support/host.ts"
import { bodyOf, dataOf, expectFailure, send } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"
import { makeDeposit, recordOf } from "./sandbox.ts"
import { upload } from "./uploads.ts"

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0])
const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" } as const
const forbidden = { status: 403, errorCode: "FEATURE_NOT_ENABLED" } as const

describe("API keys", () => {
  let host: TestHost
  let accountId: string
  const owner = keyOf("acme")
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")] })
    const { accounts } = dataOf(await send(host.base, { path: "/admin/accounts", key: owner }))
    accountId = String((accounts as ReadonlyArray<Record<string, unknown>>)[0]?.["accountId"])
  })
  afterAll(() => host.close())

  const keys = () => `/admin/accounts/${accountId}/keys`
  const make = async (body?: unknown) => {
    const answer = await asOperator(host)("POST", keys(), body)
    if (answer.status !== 201) throw new Error(answer.text)
    const { keyId, secret } = dataOf(answer)
    return { keyId: String(keyId), key: String(secret) }
  }
  const listed = async (keyId: string) => {
    const { keys: rows } = dataOf(await asOperator(host)("GET", keys()))
    return (rows as ReadonlyArray<Record<string, unknown>>).find((row) => row["keyId"] === keyId)
  }
  const read = (key: string) => send(host.base, { path: "/api/subaccount", key })

  // Finding S2.
  it("are made, replaced and revoked by operators alone §key-operator", async () => {
    const { keyId } = await make()
    const attempts = [
      { method: "POST", path: keys() },
      { method: "POST", path: `${keys()}/${keyId}/rotate` },
      { method: "DELETE", path: `${keys()}/${keyId}` }
    ]
    for (const sent of attempts) expectFailure(await send(host.base, { ...sent, key: owner }), unauthorized)
    expect((await listed(keyId))?.["state"]).toBe("ACTIVE")
  })

  describe("with scopes", () => {
    const named = (path: string) => path.replace(/:\w+/g, "x")
    // Routes that take a proof of their own are not about keys.
    const endpoints = definition.public.filter(({ path }) =>
      !path.startsWith("/provider/") && !path.includes("/public/")
    )

    it.each(["read", "deposits", "payouts", "webhooks"])(
      "%s: everything else answers 403 and names the scope §key-scope §error-scope-missing",
      async (scope) => {
        const { key } = await make({ scopes: [scope] })
        for (const endpoint of endpoints) {
          const needed = scopeOf(endpoint)
          const answer = await send(host.base, {
            method: endpoint.method,
            path: named(endpoint.path),
            key,
            ...(endpoint.method === "GET" ? {} : { body: "no JSON" })
          })
          const at = `${endpoint.method} ${endpoint.path}`
          const said = answer.text.includes("does not have the scope") ? answer.text : ""
          if (needed === scope) {
            expect([at, said]).toEqual([at, ""])
            continue
          }
          expectFailure(answer, forbidden, at)
          expect([at, said]).toEqual([at, expect.stringContaining(`the scope ${needed ?? "all"}"`)])
        }
      }
    )

    it("say what an owner may change at /admin §key-scope", async () => {
      const { key } = await make({ scopes: ["read"] })
      const path = `/admin/accounts/${accountId}/webhooks`
      expect((await send(host.base, { path, key })).status).toBe(200)
      expectFailure(await send(host.base, { path, key, body: { url: "https://hooks.example/x" } }), forbidden)
    })

    it("are kept by a rotation", async () => {
      const { keyId } = await make({ scopes: ["read"] })
      const { secret } = dataOf(await asOperator(host)("POST", `${keys()}/${keyId}/rotate`))
      expectFailure(
        await send(host.base, { path: "/api/subaccount", key: String(secret), body: { name: "A" } }),
        forbidden
      )
    })

    it("are refused where there is no such scope", async () => {
      for (const body of [{ scopes: [] }, { scopes: ["all"] }, { scopes: ["read", "read"] }, { scope: ["read"] }]) {
        expectFailure(await asOperator(host)("POST", keys(), body), { status: 400, errorCode: "VALIDATION_FAILED" })
      }
    })
  })

  it("work from the addresses of their allow-list alone §key-address §limit-key-addresses", async () => {
    const { key: elsewhere } = await make({ allowedAddresses: ["203.0.113.0/24", "2001:db8::/48"] })
    expect(expectFailure(await read(elsewhere), unauthorized).error).toMatch(/address/)
    const { key: here } = await make({ allowedAddresses: ["127.0.0.0/8", "::1"] })
    expect((await read(here)).status).toBe(200)
    const wrong = await asOperator(host)("POST", keys(), { allowedAddresses: ["somewhere"] })
    expectFailure(wrong, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["allowedAddresses.0"] })
    const many = Array.from({ length: limits.keyAddresses + 1 }, (_, at) => `203.0.113.${at}`)
    expect((await asOperator(host)("POST", keys(), { allowedAddresses: many.slice(1) })).status).toBe(201)
    const tooMany = await asOperator(host)("POST", keys(), { allowedAddresses: many })
    expectFailure(tooMany, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["allowedAddresses"] })
  })

  it("open nothing once they expire §key-expiry", async () => {
    const { key, keyId } = await make({ expiresAt: new Date(Date.now() + 60_000).toISOString() })
    expect((await read(key)).status).toBe(200)
    await asOperator(host)("POST", "/dashboard/api/sandbox/time", { forwardMs: 61_000 })
    expectFailure(await read(key), unauthorized)
    expect((await listed(keyId))?.["state"]).toBe("EXPIRED")
    expectFailure(await asOperator(host)("POST", `${keys()}/${keyId}/rotate`), {
      status: 409,
      errorCode: "STATE_CONFLICT"
    })
    const past = await asOperator(host)("POST", keys(), { expiresAt: "2020-01-01T00:00:00Z" })
    expectFailure(past, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["expiresAt"] })
  })

  it("tell when they were last used, to the minute §key-last-use §limit-key-use-ms", async () => {
    const { key, keyId } = await make()
    expect((await listed(keyId))?.["lastUsedAt"]).toBeNull()
    // A refused request leaves no trace (C13).
    expectFailure(await send(host.base, { path: "/api/deposit/asset/none", key }), {
      status: 404,
      errorCode: "NOT_FOUND"
    })
    expect((await listed(keyId))?.["lastUsedAt"]).toBeNull()
    for (let times = 0; times < 3; times++) await read(key)
    const first = (await listed(keyId))?.["lastUsedAt"]
    expect(first).toEqual(expect.stringMatching(/^\d{4}-/))
    await read(key)
    expect((await listed(keyId))?.["lastUsedAt"]).toBe(first)
    await asOperator(host)("POST", "/dashboard/api/sandbox/time", { forwardMs: 61_000 })
    await read(key)
    expect((await listed(keyId))?.["lastUsedAt"]).not.toBe(first)
  })

  describe("when revoked", () => {
    const sessionOf = async (key: string) => {
      const subaccount = await send(host.base, { path: "/api/subaccount", key, body: { name: "Ana Souza" } })
      const { subAccountId } = dataOf(subaccount)
      const { url } = dataOf(await send(host.base, { path: "/api/kyc", key, body: { subAccountId } }))
      const document = await send(host.base, {
        path: "/api/kyc/document",
        key,
        body: { subAccountId, documentType: "ID" }
      })
      return { session: new URL(String(url)).hash.slice(1), upload: dataOf(document)["uploadUrlFront"] }
    }
    const pageStatus = async (session: string) =>
      (await send(host.base, { path: "/hosted/api/attempt/state", body: { session } })).status
    const uploadStatus = async (address: unknown) =>
      (await upload(host.base, address, { body: png, headers: { "content-type": "image/png" } })).status

    it("end the hosted links that they made, and no payment §key-cascade", async () => {
      const { key, keyId } = await make()
      const made = await sessionOf(key)
      const deposit = await makeDeposit(host.base, key)
      expect(await pageStatus(made.session)).toBe(200)
      expect((await asOperator(host)("DELETE", `${keys()}/${keyId}`)).status).toBe(200)
      expect(await pageStatus(made.session)).toBe(404)
      expect(await uploadStatus(made.upload)).toBe(410)
      expect((await recordOf(host.base, owner, deposit.externalId))["status"]).toBe("PENDING")
      const { chargeUrl } = await recordOf(host.base, owner, deposit.externalId)
      const charge = await send(host.base, { path: new URL(String(chargeUrl)).pathname })
      expect(charge.status).toBe(200)
    })

    it("leave them when a rotation took their place, until the old one is revoked all the same §key-cascade", async () => {
      const { key, keyId } = await make()
      const { session } = await sessionOf(key)
      await asOperator(host)("POST", `${keys()}/${keyId}/rotate`)
      expect(await pageStatus(session)).toBe(200)
      const revoked = await asOperator(host)("DELETE", `${keys()}/${keyId}`)
      expect(bodyOf(revoked)).toMatchObject({ data: { state: "REVOKED" } })
      expect(await pageStatus(session)).toBe(404)
    })
  })

  it("of the sandbox's own account are for everything", async () => {
    expect((await read(bannerKey(host))).status).toBe(200)
  })
})
