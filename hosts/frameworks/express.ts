// `pontepay/express`: the service as a middleware of Express, or of any server with the same kind of middleware.
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Embedded } from "../http/index.ts"
import { isMounted, notAtRoot } from "./paths.ts"

/** What Express adds to a request; types of its own stay out of the package. */
interface ExpressRequest extends IncomingMessage {
  readonly originalUrl: string
  readonly baseUrl: string
  /** The client's address: that of the socket, or what `trust proxy` makes of it. */
  readonly ip?: string | undefined
}

/**
 * Mounts an embedded service: `app.use(pontepay(payments))`. It answers /api, /provider, /hosted and /upload and leaves
 * every other path to the app. Put it before body parsers: when one has read the body, the request fails with an error
 * that says so.
 */
export const pontepay =
  (payments: Pick<Embedded, "listener">) =>
  (request: ExpressRequest, response: ServerResponse, next: (error?: unknown) => void): void => {
    const { baseUrl, ip, originalUrl, url = "/" } = request
    if (isMounted(originalUrl)) return payments.listener(request, response, { target: originalUrl, peer: ip })
    next(isMounted(url) ? notAtRoot(baseUrl) : undefined)
  }
