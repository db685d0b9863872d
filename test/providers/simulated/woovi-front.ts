// Woovi's interface over a simulated bank. A payment is requested first, which moves nothing, and then approved.
import { idOf } from "../../../adapters/woovi/ids.ts"
import type { Call } from "../../../adapters/http-client/client.ts"
import type { Answer } from "../../../adapters/http-client/exchange.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { PaymentRequest, ReturnRequest } from "../../../core/ports/pix-rail.ts"
import type { PixServer } from "../../../hosts/simulate/index.ts"
import { type Front, json } from "./wire-client.ts"

type Body = Readonly<Record<string, unknown>>

interface Requested {
  readonly request: PaymentRequest
  readonly order: Body
  isApproved: boolean
}

const rejected = (status: number, error: string, errorCode?: string): Answer =>
  json(status, { error, ...errorCode === undefined ? {} : { errorCode } })

const cents = (value: unknown) => unitsUnsafe("BRL", BigInt(value as number))
const iso = (at: number): string => new Date(at).toISOString()

/** A front over a bank; `now` in Unix milliseconds. */
export const wooviFront = (server: PixServer, now: () => number): Front => {
  const charges = new Map<string, { readonly trackId: string; readonly value: number; readonly brCode: string }>()
  const payments = new Map<string, Requested>()
  const refunds = new Map<string, ReturnRequest>()

  const charge = (id: string): Answer => {
    const found = charges.get(id)
    if (found === undefined) return rejected(400, "Charge not found")
    const paid = server.charge(found.trackId)
    const isPaid = paid._tag === "Done" && paid.value.length > 0
    const { brCode, value } = found
    return json(200, {
      charge: { value, status: isPaid ? "COMPLETED" : "ACTIVE", correlationID: id, brCode },
      brCode
    })
  }

  const createCharge = ({ correlationID, expiresIn, value }: Body): Answer => {
    const id = String(correlationID)
    if (!charges.has(id)) {
      const made = server.createCharge({
        chargeId: idOf(id),
        value: cents(value),
        expiresAt: now() + Number(expiresIn) * 1_000,
        subAccountId: "",
        payer: { name: "", taxId: null },
        description: ""
      })
      charges.set(id, { ...made, value: Number(value) })
    }
    return charge(id)
  }

  const transactions = (id: string): Answer => {
    const paid = server.charge(charges.get(id)?.trackId ?? "")
    return json(200, {
      transactions: (paid._tag === "Done" ? paid.value : []).map(({ endToEndId, paidAt, value }) => ({
        type: "PAYMENT",
        status: "CONFIRMED",
        value: Number(value),
        time: iso(paidAt ?? now()),
        endToEndId,
        charge: { correlationID: id }
      })),
      pageInfo: { hasNextPage: false }
    })
  }

  const payment = (id: string): Answer => {
    const found = payments.get(id)
    if (found === undefined) return rejected(400, "Payment not found")
    const { isApproved, order } = found
    const stands = isApproved ? server.payment(idOf(id)) : undefined
    const status = stands === undefined || stands._tag === "Absent"
      ? "CREATED"
      : { Done: "CONFIRMED", Refused: "FAILED", Unknown: "APPROVED" }[stands._tag]
    return json(200, {
      payment: { ...order, status },
      ...stands?._tag === "Done"
        ? {
          transaction: { value: order["value"], endToEndId: stands.value.endToEndId, time: iso(stands.value.paidAt) }
        }
        : stands?._tag === "Refused"
        ? { transaction: { value: order["value"], providerErrorCode: "AC03" } }
        : {}
    })
  }

  const requestPayment = (order: Body): Answer => {
    const id = String(order["correlationID"])
    if (payments.has(id)) return rejected(400, "correlationID is used")
    const destination = order["type"] === "QR_CODE"
      ? { by: "brCode" as const, brCode: String(order["qrCode"]) }
      : { by: "key" as const, key: String(order["destinationAlias"]), keyType: order["destinationAliasType"] as never }
    const request = { paymentId: idOf(id), value: cents(order["value"]), destination }
    payments.set(id, { request, order, isApproved: false })
    return payment(id)
  }

  const approve = ({ correlationID }: Body): Answer => {
    const id = String(correlationID)
    const found = payments.get(id)
    if (found === undefined) return rejected(400, "Payment not found")
    if (found.isApproved) return rejected(400, "the payment is approved")
    found.isApproved = true
    server.pay(found.request)
    return payment(id)
  }

  const refund = (id: string): Answer => {
    const request = refunds.get(id)
    const stands = request === undefined ? undefined : server.returned(request)
    if (request === undefined || stands === undefined || stands._tag === "Absent") {
      return rejected(400, "Refund not found")
    }
    return json(200, {
      pixTransactionRefund: {
        value: Number(request.value),
        correlationID: id,
        status: { Done: "CONFIRMED", Refused: "REJECTED", Unknown: "IN_PROCESSING" }[stands._tag],
        ...stands._tag === "Done" ? { returnIdentification: stands.value.returnEndToEndId } : {}
      }
    })
  }

  const requestRefund = ({ correlationID, transactionEndToEndId, value }: Body): Answer => {
    const id = String(correlationID)
    if (refunds.has(id)) return rejected(400, "correlationID is used")
    const request = { returnId: idOf(id), endToEndId: String(transactionEndToEndId), value: cents(value) }
    refunds.set(id, request)
    server.sendReturn(request)
    return json(200, { refund: { value, correlationID: id, status: "IN_PROCESSING" } })
  }

  return ({ json: body = {}, method, path, query = {} }: Call): Answer => {
    const given = body as Body
    const [, resource = "", id] = /^\/([a-z]+)(?:\/(.+))?$/.exec(path) ?? []
    const name = decodeURIComponent(id ?? "")
    switch (`${method} ${resource}${name === "approve" ? "/approve" : ""}`) {
      case "POST charge":
        return createCharge(given)
      case "GET charge":
        return charge(name)
      case "GET transaction":
        return transactions(query["charge"] ?? "")
      case "POST payment":
        return requestPayment(given)
      case "POST payment/approve":
        return approve(given)
      case "GET payment":
        return payment(name)
      case "POST refund":
        return requestRefund(given)
      case "GET refund":
        return refund(name)
      default:
        return rejected(404, "Not found")
    }
  }
}
