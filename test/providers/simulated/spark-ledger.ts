// What Spark's operators, its service provider and a pool keep, simulated: satoshis and tokens of wallets, transfers by their ids, what
// was paid on which invoice, and a pool whose product stays constant. No one sends what he does not hold.
import { createHash } from "node:crypto"
import { readBolt11 } from "../../../core/standards/address/bolt11.ts"
import { Result } from "effect"

export interface SimulatedTransfer {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly sats: bigint
  status: "completed" | "pending" | "failed"
  readonly at: number
}

export interface SimulatedTokens {
  readonly hash: string
  readonly from: string
  readonly to: string
  readonly token: string
  readonly units: bigint
  readonly invoice: string
  status: "completed" | "pending" | "failed"
  readonly at: number
}

export interface SimulatedPayment {
  readonly id: string
  readonly from: string
  readonly bolt11: string
  readonly paymentHash: string
  readonly sats: bigint
  readonly fee: bigint
  status: "completed" | "pending" | "failed"
  preimage: string | undefined
  isReturned: boolean
  readonly at: number
}

/** An invoice of a wallet on Spark. */
export interface SimulatedInvoice {
  readonly text: string
  readonly to: string
  readonly token: string
  readonly units: bigint
  /** Unix seconds. */
  readonly endsAt: number
  readonly payer: string
  readonly description: string | undefined
}

/** What becomes of the next movements: they arrive, or stay open. */
type Fate = "arrives" | "open"

const keyOf = (identity: string, asset: string): string => `${identity}/${asset}`

export class SimulatedLedger {
  readonly token: string
  readonly transfers = new Map<string, SimulatedTransfer>()
  readonly tokens: Array<SimulatedTokens> = []
  readonly payments = new Map<string, SimulatedPayment>()
  readonly invoices = new Map<string, SimulatedInvoice>()
  /** Preimages of Lightning invoices by their payment hash. */
  readonly preimages = new Map<string, string>()
  /** What the provider takes for a Lightning payment. */
  fee = 3n
  fate: Fate = "arrives"
  now: () => number = () => Date.now()
  /** What the pool holds, and its fee in hundredths of a percent. */
  readonly pool = { units: 6_000_000n * 100_000_000n, sats: 1_000_000_000n, feeBps: 140n }
  private readonly held = new Map<string, bigint>()
  private made = 0

  constructor(token: string) {
    this.token = token
  }

  holds(identity: string, asset: string): bigint {
    return this.held.get(keyOf(identity, asset)) ?? 0n
  }

  /** Gives a wallet something from outside. */
  give(identity: string, asset: string, units: bigint): void {
    this.held.set(keyOf(identity, asset), this.holds(identity, asset) + units)
  }

  private take(identity: string, asset: string, units: bigint): void {
    if (this.holds(identity, asset) < units) {
      throw new Error(asset === "BTC" ? "Insufficient funds" : `Insufficient funds for token ${asset}`)
    }
    this.give(identity, asset, -units)
  }

  transfer(id: string, from: string, to: string, sats: bigint): SimulatedTransfer {
    const before = this.transfers.get(id)
    // The operators know the id: the SDK finds what it made.
    if (before !== undefined) return before
    if (from === to) throw new Error("SparkSdkError: Self payment not allowed")
    this.take(from, "BTC", sats)
    const transfer: SimulatedTransfer = { id, from, to, sats, status: "pending", at: this.now() }
    this.transfers.set(id, transfer)
    if (this.fate === "arrives") this.arrive(transfer)
    return transfer
  }

  arrive(transfer: SimulatedTransfer): void {
    transfer.status = "completed"
    this.give(transfer.to, "BTC", transfer.sats)
  }

  giveBack(transfer: SimulatedTransfer): void {
    transfer.status = "failed"
    this.give(transfer.from, "BTC", transfer.sats)
  }

  invoice(to: string, parts: Omit<SimulatedInvoice, "text" | "to">): SimulatedInvoice {
    const text = `spark1invoice${to}${++this.made}`
    const invoice = { text, to, ...parts }
    this.invoices.set(text, invoice)
    return invoice
  }

  payTokens(from: string, text: string): SimulatedTokens {
    const invoice = this.invoices.get(text)
    if (invoice === undefined) throw new Error("Invalid input: Unsupported payment method")
    if (this.now() >= invoice.endsAt * 1_000) {
      throw new Error("SparkSdkError: Service error: the execution time is over")
    }
    if (this.tokens.some((each) => each.invoice === text && each.status !== "failed")) {
      throw new Error("SparkSdkError: Service error: the invoice was paid")
    }
    this.take(from, invoice.token, invoice.units)
    const tokens: SimulatedTokens = {
      hash: createHash("sha256").update(`${text}/${this.tokens.length}`).digest("hex"),
      from,
      to: invoice.to,
      token: invoice.token,
      units: invoice.units,
      invoice: text,
      status: "pending",
      at: this.now()
    }
    this.tokens.push(tokens)
    if (this.fate === "arrives") this.finalise(tokens)
    return tokens
  }

  finalise(tokens: SimulatedTokens): void {
    tokens.status = "completed"
    this.give(tokens.to, tokens.token, tokens.units)
  }

  cancel(tokens: SimulatedTokens): void {
    tokens.status = "failed"
    this.give(tokens.from, tokens.token, tokens.units)
  }

  payLightning(id: string, from: string, bolt11: string, boundSats: bigint): SimulatedPayment {
    const before = this.payments.get(id)
    if (before !== undefined) return before
    if (this.fee > boundSats) {
      throw new Error(
        `SparkSdkError: Service error: validation error: Fee exceeds maximum allowed fee ${this.fee} > ${boundSats}`
      )
    }
    const { amountMsat = 0n, paymentHash } = Result.getOrThrow(readBolt11(bolt11, undefined))
    const sats = amountMsat / 1_000n
    this.take(from, "BTC", sats + this.fee)
    const payment: SimulatedPayment = {
      id,
      from,
      bolt11,
      paymentHash: Buffer.from(paymentHash).toString("hex"),
      sats,
      fee: this.fee,
      status: "pending",
      preimage: undefined,
      isReturned: false,
      at: this.now()
    }
    this.payments.set(id, payment)
    if (this.fate === "arrives") this.settle(payment)
    return payment
  }

  settle(payment: SimulatedPayment): void {
    payment.status = "completed"
    payment.preimage = this.preimages.get(payment.paymentHash)
  }

  fail(payment: SimulatedPayment, isReturned: boolean): void {
    payment.status = "failed"
    payment.isReturned = isReturned
    if (isReturned) this.give(payment.from, "BTC", payment.sats + payment.fee)
  }

  /** What the pool would give for so many units. */
  worth(units: bigint): bigint {
    const { feeBps, sats, units: reserve } = this.pool
    const paid = units * (10_000n - feeBps)
    return sats * paid / (reserve * 10_000n + paid)
  }
}
