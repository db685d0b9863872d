// What a payment of the SDK says about the movement that it was made for. Amounts, receivers and tokens are compared with what was
// requested; what differs is Unknown, for a person to look at.
import { createHash } from "node:crypto"
import { type Outcome, differs, done, otherAmount, refused, unknown } from "../../core/ports/outcome.ts"
import type { Verdict } from "./movement.ts"
import type { SparkPayment } from "./sdk.ts"

type Found = Outcome<Extract<Verdict, { readonly _tag: "Done" }>>

const sent = (transferId: string, fee: bigint): Found => done({ _tag: "Done", transferId, fee })

/** A transfer of satoshis under the key that was requested. */
export const satsFound = (payment: SparkPayment, asked: { readonly key: string; readonly units: bigint }): Found => {
  if (payment.id !== asked.key || payment.paymentType !== "send") {
    return differs("payment")
  }
  if (payment.amount !== asked.units) return otherAmount("BTC", payment.amount)
  if (payment.fees !== 0n) return differs("a fee")
  switch (payment.status) {
    case "completed":
      return sent(payment.id, 0n)
    case "pending":
      return unknown("underWay")
    // It expired or came back: the operators end a transfer once.
    case "failed":
      return refused("cameBack")
  }
}

/** A transfer of tokens that pays an invoice of the settlement wallet: as its sender sees it, or its receiver. */
export const tokensFound = (
  payment: SparkPayment,
  asked: { readonly invoice: string; readonly tokenId: string; readonly units: bigint }
): Found => {
  const { details } = payment
  if (details?.type !== "token" || details.invoiceDetails?.invoice !== asked.invoice) {
    return differs("payment")
  }
  if (details.metadata.identifier !== asked.tokenId) return differs("token")
  if (payment.amount !== asked.units) return otherAmount("DEPIX", payment.amount)
  if (payment.fees !== 0n) return differs("a fee")
  switch (payment.status) {
    case "completed":
      return details.txHash === "" ? unknown("incomplete", "transaction") : sent(details.txHash, 0n)
    case "pending":
      return unknown("underWay")
    case "failed":
      return refused("cancelled")
  }
}

const paymentHashOf = (preimage: string): string =>
  createHash("sha256").update(Buffer.from(preimage, "hex")).digest("hex")

const isPreimage = (preimage: string | undefined, paymentHash: string): boolean =>
  preimage !== undefined && /^[0-9a-f]{64}$/.test(preimage) && paymentHashOf(preimage) === paymentHash

/** A Lightning payment under the key that was requested. */
export const paymentFound = (
  payment: SparkPayment,
  asked: {
    readonly key: string
    readonly paymentHash: string
    readonly sats: bigint
    readonly maximumFee: bigint
  }
): Found => {
  const { details } = payment
  if (
    payment.id !== asked.key || details?.type !== "lightning" ||
    details.htlcDetails.paymentHash !== asked.paymentHash
  ) return differs("payment")
  const { htlcDetails: { paymentHash, preimage, status } } = details
  switch (payment.status) {
    case "completed":
      if (!isPreimage(preimage, paymentHash)) return unknown("incomplete", "preimage")
      if (payment.amount !== asked.sats) return otherAmount("BTC", payment.amount)
      return payment.fees >= 0n && payment.fees <= asked.maximumFee
        ? sent(payment.id, payment.fees)
        : differs(`a fee of ${payment.fees} satoshis, which is not between 0 and ${asked.maximumFee}`)
    case "pending":
      return unknown("underWay")
    // The SDK also calls it failed while the satoshis are not back in the wallet.
    case "failed":
      return status === "returned"
        ? refused("cameBack")
        : unknown("underWay", "failed, and the satoshis are not back")
  }
}
