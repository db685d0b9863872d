// LND's REST interface as a test sees it, before a node: paths, messages and errors are LND's. Its line can be disturbed.
import { once } from "node:events"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import { createServer as createSecureServer } from "node:https"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { Line, LineState } from "../../../adapters/conformance/index.ts"
import { type NodeBehind, type NodeError, type NodeInvoice, type NodePayment, isError } from "./node-behind.ts"

export const macaroon = "0201036c6e64".repeat(8)

const statuses: Readonly<Record<number, number>> = { 2: 500, 3: 400, 5: 404, 6: 409 }

const paymentMessage = (payment: NodePayment) => ({
  payment_hash: payment.hash,
  value: String(payment.msat / 1_000n),
  creation_date: "1790000000",
  fee: String(payment.feeMsat / 1_000n),
  payment_preimage: payment.preimage,
  value_sat: String(payment.msat / 1_000n),
  value_msat: String(payment.msat),
  payment_request: payment.request,
  status: payment.status,
  fee_sat: String(payment.feeMsat / 1_000n),
  fee_msat: String(payment.feeMsat),
  creation_time_ns: "1790000000000000000",
  htlcs: [],
  payment_index: "1",
  failure_reason: payment.reason,
  first_hop_custom_records: {}
})

const base64 = (hex: string) => Buffer.from(hex, "hex").toString("base64")

const invoiceMessage = (invoice: NodeInvoice) => ({
  memo: invoice.memo,
  r_preimage: base64(invoice.preimage),
  r_hash: base64(invoice.hash),
  value: String(invoice.msat / 1_000n),
  value_msat: String(invoice.msat),
  settled: invoice.state === "SETTLED",
  creation_date: String(invoice.createdAt),
  settle_date: String(invoice.settledAt),
  payment_request: invoice.request,
  description_hash: "",
  expiry: String(invoice.expiry),
  fallback_addr: "",
  cltv_expiry: "80",
  route_hints: [],
  private: false,
  add_index: "1",
  settle_index: String(invoice.settleIndex),
  amt_paid: String(invoice.paidMsat),
  amt_paid_sat: String(invoice.paidMsat / 1_000n),
  amt_paid_msat: String(invoice.paidMsat),
  state: invoice.state,
  htlcs: [],
  features: {},
  is_keysend: false,
  payment_addr: "",
  is_amp: false,
  amp_invoice_state: {},
  is_blinded: false
})

const amountOf = (msat: bigint) => ({ sat: String(msat / 1_000n), msat: String(msat) })

// What is not local is not ours to pay with.
const balanceMessage = (localMsat: bigint) => ({
  balance: String(localMsat / 1_000n),
  pending_open_balance: "50000",
  local_balance: amountOf(localMsat),
  remote_balance: amountOf(7_000_000n),
  unsettled_local_balance: amountOf(11_000n),
  unsettled_remote_balance: amountOf(13_000n),
  pending_open_local_balance: amountOf(50_000_000n),
  pending_open_remote_balance: amountOf(0n),
  custom_channel_data: ""
})

export interface Front {
  readonly url: string
  readonly line: Line
  readonly state: () => LineState
  readonly close: () => Promise<void>
  /** What was called, as method and path. */
  readonly calls: Array<string>
  /** Ends what is listening for settlements. */
  readonly breakStreams: () => void
  /** Changes the message of an answer before it goes out. */
  plant: ((message: Record<string, unknown>) => void) | undefined
}

/** Opens the front of a node on loopback; with a certificate for `localhost` over TLS. */
export const openFront = async (
  node: NodeBehind,
  tls?: { readonly cert: string; readonly key: string }
): Promise<Front> => {
  let state: LineState = "whole"
  let turn = 0
  const streams = new Set<ServerResponse>()

  // `deaf`: the connection breaks instead of the answer. `silent`: nothing comes.
  const answer = (response: ServerResponse, status: number, message: Record<string, unknown>, line = false): void => {
    if (state === "silent") return
    if (state === "deaf") {
      response.destroy()
      return
    }
    front.plant?.(message)
    response.writeHead(status, { "content-type": "application/json" })
    response.end(`${JSON.stringify(message)}${line ? "\n" : ""}`)
  }

  const fails = (response: ServerResponse, { code, message }: NodeError, isStream: boolean): void => {
    const status = { code, message, details: [] }
    answer(response, statuses[code] ?? 500, isStream ? { error: status } : status)
  }

  const whenFinal = (hash: string, response: ServerResponse): void => {
    const payment = node.payment(hash)
    if (payment === undefined) return
    if (payment.status === "SUCCEEDED" || payment.status === "FAILED") {
      answer(response, 200, { result: paymentMessage(payment) }, true)
      return
    }
    const listener = (changed: NodePayment) => {
      if (changed.hash === hash) whenFinal(hash, response)
    }
    node.changes.once("payment", listener)
    response.on("close", () => node.changes.off("payment", listener))
  }

  const subscribe = (response: ServerResponse, after: number): void => {
    response.writeHead(200, { "content-type": "application/json" })
    response.flushHeaders()
    const tell = (invoice: NodeInvoice) => response.write(`${JSON.stringify({ result: invoiceMessage(invoice) })}\n`)
    if (after > 0) node.settled().filter(({ settleIndex }) => settleIndex > after).forEach(tell)
    node.changes.on("settled", tell)
    streams.add(response)
    response.on("close", () => {
      node.changes.off("settled", tell)
      streams.delete(response)
    })
  }

  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://front")
    const call = `${request.method} ${pathname}`
    front.calls.push(call)
    const body = request.method === "POST" ? JSON.parse(await text(request)) as Record<string, string> : {}
    if (call === "POST /v1/invoices") {
      const made = node.addInvoice({
        preimage: Buffer.from(body["r_preimage"] ?? "", "base64"),
        msat: BigInt(body["value_msat"] ?? 0),
        expiry: Number(body["expiry"]),
        memo: body["memo"] ?? ""
      })
      if (isError(made)) return fails(response, made, false)
      return answer(response, 200, {
        r_hash: base64(made.hash),
        payment_request: made.request,
        add_index: "1",
        payment_addr: ""
      })
    }
    if (call === "GET /v1/invoices/subscribe") return subscribe(response, Number(searchParams.get("settle_index") ?? 0))
    const hash = /^GET \/v1\/invoice\/([0-9a-f]{64})$/.exec(call)?.[1]
    if (hash !== undefined) {
      const invoice = node.invoice(hash)
      return invoice === undefined
        ? fails(response, { code: 5, message: "unable to locate invoice" }, false)
        : answer(response, 200, invoiceMessage(invoice))
    }
    if (call === "POST /v2/router/send") {
      const msat = body["amt_msat"] === undefined ? undefined : BigInt(body["amt_msat"])
      const begun = node.pay(body["payment_request"] ?? "", BigInt(body["fee_limit_msat"] ?? 0), msat)
      return isError(begun) ? fails(response, begun, true) : whenFinal(begun.hash, response)
    }
    if (call === "GET /v1/getinfo") return answer(response, 200, { identity_pubkey: node.key })
    // LND takes base64url with its padding, and nothing else.
    if (call === "GET /v1/balance/channels") return answer(response, 200, balanceMessage(node.localMsat()))
    const tracked = /^GET \/v2\/router\/track\/([A-Za-z0-9_-]{43}=)$/.exec(call)?.[1]
    if (tracked !== undefined) {
      const hash = Buffer.from(tracked, "base64url").toString("hex")
      return node.payment(hash) === undefined
        ? fails(response, { code: 5, message: "payment isn't initiated" }, true)
        : whenFinal(hash, response)
    }
    fails(response, { code: 5, message: "Not Found" }, false)
  }

  // What stands before the node answers as proxies do, and the node as it does of a macaroon that it does not take.
  const refuse = (response: ServerResponse): void => {
    const isFirst = ++turn % 2 === 1
    if (state === "gateway") {
      response.writeHead(isFirst ? 404 : 502, { "content-type": "text/html" })
      response.end("<html>no such page</html>")
      return
    }
    response.writeHead(isFirst ? 401 : 500, { "content-type": "application/json" })
    response.end(
      JSON.stringify({
        code: 2,
        message: "verification failed: signature mismatch after caveat verification",
        details: []
      })
    )
  }

  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const isKnown = request.headers["grpc-metadata-macaroon"] === macaroon
    if (state === "unauthorised" || state === "gateway" || !isKnown) return refuse(response)
    route(request, response).catch(() => response.destroy())
  }
  const server = tls === undefined ? createServer(serve) : createSecureServer(tls, serve)
  const listen = async (port: number): Promise<void> => {
    server.listen(port, "127.0.0.1")
    await once(server, "listening")
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  const end = async (): Promise<void> => {
    if (!server.listening) return
    server.close()
    server.closeAllConnections()
    await once(server, "close")
  }

  const front: Front = {
    url: tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`,
    calls: [],
    plant: undefined,
    line: {
      states: ["whole", "cut", "deaf", "silent", "unauthorised", "gateway"],
      set: async (next) => {
        state = next
        turn = 0
        if (next === "cut") await end()
        else if (!server.listening) await listen(port)
      }
    },
    state: () => state,
    breakStreams: () => streams.forEach((each) => each.destroy()),
    close: end
  }
  return front
}
