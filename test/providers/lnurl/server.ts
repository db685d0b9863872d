// The server of Lightning addresses of a test: every name of `.test` leads to it.
import { once } from "node:events"
import { type Agent, createServer } from "node:https"
import type { AddressInfo } from "node:net"
import { certificateFor } from "../../support/certificate.ts"
import { type AddressPlace, agentTo } from "./place.ts"

interface Answer {
  readonly status?: number
  readonly type?: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface AddressServer extends AddressPlace {
  /** Connections to it, whatever name is asked. */
  readonly agent: Agent
  /** Host and path with query of what was asked. */
  readonly asked: Array<string>
  close: () => Promise<void>
}

/** Opens it; `answer` says what a path of a host answers. */
export const openAddressServer = async (answer: (url: URL) => Answer): Promise<AddressServer> => {
  const { cert, key } = certificateFor("pay.test", "250101", "491231")
  const asked: Array<string> = []
  const server = createServer({ cert, key }, (request, response) => {
    const url = new URL(request.url ?? "/", `https://${request.headers.host}`)
    asked.push(`${url.hostname}${url.pathname}${url.search}`)
    const { body, headers = {}, status = 200, type = "application/json" } = answer(url)
    response.writeHead(status, { "content-type": type, ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const agent = agentTo({ port, cert })
  return {
    port,
    cert,
    agent,
    asked,
    close: async () => {
      agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}

/** What an honest server answers: an offer, then an invoice of what was requested. */
export const honest = (invoice: (msat: bigint) => string) => (url: URL): Answer =>
  url.pathname.startsWith("/.well-known/lnurlp/")
    ? {
      body: {
        tag: "payRequest",
        callback: `https://${url.hostname}/give?of=${url.pathname.slice("/.well-known/lnurlp/".length)}`,
        minSendable: 1_000,
        maxSendable: 1_000_000_000,
        metadata: "[[\"text/plain\",\"a shop\"]]"
      }
    }
    : { body: { pr: invoice(BigInt(url.searchParams.get("amount") ?? "0")), routes: [] } }
