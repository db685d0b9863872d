// What tests of payouts over HTTP do again and again: get the keys of a wallet, order a payout, tell what the provider
// tells, and read what became of it.
import { randomUUID } from "node:crypto"
import type { Event } from "../../core/engine/event/event.ts"
import { Events } from "../../core/engine/event/event.ts"
import { list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { createPayout, readPayout } from "../../hosts/http/api/definition/payout.ts"
import { type TestHost, eventually } from "../support/host.ts"
import { type Answer, bodyOf, expectSuccess, send, sendPatiently } from "../support/http.ts"

const envelopes = new Map<string, Promise<string>>()

const asked = async (base: string, key: string, subAccountId: string): Promise<string> => {
  const body = subAccountId === "" ? {} : { subAccountId }
  const answer = bodyOf(
    await sendPatiently(base, { path: "/api/wallet/keys", key, body, headers: { "idempotency-key": randomUUID() } })
  )
  const { protectedSymmetricKey } = answer["data"] as { readonly protectedSymmetricKey: string }
  return protectedSymmetricKey
}

/** The envelope of a wallet: requested once, since the endpoint answers once a minute. */
const envelopeOf = (base: string, key: string, subAccountId = ""): Promise<string> => {
  const name = `${base} ${key} ${subAccountId}`
  const known = envelopes.get(name) ?? asked(base, key, subAccountId)
  envelopes.set(name, known)
  return known
}

/** A request of R$50.00 for USDT on polygon, with PIN and envelope. */
export const payoutOf = async (
  base: string,
  key: string,
  parts: Readonly<Record<string, unknown>> & { readonly subAccountId?: string } = {}
): Promise<Readonly<Record<string, unknown>>> => ({
  value: 5_000,
  network: "polygon",
  pixKey: "maria@example.com",
  walletPin: "123456",
  protectedSymmetricKey: parts["protectedSymmetricKey"] ??
    (await envelopeOf(base, key, parts.subAccountId ?? "")),
  ...parts
})

/** Orders a payout as it is told to. */
export const ordered = async (
  base: string,
  key: string,
  parts: Readonly<Record<string, unknown>> = {},
  sent: { readonly query?: string; readonly headers?: Readonly<Record<string, string>> } = {}
): Promise<Answer> =>
  send(base, {
    path: `/api/wallet/payout${sent.query ?? ""}`,
    key,
    body: await payoutOf(base, key, parts),
    headers: sent.headers ?? {}
  })

/** Orders a payout and gives its id. */
export const makePayout = async (
  base: string,
  key: string,
  parts: Readonly<Record<string, unknown>> = {}
): Promise<string> => String(expectSuccess(createPayout, await ordered(base, key, parts), 202)["transactionId"])

/** The status record, held to what the interface declares. */
export const payoutRecordOf = async (base: string, key: string, id: string): Promise<Record<string, unknown>> =>
  expectSuccess(readPayout, await sendPatiently(base, { path: `/api/wallet/payout/${id}`, key }))["data"] as Record<
    string,
    unknown
  >

/** Waits until a payout shows a status. */
export const untilPayout = (base: string, key: string, id: string, status: string) =>
  eventually(() => payoutRecordOf(base, key, id), (record) => record["status"] === status)

/** A provider's event about the PIX of a payout. */
export const pixOutEvent = (type: string, id: string, parts: Readonly<Record<string, unknown>> = {}) => ({
  event: {
    id: `evt-${type}-${id}`,
    subscription: "PIX-OUT",
    data: { type: `PAYOUT-${type}`, payment: { id, ...parts } }
  }
})

export interface Told {
  readonly name: Event["name"]
  readonly data: Readonly<Record<string, unknown>>
}

/** The events about a payout, oldest first. */
export const toldOf = async (host: TestHost, owner: string, id: string): Promise<ReadonlyArray<Told>> => {
  const rows = await host.inSandbox(list(Events, "byOwner", owner, { limit: 200 }))
  return rows.map(({ value }) => value).filter(({ subject }) => subject === id).toReversed()
    .map(({ body, name }) => ({ name, data: (JSON.parse(body) as { readonly data: Told["data"] }).data }))
}

/** Waits until so many events were made about a payout. */
export const untilTold = (host: TestHost, owner: string, id: string, count: number) =>
  eventually(() => toldOf(host, owner, id), (told) => told.length >= count)

/** Balances that are not zero of the accounts that payouts move, credit counted up. */
export const movedIn = async (host: TestHost): Promise<ReadonlyMap<string, bigint>> => {
  const balances = await host.inSandbox(Store.use((store) => store.balances("")))
  const kinds = new Map<string, bigint>()
  for (const { account, amount, asset } of balances) {
    const name = `${account.split("/")[0]} ${asset}`
    kinds.set(name, (kinds.get(name) ?? 0n) - amount)
  }
  return kinds
}
