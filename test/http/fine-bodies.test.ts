// Bodies that come in more pieces than anybody needs (0250): each piece costs, however small it is.
import { once } from "node:events"
import { type AddressInfo, connect } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { json } from "../../hosts/http/api/request/wire.ts"
import { makeAdmission } from "../../hosts/http/server/admission.ts"
import { makeServer, stopServer } from "../../hosts/http/server/node-server.ts"

const { bytes: bytesEach, count } = limits.bodyPieces

/** What a server answers to raw bytes, until the last answer that is awaited or the end of the connection, and the bodies that it read. */
const asked = async (bytes: string) => {
  const bodies: Array<string> = []
  const server = makeServer(async ({ body }) => {
    bodies.push(typeof body === "string" ? body : Buffer.from(body).toString())
    return json(200, "{}")
  }, makeAdmission([]))
  await once(server.listen(0, "127.0.0.1"), "listening")
  onTestFinished(() => stopServer(server, 0))
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.write(bytes))
  onTestFinished(() => void socket.destroy())
  let text = ""
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString()
    if (text.includes("417")) socket.destroy()
  }).on("error", () => undefined)
  await once(socket, "close")
  return { text, bodies }
}

const head = (method: string) => `${method} /provider/webhook HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunks = (times: number, piece = "x") => `${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(times)
/** A request whose answer says that all before it were answered. */
const last = "0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\n\r\n"

it("takes a body byte by byte, as far as one may come so §limit-body-pieces", async () => {
  const { bodies, text } = await asked(head("POST") + chunks(count) + last)
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(bodies).toEqual(["x".repeat(count)])
})

it("takes the largest body in as many pieces as it may have §limit-body-pieces", async () => {
  const piece = "x".repeat(bytesEach)
  const { bodies } = await asked(head("POST") + chunks(limits.body.bytes / bytesEach, piece) + last)
  expect(bodies).toEqual(["x".repeat(limits.body.bytes)])
})

it.each(["POST", "GET"])(
  "closes a connection on which the body of a %s goes on byte by byte §limit-body-pieces",
  async (method) => {
    const { bodies, text } = await asked(head(method) + chunks(3 * count) + last)
    expect(text).not.toContain("417")
    expect(bodies).toEqual(method === "POST" ? [] : [""])
  }
)

it("closes one on which it does so behind a body that was refused §limit-body-pieces", async () => {
  const { bodies, text } = await asked(
    head("POST") + chunks(1, "x".repeat(limits.body.bytes + 1)) + chunks(3 * count) + last
  )
  expect(text).not.toContain("417")
  expect(bodies).toEqual(["tooLarge"])
})
