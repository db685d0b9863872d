// The app as a plain fetch handler, for embedding in any server that speaks web requests.
import type { App } from "./app.ts"
import { bodyLimit } from "./body-limit.ts"
import type { WireRequest } from "./wire.ts"

/** A web request in, a web response out. `peer` is the address of whoever is connected, where the server knows it. */
export type FetchHandler = (request: Request, peer?: string) => Promise<Response>

/** Wraps an app. */
export const fetchHandler = (app: App): FetchHandler => async (request, peer) => {
  const url = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const answer = await app({
    method: request.method,
    target: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    body: await bodyOf(request, bodyLimit(request.method, url.pathname)),
    peer
  })
  return new Response(request.method === "HEAD" ? null : answer.body, {
    status: answer.status,
    headers: answer.headers
  })
}

const bodyOf = async (request: Request, limit: number): Promise<WireRequest["body"]> => {
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
