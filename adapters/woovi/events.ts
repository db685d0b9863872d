// The messages of Woovi as they are written: what of them is read, and what each event is about.
import { Schema } from "effect"
import { CentsFromNumber, UnitsSchema } from "../../core/base/money/units.ts"
import { maybe } from "./calls.ts"

const text = maybe(Schema.String)
const named = Schema.Struct({ correlationID: text })

const Pix = Schema.Struct({
  endToEndId: text,
  value: Schema.optionalKey(Schema.Unknown),
  raw: maybe(Schema.Struct({ endToEndId: text })),
  charge: maybe(named)
})

const Refund = Schema.Struct({
  correlationID: text,
  returnIdentification: text,
  transactionEndToEndId: text
})

const Dispute = Schema.Struct({
  status: text,
  endToEndId: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(64)),
  // The interface says it as a number in one place and as text in another.
  value: Schema.Union([CentsFromNumber, UnitsSchema("BRL")]),
  name: text,
  disputeReason: text
})

/** A message; fields that are not read here are left alone. */
export const Message = Schema.fromJsonString(Schema.Struct({
  event: text,
  charge: maybe(named),
  pix: maybe(Pix),
  payment: maybe(named),
  transaction: maybe(Schema.Struct({ endToEndId: text, providerErrorCode: text })),
  error: maybe(Schema.Struct({ code: text })),
  refund: maybe(Refund),
  pixTransactionRefund: maybe(Refund),
  dispute: maybe(Dispute)
}))
export type Message = typeof Message.Type
export type Dispute = typeof Dispute.Type

/** What a message is about. */
export type About =
  | "received"
  | "payment"
  | "refundSent"
  | "refundReceived"
  | "CREATED"
  | "ACCEPTED"
  | "REJECTED"
  | "CANCELED"

/** The events that say something of money or disputes; every other is of no use. */
export const events: Readonly<Record<string, About>> = {
  "OPENPIX:CHARGE_COMPLETED": "received",
  "OPENPIX:CHARGE_COMPLETED_NOT_SAME_CUSTOMER_PAYER": "received",
  "OPENPIX:TRANSACTION_RECEIVED": "received",
  "OPENPIX:MOVEMENT_CONFIRMED": "payment",
  "OPENPIX:MOVEMENT_FAILED": "payment",
  "OPENPIX:TRANSACTION_REFUND_RECEIVED": "refundReceived",
  PIX_TRANSACTION_REFUND_SENT_CONFIRMED: "refundSent",
  PIX_TRANSACTION_REFUND_SENT_REJECTED: "refundSent",
  "OPENPIX:DISPUTE_CREATED": "CREATED",
  "OPENPIX:DISPUTE_ACCEPTED": "ACCEPTED",
  "OPENPIX:DISPUTE_REJECTED": "REJECTED",
  "OPENPIX:DISPUTE_CANCELED": "CANCELED"
}
