// `pontepay/hono`: the service as a middleware of Hono.
import type { Embedded } from "../http/index.ts"
import { isMounted, pathOf } from "./paths.ts"

/** What is used of Hono's context; types of its own stay out of the package. */
interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly env: unknown
  /** A response with the headers that the app has set so far. */
  newResponse(body: ReadableStream | null, init: Response): Response
}

/** What `@hono/node-server` puts into `env`. */
interface NodeBindings {
  readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } }
}

/**
 * Mounts an embedded service: `app.use(pontepay(payments))`. It answers /api, /provider, /hosted and /upload and leaves
 * every other path to the app. The client's address is known under `@hono/node-server`.
 */
export const pontepay =
  (payments: Pick<Embedded, "fetch">) =>
  async (context: HonoContext, next: () => Promise<void>): Promise<Response | void> => {
    const { raw } = context.req
    if (!isMounted(pathOf(raw))) return next()
    const { incoming } = (context.env ?? {}) as NodeBindings
    const answer = await payments.fetch(raw, incoming?.socket.remoteAddress)
    return context.newResponse(answer.body, answer)
  }
