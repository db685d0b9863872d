// A receiver of webhooks on loopback: it keeps what it was sent and answers as it is told.
import { type IncomingHttpHeaders, createServer } from "node:http"
import { type Loopback, onLoopback } from "./loopback.ts"

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The bytes as they came. */
  readonly body: Buffer
  /** Unix milliseconds. */
  readonly at: number
}

export interface WebhookReceiver extends Loopback {
  /** Everything that came to a path, in order. */
  readonly at: (path: string) => ReadonlyArray<Received>
}

/** Opens a receiver; `statusOf` says what the n-th delivery to a path is answered, 204 by default. */
export const openReceiver = async (
  statusOf: (path: string, n: number) => number = () => 204
): Promise<WebhookReceiver> => {
  const received: Array<Received> = []
  const at = (path: string) => received.filter((each) => each.path === path)
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks), at: Date.now() })
      response.writeHead(statusOf(path, at(path).length)).end()
    })
  })
  return { ...(await onLoopback(server)), at }
}
