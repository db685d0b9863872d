// The id or hash that proves a movement outside.
import type { Body } from "./bodies.ts"

/** What proves it, after the place where it is one of its kind; undefined while nothing does. */
export const proofOf = ({ order: { kind, network }, receipt }: Body<"movement">): string | undefined => {
  if (receipt === null) return undefined
  const { endToEndId, paymentHash, requestId, returnEndToEndId, transactionHash, transferId } = receipt
  // A swap in a pool tells its own id beside that of the transfer.
  const proof = transactionHash ?? paymentHash ?? transferId ?? requestId ?? returnEndToEndId ?? endToEndId ?? null
  const place = network ?? (kind.startsWith("pix") ? "pix" : kind === "lightningPayment" ? "lightning" : "spark")
  return proof === null ? undefined : `${place}/${proof.toUpperCase()}`
}
