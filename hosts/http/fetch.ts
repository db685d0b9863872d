// The app as a plain fetch handler, for embedding in any server that speaks web requests.
import { Readable } from "node:stream"
import type { ClientCertificate } from "../../core/ports/provider-inbox.ts"
import type { App } from "./app.ts"
import { type WholeAnswer, type WireRequest, bodyAlreadyRead, bodyLimit, isWhole } from "./wire.ts"

/**
 * A web request in, a web response out. `peer` is the address of whoever is connected, and `certificate` the certificate that
 * it showed, where the server knows them. Rejects when the body has already been read: signatures are verified over its bytes.
 */
export type FetchHandler = (request: Request, peer?: string, certificate?: ClientCertificate) => Promise<Response>

/** Wraps an app. */
export const fetchHandler = (app: App): FetchHandler => async (request, peer, certificate) => {
  const url = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const answer = await app({
    method: request.method,
    target: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    body: await bodyOf(request, bodyLimit(request.method, url.pathname)),
    peer,
    certificate
  })
  const body = isWhole(answer) ? answer.body : Readable.from(answer.body, { objectMode: false })
  const isSent = request.method !== "HEAD"
  // What goes on would wait for a reader for ever.
  if (!isSent && body instanceof Readable) body.destroy()
  return new Response(isSent ? webBody(body) : null, { status: answer.status, headers: answer.headers })
}

const webBody = (body: Readable | WholeAnswer["body"]) =>
  body instanceof Readable ? Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>> : body

const bodyOf = async (request: Request, limit: number): Promise<WireRequest["body"]> => {
  if (request.bodyUsed) throw bodyAlreadyRead()
  if (request.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) return "tooLarge"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
