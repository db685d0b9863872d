// The dashboard's page and its files, as the build left them in hosts/dashboard/dist. They hold no data and need no key; their
// policy lets them load nothing and talk to no one but this host. Files with a hash in their name are kept for ever.
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

const mostKept = 200

// What has a hash in its name never changes, so it is squeezed once.
const squeezer = () => {
  const kept = new Map<string, Promise<Bytes>>()
  return (name: string, bytes: Bytes, encoding: Encoding): Promise<Bytes> => {
    if (!name.startsWith("assets/")) return encoded(bytes, encoding)
    const key = `${encoding} ${name}`
    const before = kept.get(key)
    if (before !== undefined) return before
    if (kept.size >= mostKept) kept.clear()
    const made = encoded(bytes, encoding)
    kept.set(key, made)
    return made
  }
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

/** The page of the dashboard and its files out of a directory; undefined for paths that are not under it. */
export const makeDashboardPage = (directory: string) => {
  const squeeze = squeezer()
  const answer = async (request: WireRequest, path: string): Promise<WireAnswer> => {
    const asked = path.slice("/dashboard/".length)
    // Paths of views are the page's own business.
    const name = extname(asked) === "" ? "index.html" : asked
    if (!form.test(name)) return transportAnswers.routeNotFound
    const read = await readFile(join(directory, name)).catch(() => undefined)
    if (read === undefined) return name === "index.html" ? notBuilt : transportAnswers.routeNotFound
    const encoding = encodingFor(request, extname(name))
    const body = await squeeze(name, new Uint8Array(read), encoding)
    return { status: 200, headers: headersOf(name, encoding), body }
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
