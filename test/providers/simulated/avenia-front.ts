// Avenia's interface over a simulated bank: a quote first, then a ticket, which is made for each request that has an unused quote.
// Beside it the console in which people look and return PIX by hand.
import { Option, Result } from "effect"
import type { Call } from "../../../adapters/http-client/client.ts"
import type { Answer } from "../../../adapters/http-client/exchange.ts"
import { printBrl } from "../../../core/base/money/decimal.ts"
import { type Cents, unitsUnsafe } from "../../../core/base/money/units.ts"
import { pixGui, printCharge } from "../../../core/standards/pix/br-code.ts"
import type { PaymentRequest, ReturnRequest } from "../../../core/ports/pix-rail.ts"
import type { PixServer } from "../../../hosts/simulate/index.ts"
import { type Front, json } from "./wire-client.ts"

type Body = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string>>

interface Quote {
  readonly query: Query
  readonly value: Cents
  readonly until: number
  isUsed: boolean
}

interface Ticket {
  readonly id: string
  readonly externalId: string
  readonly quote: Quote
  readonly madeAt: number
  /** The bank's id of the charge, or of the payment. */
  readonly bankId: string
}

/** What people see and do at Avenia. */
export interface Console {
  /** How many tickets a payment has. */
  readonly tickets: (externalId: string) => number
  /** Says for good that a payment did not arrive, where it did not. */
  readonly close: (request: PaymentRequest) => ReturnType<PixServer["closePayment"]>
  /** Returns a PIX by hand, unless that was done. */
  readonly giveBack: (request: ReturnRequest) => ReturnType<PixServer["returned"]>
}

const problem = (status: number, error: string): Answer => json(status, { error })
const iso = (at: number): string => new Date(at).toISOString()
const centsOf = (text: string) => unitsUnsafe("BRL", BigInt(text.replace(".", "")))

/** A quote counts for so long, and a list does not show some tickets for so long: milliseconds. */
const quoteMs = 15_000
const unlistedMs = 240_000
const isListedLate = (externalId: string): boolean => externalId.charCodeAt(externalId.length - 1) % 3 === 0
/** For how long a PIX is under way. */
const underWayMs = 5_000

/** Every so many quotes is a cent off, and every so many requests is repeated by a gateway that lost the answer. */
const offEvery = 9
const repeatedEvery = 7

/** A front and its console over a bank; `oursOf` is our id of an `externalId`, `now` in Unix milliseconds. */
export const aveniaFront = (
  server: PixServer,
  oursOf: (externalId: string) => string,
  now: () => number
): { readonly front: Front; readonly console: Console } => {
  const quotes: Array<Quote> = []
  const tickets: Array<Ticket> = []
  let requests = 0

  const named = (externalId: string) => tickets.filter((each) => each.externalId === externalId)
  const isCharge = ({ quote }: Pick<Ticket, "quote">): boolean => quote.query["inputPaymentMethod"] === "PIX"

  const quoted = (query: Query): Answer => {
    const asked = centsOf(query["inputAmount"] ?? query["outputAmount"] ?? "0.00")
    const value = quotes.length % offEvery === offEvery - 1 && asked > 1n ? unitsUnsafe("BRL", asked - 1n) : asked
    quotes.push({ query, value, until: now() + quoteMs, isUsed: false })
    return json(200, { quoteToken: String(quotes.length - 1), ...amounts(query, value) })
  }

  const amounts = (query: Query, value: Cents): Body => ({
    ...query,
    inputAmount: printBrl(value),
    outputAmount: `${printBrl(value)}00`
  })

  const made = (body: Body): Answer => {
    const quote = quotes[Number(body["quoteToken"])]
    if (quote === undefined || quote.until < now()) return problem(400, "quote token expired")
    if (quote.isUsed) return problem(409, "quote token was used")
    quote.isUsed = true
    const externalId = String(body["externalId"])
    const about = { id: `ticket-${tickets.length + 1}`, externalId, quote, madeAt: now() }
    return isCharge(about) ? charge(about) : payment(about, body)
  }

  const charge = (about: Omit<Ticket, "bankId">): Answer => {
    const { value } = about.quote
    const { trackId } = server.createSingleCharge({
      chargeId: oursOf(about.externalId),
      value,
      expiresAt: now() + 86_400_000,
      subAccountId: "",
      payer: { name: "", taxId: null },
      description: ""
    })
    tickets.push({ ...about, bankId: trackId })
    const location = `pix.avenia.test/${about.id}`
    const brCode = Result.getOrThrow(
      printCharge({ gui: pixGui, location, amount: value, merchantName: "AVENIA", merchantCity: "SAO PAULO" })
    )
    return json(201, { id: about.id, brCode, expiration: iso(now() + 86_400_000) })
  }

  // Nothing makes two tickets of one payment one: each pays.
  const payment = (about: Omit<Ticket, "bankId">, body: Body): Answer => {
    const { query, value } = about.quote
    const others = named(about.externalId).length
    const paymentId = others === 0 ? oursOf(about.externalId) : `${oursOf(about.externalId)}/${others + 1}`
    const { pixKey } = body["ticketBrlPixOutput"] as { readonly pixKey?: string }
    server.pay({
      paymentId,
      value,
      destination: pixKey === undefined
        ? { by: "brCode", brCode: query["outputBrCode"] ?? "" }
        : { by: "key", key: pixKey, keyType: "EMAIL" }
    })
    tickets.push({ ...about, bankId: paymentId })
    return json(201, { id: about.id })
  }

  const request = (body: Body): Answer => {
    const answer = made(body)
    return ++requests % repeatedEvery === 0 ? made(body) : answer
  }

  const shown = (ticket: Ticket): Body => ({
    id: ticket.id,
    externalId: ticket.externalId,
    quote: amounts(ticket.quote.query, ticket.quote.value),
    ...isCharge(ticket) ? chargeState(ticket) : paymentState(ticket)
  })

  const chargeState = ({ bankId, madeAt }: Ticket): Body => {
    const found = server.charge(bankId)
    const [paid] = found._tag === "Done" ? found.value : []
    if (paid === undefined) return { status: "UNPAID", updatedAt: iso(madeAt) }
    const { endToEndId, paidAt, payer } = paid
    if (paidAt !== null && now() < paidAt + underWayMs) return { status: "PROCESSING", updatedAt: iso(paidAt) }
    return {
      status: "PAID",
      updatedAt: iso(paidAt ?? now()),
      brazilianFiatSenderInfo: { name: payer?.name ?? null, taxId: payer?.taxId ?? null, endToEndId }
    }
  }

  const paymentState = ({ bankId, madeAt }: Ticket): Body => {
    const found = server.payment(bankId)
    if (found._tag === "Refused") return { status: "FAILED", updatedAt: iso(madeAt) }
    if (found._tag !== "Done" || now() < madeAt + underWayMs) return { status: "PROCESSING", updatedAt: iso(madeAt) }
    const { endToEndId, paidAt } = found.value
    return { status: "PAID", updatedAt: iso(paidAt), brazilianFiatReceiverInfo: { endToEndId } }
  }

  const list = (externalId: string): Answer => {
    const listedAfter = isListedLate(externalId) ? unlistedMs : 0
    const found = named(externalId).filter(({ madeAt }) => now() >= madeAt + listedAfter)
    return json(200, { tickets: found.length === 0 ? null : found.map(shown), cursor: "" })
  }

  const front: Front = ({ json: body = {}, method, path, query = {} }: Call) => {
    if (path === "/v2/account/quote/fixed-rate") return quoted(query as Query)
    if (path === "/v2/account/tickets") {
      return method === "POST" ? request(body as Body) : list((query as Query)["externalId"] ?? "")
    }
    const id = /^\/v2\/account\/tickets\/([^/]+)$/.exec(path)?.[1]
    const ticket = Option.fromNullishOr(tickets.find((each) => each.id === id))
    return Option.match(ticket, {
      onNone: () => problem(404, "not found"),
      onSome: (found) => json(200, { ticket: shown(found) })
    })
  }

  const console: Console = {
    tickets: (externalId) => named(externalId).length,
    close: (payment) => server.closePayment(payment),
    giveBack: (order) => {
      if (server.returned(order)._tag === "Absent") server.sendReturn(order)
      return server.returned(order)
    }
  }
  return { front, console }
}
