// Bugs of Lightning invoices and of swaps.
import type { Bug } from "../bug.ts"

const invoices = { only: ["ask-lightning-invoice"] } as const
const swaps = { only: ["ask-swap"] } as const

export const lightningBugs: ReadonlyArray<Bug> = [
  {
    name: "invoice-pix-paid-again",
    about: "the PIX of a Lightning invoice whose answer was lost is paid again without looking it up",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && !id.startsWith(\"pix/\")) {",
    invariants: ["ambiguous-is-processing"],
    hunt: invoices
  },
  {
    name: "invoice-pix-unknown-is-refused",
    about: "the PIX of a Lightning invoice whose end is not known is written down as refused",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"pix/\")) {",
    invariants: ["ambiguous-is-processing"],
    hunt: invoices
  },
  {
    name: "sats-returned-again",
    about: "sats that go back are sent again without looking up whether they arrived",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (sentAt !== null) {",
    replace: "if (sentAt !== null && !id.startsWith(\"restore/\")) {",
    invariants: ["ambiguous-is-processing"],
    hunt: { ...invoices, profile: "chaos" }
  },
  {
    name: "sats-returned-to-a-new-invoice",
    about: "every try to send sats back asks the address for another invoice",
    file: "core/payments/movement/kinds.ts",
    find: `send: (operationId, { maximumFee, sats }, { prepared: bolt11 }) =>
      bolt11 === null
        ? Effect.succeed(unknown(reason("noInvoice")))
        : LightningPayments.use((node) =>
          Effect.map(node.pay({ operationId, bolt11, sats, maximumFee }), sent("lightningPayment"))
        ),`,
    replace: `send: (operationId, { address, maximumFee, sats }) =>
      Effect.flatMap(invoiceFor(address, sats), (given) =>
        LightningPayments.use((node) =>
          Effect.map(
            node.pay({ operationId, bolt11: given._tag === "Done" ? given.value : "", sats, maximumFee }),
            sent("lightningPayment")
          )
        )),`,
    invariants: ["operation-unchanged", "no-dead-letters"],
    hunt: { ...invoices, profile: "chaos" }
  },
  {
    name: "sats-of-the-rest-sent-whole",
    about: "what comes back of a PIX in parts is sent back as a whole with every part",
    file: "core/payments/pix-payment/decide-pix-payment.ts",
    find: "less(payment.state === \"COMPLETED\" ? paid : payment.returned, settled)",
    replace: "less(payment.state === \"COMPLETED\" ? paid : payment.returned, zero(\"BRL\"))",
    invariants: ["refund-cap", "payout-debit-once", "books-are-the-world"],
    hunt: { ...invoices, storiesPerDay: 120 }
  },
  {
    name: "invoice-expires-unasked",
    about: "an invoice expires without asking the node whether it was paid",
    file: "core/payments/lightning-invoice/expire-lightning-invoice.ts",
    find: "found?._tag === \"Done\" ? \"invoicePaid\"",
    replace: "found?._tag === \"Absent\" ? \"invoicePaid\"",
    invariants: ["paid-or-pending", "payout-ends", "books-are-the-world"],
    hunt: invoices
  },
  {
    name: "invoice-without-its-fee",
    about: "a Lightning invoice asks for the value without the fee",
    file: "core/payments/lightning-invoice/create-lightning-invoice.ts",
    find: "assetToCharge(rate, gross)",
    replace: "assetToCharge(rate, order.value)",
    invariants: ["fee-exact"],
    hunt: invoices
  },
  {
    name: "swap-failed-instead-of-stranded",
    about: "a swap that stops with funds on their way says that nothing moved",
    file: "core/payments/swap/decide-swap.ts",
    find: "nothingMoved: poolMinimum === null",
    replace: "nothingMoved: true",
    invariants: ["swap-never-repeated"],
    hunt: swaps
  },
  {
    name: "swap-authorization-too-long",
    about: "the authorization of a swap is good for an hour",
    file: "core/payments/swap/advance-swap.ts",
    find: "now >= expiresAt)",
    replace: "now >= expiresAt + 3_600_000)",
    also: [{ file: "core/payments/swap/expire-swap.ts", find: "\"expired\"", replace: "\"claimed\"" }],
    invariants: ["authorization-expiry"],
    hunt: { ...swaps, profile: "chaos", without: [] }
  },
  {
    name: "swap-leg-unknown-is-refused",
    about: "a leg of which no one can tell is written down as refused",
    file: "core/payments/movement/perform-movement.ts",
    find: "if (outcome._tag === \"Unknown\") {",
    replace: "if (outcome._tag === \"Unknown\" && !id.startsWith(\"leg-\")) {",
    invariants: ["swap-never-repeated"],
    hunt: swaps
  },
  {
    name: "swap-authorization-kept",
    about: "the authorization of a swap is kept after its first leg has used it",
    file: "core/payments/swap/decide-swap.ts",
    find: "authorization.value.sealed === null",
    replace: "authorization.value.sealed !== null",
    invariants: ["authorization-expiry"],
    hunt: swaps
  }
]
