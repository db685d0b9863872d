// What the page of a deposit begins with. What has gone back of its PIX is `back`.
import { Result } from "effect"
import { type Story, amountOf, noParty, outlined, story } from "../../engine/resource/outline.ts"
import { maskTaxId, parseTaxId } from "../../standards/pix/tax-id.ts"
import type { DepositTrigger } from "./deposit.states.ts"
import { type Deposit, Deposits } from "./deposit.ts"

const expected = {
  awaitingPix: ["pixSettled", "chargeExpired"],
  chargeExpired: [],
  delivering: ["delivered", "deliveryRefused"],
  deliveringLate: ["delivered", "deliveryRefused"],
  deliveryUnknown: ["delivered", "deliveryRefused"],
  delivered: [],
  deliveryFailed: ["returnConfirmed"],
  returned: [],
  returnedAfterDelivery: [],
  returnedWhileDelivering: ["delivered"]
} as const satisfies Readonly<Record<string, ReadonlyArray<DepositTrigger>>>

const storyOf = (deposit: Deposit): Story<keyof typeof expected> => {
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

const masked = (taxId: string | null): string | null =>
  taxId === null ? null : Result.match(parseTaxId(taxId), { onSuccess: maskTaxId, onFailure: () => null })

export const depositOutline = outlined(Deposits, {
  expected,
  counterparty: "payer",
  readsMovements: false,
  of: (deposit) => {
    const { address, delivers, network, payer, state, subAccountId, units, value } = deposit
    return {
      payer: payer === null ? null : { ...noParty, name: payer.name, detail: masked(payer.taxId) },
      payee: { ...noParty, subAccountId, detail: address, via: network },
      state,
      paid: amountOf("BRL", value),
      received: amountOf(delivers, units),
      story: storyOf(deposit)
    }
  }
})
