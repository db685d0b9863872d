// A provider's interface in a simulation: calls go over a wire that loses requests and answers, and now and then a gateway or
// a guard answers in the provider's place.
import { Effect, Stream } from "effect"
import type { Call, HttpClient } from "../../../adapters/http-client/client.ts"
import { type Answer, NoAnswer, NotAsked } from "../../../adapters/http-client/exchange.ts"
import type { ProviderState } from "../../../core/ports/provider-state.ts"
import type { Wire } from "../../../hosts/simulate/index.ts"

/** The server behind an interface: answers one call. */
export type Front = (call: Call) => Answer

/** An answer in JSON, as a provider gives it. */
export const json = (status: number, body: unknown, type = "application/json"): Answer => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(JSON.stringify(body))
})

const page = (status: number): Answer => ({
  status,
  headers: { "content-type": "text/html" },
  body: Buffer.from(`<html><title>${status}</title></html>`)
})

/** What answers while the provider itself is not reached: two gateways, and a guard that does not take our token any more. */
const instead: ReadonlyArray<Answer> = [
  page(502),
  page(404),
  json(401, { error: "invalid_token", error_description: "expired" }),
  json(403, { message: "forbidden" })
]

const unseen: ProviderState = {
  state: "unused",
  lastSuccessAt: null,
  calls: 0,
  failures: 0,
  certificateDaysLeft: null,
  problem: null
}

/** A client whose calls go over a wire to a front. */
export const clientOver = (wire: Wire, front: Front): HttpClient => {
  let missed = 0
  return {
    call: (call) =>
      wire(`${call.method} ${call.path}`, () => front(call)).pipe(
        Effect.catchTag("WireFailed", ({ problem }): Effect.Effect<Answer, NoAnswer> => {
          switch (problem) {
            case "timeout":
              return Effect.fail(new NoAnswer({ reason: "no answer in time" }))
            case "unavailable":
              return Effect.succeed(instead[missed++ % instead.length] ?? page(502))
            case "unreadable":
              return Effect.succeed({ ...json(200, {}), body: Buffer.from("{\"status\":") })
          }
        })
      ),
    lines: () => Stream.fail(new NotAsked({ reason: "it tells nothing by itself" })),
    state: Effect.succeed(unseen)
  }
}
