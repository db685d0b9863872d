// Lightning invoices for given / when / then: one that waits, the facts that can be told about it, and what became of it
// after some. Values are 10.00 at 500,000.00 a bitcoin, so that amounts can be checked by hand: fee 0.25, 2,050 satoshis.
import { Result } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import {
  type LightningInvoiceFact,
  decideLightningInvoice,
  factOf
} from "../../core/payments/lightning-invoice/decide-lightning-invoice.ts"
import type { LightningInvoice } from "../../core/payments/lightning-invoice/lightning-invoice.ts"
import { type Rate, rateFromDecimal } from "../../core/base/money/rate.ts"
import { unitsUnsafe, zero } from "../../core/base/money/units.ts"
import { Movements, type Reversal } from "../../core/payments/movement/movement.ts"
import { type GivenBack, isGivenBack } from "../../core/payments/pix-payment/pix-payment.ts"
import type { ChangeSet } from "../../core/engine/store/store.ts"
import { returnIdAt } from "../support/ids.ts"
import { cents, minute, owner } from "./deposit.given.ts"

const sats = (value: number) => unitsUnsafe("BTC", BigInt(value))

const rate: Rate<"BTC"> = Result.getOrThrow(rateFromDecimal("BTC", "500000", "test", 0))

const fresh: LightningInvoice = {
  id: "inv_01",
  owner: owner.id,
  subAccountId: owner.mainSubAccountId,
  state: "WAITING",
  destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" },
  value: cents(1_000),
  fee: cents(25),
  rate,
  sats: sats(2_050),
  refundAddress: null,
  via: "node:1",
  bolt11: "lnbc20500n1p",
  paymentHash: "ab".repeat(32),
  doubtedAt: null,
  paidAt: null,
  endToEndId: null,
  payerIspb: null,
  receiver: null,
  refusal: null,
  returned: zero("BRL"),
  refunded: zero("BRL"),
  refunding: zero("BRL"),
  refundInvoice: null,
  refundTxId: null,
  refundedAt: null,
  expiresAt: minute(60),
  createdAt: minute(0),
  updatedAt: minute(0)
}

/** An invoice with what it gives back, as the change sets that led there left them. */
export interface Scene {
  readonly invoice: LightningInvoice
  /** In their order. */
  readonly refunds: ReadonlyArray<GivenBack>
  /** What came back of the PIX. */
  readonly reversals: ReadonlyArray<Reversal>
}

export const waiting: Scene = { invoice: fresh, refunds: [], reversals: [] }
export const refundable: Scene = { ...waiting, invoice: { ...fresh, refundAddress: "ana@wallet.example.com" } }

/** A fact that is made of the scene it is told in. */
export type Told = LightningInvoiceFact | ((scene: Scene) => LightningInvoiceFact)

export const invoicePaid: LightningInvoiceFact = { on: "invoicePaid" }
export const invoiceExpired: LightningInvoiceFact = { on: "invoiceExpired" }
export const refundPrepared: LightningInvoiceFact = { on: "refundPrepared", bolt11: "lnbc20500n1q" }
export const doubted: LightningInvoiceFact = { on: "doubted" }
export const pixSettled = (endToEndId: string | null = "E1"): LightningInvoiceFact => ({
  on: "pixSettled",
  pix: { endToEndId, paidAt: minute(3), payerIspb: null, receiver: null }
})
export const pixRefused: LightningInvoiceFact = { on: "pixRefused", reason: reason("refusedByReceiver", "no such key") }
/** The n-th return. */
export const reversed = (value: number, n = 1): LightningInvoiceFact => ({
  on: "reversed",
  reversal: { returnId: returnIdAt(n), value: cents(value), reason: "the account is closed", at: minute(4) }
})
export const refundOrdered = (n = 1): LightningInvoiceFact => ({
  on: "refundOrdered",
  refundId: `rfd_${n}`,
  address: "bob@wallet.example.com"
})

const refundOf = (scene: Scene, ...purposes: ReadonlyArray<GivenBack["purpose"]>): GivenBack => {
  const refund = scene.refunds.findLast(({ purpose }) => purposes.includes(purpose))
  if (refund === undefined) throw new Error(`nothing goes back for ${purposes.join(" or ")}`)
  return refund
}

const arrived = { proof: "cd".repeat(32), networkFee: 3n }

export const restored = (scene: Scene): LightningInvoiceFact => ({
  on: "restored",
  refund: refundOf(scene, "restore", "return"),
  ...arrived
})
export const restoreRefused = (scene: Scene): LightningInvoiceFact => ({
  on: "restoreRefused",
  refund: refundOf(scene, "restore", "return"),
  reversals: scene.reversals,
  reason: reason("failed", "no route")
})
export const refundedByOperator = (scene: Scene): LightningInvoiceFact => ({
  on: "refundedByOperator",
  refund: refundOf(scene, "refund"),
  ...arrived
})
export const operatorRefundRefused = (scene: Scene): LightningInvoiceFact => ({
  on: "operatorRefundRefused",
  refund: refundOf(scene, "refund"),
  reversals: scene.reversals,
  reason: reason("failed", "no route")
})

const factIn = (scene: Scene, told: Told): LightningInvoiceFact => typeof told === "function" ? told(scene) : told

/** The decision of a fact about an invoice, ten minutes past. */
export const when = (scene: Scene, told: Told) =>
  decideLightningInvoice({ value: scene.invoice, version: 7 }, factIn(scene, told), minute(10))

/** The decision, which must change the invoice. */
export const changed = (scene: Scene, told: Told) => {
  const decision = when(scene, told)
  if (decision._tag !== "Changed") {
    throw new Error(`${factIn(scene, told).on} in ${scene.invoice.state} was ${decision._tag}`)
  }
  return decision
}

// What the movements of a change set give back, as their outcome will say.
const begun = (changes: ChangeSet): ReadonlyArray<GivenBack> =>
  changes.writes.filter(({ kind }) => kind === Movements.kind).map(({ body }) => Movements.decode(body))
    .filter(({ purpose }) => isGivenBack(purpose)).map((movement) => {
      const outcome = factOf({ on: "refused", movement, reason: reason("failed") }, [])
      if (outcome === undefined || !("refund" in outcome)) throw new Error(`${movement.id} gives nothing back`)
      return outcome.refund
    })

/** Decides the facts one after the other; each must change the invoice. */
export const after = (facts: ReadonlyArray<Told>, from: Scene = waiting): Scene =>
  facts.reduce((scene, told) => {
    const { changes, record } = changed(scene, told)
    const fact = factIn(scene, told)
    return {
      invoice: record,
      refunds: [...scene.refunds, ...begun(changes)],
      reversals: fact.on === "reversed" ? [...scene.reversals, fact.reversal] : scene.reversals
    }
  }, from)
