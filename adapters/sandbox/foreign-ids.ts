// Ids that a provider or a chain would give, derived from ours, so that the same question always has the same answer.
import { createHash } from "node:crypto"

const digest = (text: string): string => createHash("sha256").update(`pontepay sandbox/${text}`).digest("hex")

/** The ticket of a charge, as a provider would number it. */
export const trackIdOf = (chargeId: string): string => `tkt_${chargeId.slice(chargeId.indexOf("_") + 1)}`

// An ISPB that no participant has, and a minute long past: nobody takes these ids for real ones.
const sandboxIspb = "99999999"
const sandboxMinute = "202601010000"

// Eleven characters of 36 each: 57 bits.
const sequence = (text: string): string =>
  BigInt(`0x${digest(text)}`).toString(36).toUpperCase().padStart(50, "0").slice(-11)

/** The end-to-end id of the PIX that pays a ticket when an event names none: one ticket, one PIX. */
export const endToEndIdOf = (trackId: string): string => `E${sandboxIspb}${sandboxMinute}${sequence(trackId)}`

/** The end-to-end id of a return. */
export const returnIdOf = (returnId: string): string => `D${sandboxIspb}${sandboxMinute}${sequence(returnId)}`

/** The hash of a simulated transaction. */
export const transactionHashOf = (operationId: string): string => `0x${digest(operationId)}`
