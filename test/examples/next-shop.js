// Put into a copy of the Next.js example, with examples/customer.ts beside it: calls the routes as Next.js would, without
// Next.js, and prints what became of the order.
import { POST } from "./app/checkout/route.js"
import * as mounted from "./app/pontepay/route.js"
import { linksAt, orderAt } from "./customer.ts"
import config from "./next.config.mjs"
import { key, payments } from "./payments.js"

const { fallback } = await config.rewrites()
const [, prefixes] = /\(([^)]+)\)/.exec(fallback[0].source)
const rewritten = new RegExp(`^/(?:${prefixes})/.`)

// The app's own routes first, then what `rewrites` leads to the service.
const call = (address, init) => {
  const request = new Request(address, init)
  const { pathname } = new URL(address)
  const routes = pathname === "/checkout" ? { POST } : rewritten.test(pathname) ? mounted : {}
  return routes[request.method]?.(request) ?? new Response(null, { status: 404 })
}

const base = "http://localhost"
console.log(`Next.js: ${await orderAt(base, key, call)}`)
console.log(`Next.js: ${await linksAt(base, key, call)}`)
await (await payments()).close()
