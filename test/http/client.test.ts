// The client against a sandbox in this process: what the interface answers is what the types say, lists go on by themselves, a
// lost answer costs nothing, and what the service signs is verified.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  FeatureNotEnabledError,
  InvalidPinError,
  NotAvailableInSandboxError,
  NotFoundError,
  PerTxLimitExceededError,
  RateLimitedError,
  UnauthorizedError,
  UploadUsedError,
  ValidationFailedError,
  type WalletKeys,
  WrongPinError,
  createClient,
  unlockWallet,
  verifyWebhook
} from "../../hosts/client/index.ts"
import { type TestHost, approvedCpf, declared, eventually, evmAddress, keyOf, openHost } from "../support/host.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"

const secret = "5e".repeat(32)

let host: TestHost
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await openReceiver()
  host = await openHost({
    accounts: [
      declared("paying", {
        flags: ["WALLET_PAYOUT_API"],
        webhooks: [{ url: `${receiver.base}/hook`, secret }]
      }),
      declared("plain")
    ],
    variables: { PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
  })
})
afterAll(async () => {
  await host.close()
  await receiver.close()
})

const clientOf = (name: string, fetch?: typeof globalThis.fetch) =>
  createClient({ baseUrl: host.base, apiKey: keyOf(name), ...(fetch && { fetch }) })

let asked: Promise<WalletKeys> | undefined

/** The keys of the payer's wallet, which are given once a minute. */
const keysOfPayer = (): Promise<WalletKeys> => asked ??= clientOf("paying").wallets.keys()

const allOf = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

const paid = { value: 5_000, network: "polygon", pixKey: "maria@example.com" } as const

describe("a deposit", () => {
  it("is made, paid and read, its amount to the last unit §client-exact", async () => {
    const client = clientOf("plain")
    const body = { value: 5_000, asset: "BRLA", network: "polygon", address: evmAddress } as const
    const priced = await client.deposits.preview(body)
    expect(priced).toMatchObject({ qrCode: null, fee: 125 })
    const made = await client.deposits.create({ ...body, externalId: "order-1" })
    expect(made).toMatchObject({ externalId: "order-1", fee: 125 })
    const { trackId } = await client.deposits.get("order-1")
    await client.sandbox.payDeposit(trackId ?? "")
    const record = await eventually(() => client.deposits.get("order-1"), ({ status }) => status === "COMPLETED")
    expect(record.receivedAmount).toBe(48_750_000_000_000_000_000n)
    expect(record.receivedAmountDecimals).toBe(18)
  })
})

describe("a payout with a PIN", () => {
  it("is proven by the unlocked wallet, paid, and told by a webhook that is verified §client-unlock §client-verify", async () => {
    const client = clientOf("paying")
    using wallet = await unlockWallet({ pin: "123456", keys: await keysOfPayer() })
    const { transactionId } = await client.payouts.create({ ...paid, ...wallet.proof, externalId: "payout-1" })
    const record = await eventually(
      () => client.payouts.get(transactionId ?? ""),
      ({ status }) => status === "COMPLETED"
    )
    expect(record.receipt?.receiver.pixKey).toBe(paid.pixKey)
    const [delivery] = await eventually(() => Promise.resolve(receiver.at("/hook")), ({ length }) => length > 0)
    const event = await verifyWebhook(delivery?.body ?? "", delivery?.headers ?? {}, secret)
    expect(event.event === "PAYOUT_SUCCESSFUL" && event.data.externalId).toBe("payout-1")
    for await (const listed of client.events.all()) {
      if (listed.event === "PAYOUT_SUCCESSFUL") return expect(listed.eventId).toBe(event.eventId)
    }
    expect.fail("the event is not listed")
  })

  it("is made once however many answers are lost §client-same-bytes", async () => {
    let lost = 0
    const client = clientOf("paying", async (input, init) => {
      const answer = await fetch(input, init)
      if (init?.method !== "POST" || lost >= 2) return answer
      lost += 1
      await answer.text()
      throw new TypeError("the connection broke off")
    })
    using wallet = await unlockWallet({ pin: "123456", keys: await keysOfPayer() })
    const { transactionId } = await client.payouts.create({ ...paid, ...wallet.proof, pixKey: "once@example.com" })
    expect(lost).toBe(2)
    await eventually(() => client.payouts.get(transactionId ?? ""), ({ status }) => status === "COMPLETED")
    const rows = await allOf(client.statement.operations())
    const sent = rows.filter(({ type }) => type === "PIX_OUT").map(({ id }) => id)
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.filter((id) => id === transactionId)).toHaveLength(1)
    const told = await allOf(client.events.all())
    expect(told.filter(({ data }) => "pixKey" in data && data.pixKey === "once@example.com")).toHaveLength(1)
  })

  it("is requested again by the key of its error §client-outcome §client-same-bytes", async () => {
    using wallet = await unlockWallet({ pin: "123456", keys: await keysOfPayer() })
    const body = { ...paid, ...wallet.proof, pixKey: "later@example.com" }
    const deaf = clientOf(
      "paying",
      (input, init) => fetch(input, init).then(() => Promise.reject(new TypeError("gone")))
    )
    const error = await deaf.payouts.create(body, { retries: 0 }).then(
      () => expect.fail("it was heard"),
      (each: unknown) => each
    )
    expect(error).toMatchObject({ name: "NetworkError", outcomeUnknown: true })
    const { idempotencyKey } = error as { readonly idempotencyKey: string }
    const client = clientOf("paying")
    const first = await client.payouts.create(body, { idempotencyKey })
    expect(await client.payouts.create(body, { idempotencyKey })).toEqual(first)
    const told = () => allOf(client.events.all())
    const ofIt = await eventually(
      told,
      (events) => events.some(({ data }) => "pixKey" in data && data.pixKey === "later@example.com")
    )
    expect(ofIt.filter(({ data }) => "transactionId" in data && data.transactionId === first.transactionId))
      .toHaveLength(1)
  })

  it("is not even sent with a wrong PIN §client-wrong-pin", async () => {
    await expect(unlockWallet({ pin: "654321", keys: await keysOfPayer() })).rejects.toBeInstanceOf(WrongPinError)
  })
})

describe("refusals", () => {
  it("are told apart by their class, with what goes with them §client-errors", async () => {
    const client = clientOf("plain")
    const wrong = { value: 0, asset: "USDC", network: "base", address: evmAddress } as const
    const refused = await client.deposits.create(wrong).then(() => expect.fail("taken"), (error: unknown) => error)
    expect(refused).toBeInstanceOf(ValidationFailedError)
    expect(refused).toMatchObject({
      status: 400,
      errorCode: "VALIDATION_FAILED",
      details: [{ field: "value" }],
      requestId: expect.stringMatching(/./) as unknown,
      attempts: 1,
      outcomeUnknown: false
    })
    await expect(client.deposits.get("no one's")).rejects.toBeInstanceOf(NotFoundError)
    await expect(client.wallets.keys()).rejects.toBeInstanceOf(FeatureNotEnabledError)
    await expect(createClient({ baseUrl: host.base, apiKey: "pontepay_test_x" }).kyc.get()).rejects.toBeInstanceOf(
      UnauthorizedError
    )
    await expect(createClient({ baseUrl: host.base }).kyc.get()).rejects.toBeInstanceOf(UnauthorizedError)
  })

  it("of the wallet say what is wrong with it, and when to come back §client-errors", async () => {
    const client = clientOf("paying")
    const keys = await keysOfPayer()
    await expect(client.wallets.keys()).rejects.toSatisfy((error: unknown) =>
      error instanceof RateLimitedError && error.retryAfter !== undefined && error.retryAfter > 20 &&
      error.retryAfter <= 60
    )
    const proof = { walletPin: "123456", protectedSymmetricKey: keys.protectedSymmetricKey }
    await expect(client.payouts.create({ ...paid, ...proof, walletPin: "000000" })).rejects.toBeInstanceOf(
      InvalidPinError
    )
    await expect(client.payouts.create({ ...paid, ...proof, network: "solana" })).rejects.toBeInstanceOf(
      NotAvailableInSandboxError
    )
    const { subAccountId } = await client.subaccounts.create({ name: "Ana" })
    await expect(client.wallets.get({ subAccountId, walletId: "0".repeat(24) })).rejects.toBeInstanceOf(NotFoundError)
    await expect(client.payouts.create({ ...paid, ...proof, value: 300_001 })).rejects.toBeInstanceOf(
      PerTxLimitExceededError
    )
  })
})

describe("lists", () => {
  it("of subaccounts go on over their pages §client-cursors", async () => {
    const client = clientOf("plain")
    const made = await Promise.all(
      Array.from({ length: 60 }, (_each, at) => client.subaccounts.create({ name: `Customer ${at}` }))
    )
    const pages = await allOf(client.subaccounts.all({ name: "Customer" }).pages())
    expect(pages.map(({ subAccounts }) => subAccounts.length)).toEqual([50, 10])
    const rows = await allOf(client.subaccounts.all({ name: "Customer" }))
    expect(new Set(rows.map(({ subAccountId }) => subAccountId))).toEqual(
      new Set(made.map(({ subAccountId }) => subAccountId))
    )
  })

  it("of operations and events go on over theirs §client-cursors", async () => {
    const client = clientOf("paying")
    const rows = await allOf(client.statement.operations({ limit: 1 }))
    const whole = await client.statement.get({ limit: 200, type: ["payout", "transfer"] })
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.map(({ id }) => id)).toEqual(whole.operations.map(({ id }) => id))
    const [page] = await allOf(client.events.all().pages())
    expect(await allOf(client.events.all({ cursor: page?.nextCursor ?? "" }))).toEqual([])
  })
})

it("uploads a document once, and sees it ready §client-upload", async () => {
  const client = clientOf("plain")
  const { subAccountId } = await client.subaccounts.create({ name: "Bia", email: "bia@example.com" })
  const registered = await client.documents.register({ subAccountId, documentType: "ID" })
  const url = "uploadUrlFront" in registered ? registered.uploadUrlFront : expect.fail("it is a liveness session")
  const png = Uint8Array.from(
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64"
    )
  )
  await client.documents.upload(url, png, "image/png")
  const uploaded = () => client.documents.get(registered.documentId, { subAccountId })
  expect(await eventually(uploaded, ({ ready }) => ready)).toMatchObject({ uploadStatusFront: "COMPLETED" })
  const again = await client.documents.upload(url, png, "image/png").then(
    () => expect.fail("taken"),
    (each: unknown) => each
  )
  expect(again).toBeInstanceOf(UploadUsedError)
  expect(JSON.stringify(again)).not.toContain(new URL(url).search.slice(1) || "nothing")
})

it("knows the types of what it is answered §client-types", async () => {
  const client = clientOf("plain")
  const { subAccountId } = await client.subaccounts.create({ name: "Caio", email: "caio@example.com" })
  const started = await client.kyc.start({ subAccountId, level: "FULL" })
  expect(new URL(started.url).pathname).toMatch(/^\/hosted\//)
  expect((await client.kyc.attempt(started.attemptId)).status).toBe("PENDING")
  const state: "NONE" | "PENDING" | "REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED" =
    (await client.kyc.get()).status
  expect(state).toBe("APPROVED")
  const quote = await client.quotes.create({
    inputCurrency: "BRL",
    inputPaymentMethod: "PIX",
    outputCurrency: "USDC",
    outputPaymentMethod: "BASE",
    inputAmount: "50.00"
  })
  expect(quote.feeInCents).toBe(125)
  const invoice = await client.lightningInvoices.create({ value: 1_000, pixKey: approvedCpf, pixKeyType: "CPF" })
  expect((await client.lightningInvoices.get(invoice.paymentHash)).status).toBe("PENDING")
  expect(await client.health.live()).toEqual({ status: "ok" })
  expect((await client.health.ready()).planes[0]?.adapters["store"]).toBe("ready")
  // What the interface does not know does not compile.
  const refused: Parameters<typeof client.deposits.create>[0] extends { readonly value: number } ? true : false = true
  expect(refused).toBe(true)
})
