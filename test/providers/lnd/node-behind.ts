// What the REST front of a test stands before: a node that keeps invoices and payments, whether its payments are real or not.
import type { EventEmitter } from "node:events"

export interface NodeInvoice {
  /** Hex. */
  readonly hash: string
  readonly preimage: string
  readonly request: string
  readonly memo: string
  readonly msat: bigint
  /** Unix seconds, and seconds. */
  readonly createdAt: number
  readonly expiry: number
  state: "OPEN" | "SETTLED" | "CANCELED" | "ACCEPTED"
  paidMsat: bigint
  settledAt: number
  /** Which settled invoice it is; 0 until it is. */
  settleIndex: number
}

export interface NodePayment {
  readonly hash: string
  readonly request: string
  readonly msat: bigint
  status: "INITIATED" | "IN_FLIGHT" | "SUCCEEDED" | "FAILED"
  preimage: string
  feeMsat: bigint
  reason: string
}

/** An error as the node says it: a code of gRPC and a sentence. */
export interface NodeError {
  readonly code: number
  readonly message: string
}

export interface AddInvoice {
  readonly preimage: Buffer
  readonly msat: bigint
  readonly expiry: number
  readonly memo: string
}

export interface NodeBehind {
  /** Its public key, in hex. */
  readonly key: string
  readonly addInvoice: (request: AddInvoice) => NodeInvoice | NodeError
  readonly invoice: (hash: string) => NodeInvoice | undefined
  readonly settled: () => ReadonlyArray<NodeInvoice>
  /** Begins a payment, or says why not; `msat` is for an invoice that leaves the amount to the payer. */
  readonly pay: (request: string, feeLimitMsat: bigint, msat?: bigint) => NodePayment | NodeError
  readonly payment: (hash: string) => NodePayment | undefined
  /** What it can pay with over its channels. Millisatoshis. */
  readonly localMsat: () => bigint
  /** Emits `payment` and `settled` when one changes. */
  readonly changes: EventEmitter
}

export const isError = (answer: object): answer is NodeError => "code" in answer

/** What LND says of a payment that is there already; undefined where it may be sent. */
export const repeated = (payment: NodePayment | undefined): NodeError | undefined => {
  if (payment === undefined || payment.status === "FAILED") return undefined
  return { code: 6, message: payment.status === "SUCCEEDED" ? "invoice is already paid" : "payment is in transition" }
}
