// One node's JSON-RPC over HTTP: what is an answer, what is an error of the node, and what says nothing about the question.
import type { ServerResponse } from "node:http"
import { it } from "@effect/vitest"
import { Effect, Exit, Redacted } from "effect"
import { describe, expect } from "vitest"
import { type JsonRpcSettings, makeJsonRpc } from "../../../../adapters/rpc-quorum/json-rpc.ts"
import { answer, standIn } from "../http-client/stand-in.ts"

const open = (respond: (response: ServerResponse) => void, settings: Partial<JsonRpcSettings> = {}) =>
  Effect.map(standIn((_, response) => respond(response)), ({ base, heard }) => ({
    heard,
    rpc: makeJsonRpc({ name: "node", url: Redacted.make(`${base}/v2/canary-of-a-key`), ...settings })
  }))

const asked = (respond: (response: ServerResponse) => void, settings: Partial<JsonRpcSettings> = {}) =>
  Effect.flatMap(
    open(respond, settings),
    ({ rpc }) =>
      Effect.map(Effect.exit(rpc.ask("eth_blockNumber", [])), (exit) => {
        if (Exit.isSuccess(exit)) return exit.value
        const failure = Exit.findErrorOption(exit)
        if (failure._tag === "None") return "neither"
        return failure.value._tag === "NodeAway" ? failure.value.reason : `refused: ${failure.value.code}`
      })
  )

const error = { error: { code: -32_000, message: "header not found" } }
const page = (status: number) => (response: ServerResponse) => void response.writeHead(status).end("<h1>no</h1>")

const answers: ReadonlyArray<readonly [string, (response: ServerResponse) => void, unknown]> = [
  ["a result", (response) => answer(response, 200, { result: "0x10" }), "0x10"],
  ["null", (response) => answer(response, 200, { result: null }), null],
  ["an error", (response) => answer(response, 200, error), "refused: -32000"],
  ["an error with status 500", (response) => answer(response, 500, error), "refused: -32000"],
  ["too many requests", (response) => answer(response, 429, error), "node: HTTP 429"],
  ["no right", (response) => answer(response, 401, error), "node: HTTP 401"],
  ["shut out", (response) => answer(response, 403, error), "node: HTTP 403"],
  ["a page", page(200), "node: HTTP 200"],
  ["a page of a gateway", page(503), "node: HTTP 503"],
  ["half of an answer", (response) => void response.end("{\"result\":\"0x"), "node: HTTP 200"],
  ["no answer of JSON-RPC", (response) => answer(response, 200, [1]), "node: HTTP 200"],
  ["a cut", (response) => void response.destroy(), "node: the connection failed: ECONNRESET"]
]

describe("an answer of a node", () => {
  it.live.each(answers)(
    "%s",
    ([, respond, expected]) => Effect.map(asked(respond), (found) => expect(found).toBe(expected))
  )

  it.live("is given up after its time", () =>
    Effect.map(
      asked(() => undefined, { timeoutMs: 200 }),
      (found) => expect(found).toBe("node: no answer within 200 ms")
    ))

  it.live("holds numbers as text where they must be exact", () =>
    Effect.gen(function*() {
      const respond = (response: ServerResponse) => void response.end("{\"result\":[0.1,12345678901234567890]}")
      expect(yield* asked(respond, { isExact: true })).toEqual(["0.1", "12345678901234567890"])
    }))
})

describe("a node", () => {
  it.live("is not asked for a moment after five failures, nor while it asked us to wait", () =>
    Effect.gen(function*() {
      const away = yield* open(page(503))
      for (let times = 0; times < 7; times++) yield* Effect.exit(away.rpc.ask("eth_blockNumber", []))
      expect(away.heard).toHaveLength(5)
      expect(yield* away.rpc.state).toMatchObject({ state: "away" })
      const full = yield* open((response) => answer(response, 429, error, { "retry-after": "60" }))
      for (let times = 0; times < 3; times++) yield* Effect.exit(full.rpc.ask("eth_blockNumber", []))
      expect(full.heard).toHaveLength(1)
    }))

  it.live("is asked no more in a second than it takes, and what cannot wait is away", () =>
    Effect.gen(function*() {
      const { heard, rpc } = yield* open((response) => answer(response, 200, { result: 1 }), {
        perSecond: 2,
        timeoutMs: 900
      })
      const exits = yield* Effect.forEach(
        Array.from({ length: 3 }),
        () => Effect.exit(rpc.ask("eth_blockNumber", [])),
        {
          concurrency: "unbounded"
        }
      )
      expect(exits.map(Exit.isSuccess)).toEqual([true, true, false])
      expect(heard).toHaveLength(2)
    }))

  it.live("is asked on the path that its key is in", () =>
    Effect.gen(function*() {
      const { heard, rpc } = yield* open((response) => answer(response, 200, { result: 1 }))
      yield* rpc.ask("eth_call", [{ to: "0x0" }, "latest"])
      expect(heard[0]?.target).toBe("/v2/canary-of-a-key")
      expect(JSON.parse(heard[0]?.body ?? "")).toEqual({
        jsonrpc: "2.0",
        id: 1,
        method: "eth_call",
        params: [{ to: "0x0" }, "latest"]
      })
    }))
})
