// Requests with one Idempotency-Key that come at the same time, on every route with a PIN (C1): whichever of them is first,
// and on whichever process, the others wait for it and get its answer.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type TestHost,
  declared,
  evmAddress,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, dataOf, sendPatiently } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"
import { payoutOf } from "./payouts.ts"

const key = keyOf("acme")
type Twin = Awaited<ReturnType<typeof sendPatiently>>

/** As many requests with one key, spread over the processes. More than the three attempts that a PIN has at once. */
const sendTwins = (hosts: ReadonlyArray<TestHost>, path: string, body: unknown): Promise<ReadonlyArray<Twin>> =>
  Promise.all(
    Array.from({ length: 10 }, (_, n) => {
      const base = hosts[n % hosts.length]?.base ?? ""
      return sendPatiently(base, { path, key, body, headers: { "idempotency-key": `twin of ${path}` } })
    })
  )

/** One of them is the first; where its answer was lost and it came again, it is a replay too. */
const expectOneFirst = (answers: ReadonlyArray<Twin>): void => {
  const firsts = answers.filter((answer) => !isReplay(answer)).length
  expect(firsts === 0 && answers.some(({ isRepeated }) => isRepeated) ? 1 : firsts).toBe(1)
}

const isReplay = ({ headers }: Answer): boolean => headers["idempotency-replayed"] === "true"

// F1
const twins = (hosts: () => ReadonlyArray<TestHost>): void => {
  const proof = async () => {
    const { protectedSymmetricKey, walletPin } = await payoutOf(hosts()[0]?.base ?? "", key)
    return { protectedSymmetricKey, walletPin }
  }

  it.each([
    ["/api/wallet/payout", async () => payoutOf(hosts()[0]?.base ?? "", key), 202],
    ["/api/wallet/create", async () => ({ network: "base", walletPin: "123456" }), 201]
  ])("POST %s gives all of them the first answer §idempotency-twins", async (path, bodyOf, status) => {
    const answers = await sendTwins(hosts(), path, await bodyOf())
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expectOneFirst(answers)
  })

  it("POST /api/wallet/transfer moves once and answers all of them with it §idempotency-twins", async () => {
    const body = { recipientAddress: evmAddress, amount: "2", ...(await proof()) }
    const answers = await sendTwins(hosts(), "/api/wallet/transfer", body)
    // One that comes between the signature and the chain's answer is told that it is on its way.
    expect(answers.filter(({ status }) => status !== 200 && status !== 202)).toEqual([])
    expect(new Set(answers.map((answer) => dataOf(answer)["transactionId"])).size).toBe(1)
    expectOneFirst(answers)
  })
}

const opened = (databaseUrl: string) =>
  openHost({ accounts: [declared("acme", { flags: ["WALLET_PAYOUT_API"] })], variables: { DATABASE_URL: databaseUrl } })

describe("twins at one process", () => {
  let hosts: ReadonlyArray<TestHost> = []
  beforeAll(async () => {
    hosts = [await opened(sqliteDatabase().url)]
  })
  afterAll(() => Promise.all(hosts.map((host) => host.close())))
  twins(() => hosts)
})

await describePostgres("twins at processes that share a PostgreSQL", () => {
  let hosts: ReadonlyArray<TestHost> = []
  beforeAll(async () => {
    const { url } = await postgresDatabase()
    const first = await opened(url)
    hosts = [first, await opened(url), await opened(url), await opened(url)]
  })
  afterAll(() => Promise.all(hosts.map((host) => host.close())))
  twins(() => hosts)
})
