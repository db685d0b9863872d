// A stand-in of an LND node by its REST interface: invoices that others pay, and a line that tells of what was paid. Amounts in
// millisatoshis.
import type { ServerResponse } from "node:http"
import { invoiceOf, sha256 } from "../invoice.ts"
import { type Asked, type Handler, type Reply, jsonOf, listen } from "./server.ts"

export const macaroon = "0201036c6e64".repeat(8)
interface Invoice {
  readonly preimage: Buffer
  readonly hash: Buffer
  readonly request: string
  readonly msat: bigint
  readonly createdAt: number
  readonly expiry: number
  settleIndex: number
}

const failed = (status: number, code: number, message: string): Reply => ({
  status,
  json: { code, message, details: [] }
})

const invoiceJson = (invoice: Invoice) => ({
  r_preimage: invoice.preimage.toString("base64"),
  r_hash: invoice.hash.toString("base64"),
  value_msat: String(invoice.msat),
  creation_date: String(invoice.createdAt),
  expiry: String(invoice.expiry),
  payment_request: invoice.request,
  state: invoice.settleIndex > 0 ? "SETTLED" : "OPEN",
  settle_date: invoice.settleIndex > 0 ? String(invoice.createdAt) : "0",
  settle_index: String(invoice.settleIndex),
  amt_paid_msat: invoice.settleIndex > 0 ? String(invoice.msat) : "0"
})

export class Lnd {
  readonly invoices = new Map<string, Invoice>()
  /** What its channels hold. */
  msat: bigint
  private readonly lines = new Set<ServerResponse>()
  private settled = 0

  constructor(openingMsat: bigint) {
    this.msat = openingMsat
  }

  open(tls: { readonly cert: string; readonly key: string }) {
    return listen(this.handle, tls)
  }

  /** Somebody pays an invoice of the node. */
  settle(request: string): void {
    const invoice = [...this.invoices.values()].find((each) => each.request === request)
    if (invoice === undefined) throw new Error("the node has no such invoice")
    invoice.settleIndex = ++this.settled
    this.msat += invoice.msat
    for (const line of this.lines) this.tell(line, invoice)
  }

  private tell(line: ServerResponse, invoice: Invoice): void {
    line.write(`${JSON.stringify({ result: invoiceJson(invoice) })}\n`)
  }

  private readonly handle: Handler = (asked, response) => {
    const { headers, method, path, query } = asked
    if (headers["grpc-metadata-macaroon"] !== macaroon) return failed(500, 2, "verification failed: signature mismatch")
    const call = `${method} ${path}`
    if (call === "POST /v1/invoices") return this.add(asked)
    if (call === "GET /v1/invoices/subscribe") {
      this.subscribe(response, Number(query.get("settle_index") ?? 0))
      return undefined
    }
    if (call === "GET /v1/getinfo") return { status: 200, json: { identity_pubkey: `02${"b".repeat(64)}` } }
    const [, hash] = /^GET \/v1\/invoice\/([0-9a-f]{64})$/.exec(call) ?? []
    if (hash === undefined) return failed(404, 5, "Not Found")
    const invoice = this.invoices.get(hash)
    return invoice === undefined
      ? failed(404, 5, "unable to locate invoice")
      : { status: 200, json: invoiceJson(invoice) }
  }

  private add(asked: Asked): Reply {
    const body = jsonOf(asked)
    const preimage = Buffer.from(String(body["r_preimage"]), "base64")
    const hash = sha256(preimage)
    if (this.invoices.has(hash.toString("hex"))) return failed(500, 2, "invoice with payment hash already exists")
    const terms = { preimage, msat: BigInt(String(body["value_msat"])), expiry: Number(body["expiry"]) }
    const request = invoiceOf({ ...terms, memo: String(body["memo"]) })
    const createdAt = Math.floor(Date.now() / 1_000)
    this.invoices.set(hash.toString("hex"), { ...terms, hash, request, createdAt, settleIndex: 0 })
    return { status: 200, json: { r_hash: hash.toString("base64"), payment_request: request, add_index: "1" } }
  }

  private subscribe(response: ServerResponse, after: number): void {
    response.writeHead(200, { "content-type": "application/json" })
    response.flushHeaders()
    const missed = [...this.invoices.values()].filter(({ settleIndex }) => after > 0 && settleIndex > after)
    for (const invoice of missed.toSorted((one, two) => one.settleIndex - two.settleIndex)) this.tell(response, invoice)
    this.lines.add(response)
    response.on("close", () => this.lines.delete(response))
  }
}
