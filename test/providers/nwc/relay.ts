// A relay on loopback: it keeps the wallet's description of itself and passes the rest on, as relays do with ephemeral events. Two
// doors lead to it, and the one that the adapter uses can be disturbed.
import { once } from "node:events"
import { type IncomingMessage, type Server, createServer } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import type { Event } from "nostr-tools/core"
import { type Filter, matchFilters } from "nostr-tools/filter"
import { type WebSocket, WebSocketServer } from "ws"
import type { Line, LineState } from "../../../adapters/conformance/index.ts"

interface Peer {
  readonly socket: WebSocket
  readonly isAdapter: boolean
  readonly subscriptions: Map<string, ReadonlyArray<Filter>>
}

export interface TestRelay {
  /** For the wallet. */
  readonly walletUrl: string
  /** For the adapter. */
  readonly url: string
  readonly line: Line
  /** Every request that arrived. */
  readonly requests: Array<Event>
  /** Publishes an event as the wallet would. */
  readonly publish: (event: Event) => void
  readonly close: () => Promise<void>
}

const info = 13_194
const request = 23_194

export const openRelay = async (): Promise<TestRelay> => {
  let state: LineState = "whole"
  let turn = 0
  const peers = new Set<Peer>()
  const kept: Array<Event> = []
  const requests: Array<Event> = []

  const tell = (peer: Peer, event: Event): void => {
    for (const [id, filters] of peer.subscriptions) {
      if (!matchFilters([...filters], event)) continue
      if (peer.isAdapter && event.kind !== info && state === "silent") continue
      if (peer.isAdapter && event.kind !== info && state === "deaf") return peer.socket.terminate()
      peer.socket.send(JSON.stringify(["EVENT", id, event]))
    }
  }
  const publish = (event: Event): void => {
    if (event.kind === info) kept.push(event)
    if (event.kind === request) requests.push(event)
    for (const peer of peers) tell(peer, event)
  }

  const hear = (peer: Peer, frame: ReadonlyArray<unknown>): void => {
    const [kind, about, ...rest] = frame
    if (kind === "REQ") {
      peer.subscriptions.set(String(about), rest as ReadonlyArray<Filter>)
      for (const event of kept) tell(peer, event)
      peer.socket.send(JSON.stringify(["EOSE", about]))
    }
    if (kind === "CLOSE") peer.subscriptions.delete(String(about))
    if (kind === "EVENT") {
      const event = about as Event
      if (peer.isAdapter && state === "unauthorised") {
        peer.socket.send(JSON.stringify(["OK", event.id, false, "restricted: not for you"]))
        return
      }
      peer.socket.send(JSON.stringify(["OK", event.id, true, ""]))
      publish(event)
    }
  }

  const sockets = new WebSocketServer({ noServer: true })
  const door = (isAdapter: boolean): Server => {
    const server = createServer()
    server.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
      if (isAdapter && state === "gateway") {
        socket.end(`HTTP/1.1 ${++turn % 2 === 1 ? "404 Not Found" : "502 Bad Gateway"}\r\ncontent-length: 0\r\n\r\n`)
        return
      }
      sockets.handleUpgrade(incoming, socket, head, (opened) => {
        const peer = { socket: opened, isAdapter, subscriptions: new Map() }
        peers.add(peer)
        opened.on("message", (data: Buffer) => hear(peer, JSON.parse(String(data)) as ReadonlyArray<unknown>))
        opened.on("error", () => undefined)
        opened.on("close", () => peers.delete(peer))
      })
    })
    return server
  }
  const listen = async (server: Server, port: number): Promise<number> => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
    return (server.address() as AddressInfo).port
  }
  const [front, back] = [door(true), door(false)]
  const [port, walletPort] = [await listen(front, 0), await listen(back, 0)]
  // A connection that is there would go on past whatever stands before the relay now.
  const hangUp = () => [...peers].filter(({ isAdapter }) => isAdapter).forEach(({ socket }) => socket.terminate())
  const end = async (server: Server): Promise<void> => {
    if (!server.listening) return
    server.close()
    await once(server, "close")
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    walletUrl: `ws://127.0.0.1:${walletPort}`,
    requests,
    publish,
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (next) => {
        state = next
        if (next === "gateway" || next === "cut") hangUp()
        if (next === "cut") await end(front)
        else if (!front.listening) await listen(front, port)
      }
    },
    close: async () => {
      for (const { socket } of peers) socket.terminate()
      await Promise.all([end(front), end(back)])
    }
  }
}
