// Avenia's tickets: one for each PIX that comes in or goes out. Amounts are decimal strings.
import { Effect, Result, Schema } from "effect"
import { parseDecimal } from "../../core/base/money/decimal.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { type Outcome, type Unknown, differs, done, otherAmount, refused, unknown } from "../../core/ports/outcome.ts"
import type { ChargeLookUp, PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import type { HttpClient } from "../http-client/client.ts"
import { maybe, paths, reading } from "./api.ts"
import { ticketRows } from "./codes.ts"

const Quoted = Schema.Struct({
  inputCurrency: Schema.String,
  inputPaymentMethod: maybe(Schema.String),
  inputAmount: Schema.String,
  outputCurrency: Schema.String,
  outputPaymentMethod: maybe(Schema.String),
  outputAmount: Schema.String
})

const Ticket = Schema.Struct({
  id: Schema.NonEmptyString,
  externalId: maybe(Schema.String),
  status: Schema.String,
  updatedAt: maybe(Schema.String),
  quote: maybe(Quoted),
  brazilianFiatSenderInfo: maybe(
    Schema.Struct({ name: maybe(Schema.String), taxId: maybe(Schema.String), endToEndId: maybe(Schema.String) })
  ),
  brazilianFiatReceiverInfo: maybe(Schema.Struct({ pixKey: maybe(Schema.String), endToEndId: maybe(Schema.String) }))
})
type Ticket = typeof Ticket.Type

const OneTicket = Schema.Struct({ ticket: Ticket })
const Listed = Schema.Struct({
  tickets: Schema.NullOr(Schema.Array(Schema.Struct({ id: Schema.NonEmptyString, externalId: maybe(Schema.String) })))
})

/** Reais as Avenia writes them, which may be with more zeros than cents have digits. */
export const centsOf = (text: string): Cents | undefined => {
  const read = parseDecimal("BRL", text.replace(/^(\d+\.\d{2})0+$/, "$1"))
  return Result.isSuccess(read) ? read.success : undefined
}

export const readTicket = (client: HttpClient, id: string): Effect.Effect<Ticket, Unknown> =>
  reading(
    client,
    { route: "GET /v2/account/tickets/{id}", path: `${paths.tickets}/${encodeURIComponent(id)}` },
    OneTicket
  ).pipe(
    Effect.flatMap(({ ticket }) => ticket.id === id ? Effect.succeed(ticket) : Effect.fail(differs("ticket")))
  )

/** The ids of the tickets that have an id of ours. The list is a filter: what it gives beside that is not ours. */
export const ticketsNamed = (client: HttpClient, externalId: string): Effect.Effect<ReadonlyArray<string>, Unknown> =>
  reading(client, { route: "GET /v2/account/tickets", path: paths.tickets, query: { externalId } }, Listed).pipe(
    Effect.map(({ tickets }) => (tickets ?? []).filter((each) => each.externalId === externalId).map(({ id }) => id))
  )

const rowOf = ({ status }: Ticket) => ticketRows.find((row) => row.status === status)

/** When it became what it is, in Unix milliseconds. */
const changedAt = ({ updatedAt }: Ticket): number | null => {
  const at = Date.parse(updatedAt ?? "")
  return Number.isNaN(at) ? null : at
}

/** Whether a PIX comes in on it. */
export const isCharge = ({ quote }: Ticket): boolean =>
  quote?.inputCurrency === "BRL" && quote.inputPaymentMethod === "PIX"

/** Whether it pays a PIX. */
export const isPayment = ({ quote }: Ticket): boolean =>
  quote?.outputCurrency === "BRL" && quote.outputPaymentMethod === "PIX"

/** What came in on a ticket: one PIX of its own value, or nothing. */
export const chargeState = (ticket: Ticket): ChargeLookUp => {
  const { brazilianFiatSenderInfo: sender, quote } = ticket
  if (!isCharge(ticket)) return differs("kind of the ticket")
  const row = rowOf(ticket)
  const endToEndId = sender?.endToEndId ?? ""
  if (row?.charge === "unpaid" && endToEndId === "") return done([])
  if (row?.charge !== "paid") {
    return row === undefined
      ? unknown("notListed", "state of the ticket")
      : unknown("underWay", row.status)
  }
  const value = centsOf(quote?.inputAmount ?? "")
  if (endToEndId === "" || value === undefined) return unknown("incomplete", "PIX or value")
  const payer = { name: sender?.name ?? null, taxId: sender?.taxId?.replace(/[\s./-]/g, "") ?? null }
  return done([{ endToEndId, value, paidAt: changedAt(ticket), payer }])
}

/** What became of a PIX that a ticket pays; another value or key than was ordered is for a person. */
export const paymentState = (
  ticket: Ticket,
  { destination, value }: Pick<PaymentRequest, "value"> & Partial<PaymentRequest>
): Outcome<PaymentReceipt> => {
  const row = rowOf(ticket)
  if (!isPayment(ticket)) return differs("kind of the ticket")
  const said = centsOf(ticket.quote?.outputAmount ?? "")
  if (said !== value) {
    return said === undefined || row?.payment !== "Done" ? differs("value of the ticket") : otherAmount("BRL", said)
  }
  const key = ticket.brazilianFiatReceiverInfo?.pixKey ?? ""
  if (destination?.by === "key" && key !== "" && key.toLowerCase() !== destination.key.toLowerCase()) {
    return differs("another key was paid")
  }
  const endToEndId = ticket.brazilianFiatReceiverInfo?.endToEndId ?? ""
  if (row?.payment === "Refused" && endToEndId === "") return refused("refusedByProvider", row.says)
  const paidAt = changedAt(ticket)
  if (row?.payment !== "Done") {
    return row === undefined
      ? unknown("notListed", "state of the ticket")
      : unknown("underWay", row.status)
  }
  if (endToEndId === "" || paidAt === null) return unknown("incomplete", "PIX or time")
  return done({ endToEndId, paidAt, payerIspb: null, receiver: null })
}
