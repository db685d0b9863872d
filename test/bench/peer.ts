// The hand-written peer: Fastify, a JSON schema, a keyed hash for the API key, and the statements of our store for one
// charge, with nothing else around them. What the service costs beyond this is what its architecture costs.
import { createHmac, randomUUID } from "node:crypto"
import type { AddressInfo } from "node:net"
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify"

export interface PeerCharge {
  readonly id: string
  readonly owner: string
  readonly externalIdKey: string
  readonly trackId: string
  readonly subAccountId: string
  /** Where it stands in the statement of the subaccount. */
  readonly place: string
  readonly body: string
  readonly expiresAt: number
}

export interface PeerStore {
  readonly read: (question: {
    readonly externalIdKey: string
    readonly subAccountId: string
    readonly attemptId: string
  }) => Promise<{ readonly earlier: unknown; readonly subaccount: unknown; readonly attempt: unknown }>
  readonly write: (charge: PeerCharge) => Promise<void>
  readonly seed: (
    rows: ReadonlyArray<{ readonly kind: string; readonly id: string; readonly body: string; readonly list?: string }>
  ) => Promise<void>
}

interface PeerRequest {
  readonly value: number
  readonly asset: string
  readonly network: string
  readonly address: string
  readonly externalId: string
  readonly taxId?: string
  readonly subAccountId?: string
}

const schema = {
  type: "object",
  required: ["value", "asset", "network", "address", "externalId"],
  additionalProperties: false,
  properties: {
    value: { type: "integer", minimum: 1, maximum: 999_999_999_999 },
    asset: { type: "string", enum: ["LIGHTNING", "BTC", "USDT", "USDC", "USDCE", "BRLA", "DEPIX", "LBTC"] },
    network: { type: "string", enum: ["polygon", "arbitrum", "base", "gnosis", "tron", "solana", "lightning"] },
    address: { type: "string", pattern: "^0x[0-9a-fA-F]{40}$" },
    externalId: { type: "string", minLength: 1, maxLength: 255 },
    taxId: { type: "string", pattern: "^[0-9]{11}$" },
    subAccountId: { type: "string", maxLength: 64 }
  }
}

const digestOf = (key: string): string => createHmac("sha256", "bench pepper").update(key).digest("hex")

const crc16 = (text: string): string => {
  let crc = 0xffff
  for (let index = 0; index < text.length; index++) {
    crc ^= text.charCodeAt(index) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1
  }
  return (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0")
}

const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, "0")}${value}`

const brCodeOf = (id: string, cents: number): string => {
  const text = field("00", "01") + field("26", field("00", "sandbox.pontepay") + field("25", id)) +
    field("52", "0000") +
    field("53", "986") + field("54", (cents / 100).toFixed(2)) + field("58", "BR") + field("59", "PONTEPAY SANDBOX") +
    field("60", "SAO PAULO") + field("62", field("05", "***")) + "6304"
  return text + crc16(text)
}

// USDT at 5.40: what is left after 2.5 %, in smallest units.
const rate = { base: "USDT", quote: "BRL", numerator: "5400000000000000000", denominator: "1000000000000000000000000" }

export interface Peer {
  readonly fastify: FastifyInstance
  /** The account of the key that a request brings; undefined when it brings none of ours. */
  readonly ownerOf: (request: FastifyRequest) => string | undefined
}

/** The account of a key by its place in the list of keys. */
export const ownerAt = (index: number): string => `acc_${String(index).padStart(32, "0")}`

export const unauthorized = { success: false, error: "Invalid API key", errorCode: null }

/** The peer over a store for these API keys; it does not listen yet. */
export const makePeer = async (store: PeerStore, keys: ReadonlyArray<string>): Promise<Peer> => {
  const owners = new Map(keys.map((key, index) => [digestOf(key), ownerAt(index)]))
  await store.seed([...owners.values()].flatMap((owner) => [
    { kind: "subaccount", id: `sub_${owner}`, body: JSON.stringify({ id: `sub_${owner}`, owner, name: "Bench" }) },
    { kind: "kycAttempt", id: `kyc_${owner}`, body: JSON.stringify({ status: "APPROVED" }), list: `sub_${owner}` }
  ]))
  const ownerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
    authorization?.startsWith("Bearer ") ? owners.get(digestOf(authorization.slice(7))) : undefined
  const fastify = Fastify({ bodyLimit: 65_536 })
  fastify.post<{ Body: PeerRequest }>("/api/deposit/asset", { schema: { body: schema } }, async (request, reply) => {
    const owner = ownerOf(request)
    if (owner === undefined) return reply.code(401).send(unauthorized)
    const { address, asset, externalId, network, taxId, value } = request.body
    const now = Date.now()
    const subAccountId = `sub_${owner}`
    const externalIdKey = `${owner}/${externalId}`
    const { earlier } = await store.read({ externalIdKey, subAccountId, attemptId: subAccountId })
    if (earlier !== undefined) {
      return reply.code(409).send({ success: false, error: "externalId reused", errorCode: null })
    }
    const fee = Math.round(value * 0.025)
    const units = BigInt(value - fee) * BigInt(rate.denominator) / BigInt(rate.numerator)
    const id = `dep_${randomUUID().replaceAll("-", "")}`
    const trackId = `tkt_${id.slice(4)}`
    const qrCode = brCodeOf(id, value)
    const price = { ...rate, source: "bench table", at: now }
    const expiresAt = now + 86_400_000
    const body = JSON.stringify({
      id,
      owner,
      subAccountId,
      externalId,
      state: "PENDING",
      processingStep: null,
      asset,
      network,
      address,
      taxId: taxId ?? null,
      value,
      fee,
      quotedRate: price,
      rate: price,
      delivers: asset,
      units: units.toString(),
      trackId,
      qrCode,
      endToEndId: null,
      payer: null,
      paidAt: null,
      transactionHash: null,
      confirmedAt: null,
      refusal: null,
      refunded: 0,
      refundedAt: null,
      refundEndToEndId: null,
      expiresAt,
      createdAt: now,
      updatedAt: now
    })
    const place = `${subAccountId}/${String(now).padStart(16, "0")}/${id}`
    await store.write({ id, owner, externalIdKey, trackId, subAccountId, place, body, expiresAt })
    return { success: true, externalId, qrCode, fee, fxRateAtTx: 5.4, walletCharge: id, trackId }
  })
  return { fastify, ownerOf }
}

/** Serves it and answers its port. */
export const servePeer = async ({ fastify }: Peer): Promise<number> => {
  await fastify.listen({ port: 0, host: "127.0.0.1" })
  return (fastify.server.address() as AddressInfo).port
}
