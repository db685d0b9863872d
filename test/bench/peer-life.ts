// The peer beyond the charge, on SQLite: reading a deposit, the statement, the report that a charge was paid, and a worker that
// delivers and sends signed webhooks. The rows and commits of our service, with plain code around them.
import { createHmac, randomUUID } from "node:crypto"
import { type PeerBooks, type PeerDeposit, type PeerRow, openBooks } from "./peer-books.ts"
import type { PeerDatabase } from "./peer-sqlite.ts"
import { startWorker } from "./peer-worker.ts"
import { type Peer, ownerAt, unauthorized } from "./peer.ts"

export interface PeerWebhooks {
  readonly secret: string
  /** Addresses for each key, by its place in the list of keys. */
  readonly endpoints: ReadonlyArray<ReadonlyArray<string>>
}

interface ProviderMessage {
  readonly event: {
    readonly id: string
    readonly subscription: string
    readonly data: { readonly type: string; readonly ticket: { readonly id: string } }
  }
}

const messageSchema = {
  type: "object",
  required: ["event"],
  properties: {
    event: {
      type: "object",
      required: ["id", "subscription", "data"],
      properties: {
        id: { type: "string", minLength: 1, maxLength: 255 },
        subscription: { type: "string" },
        data: {
          type: "object",
          required: ["type", "ticket"],
          properties: {
            type: { type: "string" },
            ticket: { type: "object", required: ["id"], properties: { id: { type: "string" } } }
          }
        }
      }
    }
  }
}

const reais = (cents: number): string => (cents / 100).toFixed(2)
const instant = (at: number | null): string | null => at === null ? null : new Date(at).toISOString()
const stable = (units: string): string => (Number(units) / 1_000_000).toFixed(6)
const signed = (text: string): string => createHmac("sha256", "bench link").update(text).digest("hex")

const view = (deposit: PeerDeposit) => ({
  externalId: deposit.externalId,
  walletCharge: deposit.id,
  trackId: deposit.trackId,
  status: deposit.state,
  errorCode: null,
  errorDescription: null,
  retryable: false,
  refundStatus: null,
  refundedValue: null,
  refundedAt: null,
  refundEndToEndId: null,
  processingStep: null,
  asset: deposit.asset,
  network: deposit.network,
  address: deposit.address,
  value: deposit.value,
  valueInBrl: reais(deposit.value),
  fee: deposit.fee,
  feeInBrl: reais(deposit.fee),
  fxRateAtTx: 5.4,
  receivedAmount: deposit.confirmedAt === null ? null : Number(deposit.units),
  receivedAmountDecimals: deposit.confirmedAt === null ? null : 6,
  transactionHash: deposit.transactionHash,
  qrCode: deposit.qrCode,
  endToEndId: deposit.endToEndId,
  paidAt: instant(deposit.paidAt),
  paidValue: deposit.paidAt === null ? null : deposit.value,
  payer: null,
  confirmedAt: instant(deposit.confirmedAt),
  createdAt: instant(deposit.createdAt),
  updatedAt: instant(deposit.updatedAt),
  chargeUrl: `http://127.0.0.1/hosted/charge/${deposit.id}.${signed(deposit.id)}`
})

/** A deposit and its fee are two rows of a statement. */
const operations = (deposit: PeerDeposit) => {
  const row = {
    status: deposit.state,
    asset: deposit.asset,
    network: deposit.network,
    txHash: deposit.transactionHash,
    endToEndId: deposit.endToEndId,
    createdAt: instant(deposit.createdAt),
    updatedAt: instant(deposit.updatedAt)
  }
  const { fee, id, units, value } = deposit
  return [
    { id, type: "DEPOSIT_ASSET", valueInBrl: reais(value), stableAmount: stable(units), fee: reais(fee), ...row },
    { id: `${id}/fee`, type: "FEE", valueInBrl: reais(fee), stableAmount: null, fee: "0.00", ...row }
  ]
}

const depositOf = ({ body }: PeerRow): PeerDeposit => JSON.parse(body) as PeerDeposit

const windowMs = 30 * 86_400_000
const placeAt = (subAccountId: string, at: number): string => `${subAccountId}/${String(at).padStart(16, "0")}`

/** What the report that a charge was paid writes down: the receipt, the order to deliver, its trace, the entry and the job. */
const settle = (books: PeerBooks, row: PeerRow, eventId: string): Promise<void> => {
  const [now, before] = [Date.now(), depositOf(row)]
  const { id, owner, trackId, value } = before
  const endToEndId = `E99999999${randomUUID().replaceAll("-", "").slice(0, 23)}`
  const step = { on: "pixSettled", from: before.state, to: "PROCESSING", at: now, evidence: endToEndId }
  const after = { ...before, state: "PROCESSING", endToEndId, paidAt: now, updatedAt: now, history: [step] }
  const receipt = {
    id: endToEndId,
    owner,
    depositId: id,
    endToEndId,
    role: "funding",
    value,
    surplus: 0,
    createdAt: now
  }
  const order = { kind: "delivery", asset: before.asset, network: before.network, units: before.units }
  const movement = {
    id: `deliver/${id}`,
    owner,
    subjectKind: "deposit",
    subject: id,
    purpose: "deliver",
    order: { ...order, address: before.address },
    state: "PLANNED",
    sendings: 0,
    receipt: null,
    createdAt: now,
    updatedAt: now
  }
  const fact = {
    id: `${owner}/${eventId}/0`,
    owner,
    eventId,
    type: "ChargePaid",
    subject: trackId,
    outcome: "applied",
    times: 1,
    createdAt: now,
    updatedAt: now
  }
  const job = `move/deliver/${id}`
  return books.submit((place) => {
    books.replace(row, after, null, [], place)
    books.insert("pixReceipt", receipt, null, [["byDeposit", id]], place)
    books.insert("movement", movement, JSON.stringify([job]), [["bySubject", id]], place)
    books.insert("providerFact", fact, null, [["all", "all"], ["bySubject", trackId]], place)
    books.book({ id: `${id}/depositReceived/${endToEndId}`, template: "depositReceived", source: id, owner, at: now }, [
      ["pix-settlement", "BRL", BigInt(value)],
      [`deposit-owed/${owner}`, "BRL", BigInt(-value)]
    ])
    books.addJob(job, "perform-movement", id, now)
  })
}

/** Adds it to a peer; the worker begins with the first report. */
export const addLife = (
  { fastify, ownerOf }: Peer,
  database: PeerDatabase,
  { endpoints, secret }: PeerWebhooks
): void => {
  const books = openBooks(database)
  const addresses = new Map(endpoints.map((urls, index) => [ownerAt(index), urls]))
  const wake = startWorker(books, (owner) => addresses.get(owner) ?? [], secret)
  fastify.get<{ Params: { externalId: string } }>("/api/deposit/asset/:externalId", async (request, reply) => {
    const owner = ownerOf(request)
    if (owner === undefined) return reply.code(401).send(unauthorized)
    const row = books.find("deposit", "externalId", `${owner}/${request.params.externalId}`)
    if (row === undefined) return reply.code(404).send({ success: false, error: "Not found", errorCode: null })
    return { success: true, data: view(depositOf(row)) }
  })
  fastify.get<{ Querystring: { limit?: string } }>("/api/account/statement", async (request, reply) => {
    const owner = ownerOf(request)
    if (owner === undefined) return reply.code(401).send(unauthorized)
    const [limit, now, subAccountId] = [Number(request.query.limit ?? 50), Date.now(), `sub_${owner}`]
    const [from, below] = [placeAt(subAccountId, now - windowMs), placeAt(subAccountId, now + 1)]
    const deposits = books.span("deposit", "statementWithFee", from, below, limit / 2 + 1).map(depositOf)
    const rows = deposits.flatMap(operations)
    const last = deposits[limit / 2]
    return {
      success: true,
      data: {
        balances: books.balances(`wallet/${subAccountId}`),
        operations: rows.slice(0, limit),
        page: 1,
        pageSize: limit,
        total: 2 * books.count("deposit", "statementWithFee", from, below),
        nextCursor: last === undefined ? null : `${last.id}.${signed(last.id)}`
      }
    }
  })
  fastify.post<{ Body: ProviderMessage }>(
    "/provider/webhook",
    { schema: { body: messageSchema } },
    async (request, reply) => {
      const owner = ownerOf(request)
      if (owner === undefined) return reply.code(401).send(unauthorized)
      const { data: { ticket }, id } = request.body.event
      const row = books.find("deposit", "trackId", ticket.id)
      if (row === undefined || books.get("providerFact", `${owner}/${id}/0`) !== undefined) return { success: true }
      await settle(books, row, id)
      wake()
      return { success: true }
    }
  )
}
