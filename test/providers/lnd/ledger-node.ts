// A node of the test's own: it keeps what LND keeps of invoices and payments, and moves nothing. What becomes of a payment is
// scripted by its payment hash.
import { EventEmitter } from "node:events"
import { Result } from "effect"
import { readBolt11 } from "../../../core/standards/address/bolt11.ts"
import { invoiceOf, sha256 } from "./invoices.ts"
import {
  type AddInvoice,
  type NodeBehind,
  type NodeError,
  type NodeInvoice,
  type NodePayment,
  repeated
} from "./node-behind.ts"

/** What becomes of a payment: it arrives, stays open, or fails for a reason of LND's. */
export type Fate = "arrives" | "open" | `FAILURE_REASON_${string}`

/** What the invoices of others cost to reach. Millisatoshis. */
const routingMsat = 1_500n

export class LedgerNode implements NodeBehind {
  readonly changes = new EventEmitter().setMaxListeners(0)
  readonly fates = new Map<string, Fate>()
  /** Preimages of the invoices of others, by payment hash. */
  readonly preimages = new Map<string, Uint8Array>()
  /** What arrived at others, by payment hash: millisatoshis each time. */
  readonly arrived = new Map<string, Array<bigint>>()
  /** The fee bound of each payment, in order. */
  readonly bounds: Array<bigint> = []
  /** What its channels hold; nothing that it pays or receives changes it. */
  heldMsat = 0n
  private readonly invoices = new Map<string, NodeInvoice>()
  protected readonly payments = new Map<string, NodePayment>()

  /** Unix seconds. */
  now(): number {
    return Math.floor(Date.now() / 1_000)
  }

  addInvoice({ expiry, memo, msat, preimage }: AddInvoice): NodeInvoice | NodeError {
    const hash = sha256(preimage).toString("hex")
    if (this.invoices.has(hash)) return { code: 2, message: "invoice with payment hash already exists" }
    const createdAt = this.now()
    const invoice: NodeInvoice = {
      hash,
      preimage: preimage.toString("hex"),
      request: invoiceOf({ preimage, msat, createdAt, seconds: expiry, memo }),
      memo,
      msat,
      createdAt,
      expiry,
      state: "OPEN",
      paidMsat: 0n,
      settledAt: 0,
      settleIndex: 0
    }
    this.invoices.set(hash, invoice)
    return invoice
  }

  invoice(hash: string): NodeInvoice | undefined {
    return this.invoices.get(hash)
  }

  settled(): ReadonlyArray<NodeInvoice> {
    return [...this.invoices.values()].filter(({ settleIndex }) => settleIndex > 0)
      .toSorted((one, two) => one.settleIndex - two.settleIndex)
  }

  /** Somebody pays an invoice of this node. */
  settleInvoice(hash: string): void {
    const invoice = this.invoices.get(hash)
    if (invoice === undefined) throw new Error(`there is no invoice ${hash}`)
    invoice.state = "SETTLED"
    invoice.paidMsat = invoice.msat
    invoice.settledAt = this.now()
    invoice.settleIndex = this.settled().length + 1
    this.changes.emit("settled", invoice)
  }

  pay(request: string, feeLimitMsat: bigint, msat?: bigint): NodePayment | NodeError {
    const read = readBolt11(request, "regtest")
    if (Result.isFailure(read)) return { code: 2, message: `invalid invoice: ${read.failure.message}` }
    const { amountMsat = msat, expiresAtSeconds, paymentHash } = read.success
    if (amountMsat === undefined) {
      return { code: 2, message: "amount must be specified when paying a zero amount invoice" }
    }
    if (read.success.amountMsat !== undefined && msat !== undefined) {
      return { code: 2, message: "amount must not be specified when paying a non-zero amount invoice" }
    }
    const hash = Buffer.from(paymentHash).toString("hex")
    if (this.now() >= expiresAtSeconds) return { code: 2, message: `invoice expired. Valid until ${expiresAtSeconds}` }
    const before = repeated(this.payments.get(hash))
    if (before !== undefined) return before
    this.bounds.push(feeLimitMsat)
    const payment: NodePayment = {
      hash,
      request,
      msat: amountMsat,
      status: "IN_FLIGHT",
      preimage: "0".repeat(64),
      feeMsat: 0n,
      reason: "FAILURE_REASON_NONE"
    }
    this.payments.set(hash, payment)
    const fate = this.fates.get(hash) ?? "arrives"
    if (fate === "open") return payment
    // Routes are looked for first.
    setImmediate(() => this.end(hash, feeLimitMsat < routingMsat ? "FAILURE_REASON_NO_ROUTE" : fate))
    return payment
  }

  readonly key = `02${"a".repeat(64)}`

  localMsat(): bigint {
    return this.heldMsat
  }

  payment(hash: string): NodePayment | undefined {
    return this.payments.get(hash)
  }

  /** Ends a payment that is under way. */
  end(hash: string, fate: Exclude<Fate, "open">): void {
    const payment = this.payments.get(hash)
    if (payment === undefined || payment.status !== "IN_FLIGHT") return
    if (fate === "arrives") {
      payment.preimage = Buffer.from(this.preimages.get(hash) ?? []).toString("hex")
      payment.feeMsat = routingMsat
      payment.status = "SUCCEEDED"
      this.arrived.set(hash, [...this.arrived.get(hash) ?? [], payment.msat])
    } else {
      payment.reason = fate
      payment.status = "FAILED"
    }
    this.changes.emit("payment", payment)
  }
}
