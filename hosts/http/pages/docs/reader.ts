// The reader of the interface at /docs/api: the OpenAPI document on one page whose script is inside it, so that it works
// offline. What the reader offers of its makers' services is left out; its policy keeps it from calling anybody but this host.
import { Layer } from "effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { api } from "../../api/definition/api.ts"
import { icon } from "../html/icon.ts"
import { hashSource } from "../html/page-headers.ts"

const reader = {
  withDefaultFonts: false,
  hideTestRequestButton: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  favicon: icon,
  authentication: { preferredSecurityScheme: "apiKey" }
}

// Its makers name neither the language nor more than the service.
const named = (page: string): string =>
  page.replace(/<html(?: lang="[^"]*")?/, "<html lang=\"en\"")
    .replace(/<title>[^<]*<\/title>/, "<title>API reference · Pontepay</title>")

const make = async (): Promise<string> => {
  const page = HttpApiScalar.layer(api, { path: "/docs/api", scalar: reader })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(page, HttpServer.layerServices), {
    disableLogger: true
  })
  const text = await (await handler(new Request("http://localhost/docs/api"))).text()
  await dispose()
  return named(text)
}

interface Reader {
  readonly page: string
  readonly policy: ReadonlyArray<string>
}

// Scripts of the page by their hashes: no other runs, however it would come in.
const hashesOf = (page: string): string =>
  [...page.matchAll(/<script(?![^>]+application\/json)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = ""]) => hashSource(text))
    .join(" ")

const open = async (): Promise<Reader> => {
  const page = await make()
  return { page, policy: policyOf(hashesOf(page)) }
}

let made: Promise<Reader> | undefined

/** The page and its policy, made once. */
export const docsReader = (): Promise<Reader> => made ??= open()

// Its scripts may reach this host and nothing else, whatever their authors planned.
const policyOf = (scripts: string): ReadonlyArray<string> => [
  "default-src 'none'",
  `script-src ${scripts}`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
]
