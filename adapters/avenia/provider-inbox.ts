// What Avenia posts: a hint that something became of a ticket or an attempt. A ticket is read before anything is said of it.
import { Effect, Schema } from "effect"
import { detailOf, technical } from "../../core/base/reason/reason.ts"
import { type ValidationFailed, invalidField } from "../../core/base/errors/errors.ts"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import {
  InboxUnavailable,
  ProofRefused,
  type ProviderInbox,
  type ProviderMessage
} from "../../core/ports/provider-inbox.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { HttpClient } from "../http-client/client.ts"
import { attemptRows } from "./codes.ts"
import { maybe } from "./api.ts"
import { paymentNamed } from "./payments.ts"
import type { makeVerifier } from "./public-key.ts"
import { chargeState, isCharge, isPayment, paymentState, readTicket } from "./tickets.ts"

const shortText = Schema.NonEmptyString.check(Schema.isMaxLength(255))

// Two envelopes are documented, and both are sent.
const Envelope = Schema.Struct({ subscription: shortText, data: maybe(Schema.Unknown) })
const Message = Schema.Union([Schema.Struct({ event: Envelope }), Envelope])

const TicketData = Schema.Struct({ type: maybe(shortText), ticket: Schema.Struct({ id: shortText }) })
const AttemptData = Schema.Struct({
  type: maybe(shortText),
  attempt: Schema.Struct({ id: shortText, status: maybe(Schema.String), result: maybe(Schema.String) })
})

const decodeMessage = Schema.decodeUnknownEffect(Schema.fromJsonString(Message))
const decodeTicket = Schema.decodeUnknownEffect(TicketData)
const decodeAttempt = Schema.decodeUnknownEffect(AttemptData)
const utf8 = new TextDecoder("utf-8", { fatal: true })

const unreadable = () => invalidField("body", "is no message of this provider")

const messageOf = (body: Uint8Array): Effect.Effect<typeof Envelope.Type, ValidationFailed> =>
  Effect.try({ try: () => utf8.decode(body), catch: unreadable }).pipe(
    Effect.flatMap(decodeMessage),
    Effect.map((message) => "event" in message ? message.event : message),
    Effect.mapError(unreadable)
  )

const unsupported = (subscription: string, eventId: string | null): ProviderFact => ({
  _tag: "Unsupported",
  eventId,
  subscription
})

interface Parts {
  readonly client: HttpClient
  readonly verify: ReturnType<typeof makeVerifier>
  /** Our attempt of an attempt of Avenia's. */
  readonly attemptOf: (aveniaId: string) => Effect.Effect<string | undefined, unknown, Store>
  readonly within: <A, E>(effect: Effect.Effect<A, E, Store>) => Effect.Effect<A, E>
}

const away = () => new InboxUnavailable({ reason: "what the message is about cannot be read now" })

export const makeProviderInbox = ({ attemptOf, client, verify, within }: Parts): ProviderInbox["Service"] => {
  const ticketFacts = Effect.fnUntraced(function*(data: unknown) {
    const { ticket: { id }, type } = yield* Effect.mapError(decodeTicket(data), unreadable)
    const ticket = yield* Effect.mapError(
      readTicket(client, id),
      (why) => new InboxUnavailable({ reason: technical(why.reason) })
    )
    const nothing = [unsupported("TICKET", `${id}/${type ?? ticket.status}`)]
    if (isCharge(ticket)) {
      const state = chargeState(ticket)
      if (state._tag !== "Done" || state.value.length === 0) return nothing
      return state.value.map(({ endToEndId, paidAt, payer, value }): ProviderFact => ({
        _tag: "ChargePaid",
        eventId: `${id}/paid`,
        trackId: id,
        endToEndId,
        value,
        paidAt,
        payer
      }))
    }
    if (!isPayment(ticket) || typeof ticket.externalId !== "string") return nothing
    const payment = yield* Effect.mapError(within(paymentNamed(ticket.externalId)), away)
    if (payment === undefined) return nothing
    const state = paymentState(ticket, payment)
    const about = { eventId: `${id}/${state._tag}`, paymentId: payment.id }
    return state._tag === "Done"
      ? [
        {
          _tag: "PaymentSettled",
          ...about,
          endToEndId: state.value.endToEndId,
          value: payment.value
        } satisfies ProviderFact
      ]
      : state._tag === "Refused"
      ? [{ _tag: "PaymentRefused", ...about, reason: detailOf(state.reason) } satisfies ProviderFact]
      : nothing
  })

  const attemptFacts = Effect.fnUntraced(function*(data: unknown) {
    const { attempt: { id, result, status }, type } = yield* Effect.mapError(decodeAttempt(data), unreadable)
    const eventId = `${id}/${type ?? status ?? "KYC"}`
    const attemptId = yield* Effect.mapError(within(attemptOf(id)), away)
    if (attemptId === undefined) return [unsupported("KYC", eventId)]
    const row = attemptRows.find((each) =>
      each.status === status && (each.result === undefined || each.result === result)
    )
    const told = row?.is === "APPROVED" || row?.is === "REJECTED" || row?.is === "EXPIRED" ? row.is : "REVIEW"
    return [{ _tag: "KycDecided", eventId, attemptId, status: told, labels: [] } satisfies ProviderFact]
  })

  const prove = ({ body, headers, now }: ProviderMessage) =>
    Effect.gen(function*() {
      const signature = headers["signature"]
      if (signature === undefined) {
        return yield* new ProofRefused({ proof: "missing", problem: "the message is not signed" })
      }
      const isProven = /^[A-Za-z0-9+/]{300,1400}={0,2}$/.test(signature) &&
        (yield* verify(body, Buffer.from(signature, "base64"), now))
      if (!isProven) {
        return yield* new ProofRefused({ proof: "invalid", problem: "the signature is not one of the body" })
      }
    })

  return {
    read: (message) =>
      Effect.gen(
        function*(): Effect.fn.Return<ReadonlyArray<ProviderFact>, ProofRefused | ValidationFailed | InboxUnavailable> {
          yield* prove(message)
          const { data, subscription } = yield* messageOf(message.body)
          if (subscription === "TICKET") return yield* ticketFacts(data)
          return subscription === "KYC" ? yield* attemptFacts(data) : [unsupported(subscription, null)]
        }
      )
  }
}
