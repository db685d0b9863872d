// A name server on loopback that answers A records as a test tells it, which the resolvers of this process are made to ask; and
// every connection that the process tries, of which none leaves the machine.
import { type RemoteInfo, createSocket } from "node:dgram"
import { Resolver } from "node:dns/promises"
import { once } from "node:events"
import { type LookupFunction, Socket, isIP, isIPv4, isIPv6 } from "node:net"
import { vi } from "vitest"

export interface Dns {
  /** Names that were requested, in order. */
  readonly asked: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const labelsOf = (query: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let place = 12
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.subarray(place + 1, place + 1 + length).toString("latin1"))
    place += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: place + 5 }
}

const [typeA, typeAaaa] = [1, 28]

const bytesOf = (address: string): ReadonlyArray<number> => {
  if (isIPv4(address)) return address.split(".").map(Number)
  // The URL parser writes the last two groups in hex.
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::")
  const groups = (side: string) => side === "" ? [] : side.split(":").map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(head), groups(tail ?? "")]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 255])
}

/** The answer to a query (RFC 1035 4.1): the addresses of its type, which are over at once, or that the name is unknown. */
const answerTo = (query: Buffer, end: number, addresses: ReadonlyArray<string> | undefined): Buffer => {
  const type = query.readUInt16BE(end - 4)
  const found =
    addresses?.filter((address) =>
      isIPv4(address) ? type === typeA : isIPv6(address) && !address.includes("%") && type === typeAaaa
    ) ??
      []
  const head = Buffer.from(query.subarray(0, end))
  head.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2)
  head.writeUInt16BE(found.length, 6)
  head.writeUInt32BE(0, 8)
  const records = found.map(bytesOf).map((bytes) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
  )
  return Buffer.concat([head, ...records])
}

/** Opens the name server; `addressesOf` is asked once for each name, however many types are. */
export const openDns = async (addressesOf: (name: string) => ReadonlyArray<string> | undefined): Promise<Dns> => {
  const asked: Array<string> = []
  const known = new Map<string, ReadonlyArray<string> | undefined>()
  const socket = createSocket("udp4")
  socket.on("message", (query: Buffer, from: RemoteInfo) => {
    const { end, name } = labelsOf(query)
    // Both types are asked for at once, this one first.
    if (query.readUInt16BE(end - 4) === typeA) {
      asked.push(name)
      known.set(name, addressesOf(name))
    }
    socket.send(answerTo(query, end, known.get(name)), from.port, from.address)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  const { port } = socket.address()
  const told = new WeakSet<Resolver>()
  const spies = (["resolve4", "resolve6"] as const).map((method) => {
    const original = Reflect.get(Resolver.prototype, method) as (this: Resolver, name: string) => Promise<Array<string>>
    return vi.spyOn(Resolver.prototype, method).mockImplementation(function(this: Resolver, name: string) {
      // Not while it asks for something.
      if (!told.has(this)) this.setServers([`127.0.0.1:${port}`])
      told.add(this)
      return Reflect.apply(original, this, [name])
    })
  })
  return {
    asked,
    close: async () => {
      spies.forEach((spy) => spy.mockRestore())
      socket.close()
      await once(socket, "close")
    }
  }
}

export interface Dialler {
  /** `address port` of every connection that this process would have made. */
  readonly dialled: Array<string>
  readonly close: () => void
}

interface Destination {
  readonly host?: string
  readonly port?: number | string
  readonly lookup?: LookupFunction
}

const isLoopback = (address: string): boolean => address.startsWith("127.") || address === "::1"

/** Notes what this process connects to. What is not loopback is noted, and goes nowhere. */
export const watchDialler = (): Dialler => {
  const dialled: Array<string> = []
  const keptHere = () => new Error("kept on this machine")
  const note = (port: Destination["port"], ...addresses: ReadonlyArray<string>): boolean => {
    dialled.push(...addresses.map((address) => `${address} ${port}`))
    return addresses.every(isLoopback)
  }
  const watched = ({ lookup, port, ...others }: Destination): Destination => ({
    ...others,
    ...(port === undefined ? {} : { port }),
    ...(lookup === undefined ? {} : {
      lookup: (host, options, done) =>
        lookup(host, options, (cause, found, family) => {
          if (cause !== null) return done(cause, found, family)
          const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
          return note(port, ...addresses) ? done(null, found, family) : done(keptHere(), found, family)
        })
    })
  })
  const connect = Reflect.get(Socket.prototype, "connect") as (...options: ReadonlyArray<unknown>) => Socket
  const spy = vi.spyOn(Socket.prototype, "connect").mockImplementation(
    function(this: Socket, ...given: ReadonlyArray<unknown>): Socket {
      const [first, ...rest] = given
      const inner = (Array.isArray(first) ? first[0] : first) as Destination
      if (isIP(inner.host ?? "") !== 0 && !note(inner.port, inner.host ?? "")) {
        process.nextTick(() => this.destroy(keptHere()))
        return this
      }
      if (!Array.isArray(first)) return Reflect.apply(connect, this, [watched(inner), ...rest])
      // What Node.js itself hands on: options and listener, in a list that it has marked.
      const marked = Object.assign([] as Array<unknown>, first as ReadonlyArray<unknown>)
      marked[0] = watched(inner)
      return Reflect.apply(connect, this, [marked, ...rest])
    }
  )
  return { dialled, close: () => spy.mockRestore() }
}
