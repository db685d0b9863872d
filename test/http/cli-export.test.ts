// `pontepay export` beside a real host: what it writes, whose tax ids it shows, and what it says of books that do not add up.
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, declared, keyOf, openHost } from "../support/host.ts"
import { onLoopback } from "../support/loopback.ts"
import { operatorTokenOf } from "./as-operator.ts"
import { besides, cli, cliJson } from "./cli-run.ts"
import { expectAccepted, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

let host: TestHost
let env: Readonly<Record<string, string>>
let month: string
let charge: string

beforeAll(async () => {
  host = await openHost({ accounts: [declared("acme", { kyc: "APPROVED", taxId: "11144477735" })] })
  env = { ...besides(host), PONTEPAY_OPERATOR_TOKEN: operatorTokenOf(host) }
  month = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 7)
  const key = keyOf("acme")
  const made = await makeDeposit(host.base, key)
  expectAccepted(await settleWithKey(host.base, key, made.trackId))
  charge = String((await untilStatus(host.base, key, made.externalId, "COMPLETED"))["walletCharge"])
})
afterAll(() => host.close())

const run = (args: ReadonlyArray<string>, token = env["PONTEPAY_OPERATOR_TOKEN"] ?? "") =>
  cli(["export", ...args, "--month", month], { env: { ...env, PONTEPAY_OPERATOR_TOKEN: token } })

describe("pontepay export", () => {
  it("writes each posting as a line of CSV and tells the SHA-256 of what it wrote §journal-export", async () => {
    const { code, err, out } = await run(["journal"])
    expect(code).toBe(0)
    expect(err).toContain(`sha256 ${createHash("sha256").update(out).digest("hex")}\n`)
    expect(err).toContain("The month is not over")
    const lines = out.split("\r\n").filter((line) => line.includes(charge))
    expect(lines.filter((line) => line.includes(",depositDelivered,"))).toHaveLength(4)
    expect(lines.every((line) => line.includes(",11144477735,"))).toBe(true)
    const again = (await run(["journal"])).out.split("\r\n").filter((line) => line.includes(charge))
    expect(again).toEqual(lines)
  })

  it("writes one object a line as JSON §journal-export", async () => {
    const rows = (await run(["journal", "--format", "json"])).out.trimEnd().split("\n")
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    expect(rows.filter(({ operationId }) => operationId === charge).length).toBeGreaterThan(6)
  })

  it("lists what a report lacks, by operation and field §journal-lacking", async () => {
    const { out } = await run(["lacking"])
    expect(out).toMatch(/^operation,operationId,fact,entryId,line,field\r\n/)
    expect(out).toContain(`deposit,${charge},depositReceived,`)
  })

  it("is open to the role support, which reads masked tax ids §journal-export", async () => {
    const { out } = await cli(["service-tokens", "create", "books", "--role", "support", "--days", "1"], { env })
    const [token = ""] = /pontepay_service_svt_\w+\.[0-9a-f]{64}/.exec(out) ?? []
    const exported = await run(["journal"], token)
    expect(exported.code).toBe(0)
    expect(exported.out).toContain(charge)
    expect(exported.out).not.toContain("11144477735")
    // Masked under whatever name a message has for it.
    const messages = await run(["travel-rule"], token)
    expect(messages.out).toContain("\"nationalIdentifier\":\"***.444.777-**\"")
    expect(messages.out).not.toContain("11144477735")
  })

  it("ends with code 1 where the rows do not come to the totals of a month that is over §journal-export", async () => {
    const row = {
      ledgerAccount: "fee-income",
      asset: "BRL",
      debit: null,
      credit: "0.25",
      entryId: "e",
      line: "1",
      lacks: ""
    }
    const page = (amount: string) => ({
      success: true,
      data: {
        month,
        isOver: true,
        totals: [{ kind: "fee-income", asset: "BRL", amount }],
        rows: [row],
        nextCursor: null
      }
    })
    for (const [amount, code] of [["-25", 0], ["-26", 1]] as const) {
      const server = await onLoopback(
        createServer((_, response) =>
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(page(amount)))
        )
      )
      const ran = await cli(["export", "journal", "--month", month, "--url", server.base], { env })
      expect([ran.code, ran.err.includes("fee-income BRL")]).toEqual([code, code === 1])
      await server.close()
    }
  })

  it("writes what was sent to addresses outside, and its travel rule messages §transfers-export §travel-rule", async () => {
    const { err, out } = await run(["transfers"])
    expect(err).toContain(`sha256 ${createHash("sha256").update(out).digest("hex")}\n`)
    expect(out.split("\r\n").filter((line) => line.includes(`,deposit,${charge},`))).toHaveLength(1)
    const lines = async (args: ReadonlyArray<string>) =>
      (await run(args)).out.trimEnd().split("\n").map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    const [row] = await lines(["transfers", "--format", "json"])
    expect(row).toMatchObject({ operationId: charge, customerTaxId: "11144477735", isInJournal: "yes" })
    const [message] = await lines(["travel-rule"])
    expect(message).toMatchObject({ movementId: row?.["movementId"], lacks: "beneficiary.person" })
    expect(JSON.stringify(message?.["ivms101"])).toContain("\"nationalIdentifier\":\"11144477735\"")
  })

  it("refuses what is no month §journal-export", async () => {
    const { code, json } = await cliJson(["export", "journal", "--month", "2026-99"], { env })
    expect([code, json["error"]]).toMatchObject([1, { code: "VALIDATION_FAILED", details: [{ field: "month" }] }])
  })
})

describe("pontepay reserves", () => {
  it("shows what is owed against what is held, and what could not be read §reserves", async () => {
    const { code, out } = await cli(["reserves"], { env })
    expect(code).toBe(0)
    expect(out).toMatch(/^asset +owed +held +difference\n/)
    expect(out).toContain("not read: lightning: the adapter tells no balance\n")
    const { json } = await cliJson(["reserves"], { env })
    expect(json["notRead"]).toContainEqual({
      place: "lightning",
      reason: "the adapter tells no balance",
      cause: { code: "noBalance" }
    })
  })
})
