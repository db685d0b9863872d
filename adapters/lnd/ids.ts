// Ids of a Lightning node from ours, by pure functions: a restart finds everything that it requested.
import { createHash, createHmac } from "node:crypto"

/** The preimage of an invoice of ours: the same for the same id, and no one's guess without the key. */
export const preimageOf = (invoiceKey: string, invoiceId: string): Buffer =>
  createHmac("sha256", invoiceKey).update(invoiceId).digest()

/** The payment hash of a preimage: 64 hex characters. */
export const paymentHashOf = (preimage: Uint8Array): string => createHash("sha256").update(preimage).digest("hex")

/** A payment hash as LND takes it in a path. */
export const hashInPath = (paymentHash: string): string =>
  Buffer.from(paymentHash, "hex").toString("base64").replaceAll("+", "-").replaceAll("/", "_")
