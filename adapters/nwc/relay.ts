// One connection to a relay (NIP-01): what is published on it, and what comes. It is opened when it is needed and again after it
// broke. Invariant: nothing is published before the relay serves what the wallet answers.
import type { Event } from "nostr-tools/core"

/** What hears a connection. */
export interface RelayListener {
  readonly event: (event: Event) => void
  /** The connection is over; whoever waits for an answer on it waits for nothing. */
  readonly closed: (reason: string) => void
  /** The relay did not take an event of ours. */
  readonly refused: (id: string) => void
}

/** Filters of what the relay is requested. */
export type Filters = () => ReadonlyArray<Readonly<Record<string, unknown>>>

const subscription = "pontepay"
/** For a connection and what the relay had before. Milliseconds. */
const openWithinMs = 5_000

const frameOf = (data: unknown): ReadonlyArray<unknown> => {
  try {
    const frame: unknown = JSON.parse(String(data))
    return Array.isArray(frame) ? frame : []
  } catch {
    return []
  }
}

export class Relay {
  private readonly url: string
  private readonly filters: Filters
  private readonly listeners = new Set<RelayListener>()
  private opening: Promise<WebSocket> | undefined

  constructor(url: string, filters: Filters) {
    this.url = url
    this.filters = filters
  }

  listen(listener: RelayListener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** The connection, once the relay has told all that it had before. Rejects with an error that says why there is none. */
  open(): Promise<WebSocket> {
    this.opening ??= this.connect()
    return this.opening
  }

  /** Publishes an event; false where the connection is gone, so that nothing left. */
  static publish(socket: WebSocket, event: Event): boolean {
    if (socket.readyState !== WebSocket.OPEN) return false
    socket.send(JSON.stringify(["EVENT", event]))
    return true
  }

  private connect(): Promise<WebSocket> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(this.url)
      let isOver = false
      const end = (reason: string): void => {
        // An end is reported by several events, the last of them when another connection may be there.
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        this.opening = undefined
        reject(new Error(reason))
        for (const listener of this.listeners) listener.closed(reason)
        socket.close()
      }
      const timer = setTimeout(() => end(`the relay is not ready within ${openWithinMs} ms`), openWithinMs)
      socket.addEventListener("open", () => socket.send(JSON.stringify(["REQ", subscription, ...this.filters()])))
      socket.addEventListener("error", () => end("the relay cannot be reached"))
      socket.addEventListener("close", () => end("the connection to the relay ended"))
      socket.addEventListener("message", ({ data }) => {
        const [kind, about, value] = frameOf(data)
        if (kind === "EVENT" && about === subscription) {
          for (const each of this.listeners) each.event(value as Event)
        }
        if (kind === "OK" && value === false) { for (const each of this.listeners) each.refused(String(about)) }
        if (kind === "EOSE" && about === subscription) {
          clearTimeout(timer)
          resolve(socket)
        }
        if (kind === "CLOSED" && about === subscription) end("the relay serves nothing to us")
      })
    })
  }
}
