// The requests of a connection, one at a time. Node's parser hands over every request of a piece of 64 KiB at once. Here one is
// answered while the others wait, nothing more is read meanwhile, and the connection is closed where more wait than may (0250).
// Invariant: requests begin in the order in which they arrived, each when the answer to the one before has left.
import { IncomingMessage, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { limits } from "../../../core/base/limits/limits.ts"

interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: () => void
}

interface Line {
  /** The request that is being answered. */
  turn: Turn | undefined
  readonly waiting: Array<Turn>
  /** Nothing that can be read comes any more. */
  isOver: boolean
}

const lines = new WeakMap<Socket, Line>()

const lineOf = (socket: Socket): Line => {
  const line = lines.get(socket) ?? { turn: undefined, waiting: [], isOver: false }
  lines.set(socket, line)
  return line
}

/**
 * Begins a request when all those before it on its connection are answered, and the parser is through with the piece that it came in:
 * one behind which too many came is not begun at all.
 */
export const inLine = (turn: Turn): void => {
  const { socket } = turn.request
  const line = lineOf(socket)
  if (line.turn === undefined) {
    line.turn = turn
    process.nextTick(begin, socket, line, turn)
    return
  }
  if (isFull(line)) return void socket.destroy()
  line.waiting.push(turn)
  process.nextTick(hold, socket, line)
}

/** The request of a connection that is being answered; undefined where none is. */
export const inTurn = (socket: Socket): Turn | undefined => lines.get(socket)?.turn

/** Closes a connection once the requests that came on it are answered. */
export const endLine = (socket: Socket): void => {
  lineOf(socket).isOver = true
}

const isFull = ({ waiting }: Line): boolean => waiting.length >= limits.pipelinedRequests

const begin = (socket: Socket, line: Line, turn: Turn): void => {
  // No one hears the answers of a connection that was closed, or is to be closed after the last one.
  if (!socket.writable) {
    line.waiting.length = 0
    return
  }
  line.turn = turn
  turn.response.once("close", () => next(socket, line))
  turn.begin()
}

const next = (socket: Socket, line: Line): void => {
  line.turn = undefined
  const turn = line.waiting.shift()
  if (turn === undefined) {
    if (line.isOver) socket.end()
    return
  }
  begin(socket, line, turn)
  if (line.waiting.length === 0) socket.resume()
  else process.nextTick(hold, socket, line)
}

// Once the parser is through with a piece: it reads on after each message that it has completed.
const hold = (socket: Socket, line: Line): void => {
  const last = line.waiting.at(-1)
  if (last === undefined) return
  compact(last.request)
  socket.pause()
}

// What has come of a body that has to wait is one piece then, however many it came in.
const compact = (request: IncomingMessage): void => {
  if (request.readableLength === 0) return
  const pieces: unknown = request.read()
  if (pieces !== null) request.unshift(pieces)
}

/**
 * A request of a server that keeps the line. One that finds it full makes Node's parser leave the rest of the piece, as it does where
 * another protocol begins, and close the connection. The three thousand requests that a piece can hold would take 40 ms otherwise,
 * though none of them is answered.
 */
export class LinedMessage extends IncomingMessage {
  declare private isUpgrade: boolean

  get upgrade(): boolean {
    return this.isUpgrade
  }

  // Set before the request is handed over, and once more where it is said that no other protocol begins.
  set upgrade(isUpgrade: boolean) {
    const line = lines.get(this.socket)
    this.isUpgrade = isUpgrade || line !== undefined && isFull(line)
  }
}
