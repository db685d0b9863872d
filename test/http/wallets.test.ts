// The wallet endpoints over the wire (spec "Wallet" endpoints, "Sandbox rules" 6 to 9), with the real vault, on every store:
// fields, refusals, windows, replays, and that no PIN, key or seed is in the clear anywhere.
import { readFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { createHash } from "node:crypto"
import { inspect } from "node:util"
import { argon2id } from "hash-wasm"
import { v2 } from "nostr-tools/nip44"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createTransfer } from "../../hosts/http/api/definition/transfer.ts"
import { createWallet, getWallet, readWallet, readWalletKeys } from "../../hosts/http/api/definition/wallet.ts"
import { createSubaccount, readSubaccount } from "../../hosts/http/api/definition/subaccount.ts"
import {
  type TestHost,
  declared,
  evmAddress,
  keyOf,
  openHost,
  postgresDatabase,
  sqliteDatabase
} from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, expectSuccess, send } from "../support/http.ts"
import { describePostgres } from "../support/postgres.ts"

const key = keyOf("acme")
const pin = "123456"

const accounts = [
  declared("acme", { flags: ["WALLET_PAYOUT_API"] }),
  declared("other", { flags: ["WALLET_PAYOUT_API"] }),
  declared("plain"),
  // A transfer needs an approved holder, and a holder has one in thirty seconds.
  declared("sender", { flags: ["WALLET_PAYOUT_API"] }),
  declared("slow", { flags: ["WALLET_PAYOUT_API"] })
]

const overTheWire = (database: () => Promise<string>): void => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts, variables: { DATABASE_URL: await database() } })
  })
  afterAll(() => host.close())

  const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}, as = key) =>
    send(host.base, { path, method: "POST", key: as, body, headers })
  const get = (path: string, as = key) => send(host.base, { path, key: as })
  const holder = async (): Promise<string> =>
    String(dataOf({ ...await post("/api/subaccount", { name: "Ana" }) })["subAccountId"])
  const keysOf = async (subAccountId?: string, as = key) => {
    const answer = await post("/api/wallet/keys", subAccountId === undefined ? {} : { subAccountId }, {}, as)
    return expectSuccess(readWalletKeys, answer)["data"] as Record<string, string>
  }

  it("provisions a wallet on the first read, whose key opens with the PIN 123456 §wallet-sandbox-pin §wallet-keys §endpoint-read-wallet", async () => {
    const subAccountId = await holder()
    const read = expectSuccess(readWallet, await get(`/api/wallet?subAccountId=${subAccountId}`))["data"]
    expect(read).toMatchObject({
      subAccountId,
      addresses: { polygon: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) as string },
      balances: [
        { asset: "BRLH", network: "base", amount: "10000" },
        { asset: "USDH", network: "base", amount: "10000" }
      ]
    })
    expect(read).not.toHaveProperty("addresses.solana")
    const { email = "", protectedSymmetricKey = "" } = await keysOf(subAccountId)
    const master = await argon2id({
      password: pin,
      salt: createHash("sha256").update(email.trim().toLowerCase()).digest(),
      memorySize: 65_536,
      iterations: 3,
      parallelism: 4,
      hashLength: 32,
      outputType: "binary"
    })
    expect(Buffer.from(v2.decrypt(protectedSymmetricKey, master), "base64")).toHaveLength(32)
  })

  it("reads by query and by body alike §wallet-get §endpoint-get-wallet", async () => {
    const subAccountId = await holder()
    const { walletId } = await keysOf(subAccountId)
    const byQuery = await get(`/api/wallet?subAccountId=${subAccountId}&walletId=${walletId}`)
    const byBody = await post("/api/wallet/get", { subAccountId, walletId })
    const withoutTime = (data: unknown) => ({ ...data as object, syncedAt: null })
    expect(withoutTime(expectSuccess(getWallet, byBody)["data"])).toEqual(
      withoutTime(expectSuccess(readWallet, byQuery)["data"])
    )
    expect(dataOf(byBody)["walletId"]).toBe(walletId)
  })

  // F8
  it("reads by body once for an Idempotency-Key §wallet-get §idempotency-replay", async () => {
    const subAccountId = await holder()
    const headers = { "idempotency-key": "read once" }
    const first = await post("/api/wallet/get", { subAccountId }, headers)
    expectSuccess(getWallet, first)
    const again = await post("/api/wallet/get", { subAccountId }, headers)
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"])
    expectFailure(await post("/api/wallet/get", {}, headers), { status: 409, errorCode: "IDEMPOTENCY_CONFLICT" })
    expect((await post("/api/wallet/get", { subAccountId })).headers["idempotency-replayed"]).toBeUndefined()
  })

  it("gives keys by query, by body, and to a request without either §keys-query-or-body §endpoint-read-wallet-keys", async () => {
    const subAccountId = await holder()
    const first = await post(`/api/wallet/keys?subAccountId=${subAccountId}`)
    expectSuccess(readWalletKeys, first)
    // F10
    expect(first.headers).toMatchObject({
      "ratelimit-limit": "1",
      "ratelimit-remaining": "0",
      "ratelimit-reset": expect.stringMatching(/^\d+$/) as string
    })
    const limited = await post("/api/wallet/keys", { subAccountId })
    expectFailure(limited, { status: 429, errorCode: "RATE_LIMITED" })
    expect(Number(limited.headers["retry-after"])).toBeGreaterThan(0)
    expect(Number(limited.headers["retry-after"])).toBeLessThanOrEqual(60)
    expect(limited.headers["retry-after"]).toMatch(/^\d+$/)
    expect(limited.headers).toMatchObject({
      "ratelimit-limit": "1",
      "ratelimit-remaining": "0",
      "ratelimit-reset": limited.headers["retry-after"]
    })
    expectFailure(await post("/api/wallet/keys", {}, {}, keyOf("plain")), {
      status: 403,
      errorCode: "FEATURE_NOT_ENABLED"
    })
    expectFailure(await post("/api/wallet/keys", "{}", { "content-type": "text/plain" }), {
      status: 415,
      errorCode: "UNSUPPORTED_MEDIA_TYPE"
    })
    expectFailure(await post("/api/wallet/keys", { wallet: 1 }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["wallet"]
    })
  })

  it("gives no other wallet's keys under an Idempotency-Key, wherever the wallet is named §keys-query-or-body", async () => {
    const [one, other] = [await holder(), await holder()]
    const keyed = { "idempotency-key": `keys-${one}` }
    const first = await post(`/api/wallet/keys?subAccountId=${one}`, undefined, keyed)
    expectSuccess(readWalletKeys, first)
    expect((await post(`/api/wallet/keys?subAccountId=${one}`, undefined, keyed)).text).toBe(first.text)
    expectFailure(await post(`/api/wallet/keys?subAccountId=${other}`, undefined, keyed), {
      status: 409,
      errorCode: "IDEMPOTENCY_CONFLICT"
    })
  })

  it("creates another wallet each time: 201, chain 84532, a number §wallet-create §wallet-create-chain §endpoint-create-wallet", async () => {
    const subAccountId = await holder()
    const asked = { subAccountId, network: "polygon", walletPin: pin }
    const first = expectSuccess(createWallet, await post("/api/wallet/create", asked), 201)["data"]
    expect(first).toMatchObject({ network: "polygon", chainId: 84_532, balance: 10_000 })
    const keyed = await post("/api/wallet/create", asked, { "idempotency-key": `create-${subAccountId}` })
    const replay = await post("/api/wallet/create", asked, { "idempotency-key": `create-${subAccountId}` })
    expect([replay.status, replay.text, replay.headers["idempotency-replayed"]]).toEqual([201, keyed.text, "true"])
    const detail = expectSuccess(readSubaccount, await get(`/api/subaccount/${subAccountId}`))["data"]
    expect(detail).toHaveProperty("walletIds.length", 3)
    expect((detail as { walletIds: ReadonlyArray<unknown> }).walletIds.slice(1)).toEqual([
      (first as { id: unknown }).id,
      dataOf(keyed)["id"]
    ])
  })

  it.each([
    [{ network: "lightning", walletPin: pin }, ["network"]],
    [{ walletPin: pin }, ["network"]],
    [{ network: "base" }, ["walletPin"]],
    [{ network: "base", walletPin: 123_456 }, ["walletPin"]],
    [{ network: "base", walletPin: "" }, ["walletPin"]]
  ])("refuses the creation %j §wallet-create-fields", async (body, fields) => {
    expectFailure(await post("/api/wallet/create", body), { status: 400, errorCode: "VALIDATION_FAILED", fields })
  })

  it("refuses a wrong PIN with 400, then the wallet with 429; Solana with 501 §wallet-create-refusals", async () => {
    const subAccountId = await holder()
    const wrong = { subAccountId, network: "base", walletPin: "000000" }
    for (let count = 0; count < 3; count++) {
      expectFailure(await post("/api/wallet/create", wrong), { status: 400, errorCode: "INVALID_PIN" })
    }
    const locked = await post("/api/wallet/create", { ...wrong, walletPin: pin })
    expectFailure(locked, { status: 429, errorCode: "RATE_LIMITED" })
    expect(Number(locked.headers["retry-after"])).toBeGreaterThan(86_300)
    expectFailure(await post("/api/wallet/create", { network: "solana", walletPin: pin }), {
      status: 501,
      errorCode: "NOT_AVAILABLE_IN_SANDBOX"
    })
  })

  it("answers a foreign wallet exactly as a missing one §wallet-foreign-wire", async () => {
    const { walletId } = await keysOf(await holder())
    const missing = "0".repeat(24)
    const other = keyOf("other")
    const same = (foreign: Answer, nowhere: Answer) => {
      expectFailure(foreign, { status: 404, errorCode: "NOT_FOUND" })
      expect(foreign.text).toBe(nowhere.text)
    }
    same(await get(`/api/wallet?walletId=${walletId}`, other), await get(`/api/wallet?walletId=${missing}`, other))
    same(
      await post("/api/wallet/keys", { walletId }, {}, other),
      await post("/api/wallet/keys", { walletId: missing }, {}, other)
    )
    same(
      await post("/api/wallet/get", { walletId }, {}, other),
      await post("/api/wallet/get", { walletId: missing }, {}, other)
    )
    expectFailure(await get("/api/wallet?walletId=xyz"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["walletId"]
    })
  })

  it("transfers, and replays by reference and by key byte for byte §transfer-endpoint §transfer-replay-bytes §endpoint-create-transfer", async () => {
    const sender = keyOf("sender")
    const { protectedSymmetricKey } = await keysOf(undefined, sender)
    const transfer = (body: unknown, headers = {}) => post("/api/wallet/transfer", body, headers, sender)
    const asked = {
      recipientAddress: evmAddress,
      amount: "2.50",
      reference: "rent",
      walletPin: pin,
      protectedSymmetricKey
    }
    const idempotency = { "idempotency-key": "transfer-1" }
    const first = await transfer(asked, idempotency)
    expect(expectSuccess(createTransfer, first)["data"]).toMatchObject({
      amount: "2.5",
      asset: "USDT",
      status: "CONFIRMED"
    })
    // F10
    expect(first.headers).toMatchObject({
      "ratelimit-limit": "1",
      "ratelimit-remaining": "0",
      "ratelimit-reset": expect.stringMatching(/^\d+$/) as string
    })
    const byKey = await transfer(asked, idempotency)
    expect([byKey.text, byKey.headers["idempotency-replayed"]]).toEqual([first.text, "true"])
    const byReference = await transfer(asked)
    expect([byReference.status, bodyOf(byReference)]).toEqual([
      200,
      { success: true, alreadyProcessed: true, data: dataOf(first) }
    ])
    const limited = await transfer({ ...asked, reference: "another" })
    expectFailure(limited, { status: 429, errorCode: "RATE_LIMITED" })
    expect(limited.headers["retry-after"]).toMatch(/^(?:[1-9]|[12]\d|30)$/)
    expectFailure(await transfer({ ...asked, amount: "3" }), {
      status: 409,
      errorCode: "IDEMPOTENCY_CONFLICT"
    })
  })

  it.each([
    [{ network: "base", asset: "USDT" }, 400, "UNSUPPORTED_PAIR"],
    [{ network: "solana" }, 501, "NOT_AVAILABLE_IN_SANDBOX"],
    [{ amount: "10000.000001" }, 400, "VALIDATION_FAILED"],
    [{ recipientAddress: evmAddress.toLowerCase() }, 400, "VALIDATION_FAILED"],
    [{ toUserId: "usr_1" }, 400, "VALIDATION_FAILED"],
    [{ network: "tron" }, 400, "VALIDATION_FAILED"],
    [{ memo: "x" }, 400, "VALIDATION_FAILED"],
    [{ fromSubAccountId: "sub_nobody" }, 404, "NOT_FOUND"],
    [{ protectedSymmetricKey: "made up" }, 400, "INVALID_PIN"]
  ])("refuses a transfer with %j §transfer-errors", async (parts, status, errorCode) => {
    await get("/api/wallet", keyOf("other"))
    const body = {
      recipientAddress: evmAddress,
      amount: "1",
      walletPin: "000000",
      protectedSymmetricKey: "envelope",
      ...parts
    }
    expectFailure(await post("/api/wallet/transfer", body, {}, keyOf("other")), { status, errorCode })
  })

  it("tells that a lost answer is pending with 202, and settles it once §transfer-pending", async () => {
    const slow = keyOf("slow")
    const { protectedSymmetricKey } = await keysOf(undefined, slow)
    const asked = {
      // The sandbox cannot see what goes there for three seconds.
      recipientAddress: "0x0000000000000000000000000000000000000510",
      amount: "1",
      reference: "slow",
      walletPin: pin,
      protectedSymmetricKey
    }
    const first = await post("/api/wallet/transfer", asked, {}, slow)
    expect(first.status).toBe(202)
    expect(dataOf(first)).toMatchObject({ status: "PENDING", txHash: null })
    await vi.waitFor(async () => {
      const again = await post("/api/wallet/transfer", asked, {}, slow)
      expect(again.status).toBe(200)
      expect(dataOf(again)).toMatchObject({ status: "CONFIRMED", transactionId: dataOf(first)["transactionId"] })
    }, { timeout: 15_000, interval: 500 })
  })
}

describe("wallets in memory", () => {
  overTheWire(() => Promise.resolve("memory:"))
})
describe("wallets on SQLite", () => {
  overTheWire(() => Promise.resolve(sqliteDatabase().url))
})
await describePostgres("wallets on Postgres", () => overTheWire(async () => (await postgresDatabase()).url))

describe("secrets of wallets", () => {
  it("are in no log and in no byte of the database §wallet-canary", async () => {
    const database = sqliteDatabase()
    const lines: Array<string> = []
    const write = (...said: ReadonlyArray<unknown>) => lines.push(inspect(said)) > 0
    const spies = [
      ...(["log", "info", "warn", "error", "debug"] as const).map((name) =>
        vi.spyOn(console, name).mockImplementation(write)
      ),
      vi.spyOn(process.stdout, "write").mockImplementation(write),
      vi.spyOn(process.stderr, "write").mockImplementation(write)
    ]
    const host = await openHost({ accounts, variables: { DATABASE_URL: database.url, LOG_LEVEL: "trace" } })
    const secrets: Array<string> = []
    try {
      const post = async (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
        await send(host.base, { path, key, body, headers })
      const made = await post("/api/subaccount", { name: "Ana" })
      const subAccountId = String(
        (expectSuccess(createSubaccount, made, 201)["data"] as { subAccountId: string }).subAccountId
      )
      const keys = dataOf(await post("/api/wallet/keys", {}, { "idempotency-key": "keys" }))
      const created = dataOf(
        await post("/api/wallet/create", { subAccountId, network: "base", walletPin: pin }, {
          "idempotency-key": "make"
        })
      )
      const canary = "739154"
      const envelope = String(keys["protectedSymmetricKey"])
      const transfer = (walletPin: string, idempotency: string) =>
        post("/api/wallet/transfer", {
          recipientAddress: evmAddress,
          amount: "1",
          walletPin,
          protectedSymmetricKey: envelope
        }, { "idempotency-key": idempotency })
      expectFailure(await transfer(canary, "wrong"), { status: 400, errorCode: "INVALID_PIN" })
      expect((await transfer(pin, "right")).status).toBe(200)
      const master = await argon2id({
        password: pin,
        salt: createHash("sha256").update(String(keys["email"])).digest(),
        memorySize: 65_536,
        iterations: 3,
        parallelism: 4,
        hashLength: 32,
        outputType: "binary"
      })
      secrets.push(envelope, String(created["protectedSymmetricKey"]), v2.decrypt(envelope, master), canary)
    } finally {
      await host.close()
      for (const spy of spies) spy.mockRestore()
    }
    const path = database.url.slice("sqlite:".length)
    const files = readdirSync(dirname(path)).map((file) => join(dirname(path), file))
    const bytes = Buffer.concat(files.map((file) => readFileSync(file)))
    expect(bytes.length).toBeGreaterThan(10_000)
    // The database does hold what it was told, so a secret would be found.
    expect(bytes.includes(evmAddress)).toBe(true)
    expect(lines.join("")).toContain("INVALID_PIN")
    for (const secret of secrets) {
      expect(bytes.includes(secret)).toBe(false)
      expect(lines.join("")).not.toContain(secret)
    }
    expect(bytes.includes(`"${pin}"`)).toBe(false)
  })
})
