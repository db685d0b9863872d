// The app as a plain fetch handler, for embedding in any server that speaks web requests.
import { limits } from "../../core/limits/limits.ts"
import type { App } from "./app.ts"
import type { WireRequest } from "./wire.ts"

/** A web request in, a web response out. */
export type FetchHandler = (request: Request) => Promise<Response>

/** Wraps an app. */
export const fetchHandler = (app: App): FetchHandler => async (request) => {
  const url = new URL(request.url)
  const headers = Object.fromEntries(request.headers)
  const answer = await app({
    method: request.method,
    target: url.pathname + url.search,
    headers: { host: url.host, ...headers },
    body: await bodyOf(request)
  })
  return new Response(request.method === "HEAD" ? null : answer.body, {
    status: answer.status,
    headers: answer.headers
  })
}

const bodyOf = async (request: Request): Promise<WireRequest["body"]> => {
  if (request.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limits.body.bytes) return "tooLarge"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
