// Ids that a provider or a chain would give, derived from ours, so that the same question always has the same answer.
import { createHash } from "node:crypto"
import { pixMinute } from "../../core/base/time/instant.ts"

const digest = (text: string): string => createHash("sha256").update(`pontepay sandbox/${text}`).digest("hex")

/** The ticket of a charge, as a provider would number it. */
export const trackIdOf = (chargeId: string): string => `tkt_${chargeId.slice(chargeId.indexOf("_") + 1)}`

// An ISPB that no participant has: no one takes these ids for real ones.
const sandboxIspb = "99999999"

// The minute in which our id was made, which a UUIDv7 begins with: so the same question has the same answer at any time.
// What is named after another PIX has that one's, and an id without a time one long past.
const minuteOf = (text: string): string => {
  const time = /_([0-9a-f]{12})7[0-9a-f]{3}[89ab][0-9a-f]{15}/.exec(text)?.[1]
  if (time !== undefined) return pixMinute(Number.parseInt(time, 16))
  return /[DE]\d{8}(\d{12})[0-9A-Za-z]{11}/.exec(text)?.[1] ?? "202601010000"
}

// Eleven characters of 36 each: 57 bits.
const sequence = (text: string): string =>
  BigInt(`0x${digest(text)}`).toString(36).toUpperCase().padStart(50, "0").slice(-11)

/** The end-to-end id of the PIX that pays a ticket when an event names none: one ticket, one PIX. */
export const endToEndIdOf = (trackId: string): string => `E${sandboxIspb}${minuteOf(trackId)}${sequence(trackId)}`

/** The end-to-end id of a return. */
export const returnIdOf = (returnId: string): string => `D${sandboxIspb}${minuteOf(returnId)}${sequence(returnId)}`

/** The hash of a simulated transaction. */
export const transactionHashOf = (operationId: string): string => `0x${digest(operationId)}`
