// Ids of ours as the central bank's interface takes them: letters and digits, at most 35. Each is a function of our id alone, so
// that whoever asks again after a crash asks under the same one.
import { createHash } from "node:crypto"

const longest = 35

/** Thirty-five characters of base 36: 180 bits of the id's SHA-256. */
export const digestId = (id: string): string =>
  BigInt(`0x${createHash("sha256").update(id).digest("hex")}`).toString(36).padStart(50, "0").slice(0, longest)

/** The `txid` of a charge: the 32 hex digits of its id. */
export const txidOf = (chargeId: string): string => /^dep_([0-9a-f]{32})$/.exec(chargeId)?.[1] ?? digestId(chargeId)

/** The id of a return within its PIX. Ids of returns may be longer than the interface allows, so it is a digest. */
export const devolucaoIdOf = (returnId: string): string => digestId(returnId)
