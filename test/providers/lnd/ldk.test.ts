// The adapter before real Lightning nodes: LND's REST interface is the test's own, and behind it nodes of LDK pay each other through
// channels. A payment to the shop goes over a hop, which asks for a fee; the hop pays our invoices.
import { Effect, Fiber, Result, Stream } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { lnd } from "../../../adapters/lnd/index.ts"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import { readBolt11 } from "../../../core/standards/address/bolt11.ts"
import type { LightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import { adapterOf, settingsFor } from "./bench.ts"
import { type Front, openFront } from "./front.ts"
import { sha256 } from "./invoices.ts"
import { LdkBehind } from "./ldk-behind.ts"
import { LdkChain } from "./ldk-chain.ts"
import { type LdkNode, loadLdk, namesRoute, openLdkNode } from "./ldk-node.ts"

const channelSats = 1_000_000n
const patient = { timeout: 20_000, interval: 10 }
/** What the hop asks for, in millisatoshis. */
const hopMsat = 1_000n

let ours: LdkNode
let hop: LdkNode
let shop: LdkNode
let behind: LdkBehind
let front: Front
let node: LightningNodeAdapter
/** An invoice of the shop whose time is over. */
let expired: string
/** What arrived at the shop, by payment hash. Millisatoshis. */
const arrived = new Map<string, Array<bigint>>()
const held: Array<string> = []

beforeAll(async () => {
  await loadLdk()
  const now = Math.floor(Date.now() / 1_000)
  const chain = new LdkChain(now - 900)
  ours = await openLdkNode(chain, 1)
  hop = await openLdkNode(chain, 2)
  shop = await openLdkNode(chain, 3)
  shop.events.on("claimed", (hash, msat) => arrived.set(hash, [...arrived.get(hash) ?? [], msat]))
  shop.events.on("held", (hash) => held.push(hash))
  await ours.connect(hop)
  await hop.connect(shop)
  await vi.waitUntil(() => hop.peers() === 2, patient)
  ours.open(hop, channelSats, channelSats * 400n)
  hop.open(shop, channelSats, 0n)
  await vi.waitUntil(() => chain.pending() === 2, patient)
  for (let block = 0; block < 6; block++) chain.mine()
  await vi.waitUntil(() => ours.channels() + hop.channels() + shop.channels() === 4, patient)
  await vi.waitUntil(() => {
    expired = invoiceOfShop("old", 25_000n, 60)
    return namesRoute(expired)
  }, patient)
  chain.seconds = now
  chain.mine()
  behind = new LdkBehind(ours)
  front = await openFront(behind)
  // No answer is given up, however busy the machine is.
  const patience = { callMs: 60_000, payMs: 60_000, trackMs: 60_000 }
  node = await adapterOf(lnd({ ...settingsFor(front.url), patience }))
}, 60_000)

afterAll(async () => {
  await front?.close()
  for (const each of [ours, hop, shop]) each?.close()
})

const hashOf = (name: string): string => sha256(sha256(name)).toString("hex")
const invoiceOfShop = (name: string, sats: bigint, seconds = 3_600): string =>
  shop.invoice(sha256(name), { msat: sats * 1_000n, expiry: seconds, memo: name })
const satsIn = (bolt11: string) =>
  unitsUnsafe("BTC", (Result.getOrThrow(readBolt11(bolt11, undefined)).amountMsat ?? 0n) / 1_000n)
const pay = (bolt11: string, maximumFee = 10n) =>
  Effect.runPromise(
    node.pay({ operationId: "mov_1", bolt11, sats: satsIn(bolt11), maximumFee: unitsUnsafe("BTC", maximumFee) })
  )
const lookUp = (bolt11: string) =>
  Effect.runPromise(node.lookUpPayment({ operationId: "mov_1", bolt11, sats: satsIn(bolt11) }))
// The shop hears of it after us, now and then.
const hasArrived = (name: string, sats: bigint) =>
  expect.poll(() => arrived.get(hashOf(name)), patient).toEqual([sats * 1_000n])
const isHeld = (name: string) => expect.poll(() => held, patient).toContain(hashOf(name))

describe("a payment between real nodes", () => {
  it("is proven by its preimage, with the fee that it cost", async () => {
    const bolt11 = invoiceOfShop("coffee", 20_000n)
    const before = ours.spendableMsat()
    const answer = await pay(bolt11)
    expect(answer).toMatchObject({ _tag: "Done", value: { paymentHash: hashOf("coffee"), fee: 1n } })
    if (answer._tag !== "Done") return
    expect(sha256(Buffer.from(answer.value.preimage, "hex")).toString("hex")).toBe(hashOf("coffee"))
    expect(await lookUp(bolt11)).toEqual(answer)
    await hasArrived("coffee", 20_000n)
    await expect.poll(() => before - ours.spendableMsat(), patient).toBe(20_000_000n + hopMsat)
    if (node.balance === undefined) throw new Error("there is no balance")
    expect(await Effect.runPromise(node.balance)).toBe(ours.spendableMsat() / 1_000n)
  })

  it("that is requested again is the one that was made", async () => {
    const bolt11 = invoiceOfShop("bread", 21_000n)
    const answer = await pay(bolt11)
    behind.answers.length = 0
    expect(await pay(bolt11)).toEqual(answer)
    expect(behind.answers).toEqual(["DuplicatePayment"])
    await hasArrived("bread", 21_000n)
  })

  it("that is requested again on its way arrives once", async () => {
    shop.hold(hashOf("tea"))
    const bolt11 = invoiceOfShop("tea", 22_000n)
    const first = pay(bolt11)
    await isHeld("tea")
    behind.answers.length = 0
    const second = pay(bolt11)
    const found = lookUp(bolt11)
    await expect.poll(() => behind.answers, patient).toEqual(["DuplicatePayment"])
    expect(arrived.has(hashOf("tea"))).toBe(false)
    shop.claim(hashOf("tea"))
    expect(await first).toMatchObject({ _tag: "Done", value: { paymentHash: hashOf("tea") } })
    expect(await second).toEqual(await first)
    expect(await found).toEqual(await first)
    await hasArrived("tea", 22_000n)
  })

  it("that the shop turns down is refused, and costs nothing", async () => {
    const before = ours.spendableMsat()
    shop.hold(hashOf("cake"))
    const bolt11 = invoiceOfShop("cake", 23_000n)
    const answer = pay(bolt11)
    await isHeld("cake")
    shop.refuse(hashOf("cake"))
    expect(await answer).toMatchObject({ _tag: "Refused" })
    expect(await lookUp(bolt11)).toEqual(await answer)
    await expect.poll(() => ours.spendableMsat(), patient).toBe(before)
    expect(arrived.has(hashOf("cake"))).toBe(false)
  })

  it("above the bound of its fee is refused, and made within it", async () => {
    const bolt11 = invoiceOfShop("pie", 24_000n)
    const before = ours.spendableMsat()
    expect(await pay(bolt11, 0n)).toMatchObject({ _tag: "Refused" })
    expect(await lookUp(bolt11)).toMatchObject({ _tag: "Refused" })
    expect(arrived.has(hashOf("pie"))).toBe(false)
    expect(ours.spendableMsat()).toBe(before)
    expect(await pay(bolt11, 1n)).toMatchObject({ _tag: "Done", value: { fee: 1n } })
    await hasArrived("pie", 24_000n)
  })

  it("of an invoice that has expired is refused, and was never begun", async () => {
    behind.answers.length = 0
    expect(await pay(expired)).toMatchObject({ _tag: "Refused", reason: { code: "expired" } })
    expect(behind.answers).toEqual(["PaymentExpired"])
    expect(await lookUp(expired)).toEqual({ _tag: "Absent" })
    expect(arrived.has(hashOf("old"))).toBe(false)
  })
})

describe("an invoice that a real node pays", () => {
  const make = async (invoiceId: string, sats: bigint) => {
    const made = await Effect.runPromise(node.createInvoice({
      invoiceId,
      amount: unitsUnsafe("BTC", sats),
      description: "PIX",
      expiresAt: Date.now() + 3_600_000
    }))
    if (made._tag !== "Done") throw new Error(JSON.stringify(made))
    return made.value
  }
  const find = (paymentHash: string) =>
    Effect.runPromise(node.lookUpInvoice({ paymentHash, amount: unitsUnsafe("BTC", 1n) }))
  const payByHop = (bolt11: string) => expect(hop.send(bolt11, 0n)).toBeUndefined()
  const opened = () => front.calls.filter((call) => call.endsWith("/subscribe")).length

  it("is found paid by a look-up, for its whole amount", async () => {
    const { bolt11, paymentHash } = await make("inv_look_up", 30_000n)
    expect(await find(paymentHash)).toMatchObject({ _tag: "Unknown" })
    const before = ours.spendableMsat()
    payByHop(bolt11)
    await expect.poll(async () => (await find(paymentHash))._tag, patient).toBe("Done")
    await expect.poll(() => ours.spendableMsat() - before, patient).toBe(30_000_000n)
    expect(await make("inv_look_up", 30_000n)).toEqual({ bolt11, paymentHash })
  })

  // G11
  it("is heard of as it is paid, and after a line that broke", async () => {
    const { settlements } = node
    if (settlements === undefined) throw new Error("there are none")
    const heard: Array<string> = []
    const listen = () =>
      Effect.runFork(Stream.runForEach(settlements, ({ paymentHash }) => Effect.sync(() => heard.push(paymentHash))))
    const [one, two] = [await make("inv_one", 31_000n), await make("inv_two", 32_000n)]

    const first = listen()
    await expect.poll(opened, patient).toBe(1)
    payByHop(one.bolt11)
    await expect.poll(() => heard, patient).toEqual([one.paymentHash])
    front.breakStreams()
    expect(Result.isFailure(await Effect.runPromise(Effect.result(Fiber.join(first))))).toBe(true)

    payByHop(two.bolt11)
    await expect.poll(async () => (await find(two.paymentHash))._tag, patient).toBe("Done")
    const second = listen()
    await expect.poll(() => heard, patient).toEqual([one.paymentHash, two.paymentHash])
    await Effect.runPromise(Fiber.interrupt(second))
  })
})
