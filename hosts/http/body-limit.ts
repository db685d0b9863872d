// How a body is read before its request is known (C15): up to a limit, documents have their own, everything else shares
// one. The path alone decides, so that nothing larger is ever held. The body must not have been read before.
import { limits } from "../../core/limits/limits.ts"

/** Under which path documents are uploaded. */
export const uploadPrefix = "/upload/"

/** Bytes that are read of a body. */
export const bodyLimit = (method: string, target: string): number =>
  method === "PUT" && target.startsWith(uploadPrefix) ? limits.documentBytes : limits.body.bytes

/** The error for whoever mounted the service behind something that reads bodies. */
export const bodyAlreadyRead = (): Error =>
  new Error(
    "Pontepay verifies signatures over the bytes of the body, and something has already read this request's. " +
      "Mount Pontepay before any body parser."
  )
