// A stand-in of Woovi with books of its own: charges, PIX received on them, payments that are requested and approved, returns.
import { createServer } from "node:http"
import { Result } from "effect"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { printCharge } from "../../../core/standards/pix/br-code.ts"
import { type Loopback, onLoopback } from "../../support/loopback.ts"

type Json = Readonly<Record<string, unknown>>

interface Reply {
  readonly status: number
  readonly json: Json
}

export const appId = "the-app-id-of-the-tests"
/** Keys whose payments are refused, and stay open. */
export const refusedKey = "refused@example.com"
export const openKey = "open@example.com"
/** PIX that were received, and one that is not given back. */
export const receivedId = "E00000000202601010000receive0001"
export const notGivenBackId = "E00000000202601010000receive0002"

interface Payment {
  readonly payment: Json & { readonly value: number; readonly correlationID: string }
  status: string
  code?: string
  settledAt?: string
  readonly endToEndId: string
}

const ok = (json: Json): Reply => ({ status: 200, json })
const wrong = (error: string, status = 400): Reply => ({ status, json: { error } })
const time = "2026-01-02T03:04:05.678Z"

/** What is kept there; tests look at it and change it. */
export class Woovi {
  readonly charges = new Map<string, Json & { status: string; readonly value: number }>()
  readonly transactions: Array<Json & { readonly endToEndId: string; readonly value: number }> = []
  readonly payments = new Map<string, Payment>()
  readonly refunds = new Map<string, Json & { status: string; readonly value: number }>()
  readonly requests: Array<string> = []
  /** How many rows a page has. */
  rows = 1
  private ids = 0

  /** Somebody pays a charge. */
  pay(correlationID: string, value: bigint): string {
    const endToEndId = `E00000000202601010000${String(++this.ids).padStart(11, "0")}`
    const charge = this.charges.get(correlationID) ?? { status: "", value: Number(value), correlationID }
    charge.status = "COMPLETED"
    this.charges.set(correlationID, charge)
    const payer = { name: "Maria", taxID: { taxID: "52998224725", type: "BR:CPF" } }
    this.transactions.push({
      type: "PAYMENT",
      status: "CONFIRMED",
      value: Number(value),
      time,
      endToEndId,
      charge: { correlationID, status: "COMPLETED" },
      payer
    })
    return endToEndId
  }

  /** A payment is settled, or fails with a code. */
  settle(correlationID: string, code?: string): void {
    const payment = this.payments.get(correlationID)
    if (payment === undefined) return
    payment.status = code === undefined ? "CONFIRMED" : "FAILED"
    if (code !== undefined) payment.code = code
  }

  /** Values that were paid under an id. */
  paid(correlationID: string): ReadonlyArray<bigint> {
    const found = this.payments.get(correlationID)
    return found === undefined || found.status === "CREATED" || found.status === "FAILED"
      ? []
      : [BigInt(found.payment.value)]
  }

  /** Values that were sent back under an id. */
  returned(correlationID: string): ReadonlyArray<bigint> {
    const found = this.refunds.get(correlationID)
    return found?.status === "REFUNDED" ? [BigInt(found.value)] : []
  }

  answer(method: string, url: URL, body: Json): Reply {
    const [, , , resource = "", ...rest] = url.pathname.split("/")
    const id = decodeURIComponent(rest.join("/"))
    this.requests.push(`${method} ${url.pathname}${url.search}`)
    switch (
      `${method} ${resource}${id === "" ? "" : resource === "payment" && id === "approve" ? "/approve" : "/{id}"}`
    ) {
      case "POST charge":
        return this.charge(body)
      case "GET charge/{id}": {
        const charge = this.charges.get(id)
        return charge === undefined ? wrong("Charge not found") : ok({ charge })
      }
      case "GET transaction":
        return this.list(url.searchParams)
      case "GET transaction/{id}": {
        const transaction = this.transactions.find(({ endToEndId }) => endToEndId === id)
        return transaction === undefined ? wrong("Transaction not found") : ok({ transaction })
      }
      case "POST payment":
        return this.request(body)
      case "POST payment/approve":
        return this.approve(String(body["correlationID"]))
      case "GET payment/{id}":
        return this.payment(id)
      case "POST refund":
        return this.refund(body)
      case "GET refund/{id}": {
        const refund = this.refunds.get(id)
        return refund === undefined ? wrong("Refund not found") : ok({ pixTransactionRefund: refund })
      }
      case "GET account": {
        const balance = { total: 129_430, blocked: 100, available: 129_330 }
        return ok({ accounts: [{ accountId: "acc", isDefault: true, balance }] })
      }
      default:
        return wrong("Not found", 404)
    }
  }

  private charge({ correlationID, value }: Json): Reply {
    const id = String(correlationID)
    const known = this.charges.get(id)
    if (known !== undefined) return ok({ charge: known, correlationID: id })
    const brCode = Result.getOrThrow(printCharge({
      gui: "br.gov.bcb.pix",
      location: `pix.example.com/${String(++this.ids)}`,
      amount: unitsUnsafe("BRL", BigInt(Number(value))),
      merchantName: "WOOVI",
      merchantCity: "SAO PAULO"
    }))
    const charge = { status: "ACTIVE", value: Number(value), correlationID: id, brCode }
    this.charges.set(id, charge)
    return ok({ charge, correlationID: id, brCode })
  }

  private list(query: URLSearchParams): Reply {
    const charge = query.get("charge")
    const found = this.transactions.filter((each) =>
      (charge === null || (each["charge"] as Json | undefined)?.["correlationID"] === charge) &&
      (query.get("type") ?? each["type"]) === each["type"]
    )
    const skip = Number(query.get("skip"))
    const pageInfo = { skip, limit: this.rows, hasPreviousPage: skip > 0, hasNextPage: skip + this.rows < found.length }
    return ok({ transactions: found.slice(skip, skip + this.rows), pageInfo })
  }

  private request(body: Json): Reply {
    const correlationID = String(body["correlationID"])
    if (this.payments.has(correlationID)) return wrong("a payment with this correlationID exists")
    const endToEndId = `E00000000202601010001${String(++this.ids).padStart(11, "0")}`
    const payment = { ...body, correlationID, value: Number(body["value"]) }
    this.payments.set(correlationID, { payment, status: "CREATED", endToEndId })
    return ok({ payment: { ...body, status: "CREATED" } })
  }

  private approve(correlationID: string): Reply {
    const found = this.payments.get(correlationID)
    if (found === undefined) return wrong("Payment not found")
    if (found.status !== "CREATED") return wrong("the payment is approved already")
    const key = found.payment["destinationAlias"]
    found.status = "APPROVED"
    if (key === refusedKey) this.settle(correlationID, "AC03")
    else if (key !== openKey) this.settle(correlationID)
    return this.payment(correlationID)
  }

  private payment(correlationID: string): Reply {
    const found = this.payments.get(correlationID)
    if (found === undefined) return wrong("Payment not found")
    const { code, endToEndId, payment, status } = found
    const party = {
      account: { branch: "0001", account: "12345", accountType: "TRAN" },
      psp: { id: "00000001", name: "BANK S.A." },
      holder: { name: "Maria Silva", taxID: { taxID: "529.982.247-25", type: "BR:CPF" } }
    }
    const transaction = {
      value: payment.value,
      endToEndId,
      time,
      ...code === undefined ? {} : { providerRejectedReason: `${code} - a sentence`, providerErrorCode: code },
      debitParty: { psp: { id: "FROZEN-ID", name: "WOOVI IP LTDA", code: "54811417" } },
      creditParty: party
    }
    return ok({ payment: { ...payment, status }, ...status === "CREATED" ? {} : { transaction } })
  }

  private refund({ correlationID, transactionEndToEndId, value }: Json): Reply {
    const id = String(correlationID)
    if (this.refunds.has(id)) return wrong("a refund with this correlationID exists")
    const isRefused = transactionEndToEndId === notGivenBackId
    const refund = {
      status: isRefused ? "NOT_ACCOMPLISHED" : "REFUNDED",
      value: Number(value),
      correlationID: id,
      refundId: `refund${++this.ids}`,
      returnIdentification: `D00000000202601010000${String(this.ids).padStart(11, "0")}`,
      time
    }
    this.refunds.set(id, refund)
    return ok({ refund: { ...refund, status: "IN_PROCESSING" } })
  }
}

/** Serves a stand-in. */
export const serveWoovi = (woovi: Pick<Woovi, "answer">): Promise<Loopback> =>
  onLoopback(createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString()
      const body = text === "" ? {} : JSON.parse(text) as Json
      const url = new URL(request.url ?? "/", "http://stand-in")
      const isKnown = request.headers.authorization === appId
      const reply = isKnown ? woovi.answer(request.method ?? "", url, body) : { status: 401, json: { error: "no" } }
      response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify(reply.json))
    })
  }))
