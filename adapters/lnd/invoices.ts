// Invoices of LND. The preimage comes from our id, so an invoice that is requested again is the one that is there.
import { Clock, Effect, Redacted, Result, Stream } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import { type Bolt11Network, parseBolt11 } from "../../core/standards/address/bolt11.ts"
import {
  type Invoice as OurInvoice,
  type InvoiceRequest,
  type LightningNode,
  NodeSilent
} from "../../core/ports/lightning-node.ts"
import { mulDivFloor, unitsUnsafe, zero } from "../../core/base/money/units.ts"
import {
  type LookUp,
  type Outcome,
  absent,
  differs,
  done,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import { unixSeconds } from "../../core/base/time/instant.ts"
import type { HttpClient } from "../http-client/client.ts"
import { jsonAs } from "../http-client/json.ts"
import type { ReadSecret } from "../http-client/secret-file.ts"
import { paymentHashOf, preimageOf } from "./ids.ts"
import { AddedInvoice, Invoice, errorOf, invoiceOfLine } from "./messages.ts"

export interface InvoiceSettings {
  readonly client: HttpClient
  readonly network: Bolt11Network
  readonly invoiceKey: ReadSecret
  readonly hasPrivateChannels: boolean
}

type Shape = LightningNode["Service"]

/** So long after its time an invoice may still be paid by a clock that differs. Milliseconds. */
const clocksApartMs = 60_000

type Ordered = Parameters<Shape["lookUpInvoice"]>[0]

// A fraction of a satoshi is none.
const receivedSats = ({ amt_paid_msat: paid }: Invoice) => unitsUnsafe("BTC", mulDivFloor(BigInt(paid), 1n, 1_000n))

const hexOf = (base64: string): string => Buffer.from(base64, "base64").toString("hex")

// The invoice that the node gave, when it is the one that was requested.
const checked = (
  text: string,
  paymentHash: string,
  request: InvoiceRequest,
  network: Bolt11Network
): Outcome<OurInvoice> =>
  Result.match(parseBolt11(text, network), {
    onFailure: ({ message }) => unknown("unreadable", message),
    onSuccess: (invoice) =>
      invoice.paymentHash === paymentHash && invoice.amountMsat === request.amount * 1_000n
        ? done({ bolt11: invoice.text, paymentHash })
        : differs("amount or payment hash")
  })

/** What makes invoices and looks them up. */
export const invoices = (
  { client, hasPrivateChannels, invoiceKey, network }: InvoiceSettings
): Pick<Shape, "createInvoice" | "lookUpInvoice"> & Required<Pick<Shape, "settlements">> => {
  const read = (paymentHash: string) =>
    client.call({
      route: "GET /v1/invoice/{r_hash_str}",
      method: "GET",
      path: `/v1/invoice/${paymentHash}`
    })

  const again = (paymentHash: string, request: InvoiceRequest) =>
    Effect.map(read(paymentHash), (answer) => {
      const invoice = answer.status === 200 ? jsonAs(answer, Invoice) : undefined
      if (invoice === undefined) return unknown("notListed", errorOf(answer).says)
      return invoice.state === "CANCELED"
        ? refused("cancelled")
        : checked(invoice.payment_request, paymentHash, request, network)
    })

  const create = Effect.fnUntraced(function*(request: InvoiceRequest) {
    const seconds = unixSeconds(request.expiresAt - (yield* Clock.currentTimeMillis))
    if (seconds < 1) return refused("expired")
    const preimage = preimageOf(Redacted.value((yield* invoiceKey).text), request.invoiceId)
    const paymentHash = paymentHashOf(preimage)
    const answer = yield* client.call({
      route: "POST /v1/invoices",
      method: "POST",
      path: "/v1/invoices",
      json: {
        memo: request.description,
        r_preimage: preimage.toString("base64"),
        value_msat: String(request.amount * 1_000n),
        expiry: String(seconds),
        private: hasPrivateChannels
      }
    })
    const added = answer.status === 200 ? jsonAs(answer, AddedInvoice) : undefined
    if (added !== undefined) {
      return hexOf(added.r_hash) === paymentHash
        ? checked(added.payment_request, paymentHash, request, network)
        : differs("payment hash")
    }
    const { means, says } = errorOf(answer)
    return means === "duplicate" ? yield* again(paymentHash, request) : unknown("notListed", says)
  })

  const stateOf = (
    invoice: Invoice,
    { amount, paymentHash }: Ordered,
    now: number
  ): LookUp<{ readonly paidAt: number }> => {
    if (hexOf(invoice.r_hash) !== paymentHash) return differs("invoice")
    switch (invoice.state) {
      case "SETTLED": {
        const received = receivedSats(invoice)
        return received < amount
          ? otherAmount("BTC", received)
          : done({ paidAt: Number(invoice.settle_date) * 1_000 })
      }
      case "CANCELED":
        return refused("expired")
      case "OPEN": {
        const end = (Number(invoice.creation_date) + Number(invoice.expiry)) * 1_000
        return now > end + clocksApartMs ? refused("expired") : unknown("notPaid")
      }
      default:
        return unknown("underWay")
    }
  }

  const lookUp: Shape["lookUpInvoice"] = (ordered) =>
    Effect.gen(function*() {
      const answer = yield* read(ordered.paymentHash)
      const invoice = answer.status === 200 ? jsonAs(answer, Invoice) : undefined
      if (invoice !== undefined) return stateOf(invoice, ordered, yield* Clock.currentTimeMillis)
      const { means, says } = errorOf(answer)
      return means === "unknownInvoice" ? absent : unknown("notListed", says)
    }).pipe(Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason))))

  // The index of the last one that was told, so that a line that broke misses none. A start begins with what comes from then on.
  let settleIndex: string | undefined
  const settlements: Shape["settlements"] & object = Stream.suspend(() =>
    client.lines({
      route: "GET /v1/invoices/subscribe",
      method: "GET",
      path: "/v1/invoices/subscribe",
      query: { settle_index: settleIndex }
    })
  ).pipe(
    Stream.mapError(({ reason }) => new NodeSilent({ reason })),
    Stream.mapEffect((line) => {
      const invoice = invoiceOfLine(line)
      if (invoice === undefined) return Effect.fail(new NodeSilent({ reason: "a line cannot be read" }))
      if (invoice.state !== "SETTLED") return Effect.succeed([])
      const paymentHash = hexOf(invoice.r_hash)
      // A line is a hint: the look-up says whether it was paid. Whether it was enough is compared with the invoice of ours.
      return Effect.flatMap(lookUp({ paymentHash, amount: zero("BTC") }), (found) => {
        if (found._tag === "Unknown") return Effect.fail(new NodeSilent({ reason: technical(found.reason) }))
        settleIndex = invoice.settle_index
        return Effect.succeed(found._tag === "Done" ? [{ paymentHash, received: receivedSats(invoice) }] : [])
      })
    }),
    Stream.flatMap((settled) => Stream.fromIterable(settled))
  )

  return {
    createInvoice: (request) =>
      create(request).pipe(
        Effect.catchTag(
          "FileUnusable",
          ({ path, problem }) => Effect.succeed(unknown("notKept", `${path}: ${problem}`))
        ),
        Effect.catch(({ reason }) => Effect.succeed(unknown("noAnswer", reason)))
      ),
    lookUpInvoice: lookUp,
    settlements
  }
}
