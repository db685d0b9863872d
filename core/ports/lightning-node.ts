// Our Lightning node: invoices that others pay, and payments to others, told apart by the payment hash. A payment has a fee
// bound; an answer that was lost is looked up, and the same invoice is never replaced by another one in doubt.
import { Context, Data, type Effect, type Stream } from "effect"
import type { Bolt11Network } from "../standards/address/bolt11.ts"
import type { Sats } from "../base/money/units.ts"
import type { ProviderAccount } from "./provider-account.ts"
import type { LookUp, Outcome } from "./outcome.ts"
import type { Way } from "./way.ts"

export interface InvoiceRequest {
  /** Our id of it: asked twice, it is one invoice. */
  readonly invoiceId: string
  readonly amount: Sats
  readonly description: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

export interface Invoice {
  /** BOLT11; in the sandbox a look-alike that no one can pay. */
  readonly bolt11: string
  /** 64 hex characters. */
  readonly paymentHash: string
}

export interface LightningPayment {
  /** Our id of the movement. */
  readonly operationId: string
  readonly bolt11: string
  /** What the receiver gets. The invoice names exactly this, or leaves the amount to the payer. */
  readonly sats: Sats
  readonly maximumFee: Sats
}

/** Evidence of a payment: the preimage hashes to the payment hash. */
export interface LightningReceipt {
  readonly paymentHash: string
  readonly preimage: string
  readonly fee: Sats
}

/** The node cannot be listened to, or read, for now. */
export class NodeSilent extends Data.TaggedError("NodeSilent")<{ readonly reason: string }> {}

/** The Lightning address gives no invoice: nothing happened. `permanent` when it never will. */
export class AddressUnresolved extends Data.TaggedError("AddressUnresolved")<{
  readonly reason: string
  readonly permanent: boolean
}> {}

/** Invoices: what use cases ask of a node. What pays is `LightningPayments`. */
export class LightningNode extends Context.Service<LightningNode, {
  /** The network of the invoices that it pays; mainnet unless given. */
  readonly network?: Bolt11Network
  /** How invoices of others are paid. */
  readonly ways: { readonly payments: Way }
  /** Of which node invoices are asked. */
  readonly account: ProviderAccount
  readonly createInvoice: (request: InvoiceRequest) => Effect.Effect<Outcome<Invoice>>
  /**
   * Done once the invoice was paid with its amount or more, as payers may; with less it is `differs`. Refused once it can never be paid;
   * Absent when we never made it.
   */
  readonly lookUpInvoice: (
    invoice: { readonly paymentHash: string; readonly amount: Sats }
  ) => Effect.Effect<LookUp<{ readonly paidAt: number }>>
  /**
   * An invoice of exactly this amount from a Lightning address (LUD-16) or an LNURL (LUD-06). Movements call `invoiceFor`, which checks
   * it.
   */
  readonly resolveAddress: (address: string, amount: Sats) => Effect.Effect<string, AddressUnresolved>
  /**
   * What the node can pay with over its channels, a fraction of a satoshi left out; undefined where there is no node. It fails where that
   * cannot be read now, and is never zero for it. Without it the statement of reserves says no difference of BTC.
   */
  readonly balance?: Effect.Effect<Sats | undefined, NodeSilent>
  /**
   * The invoices of ours that were paid, from now on, with what was received, as the node tells them; it may tell one again. The worker listens and opens
   * it again when it ends. Without it an invoice is known to be paid by a message of a provider, or when its time is over.
   */
  readonly settlements?: Stream.Stream<{ readonly paymentHash: string; readonly received: Sats }, NodeSilent>
}>()("pontepay/core/ports/LightningNode") {}
