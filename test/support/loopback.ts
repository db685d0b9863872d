// Somebody outside, on loopback: a server of HTTP that a test plays.
import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface Loopback {
  readonly base: string
  /** Ends it with every connection that is open. */
  readonly close: () => Promise<void>
}

/** Has a server listen on a free port. */
export const onLoopback = async (server: Server): Promise<Loopback> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
