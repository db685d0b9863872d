// The inbox of the sandbox provider: HMAC-SHA256 of `<timestamp>.<raw body>` proves who sent an event.
import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Layer, Redacted, Schema, SchemaIssue } from "effect"
import type { Payer } from "../../core/standards/pix/pix-parties.ts"
import { ValidationFailed } from "../../core/base/errors/errors.ts"
import { limits } from "../../core/base/limits/limits.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { EndToEndId, ReturnId } from "../../core/standards/pix/end-to-end-id.ts"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import { ProofRefused, ProviderInbox, type ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { text } from "../../core/base/text/text.ts"
import { endToEndIdOf } from "./foreign-ids.ts"

// The events of the sandbox provider, `{event: {id, subscription, data}}`, which the interface publishes. Fields it does not
// know are left alone, as real providers add some.

const foreignId = text({ minimum: 1, maximum: 255 })

// ISO 8601 with a zone; what JavaScript cannot read is refused.
const instantText = Schema.String.check(
  Schema.makeFilter(
    (value: string) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
    { expected: "an ISO 8601 instant" }
  )
)

const Ticket = Schema.Struct({
  type: Schema.Literals(["DEPOSIT-SUCCESS", "TICKET-COMPLETE", "DELIVERY-FAILED"]),
  ticket: Schema.Struct({
    id: foreignId,
    endToEndId: Schema.optionalKey(EndToEndId),
    value: Schema.optionalKey(Schema.Int.check(Schema.isBetween(limits.depositValue))),
    paidAt: Schema.optionalKey(instantText),
    payer: Schema.optionalKey(Schema.Struct({
      name: Schema.NullOr(Schema.String),
      taxId: Schema.NullOr(Schema.String)
    }))
  })
})

const Return = Schema.Struct({
  type: Schema.Literal("RETURN-CONFIRMED"),
  endToEndId: EndToEndId,
  returnId: ReturnId,
  value: Schema.Int.check(Schema.isBetween(limits.depositValue))
})

const PixOut = Schema.Struct({
  type: Schema.Literals(["PAYOUT-SUCCESS", "PAYOUT-FAILED", "PAYOUT-REVERSED"]),
  payment: Schema.Struct({
    id: foreignId,
    endToEndId: Schema.optionalKey(EndToEndId),
    returnId: Schema.optionalKey(ReturnId),
    returnedValue: Schema.optionalKey(Schema.Int.check(Schema.isBetween(limits.depositValue))),
    reason: Schema.optionalKey(foreignId)
  })
})

const Kyc = Schema.Struct({
  type: Schema.Literals(["APPROVED", "REJECTED", "REVIEW", "EXPIRED", "FAILED"]),
  attempt: Schema.Struct({ id: foreignId, labels: Schema.optionalKey(Schema.Array(foreignId)) })
})

const Dispute = Schema.Struct({
  type: Schema.Literals(["CREATED", "ACCEPTED", "REJECTED", "CANCELED"]),
  endToEndId: EndToEndId,
  disputeId: Schema.optionalKey(foreignId),
  value: Schema.Int.check(Schema.isBetween(limits.depositValue)),
  reason: Schema.optionalKey(foreignId),
  payerName: Schema.optionalKey(foreignId),
  transactionDate: Schema.optionalKey(instantText),
  providerStatus: Schema.optionalKey(foreignId)
})

const Lightning = Schema.Struct({
  type: Schema.Literal("INVOICE-PAID"),
  paymentHash: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/i, { expected: "64 hex characters" }))
})

const Message = Schema.fromJsonString(Schema.Struct({
  event: Schema.Struct({
    id: Schema.optionalKey(foreignId),
    subscription: foreignId,
    data: Schema.Unknown
  })
}))

const decodeMessage = Schema.decodeUnknownEffect(Message, { errors: "all" })
const decodeTicket = Schema.decodeUnknownEffect(Ticket, { errors: "all" })
const decodeReturn = Schema.decodeUnknownEffect(Return, { errors: "all" })
const decodePixOut = Schema.decodeUnknownEffect(PixOut, { errors: "all" })
const decodeKyc = Schema.decodeUnknownEffect(Kyc, { errors: "all" })
const decodeDispute = Schema.decodeUnknownEffect(Dispute, { errors: "all" })
const decodeLightning = Schema.decodeUnknownEffect(Lightning, { errors: "all" })
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const named = (place: ReadonlyArray<string>) => (error: { readonly issue: SchemaIssue.Issue }): ValidationFailed =>
  new ValidationFailed({
    details: issuesOf(error.issue).issues.map((issue) => ({
      field: [...place, ...(issue.path ?? []).map(String)].join(".") || "body",
      message: issue.message
    }))
  })

const messageOf = (body: Uint8Array) => decodeMessage(new TextDecoder().decode(body)).pipe(Effect.mapError(named([])))

const centsOf = (value: number) => unitsUnsafe("BRL", BigInt(value))

const ticketFact = (eventId: string | null, data: unknown): Effect.Effect<ProviderFact, ValidationFailed> =>
  decodeTicket(data).pipe(
    Effect.mapError(named(["event", "data"])),
    Effect.map(({ ticket, type }): ProviderFact =>
      type === "DELIVERY-FAILED"
        ? { _tag: "DeliveryDoubted", eventId, trackId: ticket.id }
        : {
          _tag: "ChargePaid",
          eventId,
          trackId: ticket.id,
          endToEndId: ticket.endToEndId ?? endToEndIdOf(ticket.id),
          isMadeUp: ticket.endToEndId === undefined,
          value: ticket.value === undefined ? null : centsOf(ticket.value),
          paidAt: ticket.paidAt === undefined ? null : Date.parse(ticket.paidAt),
          payer: ticket.payer === undefined ? null : payerOf(ticket.payer)
        }
    )
  )

const payerOf = ({ name, taxId }: Payer): Payer => ({ name, taxId: taxId === null ? null : bare(taxId) })

// Without the punctuation of its printed form; nothing where it cannot be a CPF or CNPJ.
const bare = (taxId: string): string | null => {
  const digits = taxId.replace(/[\s./-]/g, "").toUpperCase()
  return /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(digits) ? digits : null
}

const returnFact = (eventId: string | null, data: unknown): Effect.Effect<ProviderFact, ValidationFailed> =>
  decodeReturn(data).pipe(
    Effect.mapError(named(["event", "data"])),
    Effect.map(({ endToEndId, returnId, value }): ProviderFact => ({
      _tag: "PixReturned",
      eventId,
      endToEndId,
      returnId,
      ourReturnId: null,
      value: centsOf(value),
      nature: null
    }))
  )

const paymentFact = (eventId: string | null, { payment, type }: typeof PixOut.Type): ProviderFact => {
  const about = { eventId, paymentId: payment.id }
  switch (type) {
    case "PAYOUT-SUCCESS":
      return { _tag: "PaymentSettled", ...about, endToEndId: payment.endToEndId ?? null }
    case "PAYOUT-FAILED":
      return { _tag: "PaymentRefused", ...about, reason: payment.reason ?? null }
    case "PAYOUT-REVERSED":
      return {
        _tag: "PaymentReversed",
        ...about,
        returnId: payment.returnId ?? null,
        returnedValue: payment.returnedValue === undefined ? null : centsOf(payment.returnedValue),
        reason: payment.reason ?? null
      }
  }
}

const disputeFact = (eventId: string | null, data: typeof Dispute.Type): ProviderFact => ({
  _tag: "DisputeMoved",
  eventId,
  status: data.type,
  endToEndId: data.endToEndId,
  disputeId: data.disputeId ?? null,
  value: centsOf(data.value),
  reason: data.reason ?? null,
  payerName: data.payerName ?? null,
  transactionDate: data.transactionDate === undefined ? null : Date.parse(data.transactionDate),
  providerStatus: data.providerStatus ?? null
})

const decoded = <A>(
  decode: (data: unknown) => Effect.Effect<A, { readonly issue: SchemaIssue.Issue }>,
  data: unknown,
  factFor: (value: A) => ProviderFact
): Effect.Effect<ProviderFact, ValidationFailed> =>
  decode(data).pipe(Effect.mapError(named(["event", "data"])), Effect.map(factFor))

/** The fact of a body of the protocol. */
export const factOf = (body: Uint8Array): Effect.Effect<ProviderFact, ValidationFailed> =>
  Effect.flatMap(messageOf(body), ({ event }) => {
    const eventId = event.id ?? null
    switch (event.subscription) {
      case "TICKET":
        return ticketFact(eventId, event.data)
      case "PIX-RETURN":
        return returnFact(eventId, event.data)
      case "PIX-OUT":
        return decoded(decodePixOut, event.data, (data) => paymentFact(eventId, data))
      case "KYC":
        return decoded(decodeKyc, event.data, ({ attempt, type }): ProviderFact => ({
          _tag: "KycDecided",
          eventId,
          attemptId: attempt.id,
          status: type,
          labels: attempt.labels ?? []
        }))
      case "DISPUTE":
        return decoded(decodeDispute, event.data, (data) => disputeFact(eventId, data))
      case "LIGHTNING":
        return decoded(decodeLightning, event.data, ({ paymentHash }): ProviderFact => ({
          _tag: "InvoicePaid",
          eventId,
          paymentHash: paymentHash.toLowerCase()
        }))
      default:
        return Effect.succeed<ProviderFact>({ _tag: "Unsupported", eventId, subscription: event.subscription })
    }
  })

const signatureHeader = "x-provider-signature"
const timestampHeader = "x-provider-timestamp"

const isProven = (secret: Redacted.Redacted, message: ProviderMessage): boolean => {
  const timestamp = message.headers[timestampHeader] ?? ""
  const signature = message.headers[signatureHeader] ?? ""
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  if (Math.abs(message.now - Number(timestamp) * 1_000) > limits.signatureToleranceMs) return false
  const expected = createHmac("sha256", Redacted.value(secret)).update(`${timestamp}.`).update(message.body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, "hex"))
}

// Made once: every request of a key owner comes this way, and an error that is made notes where it was made.
const notSigned = Effect.fail(new ProofRefused({ proof: "missing", problem: "the message is not signed" }))

const factsOf = (body: Uint8Array) => Effect.map(factOf(body), (fact) => [fact])

export const layer = (config: { readonly secret: Redacted.Redacted }): Layer.Layer<ProviderInbox> =>
  Layer.succeed(ProviderInbox, {
    read: (message) => {
      if (message.headers[signatureHeader] === undefined) return notSigned
      return isProven(config.secret, message)
        ? factsOf(message.body)
        : Effect.fail(new ProofRefused({ proof: "invalid", problem: "the provider's signature is wrong or too old" }))
    },
    readTrusted: factsOf
  })
