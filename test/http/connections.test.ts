// How many connections a server holds open (0188): a crowd of them takes no more than its share of memory and files.
// S19
import { once } from "node:events"
import { type AddressInfo, type Socket, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"
import { json } from "../../hosts/http/api/request/wire.ts"
import { eventually } from "../support/host.ts"

const app = async () => json(200, "{}")

/** Asks on a connection, and gives what came before the answer was whole or the connection was closed. */
const asked = async (socket: Socket): Promise<string> => {
  let text = ""
  const ended = new Promise<void>((resolve) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      if (text.endsWith("{}")) resolve()
    })
    socket.on("error", () => undefined)
    socket.on("close", () => resolve())
  })
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
  await ended
  return text
}

it("closes what comes beyond the limit, and takes connections again when one has ended §limit-connections", async () => {
  const server = makeServer(app, 2).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => stopServer(server, 0))
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, "127.0.0.1")
    onTestFinished(() => void socket.destroy())
    return { socket, text: await asked(socket) }
  }
  const first = await open()
  const second = await open()
  for (const { text } of [first, second]) expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect((await open()).text).toBe("")
  expect([first.socket.readyState, second.socket.readyState]).toEqual(["open", "open"])
  first.socket.destroy()
  await eventually(open, ({ text }) => text.startsWith("HTTP/1.1 200 "))
})

it("holds the greatest number by default §limit-connections", () => {
  expect(makeServer(app).maxConnections).toBe(limits.connections)
})
