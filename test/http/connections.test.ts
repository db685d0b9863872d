// How many connections a server holds open (0250): an address has a share, strangers leave places to addresses that a right credential
// came from, and who says nothing makes room for whoever comes.
// S19
import { once } from "node:events"
import { type AddressInfo, type Socket, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { json } from "../../hosts/http/api/request/wire.ts"
import { type Admission, makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { Shares } from "../../hosts/http/server/shares.ts"
import { eventually } from "../support/host.ts"

interface Client {
  readonly socket: Socket
  readonly ask: () => Promise<string>
  readonly isOpen: () => boolean
}

const bounds = { address: 2, knownAddress: 3, strangers: 4, all: 6 }

/** A server with few places, and clients of it at addresses of this machine; what it is asked at `/slow` is answered when the test says so. */
const open = async (trustedProxies: ReadonlyArray<string> = []) => {
  const admission: Admission = { ...makeAdmission(trustedProxies), connections: new Shares(bounds) }
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  let [asked, opened, accepted] = [0, 0, 0]
  const server = makeServer(async ({ target }) => {
    asked += 1
    if (target === "/slow") await promise
    return json(200, "{}")
  }, admission).listen(0, "127.0.0.1")
  await once(server, "listening")
  server.on("connection", () => void accepted++)
  onTestFinished(() => stopServer(server, 0))
  const { port } = server.address() as AddressInfo
  const from = async (address: string): Promise<Client> => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: address })
    onTestFinished(() => void socket.destroy())
    let text = ""
    socket.on("data", (chunk: Buffer) => text += chunk.toString()).on("error", () => undefined)
    opened += 1
    await eventually(() => Promise.resolve(accepted), (count) => count === opened)
    const ask = async (path = "/") => {
      text = ""
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
      await eventually(() => Promise.resolve(text), (said) => said.endsWith("{}") || socket.closed)
      return text
    }
    return { socket, ask, isOpen: () => !socket.closed }
  }
  const slow = async (address: string): Promise<Client> => {
    const client = await from(address)
    const before = asked
    client.socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
    await eventually(() => Promise.resolve(asked), (count) => count > before)
    return client
  }
  return { admission, answer, from, slow }
}

const isClosed = async ({ isOpen }: Client): Promise<void> => {
  await eventually(() => Promise.resolve(isOpen()), (open) => !open)
}

const ok = /^HTTP\/1\.1 200 /

it("closes the one of an address that was silent longest for another one of it §connections-waiting §limit-connections", async () => {
  const { from } = await open()
  const [first, second] = [await from("127.0.0.2"), await from("127.0.0.2")]
  const other = await from("127.0.0.3")
  // What was asked makes the other one the silent one.
  expect(await first.ask()).toMatch(ok)
  const third = await from("127.0.0.2")
  expect(await third.ask()).toMatch(ok)
  await isClosed(second)
  expect([first.isOpen(), other.isOpen()]).toEqual([true, true])
  expect(await first.ask()).toMatch(ok)
})

it("closes a new one of an address all of whose requests are being answered §connections-waiting §limit-connections", async () => {
  const { answer, from, slow } = await open()
  const [first, second] = [await slow("127.0.0.2"), await slow("127.0.0.2")]
  await isClosed(await from("127.0.0.2"))
  expect(await (await from("127.0.0.3")).ask()).toMatch(ok)
  answer()
  for (const each of [first, second]) await eventually(() => Promise.resolve(each.isOpen()), (open) => open)
})

it("has room for whoever comes while strangers hold all of theirs and say nothing §connections-waiting", async () => {
  const { from } = await open()
  const silent = []
  for (const address of ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"]) silent.push(await from(address))
  const [first] = silent
  const probe = await from("127.0.0.4")
  expect(await probe.ask()).toMatch(ok)
  if (first !== undefined) await isClosed(first)
  expect(silent.filter(({ isOpen }) => isOpen())).toHaveLength(3)
})

it("keeps places for known addresses, whose silent ones go last §connections-known", async () => {
  const { admission, from, slow } = await open()
  for (const address of ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"]) await slow(address)
  await isClosed(await from("127.0.0.4"))
  admission.know("127.0.0.5")
  const known = [await from("127.0.0.5"), await from("127.0.0.5")]
  for (const each of known) expect(await each.ask()).toMatch(ok)
  // None of a stranger's is silent, and the places that are left are not for strangers.
  await isClosed(await from("127.0.0.4"))
  expect(known.map(({ isOpen }) => isOpen())).toEqual([true, true])
  admission.know("127.0.0.6")
  expect(await (await from("127.0.0.6")).ask()).toMatch(ok)
  expect(known.map(({ isOpen }) => isOpen())).toEqual([false, true])
})

it("counts a connection as known from its first right credential on §connections-known", async () => {
  const { admission, from } = await open()
  const client = await from("127.0.0.2")
  admission.know("127.0.0.2")
  expect(await client.ask()).toMatch(ok)
  for (const address of ["127.0.0.3", "127.0.0.3", "127.0.0.4", "127.0.0.4", "127.0.0.6"]) await from(address)
  expect(await client.ask()).toMatch(ok)
  // A known address has a larger share.
  const more = [await from("127.0.0.2"), await from("127.0.0.2")]
  expect([client, ...more].map(({ isOpen }) => isOpen())).toEqual([true, true, true])
})

it("does not hold a trusted proxy to the share of one address §connections-proxy", async () => {
  const { from } = await open(["127.0.0.9"])
  const clients = []
  for (let count = 0; count < bounds.all; count++) clients.push(await from("127.0.0.9"))
  for (const each of clients) expect(await each.ask()).toMatch(ok)
  // Nor does it take the places of strangers.
  const stranger = await from("127.0.0.2")
  expect(await stranger.ask()).toMatch(ok)
  expect(clients.filter(({ isOpen }) => isOpen())).toHaveLength(bounds.all - 1)
})

it("gives a place back when its connection ends, however it ends §connections-waiting", async () => {
  const { from, slow } = await open()
  for (const end of ["end", "resetAndDestroy", "destroy"] as const) {
    const clients = [await slow("127.0.0.2"), await slow("127.0.0.2")]
    await isClosed(await from("127.0.0.2"))
    for (const { socket } of clients) socket[end]()
    const again = await eventually(async () => from("127.0.0.2"), ({ isOpen }) => isOpen())
    expect(await again.ask()).toMatch(ok)
  }
})

it("has the bounds of the limits §limit-connections", () => {
  const { connections } = makeAdmission([])
  const holder = { name: "192.0.2.1", isKnown: false }
  expect(connections.full(holder, limits.connections.address)).toBeUndefined()
  expect(connections.full(holder, limits.connections.address + 1)).toBe("address")
  expect(connections.full({ ...holder, isKnown: true }, limits.connections.knownAddress)).toBeUndefined()
  expect(connections.full({ ...holder, isKnown: true }, limits.connections.knownAddress + 1)).toBe("address")
  expect(connections.full({ name: undefined, isKnown: false }, limits.connections.strangers + 1)).toBe("strangers")
  expect(connections.full({ name: undefined, isKnown: true }, limits.connections.all + 1)).toBe("all")
})
