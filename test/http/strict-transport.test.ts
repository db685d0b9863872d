// Strict-Transport-Security (0188): on every answer of an environment whose public address is https, and on no other.
// S19
import { describe, expect, it, onTestFinished } from "vitest"
import { type Variables, declared, keyOf, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { type Sent, send } from "../support/http.ts"
import { depositOf } from "./sandbox.ts"

const key = keyOf("acme")
const header = "strict-transport-security"

const requests: ReadonlyArray<readonly [sent: Sent, status: number]> = [
  [{ path: "/" }, 404],
  [{ path: "/health" }, 200],
  [{ path: "/ready" }, 200],
  [{ path: "/metrics" }, 404],
  [{ path: "/openapi.json" }, 200],
  [{ path: "/docs" }, 200],
  [{ path: "/dashboard" }, 308],
  [{ path: "/hosted/nothing" }, 404],
  [{ path: "/api/subaccount" }, 401],
  [{ path: "/api/subaccount", key }, 200],
  [{ path: "/api/subaccount", key, body: {} }, 400],
  [{ path: "/api/subaccount", key, method: "DELETE" }, 405],
  [{ path: "/api/deposit/asset", key, body: depositOf() }, 200],
  [{ path: "/api/deposit/asset", key, body: "x".repeat(70_000) }, 413],
  [{ path: "/admin/accounts" }, 401]
]

const headersAt = async (variables: Variables, name: string) => {
  const host = await openHost({ accounts: [declared("acme")], variables, worker: false })
  onTestFinished(() => host.close())
  const seen: Array<string | undefined> = []
  for (const [sent, status] of requests) {
    const answer = await send(host.base, { ...sent, headers: { host: name } })
    if (name !== "live.example") expect([sent.path, answer.status]).toEqual([sent.path, status])
    seen.push(answer.headers[header])
  }
  return new Set(seen)
}

const both = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_HOST: "live.example",
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken
}

describe("a public address that is https", () => {
  it("is kept to on every answer §strict-transport", async () => {
    const year = new Set(["max-age=31536000"])
    expect(await headersAt({ PONTEPAY_PUBLIC_URL: "https://pay.example" }, "pay.example")).toEqual(year)
    expect(await headersAt({ ...both, PONTEPAY_PUBLIC_URL: "https://live.example" }, "live.example")).toEqual(year)
  })

  it("says nothing of the other environment §strict-transport", async () => {
    expect(await headersAt({ ...both, PONTEPAY_PUBLIC_URL: "https://live.example" }, "test.example")).toEqual(
      new Set([undefined])
    )
  })
})

it("a public address that is http is not told to change §strict-transport", async () => {
  const variables = { PONTEPAY_PUBLIC_URL: "http://pay.example" }
  expect(await headersAt(variables, "pay.example")).toEqual(new Set([undefined]))
})
