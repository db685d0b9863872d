// Who may read the metrics (0188): everybody on a sandbox that no one else reaches, and elsewhere whoever has their token.
// S19
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { embed } from "../../hosts/http/index.ts"
import {
  type TestHost,
  type Variables,
  openHost,
  operatorToken,
  scratch,
  secretsKey,
  startProcess
} from "../support/host.ts"
import { expectFailure, lasting, send } from "../support/http.ts"

const metricsToken = "the token of the metrics of the tests"
const path = "/metrics"

const production = {
  PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
  PONTEPAY_PRODUCTION_HOST: "live.example",
  PONTEPAY_SECRETS_KEY: secretsKey,
  PONTEPAY_OPERATOR_TOKEN: operatorToken
}

const reached: ReadonlyArray<readonly [where: string, variables: Variables]> = [
  ["beside production", production],
  ["on every address", { HOST: "0.0.0.0" }],
  ["on an address of a network", { HOST: "192.168.0.10" }],
  ["under a public address", { PONTEPAY_PUBLIC_URL: "https://pay.example" }],
  ["of a worker on every address", { HOST: "0.0.0.0", PONTEPAY_ROLE: "worker" }]
]

describe.each(reached)("metrics %s, without a token", (_where, variables) => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ variables, worker: false })
  })
  afterAll(() => host.close())

  it("are no more there than any other path §metrics-access", async () => {
    for (const method of ["GET", "HEAD", "POST", "OPTIONS"]) {
      for (const key of [undefined, operatorToken, "x"]) {
        for (const accept of ["*/*", "text/html"]) {
          const ask = (asked: string) => send(host.base, { method, path: asked, key, headers: { accept } })
          const [answer, missing] = [await ask(path), await ask("/metricz")]
          expect(answer.status).toBe(404)
          expect([answer.status, answer.text, lasting(answer)]).toEqual([
            missing.status,
            missing.text,
            lasting(missing)
          ])
        }
      }
    }
  })
})

describe.each([...reached, ["on loopback", {}] as const])("metrics %s, with a token", (_where, variables) => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ variables: { ...variables, PONTEPAY_METRICS_TOKEN: metricsToken }, worker: false })
  })
  afterAll(() => host.close())

  it("are given to it §metrics-access", async () => {
    const answer = await send(host.base, { path, key: metricsToken })
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"])
    expect(answer.text).toMatch(/^# TYPE jobs gauge$/m)
  })

  it.each([
    ["nothing", undefined],
    ["the operator's token", operatorToken],
    ["a part of it", metricsToken.slice(0, -1)],
    ["more than it", `${metricsToken}x`],
    ["it in another case", metricsToken.toUpperCase()]
  ])("are refused to %s §metrics-access", async (_what, key) => {
    const answer = await send(host.base, { path, key })
    expectFailure(answer, { status: 401, errorCode: "UNAUTHORIZED" })
    expect(answer.headers["www-authenticate"]).toBe("Bearer")
  })
})

it("metrics of an embedded service need the token too, since no one knows what leads there §metrics-access", async () => {
  const ask = async (variables: Variables, token = metricsToken) => {
    const service = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "none", ...variables })
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await service.fetch(new Request(`http://localhost${path}`, { headers }))
    await service.close()
    return status
  }
  expect(await ask({})).toBe(404)
  expect(await ask({ PONTEPAY_METRICS_TOKEN: metricsToken })).toBe(200)
  expect(await ask({ PONTEPAY_METRICS_TOKEN: metricsToken }, "x")).toBe(401)
})

it("the token opens nothing else §metrics-access", async () => {
  const host = await openHost({ variables: { PONTEPAY_METRICS_TOKEN: metricsToken }, worker: false })
  for (const other of ["/admin/accounts", "/api/subaccount", "/dashboard/api/operations"]) {
    expect((await send(host.base, { path: other, key: metricsToken })).status).toBe(401)
  }
  await host.close()
})

it("metrics of a sandbox as it starts are open §metrics-access", async () => {
  const host = await startProcess({ variables: { DATABASE_URL: `sqlite:${scratch()}/sandbox.db` } })
  expect((await send(host.base, { path })).text).toMatch(/^# TYPE jobs gauge$/m)
  expect(await host.stop()).toMatchObject({ code: 0 })
})
