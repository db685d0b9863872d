// The documentation page: the OpenAPI document in a reader whose script is inside the page, so that it works offline.
import { Layer } from "effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import { api } from "./api/api.ts"

const make = async (): Promise<string> => {
  const page = HttpApiScalar.layer(api, { path: "/docs", scalar: { withDefaultFonts: false, hideTestRequestButton: false } })
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
