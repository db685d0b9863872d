// How many bytes of a body are read before its request is known (C15): documents have their own limit, everything else
// shares one. The path alone decides, so that nothing larger is ever held.
import { limits } from "../../core/limits/limits.ts"

/** Under which path documents are uploaded. */
export const uploadPrefix = "/upload/"

/** Bytes that are read of a body. */
export const bodyLimit = (method: string, target: string): number =>
  method === "PUT" && target.startsWith(uploadPrefix) ? limits.documentBytes : limits.body.bytes
