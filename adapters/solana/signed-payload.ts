// All that sending a spend takes, and no key, as the text that is stored with its movement: the transfer as it was stored, and the wallet's
// signature over its message.
import { Schema } from "effect"
import { type SolanaTransfer, SolanaTransfers } from "./transfer-record.ts"

const Payload = Schema.fromJsonString(Schema.Struct({
  transfer: Schema.String,
  signature: Schema.String
}))
const encode = Schema.encodeSync(Payload)
const decode = Schema.decodeSync(Payload)

export interface SignedPayload {
  readonly transfer: SolanaTransfer
  readonly signature: Uint8Array
}

export const encodePayload = ({ signature, transfer }: SignedPayload): string =>
  encode({ transfer: SolanaTransfers.encode(transfer), signature: Buffer.from(signature).toString("base64") })

export const decodePayload = (payload: string): SignedPayload => {
  const { signature, transfer } = decode(payload)
  return { transfer: SolanaTransfers.decode(transfer), signature: new Uint8Array(Buffer.from(signature, "base64")) }
}
