// The sandbox provider's events: HMAC-SHA256 of `<timestamp>.<raw body>` as proof, and a body
// `{event: {id, subscription, data}}`. Fields it does not know are left alone, as real providers add some.
import { createHmac, timingSafeEqual } from "node:crypto"
import { Effect, Layer, Redacted, Schema, SchemaIssue } from "effect"
import { ValidationFailed } from "../../core/errors/errors.ts"
import { limits } from "../../core/limits/limits.ts"
import { unitsUnsafe } from "../../core/money/units.ts"
import { EndToEndId, ReturnId } from "../../core/pix/end-to-end-id.ts"
import {
  ProofRefused,
  type ProviderFact,
  ProviderInbox,
  type ProviderMessage
} from "../../core/ports/provider-inbox.ts"
import { text } from "../../core/text/text.ts"
import { endToEndIdOf } from "./foreign-ids.ts"

const foreignId = text({ minimum: 1, maximum: 255 })

const Ticket = Schema.Struct({
  type: Schema.Literals(["DEPOSIT-SUCCESS", "TICKET-COMPLETE", "DELIVERY-FAILED"]),
  ticket: Schema.Struct({
    id: foreignId,
    endToEndId: Schema.optionalKey(EndToEndId),
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
const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const named = (place: ReadonlyArray<string>) => (error: { readonly issue: SchemaIssue.Issue }): ValidationFailed =>
  new ValidationFailed({
    details: issuesOf(error.issue).issues.map((issue) => ({
      field: [...place, ...(issue.path ?? []).map(String)].join(".") || "body",
      message: issue.message
    }))
  })

const messageOf = (message: ProviderMessage) =>
  decodeMessage(new TextDecoder().decode(message.body)).pipe(Effect.mapError(named([])))

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
          payer: ticket.payer ?? null
        }
    )
  )

const returnFact = (eventId: string | null, data: unknown): Effect.Effect<ProviderFact, ValidationFailed> =>
  decodeReturn(data).pipe(
    Effect.mapError(named(["event", "data"])),
    Effect.map(({ endToEndId, returnId, value }): ProviderFact => ({
      _tag: "PixReturned",
      eventId,
      endToEndId,
      returnId,
      value: unitsUnsafe("BRL", BigInt(value))
    }))
  )

const factOf = (message: ProviderMessage): Effect.Effect<ProviderFact, ValidationFailed> =>
  Effect.flatMap(messageOf(message), ({ event }) => {
    const eventId = event.id ?? null
    switch (event.subscription) {
      case "TICKET":
        return ticketFact(eventId, event.data)
      case "PIX-RETURN":
        return returnFact(eventId, event.data)
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

export const layer = (config: { readonly secret: Redacted.Redacted }): Layer.Layer<ProviderInbox> =>
  Layer.succeed(ProviderInbox, {
    isSigned: (message) => message.headers[signatureHeader] !== undefined,
    readSigned: (message) =>
      isProven(config.secret, message)
        ? factOf(message)
        : Effect.fail(new ProofRefused({ problem: "the provider's signature is wrong or too old" })),
    readTrusted: factOf
  })
