// Clients that do not read their answers, or slowly (0250): what they have not read is bounded, and they are cut off.
import { once } from "node:events"
import { type AddressInfo, type Socket, connect } from "node:net"
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type WireAnswer, json } from "../../hosts/http/api/request/wire.ts"
import { type Admission, makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { type Bounds, Shares } from "../../hosts/http/server/shares.ts"
import { eventually } from "../support/host.ts"

const mebibyte = 1_024 * 1_024
/** More than the buffers of the machine take of what no one reads. */
const length = 24 * mebibyte
const text = "0123456789abcdef".repeat(length / 16)

const plenty: Bounds = { address: 4 * length, knownAddress: 4 * length, strangers: 8 * length, all: 8 * length }

const { bytes: pieceBytes, withinMs } = limits.answerRate

// The service looks after its readers by a clock that is turned by hand.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
afterEach(() => void vi.useRealTimers())
const look = (): void => void vi.advanceTimersByTime(withinMs)

interface Options {
  readonly bounds?: Bounds
  readonly answer?: () => WireAnswer
}

const open = async ({ answer = () => json(200, text), bounds = plenty }: Options) => {
  const admission: Admission = { ...makeAdmission([]), unreadBytes: new Shares(bounds) }
  const accepted: Array<Socket> = []
  const server = makeServer(async ({ target }) => target === "/short" ? json(200, "{}") : answer(), admission)
  server.on("connection", (socket) => void accepted.push(socket))
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => stopServer(server, 0))
  /** A client that has sent a request and read nothing. */
  const ask = async (path = "/", localAddress = "127.0.0.2"): Promise<Socket> => {
    const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", localAddress })
    onTestFinished(() => void socket.destroy())
    socket.on("error", () => undefined)
    await once(socket, "connect")
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  const expectHeld = (bytes: number): boolean =>
    admission.unreadBytes.full({ name: "127.0.0.2", isKnown: false }, bounds.address - bytes) === undefined &&
    admission.unreadBytes.full({ name: "127.0.0.2", isKnown: false }, bounds.address - bytes + 1) !== undefined
  /** Bytes that the machine has taken of what the last connection is to send. */
  const taken = (): number => {
    const [socket] = accepted.slice(-1)
    return socket === undefined ? 0 : socket.bytesWritten - socket.writableLength
  }
  /** Resolves when it takes no more. */
  const stalled = async (): Promise<void> => {
    let before = -1
    while (taken() !== before || before === 0) {
      before = taken()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  return {
    ask,
    taken,
    stalled,
    expectHeld: (bytes: number) => eventually(() => Promise.resolve(expectHeld(bytes)), (isSo) => isSo)
  }
}

/** Bytes that come, with those that were read before, until the body is whole or the connection ends. */
const readAll = (socket: Socket, before = 0): Promise<number> =>
  new Promise((resolve) => {
    let bytes = before
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > length) resolve(bytes)
    })
    socket.on("close", () => resolve(bytes))
  })

it("gives a long answer whole, and the same connection the next one §unread-answers", async () => {
  const { ask, expectHeld } = await open({})
  const socket = await ask()
  await expectHeld(length)
  let body = ""
  socket.setEncoding("utf8").on("data", (chunk: string) => body += chunk)
  await eventually(() => Promise.resolve(body.length), (size) => size > length)
  expect(body.slice(body.indexOf("\r\n\r\n") + 4)).toBe(text)
  await expectHeld(0)
  body = ""
  socket.write("GET /short HTTP/1.1\r\nHost: x\r\n\r\n")
  await eventually(() => Promise.resolve(body), (said) => said.endsWith("{}"))
})

it("cuts off who reads nothing of an answer §unread-answers §limit-answer-rate", async () => {
  const { ask, expectHeld, stalled } = await open({})
  const socket = await ask()
  await stalled()
  look()
  await expectHeld(length)
  look()
  await expectHeld(0)
  expect(await readAll(socket)).toBeLessThan(length)
})

it("does not cut off who reads a little each time §unread-answers §limit-answer-rate", async () => {
  const { ask, expectHeld, stalled, taken } = await open({})
  const socket = await ask()
  await stalled()
  let bytes = 0
  for (let looks = 0; looks < 5; looks++) {
    look()
    await expectHeld(length)
    const before = taken()
    while (taken() === before) {
      bytes += (socket.read() as Buffer | null)?.length ?? 0
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  expect(await readAll(socket, bytes)).toBeGreaterThan(length)
})

it("closes a connection when too much of its address is not read, and no other address's §unread-answers §limit-unread-bytes", async () => {
  const { ask, expectHeld } = await open({ bounds: { ...plenty, address: 2 * length } })
  const unread = [await ask(), await ask()]
  await expectHeld(2 * length)
  expect(await readAll(await ask())).toBe(0)
  expect(await readAll(await ask("/", "127.0.0.3"))).toBeGreaterThan(length)
  for (const socket of unread) expect(await readAll(socket)).toBeGreaterThan(length)
  await expectHeld(0)
  expect(await readAll(await ask())).toBeGreaterThan(length)
})

it("bounds what all strangers together do not read §unread-answers §limit-unread-bytes", async () => {
  const { ask } = await open({ bounds: { ...plenty, strangers: 2 * length } })
  await ask("/", "127.0.0.3")
  await ask("/", "127.0.0.4")
  const refused = await ask("/", "127.0.0.5")
  expect(await readAll(refused)).toBe(0)
})

it("cuts off who does not read a stream, and not one on which nothing happens §unread-answers", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const streamOf = async function*(pieces: number) {
    yield "the beginning"
    for (let piece = 0; piece < pieces; piece++) yield text.slice(0, mebibyte)
    await promise
    yield "the end"
  }
  let pieces = 0
  const { ask, expectHeld, stalled } = await open({
    answer: () => ({ status: 200, headers: {}, body: streamOf(pieces) })
  })
  const quiet = await ask()
  let said = ""
  quiet.on("data", (chunk: Buffer) => said += chunk.toString())
  await eventually(() => Promise.resolve(said), (head) => head.includes("the beginning"))
  pieces = 48
  await ask()
  await stalled()
  await expectHeld(2 * pieceBytes)
  for (let looks = 0; looks < 3; looks++) look()
  await expectHeld(pieceBytes)
  resolve()
  await eventually(() => Promise.resolve(said), (all) => all.includes("the end"))
  expect(quiet.closed).toBe(false)
})
