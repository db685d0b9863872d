// How answers leave over node:http. What a client has not read yet counts in the share of its address, and a client that reads
// slower than the least rate is cut off, so that no one holds memory by not reading (0250).
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Readable } from "node:stream"
import { TLSSocket } from "node:tls"
import { type WholeAnswer, type WireAnswer, isWhole } from "../api/request/wire.ts"
import type { Admission } from "./admission.ts"
import { discardBody } from "./request-body.ts"

/** A request, where its answer goes, and the address that the answer counts under while it is not read. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly peer: string | undefined
}

/** How long a body that is too large may go on after it was answered. */
const lingerMs = 1_000

export class Answers {
  /** The answers that go on until the server stops. */
  readonly streams = new Set<ServerResponse>()
  private readonly admission: Admission

  constructor(admission: Admission) {
    this.admission = admission
  }

  /** Sends an answer. `isRead`: whether the body of the request was read to its end; the connection ends where it was not. */
  send(exchange: Exchange, answer: WireAnswer, isRead: boolean): void {
    if (isWhole(answer)) this.whole(exchange, answer, isRead)
    else this.stream(exchange, answer)
  }

  private whole(exchange: Exchange, answer: WholeAnswer, isRead: boolean): void {
    const { request, response } = exchange
    const length = Buffer.byteLength(answer.body)
    const headers = { ...answer.headers, "content-length": length }
    response.writeHead(answer.status, isRead ? headers : { ...headers, connection: "close" })
    const body = request.method === "HEAD" ? "" : answer.body
    const { bytes } = this.admission.answerRate
    if (!isRead) return lastWords(exchange, body)
    if (body.length > bytes) {
      if (this.holdToReading(exchange, length)) Readable.from(piecesOf(body, bytes)).pipe(response)
      return
    }
    response.end(body)
    // What the machine has taken as a whole is out of our hands.
    if (response.writableLength > 0) this.holdToReading(exchange, length)
  }

  private stream(exchange: Exchange, { body, headers, status }: WireAnswer): void {
    const { request, response } = exchange
    const source = Readable.from(body)
    // Who left while he was being let in has closed already: what he requested is given back, as it is where no body is sent.
    if (response.destroyed) return void source.destroy()
    if (request.method === "HEAD") {
      source.destroy()
      return void response.writeHead(status, headers).end()
    }
    this.streams.add(response)
    response.once("close", () => {
      this.streams.delete(response)
      source.destroy()
    })
    source.once("error", () => response.destroy())
    response.writeHead(status, headers)
    if (this.holdToReading(exchange, this.admission.answerRate.bytes)) source.pipe(response)
  }

  /** Counts an answer until it is read, and cuts off who reads it too slowly; or at once, where too much is not read already. */
  private holdToReading({ peer, request: { socket }, response }: Exchange, bytes: number): boolean {
    if (socket.destroyed) return false
    const holder = this.admission.holderOf(peer)
    if (this.admission.unreadBytes.full(holder, bytes) !== undefined) {
      cutOff(socket)
      return false
    }
    this.admission.unreadBytes.change(holder, bytes)
    let before = takenOf(socket)
    const looks = setInterval(() => {
      const taken = takenOf(socket)
      if (socket.writableLength > 0 && taken === before) cutOff(socket)
      before = taken
    }, this.admission.answerRate.withinMs)
    let isHeld = true
    const end = () => {
      // Both events may fire in one `close` of the connection: a listener that is being called cannot be removed any more.
      if (!isHeld) return
      isHeld = false
      clearInterval(looks)
      response.off("close", end)
      socket.off("close", end)
      this.admission.unreadBytes.change(holder, -bytes)
    }
    // An answer that waits for one before it is not told when its connection closes.
    response.once("close", end)
    socket.once("close", end)
    return true
  }
}

/** Bytes that the machine has taken to send. */
const takenOf = ({ bytesWritten, writableLength }: Socket): number => bytesWritten - writableLength

// A reset frees what lies in the buffers of the machine. Only TCP has it.
const cutOff = (socket: Socket): void => {
  const isTcp = !(socket instanceof TLSSocket) && socket.remoteAddress !== undefined
  if (isTcp) socket.resetAndDestroy()
  else socket.destroy()
}

// Each is written when the one before was taken, which is how it is seen that an answer is being read.
const piecesOf = function*(body: WholeAnswer["body"], pieceBytes: number): Iterable<Uint8Array> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes)
}

// Closing on a client that is still sending would reset the connection, and the answer with it.
const lastWords = ({ request, response }: Exchange, body: WholeAnswer["body"]): void => {
  response.write(body)
  const end = () => response.end()
  const timer = setTimeout(end, lingerMs)
  request.once("close", () => clearTimeout(timer))
  request.once("end", end)
  discardBody(request)
}
