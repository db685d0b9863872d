// The load generator: keep-alive connections on raw sockets, one request in flight on each, a new externalId in every
// request. Its own process, so that what it costs is not counted for the server. Prints one JSON line.
import { type Socket, connect } from "node:net"
import { performance } from "node:perf_hooks"

interface LoadOptions {
  readonly port: number
  readonly connections: number
  readonly seconds: number
  readonly keys: ReadonlyArray<string>
  readonly run: string
}

const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions
const latencies: Array<number> = []
let sent = 0
let non2xx = 0
let socketErrors = 0
let isMeasuring = true

const request = (): string => {
  const n = sent++
  const body = JSON.stringify({
    value: 1_000 + n % 500,
    asset: "USDT",
    network: "polygon",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId: `${options.run}-${n}`
  })
  const key = options.keys[n % options.keys.length] ?? ""
  return `POST /api/deposit/asset HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

// Answers come one at a time, each with a content-length; bodies are ASCII.
const answerLength = (text: string): number | undefined => {
  const head = text.indexOf("\r\n\r\n")
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  const end = head + 4 + Number(length ?? 0)
  return text.length >= end ? end : undefined
}

const drive = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    let text = ""
    let startedAt = 0
    const next = () => {
      if (!isMeasuring) {
        socket.end()
        return resolve()
      }
      startedAt = performance.now()
      socket.write(request())
    }
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      const end = answerLength(text)
      if (end === undefined) return
      latencies.push(performance.now() - startedAt)
      if (!text.startsWith("HTTP/1.1 2")) non2xx++
      text = text.slice(end)
      next()
    })
    socket.on("error", () => {
      socketErrors++
      resolve()
    })
    socket.on("close", () => resolve())
    next()
  })

const startedAt = performance.now()
setTimeout(() => {
  isMeasuring = false
}, options.seconds * 1_000)
await Promise.all(Array.from({ length: options.connections }, () => {
  const socket = connect(options.port, "127.0.0.1")
  socket.setNoDelay(true)
  return drive(socket)
}))
const elapsed = (performance.now() - startedAt) / 1_000
latencies.sort((a, b) => a - b)
const at = (share: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0
process.stdout.write(
  `${
    JSON.stringify({
      requests: latencies.length,
      rps: latencies.length / elapsed,
      p50: at(0.5),
      p99: at(0.99),
      non2xx,
      socketErrors
    })
  }\n`
)
