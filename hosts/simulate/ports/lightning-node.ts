// The Lightning node of a simulation: invoices that somebody pays in time, late or never, addresses that give a new invoice
// at every asking, and payments out. It owns the truth about every satoshi.
import { Effect, type Layer } from "effect"
import { regtestInvoice } from "../../../adapters/sandbox/regtest-invoice.ts"
import { type Sats, unitsUnsafe } from "../../../core/base/money/units.ts"
import {
  AddressUnresolved,
  type Invoice,
  type InvoiceRequest,
  type LightningNode,
  type LightningPayment,
  type LightningReceipt
} from "../../../core/ports/lightning-node.ts"
import { lightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../../core/ports/moving/lightning-payments.ts"
import { type LookUp, type Outcome, absent, done, refused, unknown } from "../../../core/ports/outcome.ts"
import { Actor, type ActorParts, type Effected, answerFaults } from "../actor.ts"
import { hexOf } from "../random.ts"
import { sleep } from "../time.ts"
import { CurrentWork } from "../work.ts"
import type { ProviderEvents } from "./events.ts"

type Shared = Pick<ActorParts<never, never>, "time" | "decisions" | "complain">

/** An invoice of ours, and when its sats came. */
export interface MadeInvoice extends InvoiceRequest {
  readonly paymentHash: string
  /** The node that made it. */
  readonly node: string
  paidAt: number | undefined
}

/** An invoice that a Lightning address gave. */
export interface Resolved {
  readonly address: string
  readonly amount: Sats
}

/** Addresses that begin so have never given an invoice, and never will. */
const goneAddress = "gone"
/** Addresses that begin so say nothing for an hour. Then these give invoices, and there are none of those any more. */
const sleepingAddress = "asleep"
const leavingAddress = "leaving"
const silentMs = 3_600_000

export class SimulatedLightning {
  /** By payment hash. */
  readonly invoices = new Map<string, MadeInvoice>()
  /** Invoices that were paid and of which no report comes, by their payment hashes. */
  readonly unreported = new Set<string>()
  /** Every invoice that an address gave, by its text. */
  readonly resolved = new Map<string, Resolved>()
  readonly payments: Actor<LightningPayment, LightningReceipt>
  private readonly shared: Shared
  private readonly events: ProviderEvents
  private readonly asks = new Map<string, number>()
  private readonly silentUntil = new Map<string, number>()

  constructor(
    shared: Shared,
    events: ProviderEvents,
    sent: (effect: Effected<LightningPayment, LightningReceipt>) => void
  ) {
    this.shared = shared
    this.events = events
    this.payments = new Actor<LightningPayment, LightningReceipt>({
      ...shared,
      name: "lightning.pay",
      possible: [...answerFaults, "partialHtlc", "feeAboveAllowance"],
      receiptOf: (id, { maximumFee }) => ({
        paymentHash: hexOf(0, `hash/${id}`, 64),
        preimage: hexOf(0, `preimage/${id}`, 64),
        fee: unitsUnsafe("BTC", BigInt(shared.decisions.between(`routing/${id}`, 0, Number(maximumFee))))
      }),
      account: ({ node }) => node,
      // A node knows a payment by its invoice.
      repeats: (before, { bolt11 }) => before.bolt11 !== bolt11,
      happened: sent
    })
  }

  /** Somebody pays an invoice of ours; a late one gets through where the node has not kept the expiry. */
  payInvoice(paymentHash: string, name: string): void {
    const invoice = this.invoices.get(paymentHash)
    const { decisions, time } = this.shared
    if (invoice === undefined || invoice.paidAt !== undefined) return
    const isLate = time.now >= invoice.expiresAt
    if (isLate && decisions.at(`late/${paymentHash}`, ["paidAfterExpiry"]) === undefined) return
    invoice.paidAt = time.now
    // Whoever asks when it expires hears of it; of a later payment only the event tells.
    const canBeLost = invoice.expiresAt - time.now > latestAsking
    const fact = { _tag: "InvoicePaid", eventId: `sats-${name}`, paymentHash } as const
    if (!this.events.tell(`InvoicePaid/${name}`, fact, canBeLost)) this.unreported.add(paymentHash)
  }

  /** Makes an invoice; the same id again is the same invoice. */
  createInvoice(request: InvoiceRequest): Effect.Effect<Outcome<Invoice>> {
    return this.asked(`lightning.invoice/${request.invoiceId}`, (fault, _place, node) => {
      if (fault === "timeoutBefore" || fault === "unavailable") return unknown("noAnswer")
      const paymentHash = hexOf(0, `invoice/${request.invoiceId}`, 64)
      if (!this.invoices.has(paymentHash)) {
        this.invoices.set(paymentHash, { ...request, paymentHash, node, paidAt: undefined })
      }
      return fault === "timeoutAfter"
        ? unknown("noAnswer", "time-out")
        : done({ bolt11: `bolt11-${request.invoiceId}`, paymentHash })
    })
  }

  lookUpInvoice(paymentHash: string): Effect.Effect<LookUp<{ readonly paidAt: number }>> {
    return this.asked(`lightning.invoice?${paymentHash}`, (fault, _place, node) => {
      if (fault !== undefined) return unknown("noAnswer")
      const invoice = this.invoices.get(paymentHash)
      if (invoice?.node !== node) return absent
      if (invoice.paidAt !== undefined) return done({ paidAt: invoice.paidAt })
      return this.shared.time.now >= invoice.expiresAt ? refused("expired") : unknown("notPaid")
    })
  }

  /** A new invoice of a Lightning address at every asking. */
  resolveAddress(address: string, amount: Sats): Effect.Effect<string, AddressUnresolved> {
    return Effect.flatMap(
      this.asked(`lightning.resolve/${address}/${amount}`, (fault, place): string | undefined => {
        if (fault !== undefined || this.isSilent(address)) return undefined
        const bolt11 = regtestInvoice({ seed: place, amount, createdAt: this.shared.time.now })
        this.resolved.set(bolt11, { address, amount })
        return bolt11
      }),
      (bolt11) => {
        const permanent = address.startsWith(goneAddress) ||
          (address.startsWith(leavingAddress) && !this.isSilent(address))
        return bolt11 === undefined || permanent
          ? Effect.fail(new AddressUnresolved({ reason: permanent ? "no such address" : "no answer", permanent }))
          : Effect.succeed(bolt11)
      }
    )
  }

  private isSilent(address: string): boolean {
    if (!address.startsWith(sleepingAddress) && !address.startsWith(leavingAddress)) return false
    const { now } = this.shared.time
    const until = this.silentUntil.get(address) ?? now + silentMs
    this.silentUntil.set(address, until)
    return now < until
  }

  private asked<A>(
    name: string,
    answer: (fault: "timeoutBefore" | "timeoutAfter" | "unavailable" | undefined, place: string, node: string) => A
  ): Effect.Effect<A> {
    return Effect.flatMap(CurrentWork, ({ process: { accounts } }) => {
      const count = (this.asks.get(name) ?? 0) + 1
      this.asks.set(name, count)
      const place = `${name}#${count}`
      const { decisions, time } = this.shared
      const fault = decisions.at(place, ["timeoutBefore", "timeoutAfter", "unavailable"])
      return Effect.map(sleep(time, decisions.between(`${place}>`, 5, 400)), () => answer(fault, place, accounts.node))
    })
  }
}

/** An invoice that is paid later than this before its end may be asked for too early, by a clock that is ahead. */
const latestAsking = 10 * 60_000

export const lightningLayer = (node: SimulatedLightning): Layer.Layer<LightningNode | LightningPayments> =>
  lightningNodeAdapter.succeed({
    network: "regtest",
    ways: { payments: "provider" },
    account: Effect.map(CurrentWork, ({ process }) => process.accounts.node),
    createInvoice: (request) => node.createInvoice(request),
    lookUpInvoice: ({ paymentHash }) => node.lookUpInvoice(paymentHash),
    resolveAddress: (address, amount) => node.resolveAddress(address, amount),
    pay: (payment) => node.payments.send(payment.operationId, payment),
    lookUpPayment: ({ operationId }) => node.payments.lookUp(operationId)
  })
