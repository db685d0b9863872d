// What the sandbox does with payouts (spec "Payout status", "Sandbox rules" 9; contract of the magic keys): on every
// store, with the money of each outcome accounted for.
import { Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Accounts } from "../../core/customers/account/account.ts"
import { Payouts } from "../../core/payments/payout/payout.ts"
import { get } from "../../core/engine/store/records.ts"
import { type TestHost, declared, keyOf, openHost, postgresDatabase, sqliteDatabase } from "../support/host.ts"
import { describePostgres } from "../support/postgres.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { makePayout, movedIn, ordered, payoutRecordOf, pixOutEvent, toldOf, untilPayout, untilTold } from "./payouts.ts"
import { expectAccepted, sendSigned } from "./sandbox.ts"

const key = keyOf("refunding")
const keeping = keyOf("keeping")

/** R$50.00 and its fee of R$2.75, at the sandbox's 5.40 for a dollar: rounded up, and what the value alone is worth. */
const sold = 9_768_519n
const worth = 9_259_259n

/** What a list of moves adds up to, by account and asset. */
const difference = (before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>) =>
  Object.fromEntries(
    [...after].map(([name, amount]) => [name, amount - (before.get(name) ?? 0n)] as const)
      .filter(([name, amount]) => amount !== 0n && !/^(?:wallet|wallet-holds|custody) /.test(name))
  )

const sandboxPayouts = (database: () => Promise<string>): void => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({
      accounts: [
        declared("refunding", { flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"] }),
        declared("keeping", { flags: ["WALLET_PAYOUT_API"] })
      ],
      variables: { DATABASE_URL: await database() }
    })
  })
  afterAll(() => host.close())

  const ownerOf = async (id: string): Promise<string> => {
    const { value } = Option.getOrThrow(await host.inSandbox(get(Payouts, id)))
    return Option.getOrThrow(await host.inSandbox(get(Accounts, value.owner))).value.id
  }

  /** Makes a payout, waits for its end and gives what it moved and told. */
  const ended = async (by: string, parts: Readonly<Record<string, unknown>>, status: string, events: number) => {
    const before = await movedIn(host)
    const id = await makePayout(host.base, by, parts)
    await untilTold(host, await ownerOf(id), id, events)
    const record = await untilPayout(host.base, by, id, status)
    return {
      id,
      record,
      moved: difference(before, await movedIn(host)),
      told: await toldOf(host, await ownerOf(id), id)
    }
  }

  it("settles a payout by itself, and says that the PIX is simulated §payout-sandbox-header", async () => {
    const answer = await ordered(host.base, key, {}, { query: "?dryRun=true" })
    expect(answer.status).toBe(202)
    expect(answer.headers["x-service-sandbox"]).toBe("simulated")
    const { moved, record, told } = await ended(key, {}, "COMPLETED", 1)
    expect(record).toMatchObject({ txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) as unknown })
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_SUCCESSFUL"])
    expect(moved).toMatchObject({ "treasury USDT": -sold, "fee-income BRL": 275n, "pix-settlement BRL": 5_000n })
  })

  it("refuses fail@, gives the asset back and fails §payout-sandbox-fail", async () => {
    const { moved, record, told } = await ended(key, { pixKey: "FAIL@sandbox.test" }, "FAILED", 1)
    expect(record).toMatchObject({ endToEndId: null, failureReason: "The PIX could not be paid.", receipt: null })
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_FAILED"])
    expect(moved).toEqual({})
  })

  it("owes what fail@ took where AUTO_REFUND is off §payout-sandbox-fail", async () => {
    const { moved, told } = await ended(keeping, { pixKey: "fail@sandbox.test" }, "FAILED", 1)
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_FAILED"])
    expect(moved).toEqual({
      "treasury USDT": -sold,
      "conversion USDT": sold,
      "conversion BRL": -5_275n,
      "payout-owed BRL": 5_275n
    })
  })

  it("holds hold@ until the provider tells what became of it §payout-sandbox-hold", async () => {
    const [paid, failed] = [
      await makePayout(host.base, key, { pixKey: "hold@sandbox.test" }),
      await makePayout(host.base, key, { pixKey: "hold@sandbox.test" })
    ]
    // At once: the debit may not even have been sent.
    expectAccepted(await sendSigned(host.base, pixOutEvent("SUCCESS", paid, { endToEndId: endToEndIdAt(7) })))
    expect(await untilPayout(host.base, key, paid, "COMPLETED")).toMatchObject({ endToEndId: endToEndIdAt(7) })
    expect(await payoutRecordOf(host.base, key, failed)).toMatchObject({ status: "PENDING" })
    expectAccepted(await sendSigned(host.base, pixOutEvent("FAILED", failed, { reason: "AB03" })))
    const record = await untilPayout(host.base, key, failed, "FAILED")
    expect(JSON.stringify(record)).not.toContain("AB03")
  })

  it("finds out about timeout@ after its answer was lost, and pays it once §payout-sandbox-timeout", async () => {
    const { moved, told } = await ended(key, { pixKey: "timeout@sandbox.test" }, "COMPLETED", 1)
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_SUCCESSFUL"])
    expect(moved).toMatchObject({ "pix-settlement BRL": 5_000n })
  })

  it("sends reverse@ back to the wallet with AUTO_REFUND §payout-sandbox-reverse", async () => {
    const { id, moved, told } = await ended(key, { pixKey: "reverse@sandbox.test" }, "REFUNDED", 2)
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
    expect(told[1]?.data).toMatchObject({
      transactionId: id,
      returnedAmount: "50.00",
      refundTxId: expect.stringMatching(/^0x/) as unknown,
      refundAddress: expect.stringMatching(/^0x/) as unknown
    })
    expect(moved).toEqual({
      "treasury USDT": worth - sold,
      "conversion USDT": sold - worth,
      "conversion BRL": -275n,
      "fee-income BRL": 275n
    })
  })

  it("leaves what reverse@ brought to a person without AUTO_REFUND §payout-sandbox-reverse", async () => {
    const { moved, told } = await ended(keeping, { pixKey: "reverse@sandbox.test" }, "REFUNDED", 2)
    expect(told[1]?.data).toMatchObject({ returnedAmount: "50.00", refundTxId: null, refundAddress: null })
    expect(moved).toMatchObject({ "reversal-owed BRL": 5_000n, "treasury USDT": -sold })
  })

  it("counts every return of a held payout once §payout-sandbox-reverse", async () => {
    const id = await makePayout(host.base, key, { pixKey: "hold@sandbox.test" })
    const back = (n: number, returnedValue: number) =>
      pixOutEvent(`REVERSED`, id, { returnId: returnIdAt(n), returnedValue })
    const again = back(1, 2_000)
    for (const event of [back(1, 2_000), { event: { ...again.event, id: "told again" } }]) {
      expectAccepted(await sendSigned(host.base, event))
    }
    const owner = await ownerOf(id)
    const told = await untilTold(host, owner, id, 2)
    expect(told.map(({ name }) => name)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
    expect(told[1]?.data).toMatchObject({ returnedAmount: "20.00", reversalTicketId: returnIdAt(1) })
  })
}

describe("payouts of the sandbox in memory", () => {
  sandboxPayouts(() => Promise.resolve("memory:"))
})
describe("payouts of the sandbox on SQLite", () => {
  sandboxPayouts(() => Promise.resolve(sqliteDatabase().url))
})
await describePostgres("payouts of the sandbox on Postgres", () => {
  sandboxPayouts(async () => (await postgresDatabase()).url)
})
