// The OpenAPI 3.1.0 document, made from the interface's definition.
import * as OpenApi from "effect/http-api/OpenApi"
import { api } from "./api/api.ts"

/** The document as it is served. */
export const document = () => OpenApi.fromApi(api)
