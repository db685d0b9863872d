// What links in answers begin with (0189): the public address of the environment, or the address that was asked where it is
// known to be one of ours. A Host header that whoever asks made up is in no link.
// S14
import { expect, it, onTestFinished } from "vitest"
import {
  type TestDatabase,
  type TestHost,
  type Variables,
  bannerKey,
  declared,
  keyOf,
  openHost,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, type Sent, bodyOf, dataOf, expectFailure, send } from "../support/http.ts"
import { makePayout, untilPayout } from "./payouts.ts"
import { depositOf } from "./sandbox.ts"

const key = keyOf("acme")

const opened = async (variables: Variables = {}): Promise<TestHost> => {
  const host = await openHost({ accounts: [declared("acme")], variables, worker: false })
  onTestFinished(() => host.close())
  return host
}

const askedAt = ({ base }: TestHost, name: string) => (sent: Sent): Promise<Answer> =>
  send(base, { key, ...sent, headers: { host: name } })

const subaccount = async (host: TestHost, name: string, body: object): Promise<string> =>
  String(dataOf(await askedAt(host, name)({ path: "/api/subaccount", body }))["subAccountId"])

/** The requests whose answer is nothing without a link. */
const linking = async (host: TestHost, name: string): Promise<ReadonlyArray<Sent>> => {
  const company = { name: "Padaria Ltda", email: "ops@padaria.example", accountType: "COMPANY" }
  const subAccountId = await subaccount(host, name, { name: "Ana" })
  return [
    { path: "/api/kyc", body: { subAccountId } },
    { path: "/api/kyc/document", body: { subAccountId, documentType: "ID", isDoubleSided: true } },
    { path: "/api/kyb", body: { subAccountId: await subaccount(host, name, company) } }
  ]
}

const charge = async (host: TestHost, name: string): Promise<Answer> =>
  askedAt(host, name)({ path: "/api/deposit/asset", body: depositOf() })

const originsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(https?:\/\/[^/"]+)\/(?:hosted|upload)\//g)].map(([, origin = ""]) => origin)

/** The origins of all links that a service gives to whoever asks it under a name. */
const originsAt = async (host: TestHost, name: string): Promise<ReadonlySet<string>> => {
  const made = await charge(host, name)
  const record = await askedAt(host, name)({ path: `/api/deposit/asset/${String(bodyOf(made)["externalId"])}` })
  const answers = [made, record]
  for (const sent of await linking(host, name)) answers.push(await askedAt(host, name)(sent))
  for (const answer of answers) expect([answer.text, originsIn(answer.text).length > 0]).toEqual([answer.text, true])
  expect(originsIn(made.headers["link"] ?? "")).toHaveLength(1)
  return new Set([made.headers["link"] ?? "", ...answers.map(({ text }) => text)].flatMap(originsIn))
}

const strangers = ["evil.example", "evil.example:3000", "127.0.0.1.evil.example", "localhost.evil.example", "10.0.0.7"]

it.each(strangers)("a host %s that no one configured is in no link §links-known", async (name) => {
  const database: TestDatabase = sqliteDatabase()
  const host = await opened({ DATABASE_URL: database.url })
  const made = await charge(host, name)
  expect([made.status, bodyOf(made)["chargeUrl"], made.headers["link"]]).toEqual([200, null, undefined])
  const record = await askedAt(host, name)({ path: `/api/deposit/asset/${String(bodyOf(made)["externalId"])}` })
  expect([record.status, dataOf(record)["chargeUrl"]]).toEqual([200, null])
  const requests = await linking(host, name)
  const before = await database.count()
  for (const sent of requests) {
    const answer = await askedAt(host, name)(sent)
    expectFailure(answer, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["Host"] })
    expect(answer.text).toContain("PONTEPAY_PUBLIC_URL")
    expect(answer.text).not.toContain(name)
  }
  expect(await database.count()).toEqual(before)
})

it.each(["127.0.0.1:8080", "localhost", "LOCALHOST:3000", "127.8.9.10", "[::1]:3000"])(
  "links begin with the loopback address %s that was asked §links-known",
  async (name) => {
    expect(await originsAt(await opened(), name)).toEqual(new Set([`http://${name}`]))
  }
)

it("links begin with a host that the environment is configured with §links-known", async () => {
  const host = await opened({ PONTEPAY_SANDBOX_HOST: "sandbox.shop.example" })
  expect(await originsAt(host, "sandbox.shop.example")).toEqual(new Set(["https://sandbox.shop.example"]))
  expect((await charge(host, "evil.example")).status).toBe(421)
})

it.each(["evil.example", "127.0.0.1:3000", "pay.example"])(
  "links begin with the public address, whatever the Host header %s says §links-known",
  async (name) => {
    const host = await opened({ PONTEPAY_PUBLIC_URL: "https://pay.example" })
    expect(await originsAt(host, name)).toEqual(new Set(["https://pay.example"]))
  }
)

it("links of a sandbox that knows where it listens begin with that §links-known", async () => {
  const host = await opened({ PORT: "3999" })
  expect(await originsAt(host, "evil.example")).toEqual(new Set(["http://127.0.0.1:3999"]))
})

it("a receipt has no link for a host that no one configured §links-known", async () => {
  const host = await openHost()
  onTestFinished(() => host.close())
  const own = bannerKey(host)
  const id = await makePayout(host.base, own)
  expect((await untilPayout(host.base, own, id, "COMPLETED"))["receiptUrl"]).toMatch(/^http:\/\/127\.0\.0\.1:/)
  const answer = await send(host.base, {
    path: `/api/wallet/payout/${id}`,
    key: own,
    headers: { host: "evil.example" }
  })
  expect(dataOf(answer)).toMatchObject({ status: "COMPLETED", receiptUrl: null })
})
