// The connections of a server. When there is no room for another one, the one is closed that has waited longest for its client: to
// say something, to send its request to the end, or to read its answer. So nobody is shut out by connections on which nothing
// happens, probes from an unknown address least of all (0250).
import type { Socket } from "node:net"
import type { Admission } from "./admission.ts"
import type { Full, Holder } from "./shares.ts"

export class Connections {
  private readonly admission: Admission
  private readonly holders = new WeakMap<Socket, Holder>()
  /** Those whose client is to go on. The first has waited longest. */
  private readonly waiting = new Map<Socket, Holder>()

  constructor(admission: Admission) {
    this.admission = admission
  }

  /** Takes a new connection, and closes another one for it where there is no room; or closes it, where all others are being served. */
  take(socket: Socket): void {
    const holder = this.admission.holderOf(socket.remoteAddress)
    for (;;) {
      const full = this.admission.connections.full(holder)
      if (full === undefined) break
      const longest = this.longestWaiting(full, holder)
      if (longest === undefined) return void socket.destroy()
      this.giveBack(longest)
      longest.destroy()
    }
    this.admission.connections.change(holder, 1)
    this.holders.set(socket, holder)
    this.waiting.set(socket, holder)
    socket.once("close", () => this.giveBack(socket))
  }

  /** A request of the connection is being answered. */
  serving(socket: Socket): void {
    this.waiting.delete(socket)
  }

  /** The answer was given, and it is the client's turn: to read it, and to send another request. */
  served(socket: Socket): void {
    const before = this.holders.get(socket)
    if (before === undefined) return
    const holder = before.isKnown ? before : this.heldAs(socket, before)
    this.waiting.set(socket, holder)
  }

  /** A stranger whose credential was right is none any more. */
  private heldAs(socket: Socket, before: Holder): Holder {
    const holder = this.admission.holderOf(socket.remoteAddress)
    if (!holder.isKnown) return before
    this.admission.connections.change(before, -1)
    this.admission.connections.change(holder, 1)
    this.holders.set(socket, holder)
    return holder
  }

  /** Of the address where its share is full, else of strangers; of known addresses where no stranger waits and all places are taken. */
  private longestWaiting(full: Full, { name }: Holder): Socket | undefined {
    for (const [socket, holder] of this.waiting) {
      if (full === "address" ? holder.name === name : !holder.isKnown) return socket
    }
    const [longest] = this.waiting.keys()
    return full === "all" ? longest : undefined
  }

  private giveBack(socket: Socket): void {
    const holder = this.holders.get(socket)
    if (holder === undefined) return
    this.holders.delete(socket)
    this.waiting.delete(socket)
    this.admission.connections.change(holder, -1)
  }
}
