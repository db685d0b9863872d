// What the page of a payout begins with.
import { type Story, amountOf, noParty, outlined, story } from "../../engine/resource/outline.ts"
import type { Movement } from "../movement/movement.ts"
import { paymentStory, pixPayee, pixPaymentExpected } from "../pix-payment/outline.ts"
import type { PayoutTrigger } from "./payout.states.ts"
import { type Payout, Payouts } from "./payout.ts"

const expected = {
  debiting: ["debited", "debitRefused"],
  debitUnknown: ["debited", "debitRefused"],
  notDebited: [],
  ...pixPaymentExpected
} as const satisfies Readonly<Record<string, ReadonlyArray<PayoutTrigger>>>

const storyOf = (payout: Payout, movements: ReadonlyArray<Movement>): Story<keyof typeof expected> => {
  const { state } = payout
  if (state === "DEBITING") return story(payout.doubtedAt === null ? "debiting" : "debitUnknown")
  if (state === "FAILED") return story("notDebited")
  return paymentStory({ ...payout, state }, payout, movements)
}

export const payoutOutline = outlined(Payouts, {
  expected,
  counterparty: "payee",
  readsMovements: true,
  of: (payout, movements: ReadonlyArray<Movement>) => {
    const { address, asset, destination, network, receiver, state, subAccountId, units, value } = payout
    return {
      payer: { ...noParty, subAccountId, detail: address, via: network },
      payee: pixPayee(destination, receiver),
      state,
      paid: amountOf(asset, units),
      received: amountOf("BRL", value),
      story: storyOf(payout, movements)
    }
  }
})
