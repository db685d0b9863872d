// A tenant that takes what it can: connections on raw sockets that ask for the same things again as soon as they are answered,
// whatever the answer. Its own process. It says `going` once all are connecting, `answered` with its first answer, and at its end how
// often it was answered what.
import { readFileSync } from "node:fs"
import { type Socket, connect } from "node:net"

/** A request that is sent again and again; `{n}` is a number of its own each time. */
export interface Wanted {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Characters of one byte each. */
  readonly body?: string
  /** Sends only as many bytes of so large a body as keep it from being cut off, for as long as it is let. */
  readonly dripping?: { readonly bytes: number; readonly everyMs: number }
}

export interface Greed {
  readonly port: number
  readonly connections: number
  readonly wanted: ReadonlyArray<Wanted>
}

const { connections, port, wanted } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as Greed
const answers: Record<string, number> = {}
let sent = 0

const headOf = ({ dripping, headers, method, path }: Wanted, body: string): string => {
  const length = dripping === undefined ? body.length : 10_000_000
  const lines = Object.entries({ host: "127.0.0.1", ...headers, "content-length": String(length) })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`
}

const answerLength = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  const end = head + 4 + Number(length ?? 0)
  return text.length >= end ? end : undefined
}

const drive = (at: number): void => {
  const socket: Socket = connect(port, "127.0.0.1")
  socket.setNoDelay(true)
  let text = ""
  let timer: NodeJS.Timeout | undefined
  const next = (): void => {
    clearInterval(timer)
    const request = wanted[(at + sent) % wanted.length]
    if (request === undefined) return
    const body = (request.body ?? "").replaceAll("{n}", String(sent++))
    socket.write(headOf(request, body) + body, "latin1")
    const { dripping } = request
    if (dripping === undefined) return
    timer = setInterval(() => socket.write("x".repeat(dripping.bytes)), dripping.everyMs)
  }
  socket.on("connect", next)
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1")
    const end = answerLength(text)
    if (end === undefined) return
    const status = /^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? "none"
    if (Object.keys(answers).length === 0) process.stdout.write("answered\n")
    answers[status] = (answers[status] ?? 0) + 1
    const isOver = /connection: close/i.test(text.slice(0, end))
    text = text.slice(end)
    if (isOver) socket.destroy()
    else next()
  })
  socket.on("error", () => undefined)
  socket.on("close", () => {
    clearInterval(timer)
    drive(at)
  })
}

process.on("SIGTERM", () => {
  process.stdout.write(`${JSON.stringify(answers)}\n`, () => process.exit())
})
for (let at = 0; at < connections; at++) drive(at)
process.stdout.write("going\n")
