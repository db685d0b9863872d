// What happened to a payment, in one code: the page of a record turns it into one plain sentence, in each language. A code
// is chosen by the state, and by what a state alone does not tell, such as whether money that has to go back is back.
import type { Deposit } from "../deposit/deposit.ts"
import type { LightningInvoice } from "../lightning-invoice/lightning-invoice.ts"
import { add, zero } from "../money/units.ts"
import type { Movement } from "../movement/movement.ts"
import { type Payout, isGivenBack } from "../payout/payout.ts"
import type { Swap } from "../swap/swap.ts"
import type { Transfer } from "../transfer/transfer.ts"
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
  const { asset, doubtedAt, paidAt, refunding, returned, state } = payout
  const given = (wanted: "done" | "open") => {
    const found = movements.filter(({ purpose, state: stage }) =>
      isGivenBack(purpose) && (wanted === "done" ? stage === "DONE" : !ended.has(stage))
    )
    const units = found.reduce((sum, { order }) => sum + ("units" in order ? order.units : 0n), 0n)
    return units === 0n ? {} : { back: amountOf(asset, units), at: found.at(-1)?.updatedAt ?? null }
  }
  const back = amountOf(asset, payout.units)
  const sentBack = returned === 0n ? null : amountOf("BRL", returned)
  switch (state) {
    case "DEBITING":
      return story(doubtedAt === null ? "debiting" : "debitUnknown")
    case "PAYING":
      return story(doubtedAt === null ? "payingPix" : "pixUnknown")
    case "COMPLETED":
      return refunding === 0n ? story("pixPaid", { at: paidAt }) : story("refundingPaid", given("open"))
    case "FAILED":
      return story("notDebited")
    case "OWED":
      return story("refusedOwed", { back })
    case "RESTORING":
    case "RETURNING":
      return story("refusedReturning", { back, at: paidAt })
    case "RESTORING_PAID":
    case "RETURNING_PAID":
      return story("settledWhileReturning", { back, at: paidAt })
    case "RESTORED":
    case "GIVEN_BACK":
      return story("refusedReturned", { back, ...given("done") })
    case "RESTORED_PAID":
    case "GIVEN_BACK_PAID":
      return story("settledAfterAll", { at: paidAt })
    case "REFUNDED":
      if (refunding > 0n) {
        return story(sentBack === null ? "refundingPaid" : "sentBackReturning", { ...given("open"), sentBack })
      }
      if (sentBack === null) return story("refundedPaid", given("done"))
      return payout.refunded < returned
        ? story("sentBackOwed", { sentBack })
        : story("sentBackReturned", { ...given("done"), sentBack })
  }
}

const ended: ReadonlySet<Movement["state"]> = new Set(["DONE", "REFUSED", "CANCELLED"])

/** The story of a Lightning invoice. */
export const invoiceStory = (invoice: LightningInvoice): Story => {
  const { expiresAt, refund, reversals, sats, settledAt, state } = invoice
  const returned = reversals.reduce((sum, { value }) => add(sum, value), zero("BRL"))
  const sentBack = returned === 0n ? null : amountOf("BRL", returned)
  const given = { back: amountOf("BTC", refund?.sats ?? sats), backTo: refund?.address ?? null }
  switch (state) {
    case "WAITING":
      return story("awaitingLightning", { at: expiresAt })
    case "EXPIRED":
      return story("invoiceExpired", { at: expiresAt })
    case "PAYING":
      return story("payingPix")
    case "UNKNOWN":
      return story("pixUnknown")
    case "COMPLETED":
      return story("pixPaid", { at: settledAt })
    case "REFUNDING":
      return story(settledAt === null ? "refusedReturning" : "settledWhileReturning", { ...given, at: settledAt })
    case "FAILED":
      return settledAt === null
        ? story("refusedOwed", { back: amountOf("BTC", sats) })
        : story("settledAfterAll", { at: settledAt })
    case "REVERSED":
      return story("sentBackOwed", { sentBack })
    case "RETURNING":
      return story("sentBackReturning", { ...given, sentBack })
    case "GIVING_BACK":
      return story("refundingPaid", given)
    case "REFUNDED": {
      const at = refund?.sentAt ?? null
      if (refund?.of === "reversed") return story("sentBackReturned", { ...given, at, sentBack })
      if (refund?.of === "paid") return story("refundedPaid", { ...given, at })
      return settledAt === null
        ? story("refusedReturned", { ...given, at })
        : story("settledAfterAll", { at: settledAt })
    }
  }
}

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
