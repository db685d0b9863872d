// A stand-in of Avenia: it checks every signature, gives quotes that count for 15 seconds, makes a ticket for each request that has
// one, and signs what it posts with a key that it changes when it is told to.
import { type KeyObject, constants, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from "node:crypto"
import type { ProviderMessage } from "../../../core/ports/provider-inbox.ts"
import { printCharge } from "../../../core/standards/pix/br-code.ts"
import { Result } from "effect"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { type Arrived, type LinedServer, type Reply, linedServer } from "../lined-server.ts"

export const apiKey = "the-api-key-of-the-tests"
const pair = () => generateKeyPairSync("rsa", { modulusLength: 2_048 })
const ours = pair()
export const privateKey = ours.privateKey.export({ type: "pkcs8", format: "pem" }).toString()
const theirs = [pair(), pair()]

type Json = Readonly<Record<string, unknown>>

export interface KeptTicket {
  readonly id: string
  readonly externalId: string
  readonly quote: Readonly<Record<string, string>>
  readonly body: Json
  status: string
  endToEndId: string | undefined
  updatedAt: string
}

export interface AveniaStandIn extends LinedServer {
  readonly tickets: Array<KeptTicket>
  readonly requests: Array<Arrived>
  /** What the next request of a path is answered; `acts` has it acted on all the same. */
  readonly script: Array<
    { readonly path: RegExp; readonly method?: string; readonly reply: Reply; readonly acts?: boolean }
  >
  readonly settle: (ticket: KeptTicket, status?: string) => void
  readonly rotate: () => void
  readonly posted: (body: Uint8Array, now: number) => ProviderMessage
  /** What happens elsewhere before a request is acted on. */
  meanwhile: (request: Arrived) => Promise<void> | undefined
  /** Serves more of the interface. */
  extend: (request: Arrived) => Reply | undefined
  /** Takes what is put at an address of its own, which is not signed. */
  upload: (request: Arrived) => Reply
}

const centsOf = (text: string): bigint => BigInt(text.replace(".", ""))
const endToEndId = (n: number): string => `E13140088202611241200${String(n).padStart(11, "a")}`

const isSigned = ({ body, headers, method, target }: Arrived): boolean => {
  const at = String(headers["x-api-timestamp"])
  const signed = Buffer.concat([Buffer.from(`${at}${method}${target}`), body])
  const signature = Buffer.from(String(headers["x-api-signature"]), "base64")
  return headers["x-api-key"] === apiKey && /^\d{13}$/.test(at) && verify("sha256", signed, ours.publicKey, signature)
}

const keyOf = (body: Json): string =>
  (body["ticketBrlPixOutput"] as { readonly pixKey?: string } | undefined)?.pixKey ?? ""

const shown = ({ body, endToEndId: pix, externalId, id, quote, status, updatedAt }: KeptTicket) => ({
  id,
  externalId,
  status,
  reason: "",
  failureReason: "",
  createdAt: updatedAt,
  updatedAt,
  quote,
  brazilianFiatSenderInfo: quote["inputPaymentMethod"] === "PIX" && pix !== undefined
    ? { name: "Maria da Silva", taxId: "111.444.777-35", endToEndId: pix }
    : null,
  brazilianFiatReceiverInfo: quote["outputPaymentMethod"] === "PIX"
    ? { pixKey: keyOf(body), ...pix === undefined ? {} : { endToEndId: pix } }
    : null
})

/** How a payment to a key ends. */
const fates: Readonly<Record<string, string>> = { "fail@example.com": "FAILED", "open@example.com": "PROCESSING" }

export const aveniaStandIn = async (): Promise<AveniaStandIn> => {
  const tickets: Array<KeptTicket> = []
  const quotes = new Map<string, { readonly quote: Readonly<Record<string, string>>; readonly until: number }>()
  const requests: Array<Arrived> = []
  const script: AveniaStandIn["script"] = []
  let signer: { readonly publicKey: KeyObject; readonly privateKey: KeyObject } = theirs[0] ?? pair()
  let pixes = 0

  const settle = (ticket: KeptTicket, status = "PAID"): void => {
    ticket.status = status
    ticket.endToEndId = status === "PAID" ? endToEndId(++pixes) : ticket.endToEndId
    ticket.updatedAt = "2026-11-24T12:00:00.000Z"
  }

  const quoted = (query: URLSearchParams): Reply => {
    const token = randomUUID()
    const amount = query.get("inputAmount") ?? query.get("outputAmount") ?? "0.00"
    const quote = { ...Object.fromEntries(query), inputAmount: amount, outputAmount: `${amount}00` }
    quotes.set(token, { quote, until: Date.now() + 15_000 })
    return { status: 200, json: { quoteToken: token, ...quote, appliedFees: [], basePrice: "1", pairName: "BRLABRL" } }
  }

  const made = (body: Json): Reply => {
    const known = quotes.get(String(body["quoteToken"]))
    if (known === undefined || known.until < Date.now()) return { status: 400, json: { error: "quote token expired" } }
    quotes.delete(String(body["quoteToken"]))
    const ticket: KeptTicket = {
      id: randomUUID(),
      externalId: String(body["externalId"]),
      quote: known.quote,
      body,
      status: "UNPAID",
      endToEndId: undefined,
      updatedAt: "2026-11-24T11:59:00.000Z"
    }
    tickets.push(ticket)
    if (known.quote["inputPaymentMethod"] === "PIX") {
      const brCode = Result.getOrThrow(printCharge({
        gui: "br.gov.bcb.pix",
        location: ticket.id.replaceAll("-", "").slice(0, 24),
        amount: unitsUnsafe("BRL", centsOf(known.quote["inputAmount"] ?? "0")),
        merchantName: "AVENIA",
        merchantCity: "SAO PAULO"
      }))
      return { status: 201, json: { id: ticket.id, brCode, expiration: "2026-11-25T12:00:00.000Z" } }
    }
    settle(ticket, fates[keyOf(body)] ?? "PAID")
    return { status: 201, json: { id: ticket.id } }
  }

  const served = (request: Arrived): Reply => {
    const { body, method, path, query } = request
    if (path === "/v2/account/quote/fixed-rate") return quoted(query)
    if (path === "/v2/account/tickets") {
      if (method === "POST") return made(JSON.parse(body.toString()) as Json)
      const found = tickets.filter(({ externalId }) => externalId === query.get("externalId"))
      return { status: 200, json: { tickets: found.map(shown), cursor: "" } }
    }
    const id = /^\/v2\/account\/tickets\/([^/]+)$/.exec(path)?.[1]
    const ticket = tickets.find((each) => each.id === id)
    if (ticket !== undefined) return { status: 200, json: { ticket: shown(ticket) } }
    return standIn.extend(request) ?? { status: 404, json: { error: "not found" } }
  }

  const act = (request: Arrived): Reply => {
    requests.push(request)
    const { method, path } = request
    const index = script.findIndex((each) => each.path.test(path) && (each.method ?? method) === method)
    const [scripted] = index < 0 ? [] : script.splice(index, 1)
    if (scripted !== undefined && scripted.acts !== true) return scripted.reply
    if (path === "/v2/public-key") {
      return { status: 200, json: { publicKey: signer.publicKey.export({ type: "pkcs1", format: "pem" }).toString() } }
    }
    if (method === "PUT" && path.startsWith("/upload/")) return scripted?.reply ?? standIn.upload(request)
    if (!isSigned(request)) return { status: 401, json: { error: "unauthorized" } }
    const reply = served(request)
    return scripted?.reply ?? reply
  }

  const server = await linedServer(async (request) => {
    await standIn.meanwhile(request)
    return act(request)
  }, { status: 401, json: { error: "unauthorized" } })
  const standIn: AveniaStandIn = {
    ...server,
    tickets,
    requests,
    script,
    settle,
    meanwhile: () => undefined,
    rotate: () => signer = theirs[1] ?? signer,
    posted: (body, now) => {
      const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      const signature = sign("sha256", body, { key: signer.privateKey, ...padding }).toString("base64")
      return {
        path: "/provider/avenia/webhook",
        query: {},
        headers: { signature },
        body,
        peer: null,
        remote: null,
        now
      }
    },
    extend: () => undefined,
    upload: () => ({ status: 404 })
  }
  return standIn
}

/** The public half of the key that calls are signed with. */
export const ourPublicKey = createPublicKey(privateKey)
