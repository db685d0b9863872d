// What a wallet's answers mean: every row of the tables, an answer that is not what became of the payment, and who may answer.
import { Effect, Redacted, Result, Stream } from "effect"
import * as nip44 from "nostr-tools/nip44"
import { finalizeEvent, generateSecretKey } from "nostr-tools/pure"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { errors, states } from "../../../adapters/nwc/codes.ts"
import { parseConnection } from "../../../adapters/nwc/connection-string.ts"
import type { Wallet, WalletAnswer } from "../../../adapters/nwc/client.ts"
import { nwc } from "../../../adapters/nwc/index.ts"
import { lightningNode } from "../../../adapters/nwc/lightning-node.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { adapterOf, hashFor } from "../lnd/bench.ts"
import { invoiceOf, sha256 } from "../lnd/invoices.ts"
import { type WalletBench, openWalletBench } from "./bench.ts"

const maximumFee = unitsUnsafe("BTC", 100n)
const sats = unitsUnsafe("BTC", 5_000n)
const answering = (answers: Readonly<Record<string, WalletAnswer>>): Wallet => ({
  ask: (method) => Effect.succeed(answers[method] ?? { error: "NOT_IMPLEMENTED", result: undefined }),
  key: Effect.succeed("1".repeat(64)),
  received: Stream.empty,
  state: Effect.never
})
const nodeOf = (answers: Readonly<Record<string, WalletAnswer>>) =>
  lightningNode({ wallet: answering(answers), network: "regtest" })
const preimage = sha256("a preimage")
const createdAt = Math.floor(Date.now() / 1_000)
const bolt11 = invoiceOf({ preimage, msat: 5_000_000n, createdAt, seconds: 600 })
const incoming = { paymentHash: sha256(preimage).toString("hex"), amount: unitsUnsafe("BTC", 5_000n) }
const pay = (answers: Readonly<Record<string, WalletAnswer>>) =>
  Effect.runPromise(nodeOf(answers).pay({ operationId: "mov_1", bolt11, sats, maximumFee }))
const transaction = (change: object): WalletAnswer => ({
  error: null,
  result: {
    type: "outgoing",
    state: "settled",
    payment_hash: sha256(preimage).toString("hex"),
    preimage: preimage.toString("hex"),
    amount: 5_000_000,
    fees_paid: 1_001,
    ...change
  }
})
const lookUp = (answer: WalletAnswer) =>
  Effect.runPromise(nodeOf({ lookup_invoice: answer }).lookUpPayment({ operationId: "mov_1", bolt11, sats }))

describe("an error of a payment", () => {
  it.each(Object.entries(errors))("%s is looked up, and means nothing by itself", async (error, says) => {
    const failed = { error, result: undefined }
    expect(await pay({ pay_invoice: failed, lookup_invoice: transaction({}) })).toMatchObject({
      _tag: "Done",
      value: { fee: 2n }
    })
    expect(await pay({ pay_invoice: failed, lookup_invoice: transaction({ state: "failed" }) })).toMatchObject({
      _tag: "Refused"
    })
    for (const state of ["pending", "accepted", "of tomorrow"]) {
      expect(await pay({ pay_invoice: failed, lookup_invoice: transaction({ state }) })).toMatchObject({
        _tag: "Unknown",
        reason: { detail: says }
      })
    }
    expect(await pay({ pay_invoice: failed, lookup_invoice: { error: "NOT_FOUND", result: undefined } })).toMatchObject(
      { _tag: "Unknown" }
    )
  })
})

it("an invoice that was paid with less than was ordered is Unknown, and with more Done", async () => {
  const find = (amount: number) =>
    Effect.runPromise(nodeOf({ lookup_invoice: transaction({ type: "incoming", amount }) }).lookUpInvoice(incoming))
  expect((await find(5_000_999))._tag).toBe("Done")
  expect(await find(4_999_999)).toEqual({
    _tag: "Unknown",
    reason: { code: "differs", asset: "BTC", amount: "0.00004999" }
  })
})

describe("a state", () => {
  it.each(Object.entries(states))("%s is what its row says", async (state, { invoice, payment }) => {
    const tag = { done: "Done", refused: "Refused", unknown: "Unknown" } as const
    expect((await lookUp(transaction({ state })))._tag).toBe(tag[payment])
    const node = nodeOf({ lookup_invoice: transaction({ type: "incoming", state }) })
    expect((await Effect.runPromise(node.lookUpInvoice(incoming)))._tag).toBe(tag[invoice])
  })

  it.each([
    ["another amount", { amount: 4_999_000 }],
    ["another payment hash", { payment_hash: "00".repeat(32) }],
    ["no preimage", { preimage: null }],
    ["another's preimage", { preimage: "00".repeat(32) }],
    ["an invoice of ours", { type: "incoming" }],
    ["a fee with a fraction", { fees_paid: 1.5 }]
  ])("of a payment with %s is Unknown", async (_, change) => {
    expect(await lookUp(transaction(change))).toMatchObject({ _tag: "Unknown" })
  })
})

describe("a payment that the wallet does not know", () => {
  const at = (seconds: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: (createdAt + seconds) * 1_000 })
    return lookUp({ error: "NOT_FOUND", result: undefined })
  }

  afterEach(() => {
    vi.useRealTimers()
  })

  it("may still be made until no receiver can hold it any more, and never after", async () => {
    // A receiver that took it in the last second may hold it for 2,016 blocks.
    const seventeenDays = 17 * 86_400
    expect(nodeOf({}).absentAfterMs).toBe("never")
    expect(await at(600 + 2_016 * 600)).toEqual({ _tag: "Absent" })
    expect(await at(600 + seventeenDays)).toEqual({ _tag: "Absent" })
    expect(await at(600 + seventeenDays + 1)).toMatchObject({ _tag: "Refused" })
  })
})

describe("the balance", () => {
  const read = (answer: WalletAnswer) =>
    Effect.runPromise(Effect.result(nodeOf({ get_balance: answer }).balance ?? Effect.succeed(undefined)))

  it.each(Object.keys(errors))("is not known after %s", async (error) => {
    expect(Result.isFailure(await read({ error, result: undefined }))).toBe(true)
  })

  it.each([[{}], [{ balance: null }], [{ balance: "1000" }], [{ balance: 1.5 }], [{ balance: -1 }]])(
    "is not known of %j",
    async (result) => {
      expect(Result.isFailure(await read({ error: null, result }))).toBe(true)
    }
  )

  it("is in whole satoshis", async () => {
    expect(await read({ error: null, result: { balance: 5_000_999 } })).toEqual(Result.succeed(5_000n))
  })
})

describe("a wallet over a relay", () => {
  let bench: WalletBench

  beforeEach(async () => {
    bench = await openWalletBench()
  })

  afterEach(async () => {
    await bench.close?.()
  })

  it("that says PAYMENT_FAILED of what it paid has paid it", async () => {
    const { ledger, lies } = bench
    const invoice = bench.invoice("a", 5_000n)
    lies.payInvoice = () => {
      ledger.end(hashFor("a"), "arrives")
      return { result: undefined, error: { code: "PAYMENT_FAILED", message: "" } }
    }
    const answer = await Effect.runPromise(bench.node.pay({ operationId: "mov_1", bolt11: invoice, sats, maximumFee }))
    expect(answer).toMatchObject({ _tag: "Done" })
    expect(await bench.paid("a")).toEqual([5_000n])
  })

  it("that hides its balance is in use all the same", async () => {
    bench.lies.isBalanceHidden = true
    const { lightningNode: layer, providers: [provider] } = nwc({
      connection: Redacted.make(bench.connection),
      allowsUnboundedFee: true,
      network: "regtest"
    })
    const { balance } = await adapterOf({ lightningNode: layer })
    const read = await Effect.runPromise(Effect.result(balance ?? Effect.succeed(undefined)))
    expect(Result.isFailure(read) && read.failure.reason).toBe("the connection may not do this")
    expect(provider && await Effect.runPromise(provider.state)).toMatchObject({ state: "ready", failures: 0 })
  })

  it("hears what only it can read, with an end", async () => {
    const invoice = bench.invoice("a", 5_000n)
    await Effect.runPromise(bench.node.pay({ operationId: "mov_1", bolt11: invoice, sats, maximumFee }))
    const [request] = bench.relay.requests
    if (request === undefined) throw new Error("there was no request")
    expect(request.tags).toContainEqual(["encryption", "nip44_v2"])
    const end = Number(request.tags.find(([name]) => name === "expiration")?.[1])
    expect(end - request.created_at).toBe(1)
    expect(JSON.parse(nip44.decrypt(request.content, nip44.getConversationKey(bench.walletSecret, request.pubkey))))
      .toEqual({
        method: "pay_invoice",
        params: { invoice }
      })
  })

  // G11
  it("tells what it received, and no one else does", async () => {
    const made = await Promise.all(["inv_1", "inv_2"].map((invoiceId) =>
      Effect.runPromise(bench.node.createInvoice({
        invoiceId,
        amount: unitsUnsafe("BTC", 1_000n),
        description: "PIX",
        expiresAt: Date.now() + 3_600_000
      }))
    ))
    const [one, two] = made.map((each) => each._tag === "Done" ? each.value.paymentHash : "")
    const { settlements } = bench.node
    if (settlements === undefined || one === undefined || two === undefined) throw new Error("there are none")
    const notify = (secret: Uint8Array, hash: string) =>
      bench.relay.publish(finalizeEvent({
        kind: 23_197,
        created_at: createdAt,
        tags: [["p", bench.clientPubkey]],
        content: nip44.encrypt(
          JSON.stringify({ notification_type: "payment_received", notification: { payment_hash: hash } }),
          nip44.getConversationKey(secret, bench.clientPubkey)
        )
      }, secret))
    bench.ledger.settleInvoice(two)
    const told = Effect.runPromise(Stream.runCollect(Stream.take(settlements, 1)))
    const again = setInterval(() => {
      notify(generateSecretKey(), one)
      notify(bench.walletSecret, one)
      notify(bench.walletSecret, two)
    }, 20)
    try {
      expect([...await told]).toEqual([{ paymentHash: two, received: 1_000n }])
    } finally {
      clearInterval(again)
    }
  })
})

describe("a connection string", () => {
  const [wallet, secret] = ["a".repeat(64), "b".repeat(64)]

  it.each([
    ["https://example.com", /begin with/],
    [`nostr+walletconnect://abc?relay=wss://relay.example&secret=${secret}`, /no wallet/],
    [`nostr+walletconnect://${wallet}?relay=wss://relay.example&secret=1`, /no secret/],
    [`nostr+walletconnect://${wallet}?secret=${secret}`, /relay must be/],
    [`nostr+walletconnect://${wallet}?relay=ws://relay.example&secret=${secret}`, /relay must be/]
  ])("that is none is refused in words without it", (text, problem) => {
    const read = parseConnection(Redacted.make(text))
    expect(Result.isFailure(read) ? read.failure : "").toMatch(problem)
    expect(Result.isFailure(read) ? read.failure : "").not.toContain(secret)
  })

  it("names wallet and relay", () => {
    const read = Result.getOrThrow(
      parseConnection(
        Redacted.make(
          `nostr+walletconnect://${wallet}?relay=wss%3A%2F%2Frelay.example%2Fv1&secret=${secret}&lud16=a@b.co`
        )
      )
    )
    expect([read.wallet, read.relay]).toEqual([wallet, "wss://relay.example/v1"])
  })

  it("opens nothing unless fees without a bound are allowed", () => {
    expect(() => nwc({ connection: Redacted.make(""), allowsUnboundedFee: false })).toThrow(TypeError)
  })
})
