// Calls the routes of a copy of the Next.js example as Next.js would, without Next.js, and prints what became of its order:
// `node next-shop.ts <folder>`.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { linksAt, orderAt } from "../../examples/customer.ts"

type Handler = (request: Request) => Promise<Response>
type Routes = Readonly<Partial<Record<string, Handler>>>

const [, , folder = ""] = process.argv
const load = (path: string): Promise<unknown> => import(pathToFileURL(join(folder, path)).href)

const checkout = await load("app/checkout/route.js") as Routes
const mounted = await load("app/pontepay/route.js") as Routes
const { key, payments } = await load("payments.js") as {
  readonly key: string
  readonly payments: () => Promise<{ readonly close: () => Promise<void> }>
}
const { default: config } = await load("next.config.mjs") as {
  readonly default: {
    readonly rewrites: () => Promise<{ readonly fallback: ReadonlyArray<{ readonly source: string }> }>
  }
}
const [prefixes = ""] = (await config.rewrites()).fallback.map(({ source }) => /\(([^)]+)\)/.exec(source)?.[1] ?? "")
const rewritten = new RegExp(`^/(?:${prefixes})/.`)

/** The app's own routes first, then what `rewrites` leads to the service. */
const call = (address: string, init: RequestInit): Promise<Response> => {
  const request = new Request(address, init)
  const { pathname } = new URL(address)
  const routes = pathname === "/checkout" ? checkout : rewritten.test(pathname) ? mounted : {}
  return routes[request.method]?.(request) ?? Promise.resolve(new Response(null, { status: 404 }))
}

const base = "http://localhost"
console.log(`Next.js: ${await orderAt(base, key, call)}`)
console.log(`Next.js: ${await linksAt(base, key, call)}`)
await (await payments()).close()
