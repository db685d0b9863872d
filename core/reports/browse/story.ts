// What happened to a payment, in one code: the page of a record turns it into one plain sentence, in each language. A code
// is chosen by the state, and by what a state alone does not tell, such as whether money that has to go back is back.
import type { Deposit } from "../../payments/deposit/deposit.ts"
import { type LightningInvoice, cameInOf } from "../../payments/lightning-invoice/lightning-invoice.ts"
import type { Movement } from "../../payments/movement/movement.ts"
import type { Payout } from "../../payments/payout/payout.ts"
import { type CameIn, type PixPayment, isGivenBack } from "../../payments/pix-payment/pix-payment.ts"
import type { PixPaymentState } from "../../payments/pix-payment/pix-payment.states.ts"
import type { Swap } from "../../payments/swap/swap.ts"
import type { Transfer } from "../../payments/transfer/transfer.ts"
import { type AmountView, amountOf } from "./amount.ts"
import type { Happened } from "./happened.ts"

export interface Story {
  readonly code: Happened
  /** When it happened, or until when the payment can come in; Unix milliseconds. */
  readonly at: number | null
  /** What went back, or goes back, to whoever paid. */
  readonly back: AmountView | null
  /** The address it goes back to, where that is not the wallet or the payer's account. */
  readonly backTo: string | null
  /** What the receiver's bank has sent back. */
  readonly sentBack: AmountView | null
}

const story = (code: Happened, parts: Partial<Omit<Story, "code">> = {}): Story => ({
  code,
  at: null,
  back: null,
  backTo: null,
  sentBack: null,
  ...parts
})

/** The story of a deposit; what has gone back of the PIX is `back`. */
export const depositStory = (deposit: Deposit): Story => {
  const { confirmedAt, expiresAt, processingStep, refundedAt, refunded, refusal, state } = deposit
  const back = refunded === 0n ? null : amountOf("BRL", refunded)
  switch (state) {
    case "PENDING":
      return story("awaitingPix", { at: expiresAt })
    case "EXPIRED":
      return story("chargeExpired", { at: expiresAt })
    case "PROCESSING":
      if (processingStep === "DELIVERY_UNKNOWN") return story("deliveryUnknown", { back })
      return story(processingStep === "LATE_PAYMENT" ? "deliveringLate" : "delivering", { back })
    case "COMPLETED":
      return story("delivered", { at: confirmedAt, back })
    case "FAILED":
      return story("deliveryFailed", { back })
    case "REFUNDED":
      if (confirmedAt !== null) return story("returnedAfterDelivery", { at: refundedAt, back })
      return story(refusal === null ? "returnedWhileDelivering" : "returned", { at: refundedAt, back })
  }
}

/** The story of a payout with its movements, oldest first. */
export const payoutStory = (payout: Payout, movements: ReadonlyArray<Movement>): Story => {
  const { state } = payout
  if (state === "DEBITING") return story(payout.doubtedAt === null ? "debiting" : "debitUnknown")
  if (state === "FAILED") return story("notDebited")
  return paymentStory({ ...payout, state }, payout, movements)
}

/** The story of a Lightning invoice with its movements, oldest first. */
export const invoiceStory = (invoice: LightningInvoice, movements: ReadonlyArray<Movement>): Story => {
  const { expiresAt: at, state } = invoice
  if (state === "WAITING") return story("awaitingLightning", { at })
  if (state === "EXPIRED") return story("invoiceExpired", { at })
  return paymentStory({ ...invoice, state }, cameInOf(invoice), movements)
}

type Paying = PixPayment & { readonly state: PixPaymentState }

const paymentStory = (payment: Paying, { asset, units }: CameIn, movements: ReadonlyArray<Movement>): Story => {
  const { doubtedAt, paidAt: at, refunding, returned, state } = payment
  const given = (wanted: "done" | "open") => {
    const found = movements.filter(({ purpose, state: stage }) =>
      isGivenBack(purpose) && (wanted === "done" ? stage === "DONE" : !ended.has(stage))
    )
    const sum = found.reduce((total, { order }) => total + unitsIn(order), 0n)
    const last = found.at(-1)
    return last === undefined ? {} : { back: amountOf(asset, sum), at: last.updatedAt, backTo: addressIn(last.order) }
  }
  const back = amountOf(asset, units)
  const sentBack = returned === 0n ? null : amountOf("BRL", returned)
  switch (state) {
    case "PAYING":
      return story(doubtedAt === null ? "payingPix" : "pixUnknown")
    case "COMPLETED":
      return refunding === 0n ? story("pixSettled", { at }) : story("refundingPaid", given("open"))
    case "OWED":
      return story("refusedOwed", { back })
    case "RESTORING":
    case "RETURNING":
      return story("refusedReturning", { back, ...given("open"), at })
    case "RESTORING_PAID":
    case "RETURNING_PAID":
      return story("settledWhileReturning", { back, ...given("open"), at })
    case "RESTORED":
    case "GIVEN_BACK":
      return story("refusedReturned", { back, ...given("done") })
    case "RESTORED_PAID":
    case "GIVEN_BACK_PAID":
      return story("settledAfterAll", { at })
    case "REFUNDED":
      if (refunding > 0n) {
        return story(sentBack === null ? "refundingPaid" : "sentBackReturning", { ...given("open"), sentBack })
      }
      if (sentBack === null) return story("refundedPaid", given("done"))
      return payment.refunded < returned
        ? story("sentBackOwed", { sentBack })
        : story("sentBackReturned", { ...given("done"), sentBack })
  }
}

const ended: ReadonlySet<Movement["state"]> = new Set(["DONE", "REFUSED", "CANCELLED"])

const unitsIn = (order: Movement["order"]): bigint =>
  order.kind === "lightningPayment" ? order.sats : "units" in order ? order.units : 0n

// The wallet of a payout is known; where sats went is not.
const addressIn = (order: Movement["order"]): string | null => order.kind === "lightningPayment" ? order.address : null

/** The story of a transfer. One that was written since it was made is in doubt. */
export const transferStory = ({ createdAt, state, updatedAt }: Transfer): Story => {
  switch (state) {
    case "SUBMITTED":
      return story(updatedAt > createdAt ? "transferUnknown" : "transferring")
    case "CONFIRMED":
      return story("transferred", { at: updatedAt })
    case "FAILED":
      return story("transferFailed")
  }
}

/** The story of a swap. */
export const swapStory = (swap: Swap): Story => {
  switch (swap.state) {
    case "PENDING":
      return story("swapWaiting")
    case "RUNNING":
      return story("swapping")
    case "COMPLETED":
      return story("swapped", { at: swap.updatedAt })
    case "FAILED":
      return story("swapFailed")
    case "STRANDED":
      return story("swapStranded")
  }
}
