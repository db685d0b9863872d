// The app as a plain fetch handler, for embedding in any server that speaks web requests.
import { Readable } from "node:stream"
import type { ClientCertificate } from "../../../core/ports/provider-inbox.ts"
import type { App } from "./app.ts"
import { limits } from "../../../core/base/limits/limits.ts"
import { Gathered } from "../api/request/gathered.ts"
import {
  type ReadChunks,
  type WholeAnswer,
  type WireRequest,
  bodyAlreadyRead,
  declaredBytes,
  isUpload,
  isWhole
} from "../api/request/wire.ts"

/**
 * A web request in, a web response out. `peer` is the address of whoever is connected, and `certificate` the certificate that
 * it showed, where the server knows them. Rejects when the body has already been read: signatures are verified over its bytes.
 */
export type FetchHandler = (request: Request, peer?: string, certificate?: ClientCertificate) => Promise<Response>

/** Wraps an app. */
export const fetchHandler = (app: App): FetchHandler => async (request, peer, certificate) => {
  const url = new URL(request.url)
  if (request.bodyUsed) throw bodyAlreadyRead()
  const headers = { host: url.host, ...Object.fromEntries(request.headers) }
  const upload = isUpload(request.method, url.pathname) ? chunksOf(request) : undefined
  const answer = await app({
    method: request.method,
    target: url.pathname + url.search,
    headers,
    body: upload === undefined ? await bodyOf(request, declaredBytes({ headers })) : new Uint8Array(),
    upload,
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

const bodyOf = async (request: Request, declared: number | undefined): Promise<WireRequest["body"]> => {
  const { bytes } = limits.body
  if (declared !== undefined && declared > bytes) return "tooLarge"
  const gathered = new Gathered()
  const reading = new AbortController()
  const take = (chunk: Uint8Array) => {
    if (gathered.size + chunk.length > bytes) reading.abort()
    else gathered.take(chunk)
  }
  await chunksOf(request)(take, reading.signal).catch((error: unknown) => {
    if (!reading.signal.aborted) throw error
  })
  return reading.signal.aborted ? "tooLarge" : gathered.whole()
}

const chunksOf = ({ body }: Request): ReadChunks => async (take, signal) => {
  const reader = body?.getReader()
  if (reader === undefined) return
  // What has not come by then is not wanted: its sender hears of it.
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener("abort", cancel)
  for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value)
  signal.throwIfAborted()
}
