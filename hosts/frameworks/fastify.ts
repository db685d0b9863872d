// `pontepay/fastify`: the service as a plugin of Fastify.
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Embedded } from "../http/index.ts"
import { notAtRoot, prefixes } from "./paths.ts"

/** What is used of Fastify; types of its own stay out of the package. */
interface FastifyScope {
  readonly prefix: string
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void
  ): unknown
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => void): unknown
}

interface FastifyRequest {
  readonly raw: IncomingMessage
  /** The client's address: that of the socket, or what `trustProxy` makes of it. */
  readonly ip: string
}

interface FastifyReply {
  readonly raw: ServerResponse
  getHeaders(): Record<string, number | string | ReadonlyArray<string> | undefined>
  hijack(): unknown
}

/**
 * Mounts an embedded service: `await app.register(pontepay(payments))`. It answers /api, /provider, /hosted and /upload in
 * a scope of its own, where bodies reach the service unparsed and within its own limits. Hooks of the app run before it;
 * its responses go past `onSend` hooks.
 */
export const pontepay = ({ listener }: Pick<Embedded, "listener">) =>
// Fastify waits for a plugin that is async.
async (scope: FastifyScope): Promise<void> => {
  if (scope.prefix !== "") throw notAtRoot(scope.prefix)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null))
  for (const prefix of prefixes) {
    scope.all(`/${prefix}/*`, ({ ip, raw }, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      listener(raw, reply.raw, { peer: ip })
      // From here on the answer is the service's to send.
      reply.hijack()
    })
  }
}
