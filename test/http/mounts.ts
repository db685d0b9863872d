// The four mounts as an app uses them: Pontepay beside a route of the app's own, a header that the app adds, and an error
// handler. Next.js is not installed here: its handlers stand behind a server that calls them by method, as Next.js does;
// `npm run example:next` runs the real one.
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { serve } from "@hono/node-server"
import express, { type ErrorRequestHandler } from "express"
import fastify from "fastify"
import { Hono } from "hono"
import * as forExpress from "../../hosts/frameworks/express.ts"
import * as forFastify from "../../hosts/frameworks/fastify.ts"
import * as forHono from "../../hosts/frameworks/hono.ts"
import * as forNext from "../../hosts/frameworks/next.ts"
import type { Embedded } from "../../hosts/http/index.ts"

export interface Mounted {
  readonly port: number
  readonly close: () => Promise<void>
}

export interface AppOptions {
  /** What is mounted. */
  readonly payments: Pick<Embedded, "fetch" | "listener">
  /** Whether the app reads bodies before Pontepay gets them. */
  readonly readsBodies?: boolean
  /** What the app's error handler gets. */
  readonly failed?: (error: unknown) => void
}

export interface Mount {
  readonly name: string
  /** Whether the app has routes, headers and an error handler of its own in the same place. */
  readonly isApp: boolean
  readonly open: (options: AppOptions) => Promise<Mounted>
}

const cookies = ["first=1", "second=2"]

/** An Express app, with Pontepay at a path. */
export const mountExpress = async (
  { failed, path = "/", payments, readsBodies = false }: AppOptions & { readonly path?: string }
): Promise<Mounted> => {
  const app = express()
  app.use((_, response, next) => {
    response.append("set-cookie", cookies)
    next()
  })
  if (readsBodies) app.use(express.json())
  app.use(path, forExpress.pontepay(payments))
  app.get("/own", (_, response) => void response.send("own"))
  app.use(
    ((error, _request, response, next) => {
      failed?.(error)
      if (response.headersSent) return next(error)
      return response.status(500).send("the app's answer")
    }) satisfies ErrorRequestHandler
  )
  const server = app.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

const mountFastify: Mount["open"] = async ({ failed, payments, readsBodies = false }) => {
  const app = fastify({ forceCloseConnections: true })
  app.addHook("onRequest", async (_, reply) => void reply.header("set-cookie", cookies))
  if (readsBodies) {
    app.addHook("preParsing", async (_request, _reply, payload) => {
      await buffer(payload)
      return payload
    })
  }
  app.setErrorHandler((error, _, reply) => {
    failed?.(error)
    return reply.code(500).send("the app's answer")
  })
  await app.register(forFastify.pontepay(payments))
  app.get("/own", () => "own")
  await app.listen({ port: 0, host: "127.0.0.1" })
  return { port: (app.server.address() as AddressInfo).port, close: () => app.close() }
}

const openWeb = async (fetch: (request: Request, env: object) => Response | Promise<Response>): Promise<Mounted> => {
  const server = serve({ fetch, port: 0, hostname: "127.0.0.1" })
  if (!server.listening) await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ("closeAllConnections" in server) server.closeAllConnections()
      })
  }
}

const mountHono: Mount["open"] = ({ failed, payments, readsBodies = false }) => {
  const app = new Hono()
  app.use(async (context, next) => {
    for (const cookie of cookies) context.header("set-cookie", cookie, { append: true })
    await next()
  })
  if (readsBodies) {
    app.use(async (context, next) => {
      await context.req.text()
      await next()
    })
  }
  app.use(forHono.pontepay(payments))
  app.get("/own", (context) => context.text("own"))
  app.onError((error, context) => {
    failed?.(error)
    return context.text("the app's answer", 500)
  })
  return openWeb(app.fetch)
}

const mountNext: Mount["open"] = ({ failed, payments, readsBodies = false }) => {
  const handlers: Readonly<Record<string, (request: Request) => Promise<Response>>> = forNext.pontepay(() => payments)
  return openWeb(async (request) => {
    try {
      if (readsBodies) await request.text()
      return await handlers[request.method]?.(request) ?? new Response(null, { status: 405 })
    } catch (error) {
      failed?.(error)
      return new Response("the app's answer", { status: 500 })
    }
  })
}

export const mounts: ReadonlyArray<Mount> = [
  { name: "Express", isApp: true, open: mountExpress },
  { name: "Fastify", isApp: true, open: mountFastify },
  { name: "Hono", isApp: true, open: mountHono },
  { name: "Next.js", isApp: false, open: mountNext }
]
