// The Lightning node of a test: invoices it makes while it is up, addresses that give invoices or do not, and payments that
// are scripted like every other movement.
import { Clock, Effect, type Layer } from "effect"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import {
  AddressUnresolved,
  type InvoiceRequest,
  type LightningNode,
  type LightningPayment,
  type LightningReceipt,
  NodeSilent
} from "../../core/ports/lightning-node.ts"
import { lightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import { absent, done, refused, unknown } from "../../core/ports/outcome.ts"
import type { Way } from "../../core/ports/way.ts"
import { type InvoiceParts, hashField, invoice, usualFields } from "../vectors/address/encode.ts"
import { Actor, accountOf } from "./ports.ts"

export class FakeLightning {
  isUp = true
  /** How it pays. */
  readonly ways: { payments: Way } = { payments: "provider" }
  /** Whether it knows nothing of the invoices that it made. */
  hasForgotten = false
  /** Which node this is. */
  account: string | undefined = "node:1"
  /** What routing a payment takes, in satoshis. */
  routingFee = 0n
  /** What it can pay with; undefined where no one can read it. */
  heldSats: bigint | undefined = 1_000_000_000n
  /** Whether addresses give no invoice: not now, or never. */
  addresses: "up" | "away" | "gone" = "up"
  /** Parts of the invoices that addresses give which are other than what was requested. */
  dishonest: InvoiceParts = {}
  readonly made: Array<InvoiceRequest> = []
  /** Payment hashes that were paid without anybody telling of it. */
  readonly paidUnseen = new Set<string>()
  /** Every invoice that an address gave. */
  readonly resolved: Array<{ readonly address: string; readonly amount: bigint; readonly bolt11: string }> = []
  readonly payments = new Actor<LightningPayment, LightningReceipt>((id) => ({
    paymentHash: `hash-of-${id}`,
    preimage: `preimage-of-${id}`,
    fee: unitsUnsafe("BTC", this.routingFee)
  }))
}

/** The n-th invoice that an address gives: signed, of the amount requested, and made now. */
export const givenInvoice = (n: number, amount: bigint, now: number, dishonest: InvoiceParts = {}): string => {
  const [secret = hashField("s", n), , ...rest] = usualFields
  return invoice({
    hrp: `lnbc${amount * 10n}n`,
    timestamp: Math.floor(now / 1_000),
    fields: [secret, hashField("p", n), ...rest],
    ...dishonest
  })
}

/** The payment hash of the n-th invoice of a test node. */
const hashAt = (n: number): string => n.toString(16).padStart(64, "0")

export const lightningLayer = (node: FakeLightning): Layer.Layer<LightningNode | LightningPayments> =>
  lightningNodeAdapter.succeed({
    account: accountOf(node),
    ways: node.ways,
    createInvoice: (request) =>
      Effect.sync(() => {
        if (!node.isUp) return unknown("noAnswer")
        node.made.push(request)
        return done({ bolt11: `bolt11 of ${request.invoiceId}`, paymentHash: hashAt(node.made.length) })
      }),
    lookUpInvoice: ({ paymentHash }) =>
      Effect.sync(() => {
        if (node.paidUnseen.has(paymentHash)) return done({ paidAt: 0 })
        if (!node.isUp) return unknown("noAnswer")
        const isMade = !node.hasForgotten && node.made.some((_, at) => hashAt(at + 1) === paymentHash)
        return isMade ? refused("expired") : absent
      }),
    resolveAddress: (address, amount) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (node.addresses !== "up") {
          return Effect.fail(new AddressUnresolved({ reason: "no invoice", permanent: node.addresses === "gone" }))
        }
        const bolt11 = givenInvoice(node.resolved.length + 1, amount, now, node.dishonest)
        node.resolved.push({ address, amount, bolt11 })
        return Effect.succeed(bolt11)
      }),
    balance: Effect.suspend(() =>
      node.heldSats === undefined
        ? Effect.fail(new NodeSilent({ reason: "away" }))
        : Effect.succeed(unitsUnsafe("BTC", node.heldSats))
    ),
    pay: (payment) => node.payments.ask(payment.operationId, payment),
    lookUpPayment: ({ operationId }) => node.payments.lookUp(operationId)
  })
