// One node of TRON: no more requests go to it in a second than it takes, and what it says of events is an answer or none.
import { createServer } from "node:http"
import { Effect, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type NodeSettings, makeNode } from "../../../../adapters/tron/node.ts"
import { onLoopback } from "../../../support/loopback.ts"
import { addresses } from "./nodes.ts"

let answer: unknown
let asked: Array<{ readonly url: string | undefined; readonly body: string }> = []
let server: Awaited<ReturnType<typeof onLoopback>>
beforeAll(async () => {
  server = await onLoopback(createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
      asked.push({ url: request.url, body: Buffer.concat(chunks).toString() })
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
  }))
})
afterAll(() => server.close())

const nodeWith = (parts: Partial<NodeSettings> = {}) => {
  asked = []
  return makeNode({ name: "node 1", url: Redacted.make(server.base), ...parts })
}

const said = <A>(question: Effect.Effect<A, { readonly reason: string }>): Promise<A | string> =>
  Effect.runPromise(Effect.match(question, { onFailure: ({ reason }) => reason, onSuccess: (found) => found }))

it("is asked no more often in a second than it takes", async () => {
  answer = { blockID: "0".repeat(64), block_header: { raw_data: { number: 7, timestamp: 9 } } }
  const node = nodeWith({ perSecond: 2, timeoutMs: 300 })
  const answers = await Promise.all([said(node.head), said(node.solidHead), said(node.head)])
  expect(answers.map((each) => typeof each)).toEqual(["object", "object", "string"])
  expect(answers[2]).toBe("node 1: it has its 2 requests of this second")
  expect(asked).toHaveLength(2)
})

describe("events of a range of blocks", () => {
  const range = { from: 10n, to: 25n, tokens: [addresses.token], topics: ["dd", "00"] }
  const id = "7a".repeat(32)

  it("are asked for at its JSON-RPC interface", async () => {
    answer = { jsonrpc: "2.0", id: 1, result: [{ transactionHash: `0x${id}`, address: "0x1" }] }
    const node = nodeWith({ url: Redacted.make("http://127.0.0.1:1"), jsonRpcUrl: Redacted.make(server.base) })
    expect(await said(node.withEvent(range))).toEqual([id])
    expect(asked.map(({ url }) => url)).toEqual(["/jsonrpc"])
    expect(JSON.parse(asked[0]?.body ?? "")).toEqual({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_getLogs",
      params: [{ fromBlock: "0xa", toBlock: "0x19", address: [`0x${"a1".repeat(20)}`], topics: ["0xdd", "0x00"] }]
    })
  })

  it.each([
    ["an error", {
      jsonrpc: "2.0",
      id: 1,
      error: { code: -32_005, message: "query returned more than 10000 results" }
    }],
    ["an event without a transaction", { jsonrpc: "2.0", id: 1, result: [{ address: "0x1" }] }],
    ["an id that is none", { jsonrpc: "2.0", id: 1, result: [{ transactionHash: "0x7a" }] }],
    ["no list", { jsonrpc: "2.0", id: 1, result: null }]
  ])("are not known by %s", async (_, given) => {
    answer = given
    expect(await said(nodeWith().withEvent(range))).toBe("node 1: an answer that cannot be read")
  })
})
