// What the tests use of the package ws, which brings no types.
declare module "ws" {
  import type { EventEmitter } from "node:events"
  import type { IncomingMessage } from "node:http"
  import type { Socket } from "node:net"

  export interface WebSocket extends EventEmitter {
    readonly send: (text: string) => void
    readonly terminate: () => void
  }

  export class WebSocketServer {
    constructor(options: { readonly noServer: true })
    handleUpgrade(request: IncomingMessage, socket: Socket, head: Buffer, opened: (socket: WebSocket) => void): void
  }
}
