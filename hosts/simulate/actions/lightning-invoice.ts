// What happens around Lightning invoices: an app asks for one, somebody pays it in time, late or never, the PIX is refused
// or sent back by the receiver's bank, and the operator gives the sats back.
import { Effect } from "effect"
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import { createLightningInvoice } from "../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import type { LightningInvoiceRequest } from "../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import type { LightningInvoiceAnswer } from "../../../core/payments/lightning-invoice/lightning-invoice.ts"
import { refundLightningInvoice } from "../../../core/payments/lightning-invoice/refund-lightning-invoice.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { Question } from "../client.ts"
import type { LightningInvoiceAction } from "./action.ts"
import { type Acts, type Stage, type Story, answered } from "./stage.ts"

const questionOf = (request: LightningInvoiceRequest): Question<LightningInvoiceAnswer> => ({
  route: "createLightningInvoice",
  text: JSON.stringify(request),
  ask: (caller, attempt) => createLightningInvoice({ caller, request, attempt })
})

/** The id of the invoice that a step made. */
export const invoiceIdOf = (stage: Stage, step: number): string | undefined => {
  const hash = answered(stage, step, "paymentHash")
  return hash === undefined ? undefined : stage.lightning.invoices.get(hash)?.invoiceId
}

const operator = { environment: "sandbox", requestId: "simulated" } as const

export const lightningInvoiceActs: Acts<LightningInvoiceAction> = {
  "ask-lightning-invoice": ({ client }, { account, request }, number) =>
    client.ask(number, account, `key-${number}`, questionOf(request)),
  "ask-lightning-invoice-again": ({ actionOf, client }, { invoice }, number) => {
    const first = actionOf(invoice)
    if (first?.do === "ask-lightning-invoice") {
      client.ask(number, first.account, `key-${invoice}`, questionOf(first.request))
    }
  },
  "pay-lightning-invoice": (stage, { invoice }, number) => {
    const hash = answered(stage, invoice, "paymentHash")
    if (hash !== undefined) stage.lightning.payInvoice(hash, `s${number}`)
  },
  "reverse-lightning-invoice": (stage, { invoice, percent }, number) => {
    const id = invoiceIdOf(stage, invoice)
    const paid = id === undefined ? undefined : stage.rail.payments.effects.get(id)
    if (paid === undefined) return
    const value = paid.request.value * BigInt(percent) / 100n
    if (value > 0n) stage.rail.reversePayment(paid.id, `s${number}`, unitsUnsafe("BRL", value))
  },
  "refund-lightning-invoice": (stage, { invoice, refundAddress }, number) => {
    const paymentHash = answered(stage, invoice, "paymentHash")
    const first = stage.actionOf(invoice)
    if (paymentHash === undefined || first?.do !== "ask-lightning-invoice") return
    stage.client.ask(number, first.account, `key-${number}`, {
      route: "refundLightningInvoice",
      text: paymentHash,
      ask: () => Effect.map(refundLightningInvoice(operator, { paymentHash, refundAddress }), (view) => once(view))
    })
  }
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The story of one invoice, from its first request. */
export const lightningInvoiceStory: Story = (random, account, atMs, add) => {
  const pixKey = random.chance(0.15) ? "nobody@simulated.test" : `p${random.below(1_000)}@simulated.test`
  const name = `${random.chance(0.1) ? "gone" : "r"}${random.below(1_000_000)}`
  const invoice = add(atMs, {
    do: "ask-lightning-invoice",
    account,
    request: {
      value: random.between(10, 25_000),
      pixKey,
      ...(random.chance(0.6) ? { refundAddress: `${name}@wallet.test` } : {})
    }
  })
  if (random.chance(0.2)) add(atMs + random.between(0, 3 * minute), { do: "ask-lightning-invoice-again", invoice })
  if (random.chance(0.12)) return
  const paidAt = atMs + (random.chance(0.2)
    ? random.between(55 * minute, 65 * minute)
    : random.chance(0.1)
    ? random.between(hour, 2 * day)
    : random.between(2 * second, 50 * minute))
  add(paidAt, { do: "pay-lightning-invoice", invoice })
  if (random.chance(0.25)) {
    const percent = random.pick([100, 100, 30, 60])
    const at = paidAt + random.between(minute, day)
    add(at, { do: "reverse-lightning-invoice", invoice, percent })
    if (percent < 100) {
      add(at + random.between(0, 6 * hour), { do: "reverse-lightning-invoice", invoice, percent: 100 - percent })
    }
    // The operator at the same time as the bank, in either order.
    if (random.chance(0.5)) {
      add(at + random.between(-20, 20) * second, {
        do: "refund-lightning-invoice",
        invoice,
        refundAddress: `op${random.below(1_000_000)}@wallet.test`
      })
    }
  }
  // A bank that sends it back at once may be faster than the word that it settled.
  if (random.chance(0.1)) {
    const percent = random.pick([100, 40])
    add(paidAt + random.between(1, 60) * second, { do: "reverse-lightning-invoice", invoice, percent })
  }
  for (let order = 0; order < 3 && random.chance(0.4); order++) {
    const isGone = random.chance(0.2)
    add(paidAt + random.between(minute, 2 * day), {
      do: "refund-lightning-invoice",
      invoice,
      ...(random.chance(0.7)
        ? { refundAddress: `${isGone ? "gone" : "op"}${random.below(1_000_000)}@wallet.test` }
        : {})
    })
  }
}
