// A TCP connection that can be cut: passes bytes on to a server until it is told to be silent, to break or to refuse.
import { type AddressInfo, type Server, type Socket, connect, createServer } from "node:net"

/** `swallow` loses what the server answers, `blackhole` what anybody says, from now on and on new connections too. */
export type Weather = "clear" | "swallow" | "blackhole"

export class Proxy {
  weather: Weather = "clear"
  private readonly server: Server
  private readonly sockets = new Set<Socket>()

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.server = createServer((client) => {
      const upstream = connect(target)
      for (const [from, to] of [[client, upstream], [upstream, client]] as const) {
        this.sockets.add(from)
        from.on("data", (bytes) => {
          if (this.weather === "clear" || this.weather === "swallow" && from === client) to.write(bytes)
        })
        from.on("error", () => to.destroy())
        from.on("close", () => {
          this.sockets.delete(from)
          to.destroy()
        })
      }
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
    for (const socket of this.sockets) socket.destroy()
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
}
