// A TCP connection that can be cut: passes bytes on to a server until it is told to be silent, slow, to break or to refuse.
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net"

/**
 * `swallow` loses what the server answers, `blackhole` what anybody says, from now on and on new connections too; `reset`
 * breaks every new connection.
 */
export type Weather = "clear" | "swallow" | "blackhole" | "reset"

/** Faults that come and go with single connections; all off by default. */
export interface Faults {
  /** What every piece is late by, and how much later it may be. */
  readonly latencyMs?: number
  readonly jitterMs?: number
  /** A connection breaks once the server has said so many bytes on it; the last piece is cut off there. */
  readonly breakAfterBytes?: number
  /** The end of one side reaches the other so late. */
  readonly slowCloseMs?: number
  /** Breaks the connection instead of passing on the answer to what `pattern` is in, this share of the time. */
  readonly lostAnswers?: { readonly pattern: string; readonly share: number }
}

interface Pair {
  readonly client: Socket
  readonly upstream: Socket
  /** Still open, and nothing comes through. */
  isDead: boolean
  isDoomed: boolean
  saidBytes: number
  /** The end of what the server said last. */
  tail: Buffer
}

/** What PostgreSQL says at the end of each statement or transaction: it is ready for the next. */
const ready = Buffer.from([0x5a, 0, 0, 0, 5])

const timesIn = (bytes: Buffer): number => {
  let times = 0
  for (let at = bytes.indexOf(ready); at >= 0; at = bytes.indexOf(ready, at + ready.length)) times += 1
  return times
}

export class Proxy {
  weather: Weather = "clear"
  faults: Faults = {}
  /** Connections that were broken for the sake of `lostAnswers`. */
  answersLost = 0
  /** How often PostgreSQL has answered a statement, or several that were one transaction. */
  statementsAnswered = 0
  private readonly server: Server
  private readonly pairs = new Set<Pair>()

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.server = createServer((client) => {
      const upstream = connect(target)
      const pair: Pair = { client, upstream, isDead: false, isDoomed: false, saidBytes: 0, tail: ready.subarray(0, 0) }
      this.pairs.add(pair)
      if (this.weather === "reset") client.resetAndDestroy()
      this.carry(pair, client, upstream)
      this.carry(pair, upstream, client)
    })
  }

  /** Stands before the server of a URL; gives itself and the URL that goes through it. */
  static async before(url: string): Promise<{ readonly proxy: Proxy; readonly url: string }> {
    const address = new URL(url)
    const proxy = new Proxy({ host: address.hostname, port: Number(address.port) })
    await new Promise<void>((resolve) => proxy.server.listen(0, "127.0.0.1", resolve))
    address.host = `127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
    return { proxy, url: address.href }
  }

  /** Breaks every connection that is open. */
  cut(): void {
    for (const { client, upstream } of this.pairs) {
      client.destroy()
      upstream.destroy()
    }
  }

  /** Forgets every connection that is open, as a firewall does: neither side is told. New ones are as the weather is. */
  forget(): void {
    for (const pair of this.pairs) pair.isDead = true
  }

  /** The same for the connections that have been open longest. */
  forgetOldest(count: number): void {
    for (const pair of [...this.pairs].slice(0, count)) pair.isDead = true
  }

  /** Breaks every connection and takes no more; resolves when the port is closed. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve())
      this.cut()
    })
  }

  /** Takes connections again on the port it had. */
  reopen(url: string): Promise<void> {
    return new Promise((resolve) => this.server.listen(Number(new URL(url).port), "127.0.0.1", resolve))
  }

  private carry(pair: Pair, from: Socket, to: Socket): void {
    let lastAt = 0
    // What left first arrives first, however late.
    const later = (ms: number, deliver: () => void): void => {
      if (ms === 0 && lastAt <= performance.now()) return deliver()
      lastAt = Math.max(lastAt, performance.now() + ms)
      setTimeout(deliver, lastAt - performance.now())
    }
    from.on("data", (bytes) => {
      const { jitterMs = 0, latencyMs = 0 } = this.faults
      const passed = this.passed(pair, from, bytes)
      if (passed === undefined) return
      later(latencyMs + Math.random() * jitterMs, () => {
        to.write(passed)
        // Cut off here: what left before has arrived, and nothing after.
        if (passed.length < bytes.length) this.break(pair)
      })
    })
    from.on("error", () => to.destroy())
    from.on("close", () => {
      this.pairs.delete(pair)
      later(this.faults.slowCloseMs ?? 0, () => to.destroy())
    })
  }

  /** What comes through of a piece; a connection that breaks at it is broken here. */
  private passed(pair: Pair, from: Socket, bytes: Buffer): Buffer | undefined {
    const isQuestion = from === pair.client
    if (pair.isDead || this.weather === "blackhole" || this.weather === "swallow" && !isQuestion) return undefined
    const { breakAfterBytes = Number.POSITIVE_INFINITY, lostAnswers } = this.faults
    if (isQuestion) {
      pair.isDoomed ||= lostAnswers !== undefined && bytes.includes(lostAnswers.pattern) &&
        Math.random() < lostAnswers.share
      return bytes
    }
    const text = Buffer.concat([pair.tail, bytes])
    this.statementsAnswered += timesIn(text)
    pair.tail = text.subarray(1 - ready.length)
    if (pair.isDoomed) {
      this.answersLost += 1
      this.break(pair)
      return undefined
    }
    const room = breakAfterBytes - pair.saidBytes
    pair.saidBytes += bytes.length
    return room < 0 ? undefined : bytes.subarray(0, room)
  }

  private break({ client, upstream }: Pair): void {
    client.destroy()
    upstream.destroy()
  }
}
