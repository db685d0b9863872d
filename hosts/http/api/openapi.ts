// The OpenAPI 3.1.0 document, made from the interface's definition.
import * as OpenApi from "effect/http-api/OpenApi"
import { api } from "./definition/api.ts"

/** The document. */
export const document = (): OpenApi.OpenAPISpec => OpenApi.fromApi(api)

let made: string | undefined

/** The document as it is served, made once. */
export const openApiText = (): string => made ??= JSON.stringify(document())
