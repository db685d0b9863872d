// What logs and traces hold of a call: which operation of which provider, and how it ended. Nothing of the call itself.
import { inspect } from "node:util"
import { it } from "@effect/vitest"
import { Effect, Exit, Logger, References, Tracer } from "effect"
import { expect } from "vitest"
import { type Call, makeHttpClient } from "../../../../adapters/http-client/client.ts"
import { answer, standIn } from "./stand-in.ts"

const call: Call = {
  route: "PUT /cob/{txid}",
  method: "PUT",
  path: "/cob/canary-path",
  query: { q: "canary-query" },
  headers: { "x-header": "canary-header" },
  json: { body: "canary-body" }
}

it.live("spans and logs hold the route and the status, and no path, query, header or body", () =>
  Effect.gen(function*() {
    const spans: Array<Tracer.NativeSpan> = []
    const lines: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        spans.push(span)
        return span
      }
    })
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    let isCut = false
    const { base } = yield* standIn((_, response) => {
      if (isCut) response.socket?.destroy()
      else answer(response, 200, { answer: "canary-answer" }, { "x-answer": "canary-answer-header" })
    })
    const client = makeHttpClient({ name: "bank", baseUrl: base })
    yield* Effect.gen(function*() {
      yield* client.call(call)
      isCut = true
      const failure = yield* Effect.flip(client.call(call))
      yield* Effect.logError("the call failed", failure)
    }).pipe(
      Effect.provideService(Tracer.Tracer, tracer),
      Effect.provide(Logger.layer([logger])),
      Effect.provideService(References.MinimumLogLevel, "Trace")
    )
    expect(spans.map(({ attributes, kind, name }) => ({ name, kind, attributes: Object.fromEntries(attributes) })))
      .toEqual([
        {
          name: "PUT /cob/{txid}",
          kind: "client",
          attributes: { "pontepay.provider": "bank", "http.response.status_code": 200 }
        },
        { name: "PUT /cob/{txid}", kind: "client", attributes: { "pontepay.provider": "bank" } }
      ])
    expect(lines.length).toBe(1)
    const ends = spans.map(({ status }) => status._tag === "Ended" && Exit.isFailure(status.exit) ? status.exit : null)
    const told = spans.map(({ attributes, events, name }) => ({ name, attributes, events }))
    const everything = `${lines.join("")}${inspect({ ends, told }, { depth: 9 })}`
    expect(everything).toContain("NoAnswer")
    expect(everything).not.toContain("canary")
  }))
