// `pontepay/next`: the service as a route handler of Next.js, and what leads its paths there.
import type { Embedded } from "../http/index.ts"
import { isMounted, pathOf, prefixes } from "./paths.ts"

/**
 * Mounts an embedded service, in `app/pontepay/route.js`: `export const { GET, HEAD, POST, PUT } = pontepay(payments)`.
 * It answers /api, /provider, /hosted and /upload, which `rewrites` leads here, and 404 to any other path. `payments` is
 * called on each request and never while Next.js builds.
 */
export const pontepay = (payments: () => Pick<Embedded, "fetch"> | Promise<Pick<Embedded, "fetch">>) => {
  // After a rewrite the request still has the URL that the client requested.
  const answer = async (request: Request): Promise<Response> =>
    isMounted(pathOf(request)) ? (await payments()).fetch(request) : new Response(null, { status: 404 })
  return { GET: answer, HEAD: answer, POST: answer, PUT: answer }
}

/**
 * The `rewrites` of `next.config.mjs`: they lead what the service answers to `app/pontepay/route.js`, after every page and
 * route of the app.
 */
export const rewrites = () =>
  Promise.resolve({
    beforeFiles: [],
    afterFiles: [],
    fallback: [{ source: `/:prefix(${prefixes.join("|")})/:path+`, destination: "/pontepay" }]
  })

const started = Symbol.for("pontepay.next")

/**
 * The one service of a process: started on the first call and given from then on, however often Next.js loads the module
 * that holds it. A start that failed is tried again on the next call.
 */
export const shared = (start: () => Promise<Embedded>): () => Promise<Embedded> => {
  const holder = globalThis as { [started]?: Promise<Embedded> | undefined }
  return () =>
    holder[started] ??= start().catch((cause: unknown) => {
      holder[started] = undefined
      throw cause
    })
}
