// A node of LDK behind LND's REST interface. It pays and is paid for real; what is LND's own is how it says so.
import { EventEmitter } from "node:events"
import { Result } from "effect"
import { readBolt11 } from "../../../core/standards/address/bolt11.ts"
import { sha256 } from "./invoices.ts"
import type { LdkNode } from "./ldk-node.ts"
import {
  type AddInvoice,
  type NodeBehind,
  type NodeError,
  type NodeInvoice,
  type NodePayment,
  repeated
} from "./node-behind.ts"

/** LDK's reasons, as LND calls them. */
const reasons: Readonly<Record<string, string>> = {
  RecipientRejected: "FAILURE_REASON_INCORRECT_PAYMENT_DETAILS",
  RouteNotFound: "FAILURE_REASON_NO_ROUTE",
  RetriesExhausted: "FAILURE_REASON_NO_ROUTE",
  PaymentExpired: "FAILURE_REASON_TIMEOUT"
}

export class LdkBehind implements NodeBehind {
  readonly changes = new EventEmitter().setMaxListeners(0)
  /** What LDK answered to each sending, in order; undefined where it began a payment. */
  readonly answers: Array<string | undefined> = []
  private readonly ldk: LdkNode
  private readonly invoices = new Map<string, NodeInvoice>()
  private readonly payments = new Map<string, NodePayment>()
  private readonly inOrder: Array<NodeInvoice> = []

  constructor(ldk: LdkNode) {
    this.ldk = ldk
    ldk.events.on("claimed", (hash, msat) => this.settle(hash, msat))
    ldk.events.on("sent", (hash, preimage, feeMsat) => this.end(hash, { status: "SUCCEEDED", preimage, feeMsat }))
    ldk.events.on("failed", (hash, reason) => this.fail(hash, reason))
  }

  get key(): string {
    return Buffer.from(this.ldk.id).toString("hex")
  }

  addInvoice({ expiry, memo, msat, preimage }: AddInvoice): NodeInvoice | NodeError {
    const hash = sha256(preimage).toString("hex")
    if (this.invoices.has(hash)) return { code: 2, message: "invoice with payment hash already exists" }
    const invoice: NodeInvoice = {
      hash,
      preimage: preimage.toString("hex"),
      request: this.ldk.invoice(preimage, { msat, expiry, memo }),
      memo,
      msat,
      createdAt: Math.floor(Date.now() / 1_000),
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

  // LDK leaves out what has to stay in a channel, and LND does not.
  localMsat(): bigint {
    return this.ldk.spendableMsat()
  }

  settled(): ReadonlyArray<NodeInvoice> {
    return this.inOrder
  }

  // LDK is asked each time, also for what was asked before: it must not pay twice, whoever stands before it.
  pay(request: string, feeLimitMsat: bigint): NodePayment | NodeError {
    const read = readBolt11(request, "regtest")
    if (Result.isFailure(read)) return { code: 2, message: `invalid invoice: ${read.failure.message}` }
    const { amountMsat = 0n, expiresAtSeconds, paymentHash } = read.success
    const hash = Buffer.from(paymentHash).toString("hex")
    const answer = this.ldk.send(request, feeLimitMsat)
    this.answers.push(answer)
    if (answer === "PaymentExpired") {
      return { code: 2, message: `invoice expired. Valid until ${expiresAtSeconds}` }
    }
    const before = repeated(this.payments.get(hash))
    if (before !== undefined) return before
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
    if (answer !== undefined) this.fail(hash, answer)
    return payment
  }

  payment(hash: string): NodePayment | undefined {
    return this.payments.get(hash)
  }

  private fail(hash: string, reason: string): void {
    this.end(hash, { status: "FAILED", reason: reasons[reason] ?? "FAILURE_REASON_ERROR" })
  }

  private end(hash: string, changed: Partial<NodePayment>): void {
    const payment = this.payments.get(hash)
    if (payment === undefined) return
    this.changes.emit("payment", Object.assign(payment, changed))
  }

  private settle(hash: string, msat: bigint): void {
    const invoice = this.invoices.get(hash)
    if (invoice === undefined) return
    invoice.state = "SETTLED"
    invoice.paidMsat = msat
    invoice.settledAt = Math.floor(Date.now() / 1_000)
    this.inOrder.push(invoice)
    invoice.settleIndex = this.inOrder.length
    this.changes.emit("settled", invoice)
  }
}
