// Three nodes behind real connections: whatever becomes of the line to one of them, and whoever answers there afterwards, what decides is what
// the other two say.
import { type ServerResponse, createServer } from "node:http"
import { text } from "node:stream/consumers"
import { Effect, Redacted } from "effect"
import { afterEach, expect, it } from "vitest"
import { type JsonRpc, makeJsonRpc } from "../../../../adapters/rpc-quorum/json-rpc.ts"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"
import { type Loopback, onLoopback } from "../../../support/loopback.ts"

type Answer = (method: string, response: ServerResponse) => void

const json = (response: ServerResponse, result: unknown) =>
  void response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result }))

/** A node of a chain: its id, and one receipt. */
const nodeOf = (chainId: string, receipt: string): Answer => (method, response) =>
  json(response, method === "eth_chainId" ? chainId : receipt)

const open: Array<Loopback> = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

const serve = async (answer: Answer) => {
  const asked: Array<string> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method } = JSON.parse(body) as { readonly method: string }
      asked.push(method)
      served.answer(method, response)
    })
  })
  const loopback = await onLoopback(server)
  open.push(loopback)
  const served = { answer, asked, base: loopback.base }
  return served
}

const honest = nodeOf("0x89", "0xb10c")

const quorumOf = (served: ReadonlyArray<{ readonly base: string }>) =>
  makeQuorum<JsonRpc>({
    members: served.map(({ base }, place) => {
      const name = `node-${place}`
      return { name, node: makeJsonRpc({ name, url: Redacted.make(base), timeoutMs: 60_000 }) }
    }),
    agree: 2,
    identity: { ask: (node) => Effect.map(node.ask("eth_chainId", []), String), expected: "0x89" }
  })

const receiptOf = (nodes: ReturnType<typeof quorumOf>) =>
  nodes.agreed((node) => node.ask("eth_getTransactionReceipt", ["0x00"]))

const faults: Readonly<Record<string, Answer>> = {
  "is silent": () => undefined,
  "cuts every connection": (_, response) => void response.destroy(),
  "has had its requests": (_, response) => void response.writeHead(429, { "retry-after": "60" }).end(),
  "is behind a gateway that is broken": (_, response) => void response.writeHead(502).end("<h1>Bad Gateway</h1>"),
  "breaks off": (_, response) =>
    void response.writeHead(200, { "content-length": 99 }).write("{\"result\"", () => response.destroy()),
  "is of another network": nodeOf("0x1", "0x0ddd"),
  "knows nothing": (method, response) => json(response, method === "eth_chainId" ? "0x89" : null),
  lies: nodeOf("0x89", "0x11e5")
}

it.each(Object.keys(faults))("one that %s changes nothing, first or last in the list", async (fault) => {
  for (const place of [0, 2]) {
    const served = await Promise.all([0, 1, 2].map((each) => serve(each === place ? faults[fault] ?? honest : honest)))
    const nodes = quorumOf(served)
    for (let times = 0; times < 3; times++) expect(await Effect.runPromise(receiptOf(nodes))).toBe("0xb10c")
  }
})

it("one that comes back as a node of another network is not believed", async () => {
  const served = await Promise.all([honest, honest, honest].map((answer) => serve(answer)))
  const nodes = quorumOf(served)
  expect(await Effect.runPromise(receiptOf(nodes))).toBe("0xb10c")
  const gone = served.slice(0, 2)
  for (const each of gone) each.answer = (_, response) => void response.destroy()
  expect(await Effect.runPromise(Effect.flip(receiptOf(nodes)))).toMatchObject({ _tag: "NodeAway" })
  // Two that would agree: without the question they would be a quorum.
  for (const each of gone) {
    each.answer = nodeOf("0x1", "0x0ddd")
    each.asked.length = 0
  }
  for (let times = 0; times < 2; times++) {
    expect(await Effect.runPromise(Effect.flip(receiptOf(nodes)))).toMatchObject({ _tag: "NodeAway" })
  }
  expect(gone.map(({ asked }) => asked)).toEqual([["eth_chainId"], ["eth_chainId"]])
})
