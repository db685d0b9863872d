// What a provider can report, as plain facts. An adapter translates a provider's message into these; what a fact means for a
// record is decided by the use cases. Facts have a JSON form, so that one that arrives early can wait in the data store.
import { Schema } from "effect"
import { CentsFromNumber, UnitsSchema } from "../base/money/units.ts"
import { Payer } from "../standards/pix/pix-parties.ts"

const nullableText = Schema.NullOr(Schema.String)
/** Unix milliseconds; null where the provider does not say. */
const nullableInstant = Schema.NullOr(Schema.Int)
const nullableCents = Schema.NullOr(CentsFromNumber)

/**
 * The provider's id of the event, the same each time it is sent. A provider without event ids has its adapter make one from
 * what the fact is about, such as the end-to-end id; null where not even that is possible.
 */
const eventId = nullableText

/** A PIX on a charge of ours has settled. */
const ChargePaid = Schema.TaggedStruct("ChargePaid", {
  eventId,
  trackId: Schema.String,
  endToEndId: Schema.String,
  /** The provider gave no end-to-end id and the adapter made one up: on a paid charge it is not a second PIX. */
  isMadeUp: Schema.optionalKey(Schema.Boolean),
  /** What was paid; null means the value of the charge. */
  value: nullableCents,
  /** When the rail settled it. */
  paidAt: nullableInstant,
  payer: Schema.NullOr(Payer),
  /** What the provider took for it from what it holds of us, where it says so. */
  cost: Schema.optionalKey(CentsFromNumber)
})

/** A PIX that names no charge has settled: the account has it, and it belongs to no order. */
const PixWithoutCharge = Schema.TaggedStruct("PixWithoutCharge", {
  eventId,
  endToEndId: Schema.String,
  value: CentsFromNumber,
  paidAt: nullableInstant,
  payer: Schema.NullOr(Payer)
})

/** The provider doubts a delivery. It is no evidence: we deliver through a port of our own. */
const DeliveryDoubted = Schema.TaggedStruct("DeliveryDoubted", { eventId, trackId: Schema.String })

/** A return of a PIX that we received is confirmed. */
const PixReturned = Schema.TaggedStruct("PixReturned", {
  eventId,
  endToEndId: Schema.String,
  /** The rail's id of the return. */
  returnId: Schema.String,
  /** The id under which we ordered the return; null where we did not order it, or the rail does not say. */
  ourReturnId: nullableText,
  value: CentsFromNumber,
  /** Why the rail says it was returned, by the names of the BCB; null where it does not say. */
  nature: Schema.NullOr(Schema.Literals(["original", "withdrawal", "medOperational", "medFraud", "medAutomatic"]))
})

/** A return that we ordered was refused for good. */
const ReturnRefused = Schema.TaggedStruct("ReturnRefused", {
  eventId,
  /** The id under which we ordered the return. */
  returnId: Schema.String,
  endToEndId: nullableText,
  reason: Schema.String
})

/** A PIX that we pay has settled. `paymentId` is ours. */
const PaymentSettled = Schema.TaggedStruct("PaymentSettled", {
  eventId,
  paymentId: Schema.String,
  endToEndId: nullableText,
  /** What was paid, where the provider says so. */
  value: Schema.optionalKey(CentsFromNumber)
})

/** A PIX that we pay was refused for good. */
const PaymentRefused = Schema.TaggedStruct("PaymentRefused", {
  eventId,
  paymentId: Schema.String,
  reason: nullableText
})

/** The receiver's bank returned a settled PIX, in whole where there is no value. */
const PaymentReversed = Schema.TaggedStruct("PaymentReversed", {
  eventId,
  paymentId: Schema.String,
  returnId: nullableText,
  returnedValue: nullableCents,
  reason: nullableText
})

/** The identity provider decided about an attempt of ours. */
const KycDecided = Schema.TaggedStruct("KycDecided", {
  eventId,
  attemptId: Schema.String,
  status: Schema.Literals(["APPROVED", "REJECTED", "REVIEW", "EXPIRED", "FAILED"]),
  labels: Schema.Array(Schema.String)
})

/** A PIX that we received is disputed, or the dispute moved on. */
const DisputeMoved = Schema.TaggedStruct("DisputeMoved", {
  eventId,
  status: Schema.Literals(["CREATED", "ACCEPTED", "REJECTED", "CANCELED"]),
  endToEndId: Schema.String,
  disputeId: nullableText,
  value: CentsFromNumber,
  reason: nullableText,
  payerName: nullableText,
  transactionDate: nullableInstant,
  providerStatus: nullableText
})

/** A Lightning invoice of ours was paid. */
const InvoicePaid = Schema.TaggedStruct("InvoicePaid", {
  eventId,
  paymentHash: Schema.String,
  /** What was received, where the node says so. */
  received: Schema.optionalKey(UnitsSchema("BTC"))
})

/** What this version has no use for: accepted, and nothing follows from it. */
const Unsupported = Schema.TaggedStruct("Unsupported", { eventId, subscription: Schema.String })

/** A row of a list, or an entry of a message, that cannot be read: before a person as it came, and no other waits for it. */
const Unreadable = Schema.TaggedStruct("Unreadable", {
  eventId,
  /** Of which list or message it is a part. */
  place: Schema.String,
  /** The row as it came, at most `longestRow` characters of it. */
  text: Schema.String
})

export const ProviderFact = Schema.Union([
  ChargePaid,
  PixWithoutCharge,
  DeliveryDoubted,
  PixReturned,
  ReturnRefused,
  PaymentSettled,
  PaymentRefused,
  PaymentReversed,
  KycDecided,
  DisputeMoved,
  InvoicePaid,
  Unsupported,
  Unreadable
])
/** One fact that a provider reported. */
export type ProviderFact = typeof ProviderFact.Type

/** The facts of one kind. */
export type FactOf<Tag extends ProviderFact["_tag"]> = Extract<ProviderFact, { readonly _tag: Tag }>

const longestRow = 2_000

/** The fact that a row cannot be read. */
export const unreadable = (place: string, row: unknown): FactOf<"Unreadable"> => ({
  _tag: "Unreadable",
  eventId: null,
  place,
  text: JSON.stringify(row).slice(0, longestRow)
})

const AsText = Schema.fromJsonString(Schema.toCodecJson(ProviderFact))

/** A fact as JSON text, to be stored. */
export const encodeFact: (fact: ProviderFact) => string = Schema.encodeSync(AsText)

/** The fact of a stored text. One that does not decode is a defect, never an input error. */
export const decodeFact: (text: string) => ProviderFact = Schema.decodeUnknownSync(AsText)
