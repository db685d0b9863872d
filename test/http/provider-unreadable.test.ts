// A message that a provider signed and nobody can read is in the log, by the fields that are wrong and never by what is in them.
import { Context, Effect, Layer, Logger, Redacted, References } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeApp } from "../../hosts/http/server/app.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { proofOf } from "./sandbox.ts"

const lines: Array<unknown> = []
let host: TestHost
let app: ReturnType<typeof makeApp>

beforeAll(async () => {
  host = await openHost()
  const [plane] = host.service.planes
  if (plane === undefined) throw new Error("there is no sandbox")
  const keep = Logger.make(({ logLevel, message }) => void lines.push([logLevel, message]))
  const logs = await Effect.runPromise(
    Effect.scoped(Layer.build(Layer.merge(Logger.layer([keep]), Layer.succeed(References.MinimumLogLevel, "Warn"))))
  )
  app = makeApp({
    hosts: { sandbox: "any", production: [] },
    sandbox: { ...plane, services: Context.merge(plane.services, logs) },
    production: undefined,
    publicOrigins: { sandbox: null, production: null },
    trustedProxies: [],
    admission: makeAdmission([]),
    operatorToken: Redacted.make("the-token"),
    docs: "none",
    pages: () => undefined
  })
})
afterAll(() => host.close())

const sent = async (body: string, headers: Readonly<Record<string, string>>) => {
  const { status } = await app({
    method: "POST",
    target: "/provider/webhook",
    body: new TextEncoder().encode(body),
    headers: { host: "test.example", "content-type": "application/json", ...headers }
  })
  return { status, logged: lines.splice(0) }
}

it("is refused with 400 and a warning, and the same without a proof with neither", async () => {
  const body = JSON.stringify({ event: { id: "evt_1", subscription: "", data: { payer: "Maria" } } })
  const said = ["A provider's message could not be read", { inbox: "sandbox", fields: ["event.subscription"] }]
  expect(await sent(body, proofOf(body))).toEqual({ status: 400, logged: [["Warn", said]] })
  expect(await sent(body, proofOf(body, { secret: "wrong" }))).toEqual({ status: 401, logged: [] })
})
