// The simulated Lightning node: invoices that look like BOLT11 and cannot be paid (no channel, no preimage, a checksum that
// does not fit), Lightning addresses that give invoices of regtest, and payments that arrive at once. Kept in the data plane
// under our ids.
import { createHash } from "node:crypto"
import { Clock, Effect, type Layer, Option, Schema } from "effect"
import { type Sats, unitsUnsafe } from "../../core/base/money/units.ts"
import type {
  Invoice,
  InvoiceRequest,
  LightningNode,
  LightningPayment,
  LightningReceipt
} from "../../core/ports/lightning-node.ts"
import { lightningNodeAdapter } from "../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../core/ports/moving/lightning-payments.ts"
import { type LookUp, type Outcome, absent, differs, done, refused, unknown } from "../../core/ports/outcome.ts"
import { get, insert, recordKind } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { regtestInvoice } from "./regtest-invoice.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const SandboxLightningPayment = Schema.Struct({
  /** The operation id it was asked under. */
  id: Schema.String,
  owner: Schema.String,
  bolt11: Schema.String,
  paymentHash: Schema.String,
  preimage: Schema.String,
  createdAt: Schema.Int
})

const SandboxLightningPayments = recordKind({
  kind: "sandboxLightningPayment",
  schema: SandboxLightningPayment,
  personal: noPersonalData("as sandboxKyc")
})

const SandboxLightningInvoice = Schema.Struct({
  /** The payment hash. */
  id: Schema.String,
  owner: Schema.String,
  expiresAt: Schema.Int
})

const SandboxLightningInvoices = recordKind({
  kind: "sandboxLightningInvoice",
  schema: SandboxLightningInvoice,
  personal: noPersonalData("as sandboxKyc")
})

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const sha256 = (text: string) => createHash("sha256").update(text)

// Characters of bech32 drawn from a digest: the shape of an invoice, and no checksum anybody computed.
const lookAlike = (seed: string, length: number): string =>
  Array.from({ length }, (_, index) => charset.charAt(sha256(`${seed}/${index}`).digest().readUInt8() & 31)).join("")

// The amount part of BOLT11: a satoshi is ten nano-bitcoin.
const bolt11Of = (seed: string, sats: bigint): string => `lnbc${sats * 10n}n1p${lookAlike(seed, 240)}`

const invoiceOf = ({ amount, invoiceId }: InvoiceRequest): Invoice => ({
  bolt11: bolt11Of(`invoice/${invoiceId}`, amount),
  paymentHash: sha256(`pontepay sandbox/payment-hash/${invoiceId}`).digest("hex")
})

const receiptOf = (payment: typeof SandboxLightningPayment.Type): LightningReceipt => ({
  paymentHash: payment.paymentHash,
  preimage: payment.preimage,
  fee: unitsUnsafe("BTC", 0n)
})

const away = () => Effect.succeed(unknown("noAnswer"))

const lookUpPayment = (
  { bolt11, operationId }: Pick<LightningPayment, "bolt11" | "operationId">
): Effect.Effect<LookUp<LightningReceipt>, never, Store> =>
  get(SandboxLightningPayments, operationId).pipe(
    Effect.map(Option.match({
      onNone: () => absent,
      onSome: ({ value }): LookUp<LightningReceipt> =>
        value.bolt11 === bolt11 ? done(receiptOf(value)) : differs("another invoice was paid")
    })),
    Effect.catch(away)
  )

const pay = ({ bolt11, operationId }: LightningPayment): Effect.Effect<Outcome<LightningReceipt>, never, Store> =>
  Effect.gen(function*() {
    const preimage = sha256(`pontepay sandbox/preimage/${operationId}`).digest()
    const payment = {
      id: operationId,
      owner: "sandbox",
      bolt11,
      paymentHash: createHash("sha256").update(preimage).digest("hex"),
      preimage: preimage.toString("hex"),
      createdAt: yield* Clock.currentTimeMillis
    }
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(SandboxLightningPayments, payment)] })))
    return done(receiptOf(payment))
  }).pipe(
    // Asked before: the first payment is the one there is.
    Effect.catchTag("DuplicateKey", () =>
      Effect.map(
        lookUpPayment({ bolt11, operationId }),
        (found): Outcome<LightningReceipt> => found._tag === "Absent" ? unknown("notFound") : found
      )),
    Effect.catch(away)
  )

// Kept for its end alone: asked again, it is the same invoice and ends when it was to.
const createInvoice = (request: InvoiceRequest): Effect.Effect<Outcome<Invoice>, never, Store> => {
  const invoice = invoiceOf(request)
  const kept = { id: invoice.paymentHash, owner: "sandbox", expiresAt: request.expiresAt }
  return Store.use((store) => store.commit(changeSet({ writes: [insert(SandboxLightningInvoices, kept)] }))).pipe(
    Effect.as(done(invoice)),
    Effect.catchTag("DuplicateKey", () => Effect.succeed(done(invoice))),
    Effect.catch(away)
  )
}

// No one pays a sandbox invoice but the event that says so: no one knows of one that is open, and one that has ended is over.
const lookUpInvoice = (
  { paymentHash }: { readonly paymentHash: string }
): Effect.Effect<LookUp<{ readonly paidAt: number }>, never, Store> =>
  Effect.gen(function*() {
    const kept = Option.getOrUndefined(yield* get(SandboxLightningInvoices, paymentHash))?.value
    if (kept === undefined) return absent
    return (yield* Clock.currentTimeMillis) < kept.expiresAt
      ? unknown("notPaid")
      : refused("expired")
  }).pipe(Effect.catch(away))

export const layer: Layer.Layer<LightningNode | LightningPayments, never, Store> = lightningNodeAdapter.effect(
  Effect.map(Effect.context<Store>(), (context) => ({
    absentAfterMs: 0,
    account: Effect.succeed("sandbox"),
    ways: { payments: "provider" as const },
    network: "regtest" as const,
    createInvoice: (request: InvoiceRequest) => Effect.provide(createInvoice(request), context),
    lookUpInvoice: (invoice: { readonly paymentHash: string }) => Effect.provide(lookUpInvoice(invoice), context),
    resolveAddress: (address: string, amount: Sats) =>
      Effect.map(
        Clock.currentTimeMillis,
        (createdAt) => regtestInvoice({ seed: `${address}/${amount}/${createdAt}`, amount, createdAt })
      ),
    pay: (payment: LightningPayment) => Effect.provide(pay(payment), context),
    lookUpPayment: (payment: Pick<LightningPayment, "bolt11" | "operationId">) =>
      Effect.provide(lookUpPayment(payment), context)
  }))
)
