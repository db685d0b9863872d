// What LND's answers mean: every row of the tables, and what no row lists. Amounts, fees and preimages are compared.
import { Effect, Fiber, Redacted, Result, Stream } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { technical } from "../../../core/base/reason/reason.ts"
import { errors, failureReasons } from "../../../adapters/lnd/codes.ts"
import { hashInPath, paymentHashOf, preimageOf } from "../../../adapters/lnd/ids.ts"
import { lnd } from "../../../adapters/lnd/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { type LedgerBench, adapterOf, hashFor, invoicesOn, openLedgerBench, settingsFor } from "./bench.ts"
import { invoiceOf, sha256 } from "./invoices.ts"
import type { Fate } from "./ledger-node.ts"

const sats = (amount: bigint) => unitsUnsafe("BTC", amount)
let bench: LedgerBench

beforeEach(async () => {
  bench = await openLedgerBench()
})

afterEach(async () => {
  await bench.close?.()
})

const pay = (bolt11: string, maximumFee = 100n) =>
  Effect.runPromise(bench.node.pay({ operationId: "mov_1", bolt11, sats: sats(5_000n), maximumFee: sats(maximumFee) }))
const lookUp = (bolt11: string) =>
  Effect.runPromise(bench.node.lookUpPayment({ operationId: "mov_1", bolt11, sats: sats(5_000n) }))
const plantInPayment = (change: Record<string, unknown>) => {
  bench.front.plant = (message) => Object.assign(message["result"] ?? {}, change)
}
const plantError = (code: number, text: string) => {
  bench.front.plant = (message) => {
    for (const name of Object.keys(message)) delete message[name]
    Object.assign(message, { error: { code, message: text, details: [] } })
  }
}

describe("a payment", () => {
  it("has the bound of its fee in the request, also when it is zero", async () => {
    await pay(bench.invoice("a", 5_000n), 7n)
    await pay(bench.invoice("b", 5_000n), 0n)
    expect(bench.ledger.bounds).toEqual([7_000n, 0n])
  })

  it("above its bound is refused", async () => {
    expect(await pay(bench.invoice("a", 5_000n), 1n)).toMatchObject({ _tag: "Refused" })
    expect(await bench.paid("a")).toEqual([])
  })

  it("costs a satoshi for a part of one", async () => {
    expect(await pay(bench.invoice("a", 5_000n), 2n)).toMatchObject({ _tag: "Done", value: { fee: 2n } })
  })

  it.each(Object.entries(failureReasons))(
    "that failed with %s means what its row says",
    async (reason, { means, says }) => {
      const bolt11 = invoicesOn(bench.ledger)(reason as Fate)("a", 5_000n)
      const asked = { refused: "Refused", short: "Held", unknown: "Unknown" } as const
      const found = { refused: "Refused", short: "Absent", unknown: "Unknown" } as const
      const answer = await pay(bolt11)
      expect(answer._tag).toBe(asked[means])
      expect(JSON.stringify(answer)).toContain(says)
      expect(await lookUp(bolt11)).toMatchObject({ _tag: found[means] })
    }
  )

  it("that failed for a reason of no row is Unknown", async () => {
    const bolt11 = invoicesOn(bench.ledger)("FAILURE_REASON_OF_TOMORROW")("a", 5_000n)
    expect(await pay(bolt11)).toMatchObject({ _tag: "Unknown" })
    expect(await lookUp(bolt11)).toMatchObject({ _tag: "Unknown" })
  })

  it("with too little balance is made later", async () => {
    const bolt11 = invoicesOn(bench.ledger)("FAILURE_REASON_INSUFFICIENT_BALANCE")("a", 5_000n)
    expect(await pay(bolt11)).toMatchObject({ _tag: "Held", reason: { code: "float" } })
    bench.ledger.fates.set(hashFor("a"), "arrives")
    expect(await pay(bolt11)).toMatchObject({ _tag: "Done" })
    expect(await bench.paid("a")).toEqual([5_000n])
  })

  it.each([
    ["another amount", { value_msat: "4999000" }],
    ["another payment hash", { payment_hash: "00".repeat(32) }],
    ["a preimage of another", { payment_preimage: "00".repeat(32) }],
    ["no preimage", { payment_preimage: "" }],
    ["a fee with a fraction", { fee_msat: "1.5" }],
    ["a fee of more than there is bitcoin", { fee_msat: "2100000000000000001" }],
    ["an amount that is a number", { value_msat: 5_000_000 }],
    ["a status of tomorrow", { status: "ALMOST" }]
  ])("that the node says it made with %s is Unknown", async (_, change) => {
    plantInPayment(change)
    expect(await pay(bench.invoice("a", 5_000n))).toMatchObject({ _tag: "Unknown" })
    expect(await lookUp(bench.invoice("a", 5_000n))).toMatchObject({ _tag: "Unknown" })
  })

  it.each(errors.filter(({ means }) => means === "repeated"))("answered $sentence is looked up", async (row) => {
    const bolt11 = bench.invoice("a", 5_000n)
    await pay(bolt11)
    let isFirst = true
    bench.front.plant = (message) => {
      if (!isFirst) return
      isFirst = false
      for (const name of Object.keys(message)) delete message[name]
      Object.assign(message, { error: { code: row.code, message: row.sentence, details: [] } })
    }
    expect(await pay(bolt11)).toMatchObject({ _tag: "Done" })
  })

  it.each(errors.filter(({ means }) => means === "refused"))(
    "answered $sentence is looked up, and refused when it is not there",
    async (row) => {
      const isPaid = bench.invoice("a", 5_000n)
      await pay(isPaid)
      let isFirst = true
      bench.front.plant = (message) => {
        if (!isFirst) return
        isFirst = false
        for (const name of Object.keys(message)) delete message[name]
        Object.assign(message, { error: { code: row.code, message: `${row.sentence} today`, details: [] } })
      }
      expect(await pay(isPaid)).toMatchObject({ _tag: "Done" })
      const expired = invoiceOf({
        preimage: sha256("b"),
        msat: 5_000_000n,
        createdAt: bench.ledger.now() - 900,
        seconds: 60
      })
      bench.front.plant = undefined
      expect(await pay(expired)).toMatchObject({ _tag: "Refused", reason: { code: "expired" } })
    }
  )

  it.each([
    [5, "Not Found"],
    [2, "wallet locked, unlock it to enable full RPC access"],
    [2, "permission denied"],
    [14, "the RPC server is in the process of starting up"],
    [6, "something else exists"]
  ])("answered with code %s, %s, is Unknown, and so is its look-up", async (code, text) => {
    plantError(code, text)
    expect(await pay(bench.invoice("a", 5_000n))).toMatchObject({ _tag: "Unknown" })
    expect(await lookUp(bench.invoice("a", 5_000n))).toMatchObject({ _tag: "Unknown" })
  })

  it("with an invoice that cannot be paid as it is is not sent", async () => {
    const open = invoiceOf({
      preimage: sha256("a"),
      msat: 5_000_000n,
      createdAt: bench.ledger.now(),
      seconds: 60,
      prefix: "lnbc"
    })
    expect(await pay(open)).toMatchObject({ _tag: "Held", reason: { code: "paused" } })
    expect(await pay("lnbcrt1nonsense")).toMatchObject({ _tag: "Refused" })
    expect(bench.front.calls).toEqual([])
  })

  it("is held where the macaroon cannot be one", async () => {
    const node = await adapterOf(lnd({ ...settingsFor(bench.front.url), macaroon: Redacted.make("\u0002\u0001lnd") }))
    const answer = await Effect.runPromise(
      node.pay({ operationId: "mov_1", bolt11: bench.invoice("a", 5_000n), sats: sats(5_000n), maximumFee: sats(1n) })
    )
    expect(answer).toMatchObject({
      _tag: "Held",
      reason: { code: "paused", detail: "the macaroon is not in hex" }
    })
    expect(bench.front.calls).toEqual([])
  })

  it("that others refuse again and again leaves the node in use", async () => {
    const { providers: [provider], ...adapters } = lnd(settingsFor(bench.front.url))
    const node = await adapterOf(adapters)
    for (let index = 0; index < 7; index++) {
      const expired = invoiceOf({ preimage: sha256(`${index}`), msat: 1_000n, createdAt: 1_700_000_000, seconds: 60 })
      const answer = await Effect.runPromise(
        node.pay({ operationId: "mov_1", bolt11: expired, sats: sats(1n), maximumFee: sats(1n) })
      )
      expect(answer._tag).toBe("Refused")
    }
    expect(provider && await Effect.runPromise(provider.state)).toMatchObject({ state: "ready", failures: 0 })
  })
})

const make = (invoiceId: string, amount = 1_000n) =>
  Effect.runPromise(
    bench.node.createInvoice({ invoiceId, amount: sats(amount), description: "PIX", expiresAt: Date.now() + 3_600_000 })
  )
const find = (hash: string) => Effect.runPromise(bench.node.lookUpInvoice({ paymentHash: hash, amount: sats(1_000n) }))

describe("an invoice", () => {
  it("that is there with another amount is Unknown", async () => {
    expect(await make("inv_1")).toMatchObject({ _tag: "Done" })
    expect(await make("inv_1", 1_001n)).toMatchObject({ _tag: "Unknown" })
  })

  it("whose text is another's is Unknown", async () => {
    const other = bench.invoice("other", 1_000n)
    bench.front.plant = (message) => message["payment_request"] = other
    expect(await make("inv_1")).toMatchObject({ _tag: "Unknown" })
  })

  it.each(
    [
      ["CANCELED", {}, "Refused"],
      ["ACCEPTED", {}, "Unknown"],
      ["OPEN", {}, "Unknown"],
      ["OPEN", { creation_date: "1700000000" }, "Refused"],
      ["SETTLED", { amt_paid_msat: "999999" }, "Unknown"],
      ["SETTLED", { amt_paid_msat: "1000000", settle_date: "1790000001" }, "Done"]
    ] as const
  )("of state %s with %o is what it says", async (state, change, expected) => {
    const made = await make("inv_1")
    if (made._tag !== "Done") throw new Error(technical(made.reason))
    bench.front.plant = (message) => Object.assign(message, { state, ...change })
    const found = await find(made.value.paymentHash)
    expect(found._tag).toBe(expected)
    if (found._tag === "Done") expect(found.value.paidAt).toBe(1_790_000_001_000)
  })

  it("that was paid with less than was ordered is Unknown, and with more Done", async () => {
    const made = await make("inv_1")
    if (made._tag !== "Done") throw new Error(technical(made.reason))
    const { paymentHash } = made.value
    const settled = { state: "SETTLED", amt_paid_msat: "1000999", value_msat: "1", settle_date: "1790000001" }
    bench.front.plant = (message) => Object.assign(message, settled)
    const found = (amount: bigint) => Effect.runPromise(bench.node.lookUpInvoice({ paymentHash, amount: sats(amount) }))
    expect((await found(1_000n))._tag).toBe("Done")
    expect(await found(1_001n)).toEqual({
      _tag: "Unknown",
      reason: { code: "differs", asset: "BTC", amount: "0.00001" }
    })
  })

  it.each(errors.filter(({ means }) => means === "unknownInvoice"))("answered $sentence is Absent", async (row) => {
    bench.front.plant = (message) => Object.assign(message, { code: row.code, message: row.sentence })
    expect(await find("00".repeat(32))).toEqual({ _tag: "Absent" })
  })

  it("of a node without this path is Unknown", async () => {
    bench.front.plant = (message) => Object.assign(message, { code: 5, message: "Not Found" })
    expect(await find("00".repeat(32))).toMatchObject({ _tag: "Unknown" })
  })
})

// G11
describe("settlements", () => {
  it("are told as they come, and those that a broken line missed when it is open again", async () => {
    const hashes = await Promise.all(["inv_1", "inv_2", "inv_3"].map(async (id) => {
      const made = await make(id)
      if (made._tag !== "Done") throw new Error(technical(made.reason))
      return made.value.paymentHash
    }))
    const { settlements } = bench.node
    if (settlements === undefined) throw new Error("there are none")
    const [one = "", two = "", three = ""] = hashes
    const told = (count: number) =>
      Effect.runPromise(Stream.runCollect(Stream.take(settlements, count)).pipe(Effect.map((all) => [...all])))
    const opened = () => bench.front.calls.filter((call) => call.endsWith("/subscribe")).length

    const first = told(1)
    await expect.poll(opened).toBe(1)
    bench.ledger.settleInvoice(one)
    expect(await first).toEqual([{ paymentHash: one, received: 1_000n }])
    bench.ledger.settleInvoice(two)
    bench.ledger.settleInvoice(three)
    expect(await told(2)).toEqual([
      { paymentHash: two, received: 1_000n },
      { paymentHash: three, received: 1_000n }
    ])
  })

  it("say nothing that a look-up does not", async () => {
    const made = await make("inv_1")
    if (made._tag !== "Done") throw new Error(technical(made.reason))
    const { settlements } = bench.node
    if (settlements === undefined) throw new Error("there are none")
    const told: Array<string> = []
    const listening = Effect.runFork(
      Stream.runForEach(settlements, ({ paymentHash }) => Effect.sync(() => told.push(paymentHash)))
    )
    await expect.poll(() => bench.front.calls.filter((call) => call.endsWith("/subscribe")).length).toBe(1)
    bench.front.plant = (message) => Object.assign(message, { state: "OPEN", amt_paid_msat: "0" })
    bench.ledger.settleInvoice(made.value.paymentHash)
    const failed = await Effect.runPromise(Effect.result(Fiber.join(listening)))
    expect(Result.isFailure(failed) && failed.failure._tag).toBe("NodeSilent")
    expect(told).toEqual([])
  })
})

describe("the balance", () => {
  const read = () => Effect.runPromise(Effect.result(bench.node.balance ?? Effect.succeed(undefined)))
  const local = (change: Record<string, unknown>) => {
    bench.ledger.heldMsat = 5_000_999n
    bench.front.plant = (message) => Object.assign(message["local_balance"] ?? {}, change)
    return read()
  }

  it("is what is local, and neither what is on its way nor what waits for a channel", async () => {
    expect(await local({})).toEqual(Result.succeed(5_000n))
  })

  it.each([
    ["two figures that differ", { sat: "5000999" }],
    ["a number where text is", { msat: 5_000_999 }],
    ["no millisatoshis", { msat: undefined }],
    ["more than there is bitcoin", { sat: "9999999999999999", msat: "9999999999999999000" }]
  ])("with %s is not known", async (_, change) => {
    expect(Result.isFailure(await local(change))).toBe(true)
  })

  it("of a node that may not say it, or says nothing of it, is not known", async () => {
    bench.front.plant = (message) => delete message["local_balance"]
    expect(Result.isFailure(await read())).toBe(true)
    plantError(2, "permission denied")
    expect(Result.isFailure(await read())).toBe(true)
  })
})

describe("ids", () => {
  it("are the same for ever", () => {
    const preimage = preimageOf("key", "inv_0198c0de00007000800000000000000a")
    expect(preimage.toString("hex")).toBe("96985d44ec0b0cda9a981febbca1de269e8a8464ab7b35bc64b8e36f3bacb2d0")
    expect(paymentHashOf(preimage)).toBe("6480b966b8062660cc1571dabb0ed8c488a40cb9d39e3539c1c6629e3b05f3c3")
  })

  it("of hashes in a path have no character that a path takes for another", () => {
    expect(hashInPath("fb".repeat(32))).toBe("-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s=")
  })
})
