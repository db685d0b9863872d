// A stranger: a process that has no credential and takes what it can. It says `going` once it has opened all of its connections, and
// opens again what is closed, until it is ended. From `going` on it has the lowest priority, so that the service's own work is
// measured. It opens at normal priority, because that would take minutes on a busy machine otherwise.
import { connect } from "node:net"
import { setPriority } from "node:os"

export interface Stranger {
  readonly port: number
  /** How many addresses of this machine the connections come from. */
  readonly addresses: number
  /** Connections at a time. */
  readonly connections: number
  /** How many of them are opened at a time. */
  readonly opening: number
  /** What is written on each, so many times at once. */
  readonly bytes: string
  readonly times: number
  /** Whether answers are read, and the same is written again after each piece of one. */
  readonly reads: boolean
}

const { addresses, bytes, connections, opening: mostOpening, port, reads, times } = JSON.parse(
  process.argv[2] ?? ""
) as Stranger

const piece = Buffer.from(bytes.repeat(times))
let [opened, opening] = [0, 0]
const toOpen = Array.from({ length: connections }, (_, n) => n)

const addressOf = (n: number): string => `127.1.${(n % addresses) >> 7}.${(n % addresses & 127) + 1}`

const open = (n: number): void => {
  opening += 1
  const socket = connect({ port, host: "127.0.0.1", localAddress: addressOf(n) })
  socket.once("connect", () => {
    opening -= 1
    opened += 1
    socket.write(piece)
    openMore()
    if (opened !== connections) return
    setPriority(19)
    process.stdout.write("going\n")
  })
  if (reads) socket.on("data", () => socket.write(piece))
  socket.on("error", () => undefined)
  socket.once("close", () => {
    if (socket.connecting) opening -= 1
    toOpen.push(n)
    setImmediate(openMore)
  })
}

const openMore = (): void => {
  while (opening < mostOpening) {
    const n = toOpen.shift()
    if (n === undefined) return
    open(n)
  }
}

openMore()
