// What the page of a PIX payment says: what happened to it, and who was paid. A Lightning invoice and a payout differ in how money
// comes in and goes back; the PIX between is the same.
import { type Party, type Story, amountOf, noParty, story } from "../../engine/resource/outline.ts"
import { type PixKeyOrBrCode, namedReceiver } from "../../standards/pix/pix-key.ts"
import type { Movement } from "../movement/movement.ts"
import { type CameIn, type PixPayment, isGivenBack } from "./pix-payment.ts"
import type { PixPaymentState } from "./pix-payment.states.ts"

/** What can have happened once money is in, with the triggers that are expected next. */
export const pixPaymentExpected = {
  payingPix: ["pixSettled", "pixRefused"],
  pixUnknown: ["pixSettled", "pixRefused"],
  pixSettled: [],
  refusedReturning: ["restored", "restoreRefused"],
  refusedReturned: [],
  refusedOwed: ["refundOrdered"],
  settledAfterAll: [],
  settledWhileReturning: ["restored", "restoreRefused"],
  sentBackReturning: ["reversalRefunded", "reversalRefundRefused", "refundedByOperator", "operatorRefundRefused"],
  sentBackReturned: [],
  sentBackOwed: ["refundOrdered"],
  refundingPaid: ["refundedByOperator", "operatorRefundRefused"],
  refundedPaid: []
} as const

type PaymentCode = keyof typeof pixPaymentExpected

type Paying = PixPayment & { readonly state: PixPaymentState }

/** The story of a payment that came in, with its movements, oldest first. */
export const paymentStory = (
  payment: Paying,
  { asset, units }: CameIn,
  movements: ReadonlyArray<Movement>
): Story<PaymentCode> => {
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

/** Who is paid. */
export const pixPayee = (
  destination: PixKeyOrBrCode,
  receiver: { readonly name: string | null; readonly bankName: string | null } | null
): Party => {
  const { key, name } = namedReceiver(destination)
  return { ...noParty, name: receiver?.name ?? name, detail: key, via: receiver?.bankName ?? null }
}

/** The ends of a PIX payment but for the one that was wanted. */
export const unpaid = ["OWED", "RESTORED", "GIVEN_BACK", "RESTORED_PAID", "GIVEN_BACK_PAID", "REFUNDED"] as const
