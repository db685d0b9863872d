// Receivers of webhooks that things are wrong with, on loopback. Each takes whole requests and then does to the connection
// what its trouble says.
import { type ServerResponse, createServer } from "node:http"
import type { Socket } from "node:net"
import { onLoopback } from "./loopback.ts"

const every = (socket: Socket, ms: number, text: string): void => {
  const timer = setInterval(() => socket.write(text), ms)
  socket.on("close", () => clearInterval(timer))
}

const flood = (socket: Socket): void => {
  const chunk = Buffer.alloc(16_384, "a")
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on("drain", more)
  more()
}

const ok = "HTTP/1.1 200 OK\r\n"

type Answering = (response: ServerResponse, socket: Socket) => unknown

/** What becomes of a request once it has been read. */
const troubles = {
  none: (response) => response.writeHead(204).end(),
  /** Takes it and never says a word. */
  dead: () => undefined,
  /** Answers well, after three seconds. */
  slow: (response) => setTimeout(() => response.writeHead(204).end(), 3_000),
  /** Answers 2xx and breaks the connection before the body. */
  resets: (_, socket) => socket.write(`${ok}content-length: 100\r\n\r\n`, () => socket.resetAndDestroy()),
  /** Answers 2xx and closes in the middle of the body. */
  cuts: (_, socket) => socket.end(`${ok}content-length: 100\r\n\r\nhalf`),
  /** Closes its side without an answer. */
  "hangs up": (_, socket) => socket.end(),
  redirects: (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
  "is gone": (response) => response.writeHead(410).end(),
  "asks for a pause": (response) => response.writeHead(429, { "retry-after": "86400" }).end(),
  /** Answers 2xx with a body that never ends, as fast as it is read. */
  floods: (_, socket) => {
    socket.write(`${ok}content-length: 1000000000000\r\n\r\n`)
    flood(socket)
  },
  /** Answers 2xx with a body of a byte a second. */
  drips: (_, socket) => {
    socket.write(`${ok}content-length: 1000000\r\n\r\n`)
    every(socket, 1_000, "a")
  },
  /** Begins an answer whose headers never end. */
  "never ends its headers": (_, socket) => {
    socket.write(ok)
    every(socket, 500, "x-a: 1\r\n")
  }
} as const satisfies Readonly<Record<string, Answering>>

export type Trouble = keyof typeof troubles

/** Every trouble, that of having none left out. */
export const allTroubles = (Object.keys(troubles) as ReadonlyArray<Trouble>).filter((trouble) => trouble !== "none")

export interface TroubledReceiver {
  readonly url: string
  trouble: Trouble
  /** When it had read a request, by event id; the first time counts. Milliseconds of `performance.now`. */
  readonly heard: ReadonlyMap<string, number>
  /** Requests that it read. */
  readonly requests: () => number
  /** Requests that the sender gave up before an answer. */
  readonly givenUp: () => number
  /** The most connections that were open at the same time. */
  readonly mostOpen: () => number
  readonly close: () => Promise<void>
}

/** Opens a receiver. */
export const openTroubled = async (trouble: Trouble): Promise<TroubledReceiver> => {
  const heard = new Map<string, number>()
  let [requests, givenUp, open, mostOpen] = [0, 0, 0, 0]
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["x-service-event-id"])
      if (!heard.has(id)) heard.set(id, performance.now())
      requests += 1
      response.on("close", () => givenUp += response.headersSent ? 0 : 1)
      const answer: Answering = troubles[receiver.trouble]
      answer(response, request.socket)
    })
  })
  server.on("connection", (socket) => {
    mostOpen = Math.max(mostOpen, ++open)
    socket.on("error", () => undefined)
    socket.on("close", () => open -= 1)
  })
  const { base, close } = await onLoopback(server)
  const receiver: TroubledReceiver = {
    url: `${base}/hook`,
    trouble,
    heard,
    requests: () => requests,
    givenUp: () => givenUp,
    mostOpen: () => mostOpen,
    close
  }
  return receiver
}
