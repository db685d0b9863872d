// The text of a wallet's signed spend, which the service stores before it sends it.
import { Schema } from "effect"
import { HexText, SignedOperation } from "./user-operation.ts"

const Signed = Schema.fromJsonString(Schema.Struct({
  token: HexText,
  units: Schema.toCodecJson(Schema.BigInt),
  /** What a test token is filled up to. */
  level: Schema.NullOr(Schema.toCodecJson(Schema.BigInt)),
  operation: Schema.toCodecJson(SignedOperation),
  /** An operation of nothing under the same nonce, which takes it away; absent in what was signed before there was one. */
  release: Schema.optionalKey(Schema.toCodecJson(SignedOperation))
}))

export const encodeSigned = Schema.encodeSync(Signed)
export const decodeSigned = Schema.decodeSync(Signed)
