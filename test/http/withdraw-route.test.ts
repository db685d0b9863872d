// POST /api/withdraw/pix (spec "Environments and sandbox" 5; C32), and which of 401 and 404 answers on a path that is not there.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, bannerKey, declared, keyOf, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { expectFailure, send } from "../support/http.ts"

describe("the deprecated withdrawal", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [declared("live", { environment: "production" })],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: "live.example",
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      },
      worker: false
    })
  })
  afterAll(() => host.close())

  const path = "/api/withdraw/pix"
  const bodies = [undefined, {}, { value: 1_000, pixKey: "a@b.test" }, "no JSON"]

  it("answers 501 in the sandbox, whatever is sent §withdraw-sandbox §endpoint-withdraw-pix §error-not-available-in-sandbox", async () => {
    for (const body of bodies) {
      const answer = await send(host.base, { method: "POST", path, body, key: bannerKey(host) })
      expectFailure(answer, { status: 501, errorCode: "NOT_AVAILABLE_IN_SANDBOX" })
    }
  })

  it("answers 410 in production, and names what replaces it §withdraw-production §error-deprecated", async () => {
    for (const body of bodies) {
      const key = keyOf("live", "production")
      const answer = await send(host.base, { method: "POST", path, body, key, headers: { host: "live.example" } })
      const { error } = expectFailure(answer, { status: 410, errorCode: "DEPRECATED" })
      expect(error).toContain("POST /api/wallet/payout")
    }
  })

  it("needs a key like everything else", async () => {
    expectFailure(await send(host.base, { method: "POST", path }), { status: 401, errorCode: "UNAUTHORIZED" })
  })

  it("is no path to read, and one that is not there answers 404 with and without a key §unknown-path", async () => {
    expectFailure(await send(host.base, { path, key: bannerKey(host) }), {
      status: 405,
      errorCode: "METHOD_NOT_ALLOWED"
    })
    for (const key of [undefined, bannerKey(host), "nonsense"]) {
      expectFailure(await send(host.base, { path: "/api/nothing", key }), { status: 404, errorCode: "NOT_FOUND" })
    }
  })
})
