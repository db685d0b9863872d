// A keep-alive connection on a raw socket with one request at a time, which costs the process that asks little. Answers have a
// content-length; characters are of one byte each.
import { type Socket, connect } from "node:net"

export interface Question {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly body?: object
}

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Connection {
  /** Rejects when the connection ends before the answer does. */
  readonly ask: (question: Question) => Promise<Answer>
  readonly close: () => void
}

const textOf = ({ body, key, method, path }: Question): string => {
  const text = body === undefined ? "" : JSON.stringify(body)
  const type = body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${text.length}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n${type}\r\n${text}`
}

/** Where the first answer in a text ends; undefined while it is not whole. */
const endOf = (text: string): { readonly head: number; readonly end: number } | undefined => {
  const head = text.indexOf("\r\n\r\n") + 4
  if (head === 3) return undefined
  const [, length = "0"] = /content-length: (\d+)/i.exec(text.slice(0, head)) ?? []
  const end = head + Number(length)
  return text.length >= end ? { head, end } : undefined
}

/** Connects to a port of this machine. */
export const openConnection = (port: number): Connection => {
  const socket: Socket = connect(port, "127.0.0.1")
  socket.setNoDelay(true)
  let text = ""
  let waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined
  const fail = (error: Error): void => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1")
    const place = endOf(text)
    if (place === undefined) return
    const answer = { status: Number(text.slice(9, 12)), body: text.slice(place.head, place.end) }
    text = text.slice(place.end)
    waiting?.resolve(answer)
  })
  socket.on("error", fail)
  socket.on("close", () => fail(new Error("the connection was closed")))
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(textOf(question))
      }),
    close: () => socket.destroy()
  }
}
