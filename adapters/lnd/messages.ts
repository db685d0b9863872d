// The messages of LND's REST interface, as far as they are read. Numbers of 64 bits are text in JSON.
import { Schema } from "effect"
import { assets } from "../../core/base/money/assets.ts"
import type { Answer } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"
import { errorRow } from "./codes.ts"

const Int64 = Schema.String.check(Schema.isPattern(/^\d{1,19}$/))
const mostMsat = assets.BTC.maxUnits * 1_000n
const Msat = Int64.check(Schema.makeFilter((text) => BigInt(text) <= mostMsat, { expected: "an amount of BTC" }))

export const Payment = Schema.Struct({
  status: Schema.String,
  /** Hex. */
  payment_hash: Schema.String,
  /** Hex; zeros unless it arrived. */
  payment_preimage: Schema.optionalKey(Schema.String),
  value_msat: Msat,
  fee_msat: Msat,
  failure_reason: Schema.optionalKey(Schema.String)
})
export type Payment = typeof Payment.Type

export const Invoice = Schema.Struct({
  state: Schema.String,
  /** Base64. */
  r_hash: Schema.String,
  payment_request: Schema.String,
  value_msat: Msat,
  amt_paid_msat: Msat,
  creation_date: Int64,
  /** Seconds. */
  expiry: Int64,
  settle_date: Int64,
  settle_index: Int64
})
export type Invoice = typeof Invoice.Type

export const NodeInfo = Schema.Struct({
  /** Hex. */
  identity_pubkey: Schema.String.check(Schema.isPattern(/^0[23][0-9a-f]{64}$/))
})

export const ChannelBalance = Schema.Struct({
  /** Without what is on its way, waits for a channel to open, or is on the chain. */
  local_balance: Schema.Struct({ sat: Int64, msat: Msat })
})

export const AddedInvoice = Schema.Struct({ r_hash: Schema.String, payment_request: Schema.NonEmptyString })

const Status = Schema.Struct({ code: Schema.Int, message: Schema.String })
const Failure = Schema.Struct({ error: Status })
const PaymentLine = Schema.Struct({ result: Payment })
const InvoiceLine = Schema.Struct({ result: Invoice })

// An answer that could go on has a line for each message; the last one counts.
const lastLine = (answer: Answer): Answer => {
  const body = Buffer.from(answer.body)
  const end = body.at(-1) === 0x0a ? body.length - 1 : body.length
  return { ...answer, body: body.subarray(body.lastIndexOf(0x0a, end - 1) + 1, end) }
}

/** The payment that an answer ends with; undefined where it has none. */
export const paymentOf = (answer: Answer): Payment | undefined =>
  answer.status === 200 ? jsonAs(lastLine(answer), PaymentLine)?.result : undefined

/** The invoice of a line of settlements; undefined where it has none. */
export const invoiceOfLine = (line: string): Invoice | undefined =>
  jsonAs({ status: 200, headers: { "content-type": "application/json" }, body: Buffer.from(line) }, InvoiceLine)?.result

/** The error of an answer, whether of one message or of several; undefined where it is not the node's. */
const statusOf = (answer: Answer) => {
  const last = lastLine(answer)
  return jsonAs(last, Failure)?.error ?? jsonAs(last, Status)
}

/** What the node says that is about what was asked, by the table; else only that it refused. */
export const errorOf = (
  answer: Answer
): NonNullable<ReturnType<typeof errorRow>> | { readonly means: "other"; readonly says: string } => {
  const status = statusOf(answer)
  if (status === undefined) return { means: "other", says: `HTTP ${answer.status}` }
  return errorRow(status) ?? { means: "other", says: `the node's code ${status.code} (HTTP ${answer.status})` }
}

/** Whether an error of the node is about what was asked, although its status is 500. */
export const isAboutCall = (answer: Answer): boolean => errorOf(answer).means !== "other"
