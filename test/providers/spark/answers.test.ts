// What the SDK answers and throws, row by row, and what it says that is not so. Nothing is Done or Refused but for a listed reason, and
// what was sent before is not refused for what is wrong now.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { errors } from "../../../adapters/spark/codes.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { SparkPayment } from "../../../adapters/spark/sdk.ts"
import { openPlane, openSparkBench, settlement, user, walletAdapterOf } from "./bench.ts"
import { amount, movesOn } from "./moves.ts"

const run = Effect.runPromise
const words = ["token", "sats", "payment"] as const

const opened = async (word: (typeof words)[number]) => {
  const bench = await openSparkBench()
  const move = movesOn(bench).find((each) => each.word === word) ?? expect.unreachable()
  return {
    bench,
    move,
    ask: () => run(move.ask(bench.wallet, "op")),
    lookUp: () => run(move.lookUp(bench.wallet, "op"))
  }
}

const throws = (sentence: string) => () => Promise.reject(new Error(sentence))

const rows = [
  ...errors,
  { sentence: "SparkSdkError: Operator RPC error: status 500", means: "unlisted" },
  { sentence: "Network error: connection closed", means: "unlisted" },
  { sentence: "Error: anything", means: "unlisted" },
  { sentence: "Invalid input: Not found", means: "unlisted" }
] as const

// What a sentence means while nothing was sent yet.
const unsent = (means: string, word: string): string =>
  means === "refused" || means === "short" && word !== "sats" ? "Refused" : "Held"

describe.each(words)("a movement of %s", (word) => {
  it.each(rows)("is answered as its row says when preparing throws: $sentence", async ({ means, sentence }) => {
    const { ask, bench, lookUp, move } = await opened(word)
    bench.spark.faults.set("prepareSendPayment", [throws(`${sentence} and more`)])
    const answer = await ask()
    expect(answer._tag).toBe(unsent(means, word))
    expect(JSON.stringify(answer)).not.toContain("and more")
    expect(await move.moved("op")).toEqual([])
    expect((await lookUp())._tag).toBe(answer._tag === "Refused" ? "Refused" : "Absent")
  })

  it.each(rows)(
    "is answered as its row says when sending throws and nothing is found: $sentence",
    async ({ means, sentence }) => {
      const { ask, bench, move } = await opened(word)
      bench.spark.faults.set("sendPayment", [throws(sentence)])
      expect((await ask())._tag).toBe(means === "unlisted" ? "Unknown" : unsent(means, word))
      expect(await move.moved("op")).toEqual([])
    }
  )

  it.each(rows)("is found when sending throws and it moved all the same: $sentence", async ({ sentence }) => {
    const { ask, bench, move } = await opened(word)
    bench.spark.faults.set("sendPayment", [(call) => call().then(throws(sentence))])
    expect((await ask())._tag).toBe("Done")
    expect(await move.moved("op")).toEqual([amount])
  })

  it.each(rows)("is never refused once it was sent before: $sentence", async ({ sentence }) => {
    const { ask, bench } = await opened(word)
    bench.spark.faults.set("sendPayment", [throws("Network error: first")])
    expect((await ask())._tag).toBe("Unknown")
    bench.spark.faults.set("prepareSendPayment", [throws(sentence)])
    bench.spark.faults.set("sendPayment", [throws(sentence)])
    expect((await ask())._tag).toBe("Unknown")
  })

  it("is made once when its first sending arrives late", async () => {
    const { ask, bench, lookUp, move } = await opened(word)
    let arrive = (): Promise<unknown> => expect.unreachable()
    bench.spark.faults.set("sendPayment", [(call) => {
      arrive = call
      return new Promise(() => {})
    }])
    expect((await ask())._tag).toBe("Unknown")
    await arrive()
    const later = await lookUp()
    expect(word === "payment" ? ["Unknown"] : ["Done"]).toContain(later._tag)
    expect((await ask())._tag).toBe("Done")
    expect(await move.moved("op")).toEqual([amount])
  })

  it("is made once when its first sending arrives after the second", async () => {
    const { ask, bench, move } = await opened(word)
    let arrive = (): Promise<unknown> => expect.unreachable()
    bench.spark.faults.set("sendPayment", [(call) => {
      arrive = call
      return new Promise(() => {})
    }])
    expect((await ask())._tag).toBe("Unknown")
    // Tokens are not sent a second time.
    expect((await ask())._tag).toBe(word === "token" ? "Unknown" : "Done")
    await arrive().catch(() => undefined)
    expect((await ask())._tag).toBe("Done")
    expect(await move.moved("op")).toEqual([amount])
  })

  it("is not found to be missing by a synchronisation that failed in silence", async () => {
    const { ask, bench, move } = await opened(word)
    bench.spark.faults.set("sendPayment", [(call) => call().then(throws("Network error: lost"))])
    const hidden = () => Promise.resolve({})
    bench.spark.faults.set("syncWallet", word === "token" ? [hidden, hidden, hidden] : [hidden, hidden])
    await ask()
    // A fresh process has seen nothing yet.
    const wallet = await walletAdapterOf(bench.open(), bench.plane)
    bench.spark.faults.set("syncWallet", [hidden])
    const found = await run(move.lookUp(wallet, "op"))
    if (word === "token") expect(found._tag).toBe("Unknown")
    // Satoshis go out under the same key again.
    expect((await run(move.ask(wallet, "op")))._tag).toBe("Done")
    expect(await move.moved("op")).toEqual([amount])
  })

  const lies: ReadonlyArray<readonly [string, (payment: SparkPayment) => SparkPayment]> = [
    ["less than was requested", (payment) => ({ ...payment, amount: payment.amount - 1n })],
    ["more than was requested", (payment) => ({ ...payment, amount: payment.amount + 1n })],
    ["a fee that was not allowed", (payment) => ({ ...payment, fees: 11n })],
    ["a fee below nothing", (payment) => ({ ...payment, fees: -1n })],
    ["another payment", (payment) => ({ ...payment, id: "0".repeat(36), details: { type: "spark" } })],
    ["no details", ({ details: _, ...payment }) => payment]
  ]
  it.each(lies.filter(([name]) => word !== "sats" || name !== "no details"))(
    "is Unknown where the SDK says that it was %s",
    async (_, lie) => {
      const { ask, bench, lookUp } = await opened(word)
      bench.spark.lie = lie
      expect((await ask())._tag).toBe("Unknown")
      expect((await lookUp())._tag).toBe("Unknown")
    }
  )

  it.each(["amount", "fee", "receiver", "conversion", "token"] as const)(
    "is held where the SDK prepared another %s",
    async (what) => {
      const { ask, bench, move } = await opened(word)
      bench.spark.lieOfPreparing = (prepared) => {
        const { paymentMethod: method } = prepared
        switch (what) {
          case "amount":
            return { ...prepared, amount: prepared.amount + 1n }
          case "fee":
            return {
              ...prepared,
              paymentMethod: method.type === "bolt11Invoice"
                ? { ...method, lightningFeeSats: 11 }
                : { ...method, fee: "1" } as typeof method
            }
          case "receiver":
            return {
              ...prepared,
              paymentMethod: { type: "sparkAddress", address: bench.poor.address, fee: "0" }
            }
          case "conversion":
            return {
              ...prepared,
              conversionEstimate: {
                options: { conversionType: { type: "fromBitcoin" } },
                amountIn: 1n,
                amountOut: 1n,
                fee: 0n
              }
            }
          case "token":
            return { ...prepared, tokenIdentifier: "btkn1another" }
        }
      }
      expect((await ask())._tag).toBe(what === "fee" && word === "payment" ? "Refused" : "Held")
      expect(await move.moved("op")).toEqual([])
    }
  )

  it("is not mistaken for another movement under its id", async () => {
    const { ask, bench } = await opened(word)
    expect((await ask())._tag).toBe("Done")
    for (const other of movesOn(bench).filter((each) => each.word !== word)) {
      expect((await run(other.ask(bench.wallet, "op")))._tag).toBe("Unknown")
    }
  })
})

describe("a transfer that is looked up", () => {
  const units = unitsUnsafe("DEPIX", amount)
  const sats = unitsUnsafe("BTC", amount)

  it("is never Done with another amount or wallet than was ordered", async () => {
    const { ask, bench } = await opened("token")
    expect((await ask())._tag).toBe("Done")
    const from = bench.user.address
    const token = (order: { readonly from: string; readonly units: typeof units }) =>
      run(bench.wallet.lookUpTransfer({ operationId: "op", ...order }))
    expect((await token({ from, units }))._tag).toBe("Done")
    for (const order of [{ from, units: unitsUnsafe("DEPIX", amount + 1n) }, { from: bench.receiver, units }]) {
      expect(await token(order)).toMatchObject({ _tag: "Unknown", reason: { code: "differs" } })
    }
  })

  it("is never Done with another amount where our record of it is gone", async () => {
    const { ask, bench } = await opened("sats")
    expect((await ask())._tag).toBe("Done")
    const bare = await walletAdapterOf(bench.open(), await openPlane())
    const found = (of: typeof sats) => run(bare.lookUpTransfer({ operationId: "op", to: bench.receiver, sats: of }))
    expect((await found(sats))._tag).toBe("Done")
    expect(await found(unitsUnsafe("BTC", amount - 1n))).toMatchObject({
      _tag: "Unknown",
      reason: { code: "differs", asset: "BTC", amount: "0.00001" }
    })
  })
})

describe("a Lightning payment", () => {
  it.each([-1, 1.5, 1e21])("is held where the SDK prepared a fee of %d", async (fee) => {
    const { ask, bench, move } = await opened("payment")
    bench.spark.lieOfPreparing = (prepared) => {
      const { paymentMethod: method } = prepared
      return method.type === "bolt11Invoice"
        ? { ...prepared, paymentMethod: { ...method, lightningFeeSats: fee } }
        : prepared
    }
    expect((await ask())._tag).toBe("Held")
    expect(await move.moved("op")).toEqual([])
  })

  it("that failed is Unknown while its satoshis are not back, and Refused then", async () => {
    for (const isReturned of [false, true]) {
      const { ask, bench } = await opened("payment")
      bench.ledger.fate = "open"
      expect((await ask())._tag).toBe("Unknown")
      for (const payment of bench.ledger.payments.values()) bench.ledger.fail(payment, isReturned)
      expect((await ask())._tag).toBe(isReturned ? "Refused" : "Unknown")
    }
  })

  it("that arrived is Unknown without a preimage that hashes to its payment hash", async () => {
    for (const preimage of [undefined, "00".repeat(32), "no hex"]) {
      const { ask, bench } = await opened("payment")
      bench.spark.lie = (payment) =>
        payment.details?.type === "lightning"
          ? {
            ...payment,
            details: {
              ...payment.details,
              htlcDetails: {
                paymentHash: payment.details.htlcDetails.paymentHash,
                expiryTime: 0,
                status: "preimageShared",
                ...preimage === undefined ? {} : { preimage }
              }
            }
          }
          : payment
      expect((await ask())._tag).toBe("Unknown")
    }
  })
})

describe("tokens that the settlement wallet received", () => {
  it("are found after those of many others, page by page", async () => {
    const { ask, bench, lookUp } = await opened("token")
    const { ledger } = bench
    for (let count = 0; count < 250; count++) {
      const endsAt = Math.floor(Date.now() / 1_000) + 60
      const { text } = ledger.invoice(settlement.identity, {
        token: ledger.token,
        units: 1n,
        endsAt,
        payer: user.identity,
        description: undefined
      })
      ledger.payTokens(user.identity, text)
    }
    bench.spark.faults.set("sendPayment", [(call) => call().then(throws("Network error: lost"))])
    bench.spark.faults.set("listPayments", [throws("Network error: lost")])
    expect((await ask())._tag).toBe("Unknown")
    expect((await lookUp())._tag).toBe("Done")
  })

  it("are found without any record of them, of their id and since an instant", async () => {
    const { ask, bench } = await opened("token")
    const { ledger } = bench
    const id = "op"
    expect((await ask())._tag).toBe("Done")
    const wallet = await walletAdapterOf(bench.open(), await openPlane())
    const found = (operationId = id, since = Date.now() - 60_000, units = amount) =>
      Effect.runPromise(
        wallet.lookUpReceived?.({ operationId, units: unitsUnsafe("DEPIX", units), since }) ?? Effect.die("none")
      )
    const [first] = ledger.tokens
    if (first === undefined) expect.unreachable()
    expect(await found()).toEqual({ _tag: "Done", value: { transferId: first.hash } })
    expect(await found("leg-0/another")).toEqual({ _tag: "Absent" })
    expect(await found(id, Date.now() + 2 * 3_600_000)).toEqual({ _tag: "Absent" })
    expect(await found(id, 0, amount + 1n)).toMatchObject({ _tag: "Unknown", reason: { code: "differs" } })
    first.status = "pending"
    expect(await found()).toMatchObject({ _tag: "Unknown", reason: { code: "underWay" } })
    first.status = "failed"
    expect(await found()).toEqual({ _tag: "Absent" })
    ledger.tokens.push({ ...first, hash: "one", status: "completed" }, { ...first, hash: "two", status: "completed" })
    expect(await found()).toMatchObject({ _tag: "Unknown", reason: { code: "ambiguous" } })
    bench.spark.set("cut")
    expect(await found()).toMatchObject({ _tag: "Unknown", reason: { code: "noAnswer" } })
  })

  it("twice for one invoice are for a person to look at", async () => {
    const { ask, bench, lookUp } = await opened("token")
    const { ledger } = bench
    ledger.fate = "open"
    expect((await ask())._tag).toBe("Unknown")
    const [first] = ledger.tokens
    if (first === undefined) expect.unreachable()
    ledger.finalise(first)
    ledger.tokens.push({ ...first, hash: "another" })
    expect((await lookUp())._tag).toBe("Unknown")
  })

  it("are found where another transfer for the invoice was cancelled", async () => {
    const { ask, bench, lookUp } = await opened("token")
    const { ledger } = bench
    ledger.fate = "open"
    expect((await ask())._tag).toBe("Unknown")
    const [first] = ledger.tokens
    if (first === undefined) expect.unreachable()
    ledger.tokens.unshift({ ...first, hash: "another", status: "failed" })
    expect((await lookUp())._tag).toBe("Unknown")
    ledger.finalise(first)
    expect((await lookUp())._tag).toBe("Done")
  })
})
