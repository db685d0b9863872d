// The id that a ticket has of us, made of our own: a pure function, so that a restart finds every ticket.
import { createHash } from "node:crypto"

/** The `externalId` of a charge or a payment: a UUID of version 8 (RFC 9562) made of the SHA-256 of our id. */
export const externalIdOf = (ourId: string): string => {
  const hex = createHash("sha256").update(`pontepay avenia/${ourId}`).digest("hex")
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${
    hex.slice(20, 32)
  }`
}
