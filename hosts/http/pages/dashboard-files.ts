// The dashboard's page and its files, as the build left them in hosts/dashboard/dist. They hold no data and need no key; their
// policy lets them load nothing and talk to no one but this host. Files with a hash in their name are kept for ever, here as in
// browsers, and the others for a second: whoever asks again and again has no file read or squeezed again and again.
import { readFile } from "node:fs/promises"
import { extname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { root } from "./docs/files.ts"
import { methodNotAllowed, transportAnswers } from "../api/request/envelope.ts"
import { pageHeaders } from "./html/page-headers.ts"
import type { WireAnswer, WireRequest } from "../api/request/wire.ts"

const built = join(root, "hosts/dashboard/dist")

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
]

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".map": "application/json"
}

const squeezed: ReadonlySet<string> = new Set([".html", ".js", ".css", ".svg", ".json", ".map"])

// Names of the build alone: no dots in a row, no other folder than its assets.
const form = /^(?:assets\/)?[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+$/

type Bytes = Uint8Array<ArrayBuffer>
type Encoding = "br" | "gzip" | "identity"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const encoded = async (bytes: Bytes, encoding: Encoding): Promise<Bytes> => {
  switch (encoding) {
    case "br":
      return new Uint8Array(await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
    case "gzip":
      return new Uint8Array(await zip(bytes))
    case "identity":
      return bytes
  }
}

const encodingFor = ({ headers }: WireRequest, extension: string): Encoding => {
  if (!squeezed.has(extension)) return "identity"
  const accepted = (headers["accept-encoding"] ?? "").toLowerCase()
  return /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "identity"
}

const headersOf = (name: string, encoding: Encoding): Readonly<Record<string, string>> => ({
  ...pageHeaders(policy),
  "content-type": types[extname(name)] ?? "application/octet-stream",
  "cache-control": name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
  vary: "accept-encoding",
  ...(encoding === "identity" ? {} : { "content-encoding": encoding })
})

const notBuilt: WireAnswer = {
  status: 503,
  headers: { ...pageHeaders(policy), "content-type": "text/plain; charset=utf-8" },
  body: "The dashboard has not been built. Run: npm run build:dashboard\nThen load this page again.\n"
}

/** How long a file is sent as it was read whose name stays when it changes. */
const keptMs = 1_000

interface KeptAnswer {
  /** Undefined where there is no such file. */
  readonly answer: Promise<WireAnswer | undefined>
  /** What `performance.now()` is when it has to be read again. */
  readonly until: number
}

/** The page of the dashboard and its files out of a directory; undefined for paths that are not under it. */
export const makeDashboardPage = (directory: string) => {
  const kept = new Map<string, KeptAnswer>()
  const read = async (name: string, encoding: Encoding): Promise<WireAnswer | undefined> => {
    const bytes = await readFile(join(directory, name)).catch(() => undefined)
    if (bytes === undefined) return undefined
    return { status: 200, headers: headersOf(name, encoding), body: await encoded(new Uint8Array(bytes), encoding) }
  }
  const file = (name: string, encoding: Encoding): Promise<WireAnswer | undefined> => {
    const key = `${encoding} ${name}`
    const now = performance.now()
    const before = kept.get(key)
    if (before !== undefined && now < before.until) return before.answer
    const answer = read(name, encoding)
    // What has a hash in its name never changes.
    kept.set(key, { answer, until: name.startsWith("assets/") ? Number.POSITIVE_INFINITY : now + keptMs })
    // Names that are no file's are a stranger's to choose.
    const forget = () => kept.delete(key)
    answer.then((found) => found ?? forget(), forget)
    return answer
  }
  const answer = async (request: WireRequest, path: string): Promise<WireAnswer> => {
    const asked = path.slice("/dashboard/".length)
    // Paths of views are the page's own business.
    const name = extname(asked) === "" ? "index.html" : asked
    if (!form.test(name)) return transportAnswers.routeNotFound
    const found = await file(name, encodingFor(request, extname(name)))
    return found ?? (name === "index.html" ? notBuilt : transportAnswers.routeNotFound)
  }
  return (request: WireRequest, path: string): Promise<WireAnswer> | undefined => {
    if (path !== "/dashboard" && !path.startsWith("/dashboard/")) return undefined
    if (request.method !== "GET" && request.method !== "HEAD") return Promise.resolve(methodNotAllowed(["GET", "HEAD"]))
    return path === "/dashboard"
      ? Promise.resolve({ status: 308, headers: { location: "/dashboard/" }, body: "" })
      : answer(request, path)
  }
}

/** The dashboard that is served. */
export const dashboardPage = makeDashboardPage(built)
