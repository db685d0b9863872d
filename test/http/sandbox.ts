// What tests of the sandbox do again and again: make a deposit, pay it, send provider events, read what became of it.
import { createHmac, randomUUID } from "node:crypto"
import { expect } from "vitest"
import { createDeposit, readDeposit } from "../../hosts/http/api/definition/deposit.ts"
import { eventually, evmAddress, providerSecret } from "../support/host.ts"
import { type Answer, bodyOf, expectSuccess, send, sendPatiently } from "../support/http.ts"

/** A request of R$50.00 for USDC on Base. */
export const depositOf = (parts: Readonly<Record<string, unknown>> = {}) => ({
  value: 5_000,
  asset: "USDC",
  network: "base",
  address: evmAddress,
  ...parts
})

/** The status record, held to what the interface declares. */
export const recordOf = async (base: string, key: string, externalId: string): Promise<Record<string, unknown>> => {
  const path = `/api/deposit/asset/${encodeURIComponent(externalId)}`
  return expectSuccess(readDeposit, await sendPatiently(base, { path, key }))["data"] as Record<string, unknown>
}

export interface Made {
  readonly externalId: string
  readonly trackId: string
}

/** Makes a deposit and gives its ids. */
export const makeDeposit = async (
  base: string,
  key: string,
  parts: Readonly<Record<string, unknown>> = {}
): Promise<Made> => {
  const headers = { "idempotency-key": randomUUID() }
  const answer = await sendPatiently(base, { path: "/api/deposit/asset", key, body: depositOf(parts), headers })
  const { externalId, trackId } = expectSuccess(createDeposit, answer)
  return { externalId: String(externalId), trackId: String(trackId) }
}

/** A provider event about a ticket. */
export const ticketEvent = (
  trackId: string,
  parts: Readonly<Record<string, unknown>> = {},
  type = "DEPOSIT-SUCCESS"
) => ({
  event: { id: `evt-${trackId}-${type}`, subscription: "TICKET", data: { type, ticket: { id: trackId, ...parts } } }
})

/** A provider event about a return. */
export const returnEvent = (endToEndId: string, returnId: string, value: number) => ({
  event: {
    id: `evt-${returnId}`,
    subscription: "PIX-RETURN",
    data: { type: "RETURN-CONFIRMED", endToEndId, returnId, value }
  }
})

export interface Signing {
  readonly secret?: string
  /** Seconds from now that the timestamp is off. */
  readonly offBy?: number
  /** What is signed, where it is not what is sent. */
  readonly instead?: string
}

/** The headers of the provider's proof over a body. */
export const proofOf = (body: string, { instead = body, offBy = 0, secret = providerSecret }: Signing = {}) => {
  const timestamp = String(Math.floor(Date.now() / 1_000) + offBy)
  return {
    "x-provider-timestamp": timestamp,
    "x-provider-signature": createHmac("sha256", secret).update(`${timestamp}.${instead}`).digest("hex")
  }
}

/** Sends an event as the provider does. */
export const sendSigned = (base: string, event: unknown, signing: Signing = {}): Promise<Answer> => {
  const body = JSON.stringify(event)
  return send(base, { path: "/provider/webhook", body, headers: proofOf(body, signing) })
}

/** Pays a charge of which a part was returned before, so that an operator decides about the rest. */
export const payReturnedInPart = async (
  base: string,
  { trackId }: Made,
  { endToEndId, returnId, value }: { readonly endToEndId: string; readonly returnId: string; readonly value: number }
): Promise<void> => {
  expectAccepted(await sendSigned(base, returnEvent(endToEndId, returnId, value)))
  expectAccepted(await sendSigned(base, ticketEvent(trackId, { endToEndId })))
}

/** Settles a charge with the API key of its owner. */
export const settleWithKey = (base: string, key: string, trackId: string): Promise<Answer> =>
  sendPatiently(base, { path: "/provider/webhook", key, body: ticketEvent(trackId) })

export const expectAccepted = (answer: Answer): void =>
  expect([answer.status, bodyOf(answer)]).toEqual([200, { success: true }])

/** Waits until a deposit shows a status. */
export const untilStatus = (
  base: string,
  key: string,
  externalId: string,
  status: string
): Promise<Record<string, unknown>> =>
  eventually(() => recordOf(base, key, externalId), (record) => record["status"] === status)
