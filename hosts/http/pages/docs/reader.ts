// The reader of the interface at /docs/api: the OpenAPI document on one page whose script is inside it, so that it works
// offline. What the reader offers of its makers' services is left out; its policy keeps it from calling anybody but this host. It is
// megabytes, so it is made with pauses in which the process does other things.
import { setImmediate } from "node:timers/promises"
import { Layer } from "effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { openApiText } from "../../api/openapi.ts"
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

// Its makers name neither the language nor more than the service. What is named stands before the scripts.
const named = (page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
  const end = page.indexOf("<script")
  const head = page.toString("utf8", 0, end).replace(/<html(?: lang="[^"]*")?/, "<html lang=\"en\"")
    .replace(/<title>[^<]*<\/title>/, "<title>API reference · Pontepay</title>")
  return Buffer.concat([Buffer.from(head), page.subarray(end)])
}

const make = async (): Promise<Buffer<ArrayBuffer>> => {
  // The document as it is served, in place of one that would be made anew.
  const document = JSON.parse(openApiText()) as Record<string, unknown>
  await setImmediate()
  const api = HttpApi.make("reader").annotate(OpenApi.Transform, () => document)
  const page = HttpApiScalar.layer(api, { path: "/docs/api", scalar: reader })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(page, HttpServer.layerServices), {
    disableLogger: true
  })
  const bytes = await (await handler(new Request("http://localhost/docs/api"))).arrayBuffer()
  await dispose()
  await setImmediate()
  return named(Buffer.from(bytes))
}

interface Reader {
  readonly page: Buffer<ArrayBuffer>
  readonly policy: ReadonlyArray<string>
}

// Scripts of the page by their hashes: no other runs, however it would come in. A character stands for each byte here.
const hashesOf = (page: Buffer): string =>
  [...page.toString("latin1").matchAll(/<script(?![^>]+application\/json)[^>]*>([\s\S]*?)<\/script>/g)]
    .map(([, text = ""]) => hashSource(Buffer.from(text, "latin1")))
    .join(" ")

/** Makes the page and its policy. */
export const docsReader = async (): Promise<Reader> => {
  const page = await make()
  await setImmediate()
  return { page, policy: policyOf(hashesOf(page)) }
}

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
