// The SDK's id of a payment from ours, by a pure function: a restart finds everything that was requested.
import { createHash } from "node:crypto"

/** Text before our id, so that no other use of the hash gives the same key. */
const domain = "pontepay/spark/v1/"

/**
 * The idempotency key of an operation, which the SDK makes the id of the transfer: a UUID of version 8 (RFC 9562), whose free bits are
 * the first of SHA-256.
 */
export const idempotencyKeyOf = (operationId: string): string => {
  const bytes = createHash("sha256").update(`${domain}${operationId}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
