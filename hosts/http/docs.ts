// The documentation page: the OpenAPI document in a reader whose script is inside the page, so that it works offline. What
// the reader offers of its makers' services is left out; the page's policy keeps it from calling anybody but this host.
import { Layer } from "effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { api } from "./api/api.ts"

const reader = {
  withDefaultFonts: false,
  hideTestRequestButton: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  favicon: "data:,",
  authentication: { preferredSecurityScheme: "apiKey" }
}

const make = async (): Promise<string> => {
  const page = HttpApiScalar.layer(api, { path: "/docs", scalar: reader })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(page, HttpServer.layerServices), {
    disableLogger: true
  })
  const text = await (await handler(new Request("http://localhost/docs"))).text()
  await dispose()
  return text
}

let made: Promise<string> | undefined

/** The page, made once. */
export const docsPage = (): Promise<string> => made ??= make()

/** The page's Content-Security-Policy: its script may reach this host and nothing else, whatever its authors planned. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")
