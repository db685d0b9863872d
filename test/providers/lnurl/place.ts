// Where the server of Lightning addresses of a test is, for processes that it is not in.
import { Agent } from "node:https"
import { type TLSSocket, connect } from "node:tls"

/** Its port, and the certificate that it is believed by. */
export interface AddressPlace {
  readonly port: number
  readonly cert: string
}

/** Connections there, whatever name is asked. */
export const agentTo = ({ cert, port }: AddressPlace): Agent => {
  class Here extends Agent {
    override createConnection(): TLSSocket {
      return connect({ host: "127.0.0.1", port, ca: cert, servername: "pay.test" })
    }
  }
  return new Here()
}
