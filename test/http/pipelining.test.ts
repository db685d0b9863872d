// Requests that come on a connection before those before them are answered (0250): one at a time is in the app, in their order, and few
// may wait.
import { once } from "node:events"
import { type AddressInfo, type Socket, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { json } from "../../hosts/http/api/request/wire.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { eventually } from "../support/host.ts"

interface Begun {
  readonly target: string
  readonly body: string
  /** Lets it be answered. */
  readonly answer: () => void
}

/** A server whose requests are answered when the test says so, or at once. */
const open = async (isPatient: boolean) => {
  const begun: Array<Begun> = []
  let most = 0
  let inside = 0
  const server = makeServer(async ({ body, target }) => {
    most = Math.max(most, ++inside)
    const { promise, resolve } = Promise.withResolvers<void>()
    begun.push({ target, body: Buffer.from(body).toString(), answer: resolve })
    if (!isPatient) setImmediate(resolve)
    await promise
    inside -= 1
    return json(200, JSON.stringify({ target }))
  }, makeAdmission([])).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => stopServer(server, 0))
  const client = async () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    onTestFinished(() => void socket.destroy())
    let text = ""
    socket.on("data", (chunk: Buffer) => text += chunk.toString()).on("error", () => undefined)
    await once(socket, "connect")
    return { socket, text: () => text, targets: () => targetsIn(text) }
  }
  return { server, client, begun, most: () => most }
}

const targetsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/"target":"([^"]+)"/g)].map(([, target]) => target ?? "")

const get = (path: string, ...headers: ReadonlyArray<string>): string =>
  [`GET ${path} HTTP/1.1`, "Host: x", ...headers, "", ""].join("\r\n")

const post = (path: string, body: string, ...headers: ReadonlyArray<string>): string =>
  [`POST ${path} HTTP/1.1`, "Host: x", `Content-Length: ${body.length}`, ...headers, "", body].join("\r\n")

const paths = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `/${n}`)

const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await once(socket, "close")
}

/** Time in which whatever was to happen would have happened, on a connection that has nothing to wait for. */
const settled = async (server: Awaited<ReturnType<typeof open>>): Promise<void> => {
  const { socket, targets } = await server.client()
  const before = server.begun.length
  socket.write(get("/another"))
  await eventually(() => Promise.resolve(server.begun.length), (count) => count > before)
  server.begun.splice(before, 1)[0]?.answer()
  await eventually(() => Promise.resolve(targets()), (all) => all.length === 1)
  socket.destroy()
}

it("has one request of a connection in the app at a time, in their order §pipelining", async () => {
  const server = await open(true)
  const { socket, targets } = await server.client()
  socket.write(get("/a") + post("/b", "of b") + get("/c"))
  for (const [place, path] of ["/a", "/b", "/c"].entries()) {
    await eventually(() => Promise.resolve(server.begun.length), (count) => count > place)
    await settled(server)
    expect(server.begun.map(({ target }) => target)).toEqual(["/a", "/b", "/c"].slice(0, place + 1))
    server.begun[place]?.answer()
    await eventually(() => Promise.resolve(targets()), (all) => all.length === place + 1)
    expect(targets().at(-1)).toBe(path)
  }
  expect(server.begun[1]?.body).toBe("of b")
})

it("answers as many as may wait, and goes on reading afterwards §pipelining §limit-pipelined-requests", async () => {
  const server = await open(false)
  const { socket, targets } = await server.client()
  const first = paths(limits.pipelinedRequests + 1)
  for (let times = 1; times <= 3; times++) {
    socket.write(first.map((path) => get(path)).join(""))
    await eventually(() => Promise.resolve(targets()), (all) => all.length === times * first.length)
  }
  expect(targets()).toEqual([...first, ...first, ...first])
  expect(server.most()).toBe(1)
})

it("takes as many that come one by one §pipelining §limit-pipelined-requests", async () => {
  const server = await open(true)
  const { socket, targets } = await server.client()
  socket.setNoDelay(true)
  const all = paths(limits.pipelinedRequests + 1)
  for (const path of all) {
    socket.write(get(path))
    await settled(server)
  }
  for (const place of all.keys()) {
    await eventually(() => Promise.resolve(server.begun.length), (count) => count > place)
    await settled(server)
    expect(server.begun).toHaveLength(place + 1)
    server.begun[place]?.answer()
  }
  await eventually(() => Promise.resolve(targets()), (answered) => answered.length === all.length)
  expect(targets()).toEqual(all)
})

it.each([limits.pipelinedRequests + 2, 2_000])(
  "closes a connection on which %i come at once, and begins none of them §pipelining §limit-pipelined-requests",
  async (count) => {
    const server = await open(true)
    const { socket, text } = await server.client()
    socket.write(paths(count).map((path) => get(path)).join(""))
    await closed(socket)
    expect(text()).toBe("")
    await settled(server)
    expect(server.begun).toEqual([])
  }
)

it("keeps the body of one that waits as it came, byte by byte §pipelining", async () => {
  const server = await open(true)
  const { socket, targets } = await server.client()
  const body = "0123456789".repeat(80)
  const chunks = body.split("").map((byte) => `1\r\n${byte}\r\n`)
  const half = chunks.length / 2
  socket.write(
    `${get("/a")}POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.slice(0, half).join("")}`
  )
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 1)
  await settled(server)
  socket.write(`${chunks.slice(half).join("")}0\r\n\r\n${get("/c")}`)
  server.begun[0]?.answer()
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 2)
  expect(server.begun[1]).toMatchObject({ target: "/b", body })
  server.begun[1]?.answer()
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 3)
  server.begun[2]?.answer()
  await eventually(() => Promise.resolve(targets()), (all) => all.length === 3)
  expect(targets()).toEqual(["/a", "/b", "/c"])
})

it.each([
  ["whole", ""],
  ["byte by byte", "1\r\nx\r\n"]
])("keeps a body that came %s before its turn, and has ended §pipelining", async (_, chunk) => {
  const server = await open(true)
  const { socket, targets } = await server.client()
  const second = chunk === ""
    ? post("/b", "x".repeat(1_000))
    : `POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(1_000)}0\r\n\r\n`
  socket.write(get("/a") + second)
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 1)
  await settled(server)
  server.begun[0]?.answer()
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 2)
  expect(server.begun[1]).toMatchObject({ target: "/b", body: "x".repeat(1_000) })
  server.begun[1]?.answer()
  await eventually(() => Promise.resolve(targets()), (all) => all.length === 2)
})

it("begins none that came behind one whose connection is closed after it §pipelining", async () => {
  const server = await open(false)
  for (
    const first of [
      post("/large", "x".repeat(limits.body.bytes + 1)),
      get("/last", "Connection: close"),
      "GET /old HTTP/1.0\r\nHost: x\r\n\r\n"
    ]
  ) {
    const { socket, text } = await server.client()
    socket.write(first + post("/hidden", "x"))
    await closed(socket)
    expect(text().match(/HTTP\/1\.1 /g)).toHaveLength(1)
  }
  await settled(server)
  expect(server.begun.map(({ target }) => target)).not.toContain("/hidden")
})

it("answers what came before something that is not HTTP, and closes §pipelining", async () => {
  const server = await open(true)
  const { socket, targets, text } = await server.client()
  socket.write(`${get("/a")}${get("/b")}nonsense\r\n\r\n${get("/c")}`)
  for (const place of [0, 1]) {
    await eventually(() => Promise.resolve(server.begun.length), (count) => count > place)
    server.begun[place]?.answer()
  }
  await closed(socket)
  expect(targets()).toEqual(["/a", "/b"])
  expect(text()).not.toContain(" 400 ")
  expect(server.begun).toHaveLength(2)
})

it("begins none of those that wait when their client has left §pipelining", async () => {
  const server = await open(true)
  const { socket } = await server.client()
  socket.write(get("/a") + post("/b", "x") + get("/c"))
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 1)
  socket.resetAndDestroy()
  server.begun[0]?.answer()
  await settled(server)
  expect(server.begun.map(({ target }) => target)).toEqual(["/a"])
})

it("answers expectations in the order in which they came §pipelining", async () => {
  const server = await open(true)
  const { socket, text } = await server.client()
  socket.write(get("/a") + post("/b", "x", "Expect: 100-continue") + get("/c", "Expect: 200-ok") + get("/d"))
  for (const place of [0, 1, 2]) {
    await eventually(() => Promise.resolve(server.begun.length), (count) => count > place)
    server.begun[place]?.answer()
  }
  await eventually(() => Promise.resolve(text()), (all) => all.includes("\"/d\""))
  expect([...text().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    "200",
    "100",
    "200",
    "417",
    "200"
  ])
})

it("begins one that asks for another protocol as any other §pipelining", async () => {
  const server = await open(false)
  const { socket, targets } = await server.client()
  for (const [place, path] of ["/a", "/b"].entries()) {
    socket.write(get(path, "Connection: Upgrade", "Upgrade: websocket"))
    await eventually(() => Promise.resolve(targets()), (all) => all.length === place + 1)
  }
  expect(targets()).toEqual(["/a", "/b"])
})

it("answers those that wait when it is stopped §pipelining", async () => {
  const server = await open(true)
  const { socket, targets } = await server.client()
  socket.write(get("/a") + get("/b"))
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 1)
  const stopped = stopServer(server.server, 10_000)
  server.begun[0]?.answer()
  await eventually(() => Promise.resolve(server.begun.length), (count) => count === 2)
  server.begun[1]?.answer()
  await stopped
  await closed(socket)
  expect(targets()).toEqual(["/a", "/b"])
})
