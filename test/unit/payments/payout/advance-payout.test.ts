// From the order to its end, a job at a time: debit, PIX, what is given back. The money of each outcome is accounted for.
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { FactTraces } from "../../../../core/engine/event/fact-trace.ts"
import { get, list } from "../../../../core/engine/store/records.ts"
import { Payouts, previewOf } from "../../../../core/payments/payout/payout.ts"
import { refundPayout } from "../../../../core/payments/payout/refund-payout.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { Interleaving } from "../../../support/interleave.ts"
import {
  type Payer,
  books,
  eventNames,
  eventsOf,
  operator,
  order,
  payer,
  pixOut,
  recordOf,
  refund,
  reviewsOf
} from "./payouts.ts"

const mirror = 10_000_000_000n
const sold = 2_350_000n

/** What stands in the books after a payout of 10.00 that was paid. */
const paidBooks = {
  "conversion BRL": -1_175n,
  "conversion USDT": sold,
  "treasury USDT": -sold,
  "pix-settlement BRL": 1_000n,
  "fee-income BRL": 175n
}

/** Runs the next job, which has to be this one. */
const next = async ({ world }: Payer, id: string): Promise<void> => {
  const [job] = await world.claim(1)
  expect(job?.id).toContain(id)
  if (job !== undefined) await world.runJob(job)
}

describe("a payout", () => {
  it("debits the wallet and then pays the PIX §payout-completed §event-payout-successful", async () => {
    const by = await payer()
    const id = await order(by)
    expect(await recordOf(by, id)).toMatchObject({ status: "PENDING", txHash: null, endToEndId: null, receipt: null })
    expect(await books(by)).toMatchObject({ "wallet USDT": mirror - sold, "wallet-holds USDT": sold })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({
      status: "COMPLETED",
      txHash: `0xhash-of-debit/${id}`,
      endToEndId: `Eof${id}`,
      valueInBrl: "10.00",
      fee: "1.75"
    })
    expect(by.world.chain.effects.get(`debit/${id}`)?.request).toMatchObject({ units: sold, asset: "USDT" })
    expect(by.world.rail.payments.effects.get(id)?.request).toEqual({
      paymentId: id,
      value: 1_000n,
      destination: { by: "key", key: "maria@example.com", keyType: "EMAIL" }
    })
    expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
    expect(await books(by)).toEqual({ ...paidBooks, "wallet USDT": mirror - sold, "custody USDT": sold - mirror })
    expect(by.world.jobs.size).toBe(0)
  })

  // A fee that the provider reports stopped the payout for ever: the record cannot hold it.
  it("books what the provider took for its PIX §payout-completed", async () => {
    const by = await payer()
    by.world.rail.cost = 35n
    const id = await order(by)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
    expect(await books(by)).toMatchObject({ "pix-settlement BRL": 1_035n, "network-fees BRL": -35n })
    expect(by.world.jobs.size).toBe(0)
  })

  it("fails when the debit is refused, and releases what was held §payout-debit-refused", async () => {
    const by = await payer()
    by.world.chain.script.push("refused")
    const id = await order(by)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({
      status: "FAILED",
      txHash: null,
      failureReason: "The PIX could not be paid."
    })
    expect(by.world.rail.payments.asked).toEqual([])
    expect(eventNames(by)).toEqual(["PAYOUT_FAILED"])
    expect(await books(by)).toEqual({ "wallet USDT": mirror, "custody USDT": -mirror })
  })

  describe("whose debit the holder signed", () => {
    const hour = 3_600_000

    it("an hour ago is not debited any more, and fails §payout-debit-late §limit-spend-ms", async () => {
      const by = await payer()
      const id = await order(by)
      by.world.advance(hour)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "FAILED", txHash: null })
      expect(by.world.chain.asked).toEqual([])
      expect(await books(by)).toEqual({ "wallet USDT": mirror, "custody USDT": -mirror })
    })

    it("is debited up to that very moment", async () => {
      const by = await payer()
      const id = await order(by)
      by.world.advance(hour - 1)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
    })

    it("and that was sent before counts whenever it is found", async () => {
      const by = await payer()
      by.world.chain.script.push("lost")
      const id = await order(by)
      by.world.chain.isDark = true
      await by.world.work()
      by.world.advance(2 * hour)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      by.world.chain.isDark = false
      by.world.advance(hour)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
      expect(by.world.chain.asked).toHaveLength(1)
    })

    it("and that never arrived is not sent again, once no one can be sending it any more", async () => {
      const by = await payer()
      by.world.chain.script.push("cut")
      const id = await order(by)
      by.world.chain.isDark = true
      await by.world.work()
      by.world.advance(hour)
      by.world.chain.isDark = false
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      by.world.advance(hour)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
      expect(by.world.chain.asked).toHaveLength(1)
    })
  })

  it("gives the whole asset back when the PIX is refused, fee included §payout-restored-in-full", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("refused")
    const id = await order(by)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED", endToEndId: null })
    const { evm } = by.world.chain.signed.get(`debit/${id}`)?.from ?? { evm: "" }
    expect(by.world.chain.effects.get(`restore/${id}`)?.request).toMatchObject({
      units: sold,
      asset: "USDT",
      network: "polygon",
      address: evm
    })
    expect(eventNames(by)).toEqual(["PAYOUT_FAILED"])
    expect(await books(by)).not.toHaveProperty("payout-owed BRL")
    expect(await books(by)).not.toHaveProperty("treasury USDT")
    expect(reviewsOf(by)).toEqual([])
  })

  it("does not give back what the rail has as settled, whatever an event says", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("lost")
    const id = await order(by)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
    await pixOut(by, "FAILED", id)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
    expect(by.world.chain.effects.has(`restore/${id}`)).toBe(false)
    expect(reviewsOf(by)).toEqual([`impossible/refused/DONE/pix/${id}`])
  })

  it("is given back only as the preview has it that was agreed to", async () => {
    const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
    by.world.rail.payments.script.push("refused")
    const id = await order(by)
    const previewed = async () => previewOf(Option.getOrThrow(await by.world.run(get(Payouts, id))).value)
    const before = await previewed()
    await by.world.work()
    const refused = Effect.flip(refundPayout(operator, id, before))
    expect(await by.world.run(refused)).toMatchObject({
      _tag: "StateConflict",
      state: "changed since it was previewed"
    })
    expect(await by.world.run(refundPayout(operator, id, await previewed()))).toMatchObject({ status: "SENDING" })
  })

  it("owes a refused payout without AUTO_REFUND, and shows it to the operator §payout-failed-owed", async () => {
    const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
    by.world.rail.payments.script.push("refused")
    const id = await order(by)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
    expect(await books(by)).toMatchObject({ "payout-owed BRL": 1_175n })
    expect(reviewsOf(by)).toEqual(["operatorDecides/pixRefused"])
    expect(await refund(by, id)).toMatchObject({ status: "SENDING", stableAmount: "2.35", refundTxId: null })
    expect(await refund(by, id)).toMatchObject({ status: "SENDING" })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED", failureReason: null })
    expect(await refund(by, id)).toMatchObject({ status: "SENT" })
    expect(eventNames(by)).toEqual(["PAYOUT_FAILED", "PAYOUT_REFUNDED"])
    expect(await books(by)).not.toHaveProperty("payout-owed BRL")
    expect(by.world.chain.effects.size).toBe(2)
  })

  it("looks an unknown debit up and never sends it twice §payout-debit-unknown", async () => {
    for (const [fate, status] of [["lost", "COMPLETED"], ["lostRefusal", "FAILED"], ["cut", "COMPLETED"]] as const) {
      const by = await payer()
      by.world.chain.script.push(fate)
      const id = await order(by)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      by.world.chain.isDark = true
      by.world.advance(1_000)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      by.world.chain.isDark = false
      by.world.advance(5_000)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status })
      expect(by.world.chain.repeats).toEqual([])
    }
  })

  it("looks an unknown PIX up and pays again only what the rail never heard of §payout-pix-unknown", async () => {
    for (const [fate, status] of [["lost", "COMPLETED"], ["lostRefusal", "FAILED"], ["cut", "COMPLETED"]] as const) {
      const by = await payer()
      by.world.rail.payments.script.push(fate)
      const id = await order(by)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      expect(eventNames(by)).toEqual([])
      by.world.advance(1_000)
      await by.world.work()
      // What the rail has not heard of may still be on its way there.
      expect(await recordOf(by, id)).toMatchObject({ status: fate === "cut" ? "PENDING" : status })
      by.world.advance(40_000)
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status })
      expect(by.world.rail.payments.repeats).toEqual([])
    }
  })

  it("books a success that is told while the answer is missing, once §payout-settled-by-event", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("lost")
    const id = await order(by)
    await by.world.work()
    await pixOut(by, "SUCCESS", id)
    await pixOut(by, "SUCCESS", id)
    by.world.advance(1_000)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: `Eof${id}` })
    expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
  })

  it("keeps a word about a PIX that was not asked for yet, and applies it when it was §payout-early-event", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("cut")
    by.world.rail.payments.isDark = true
    const id = await order(by)
    await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(9) })
    await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(9) })
    expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
    by.world.advance(1_000)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(9) })
    expect(reviewsOf(by)).toEqual([])
  })

  it("keeps an early event once, and its trace says that it waits and then what became of it §payout-early-event §provider-trace", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("cut")
    by.world.rail.payments.isDark = true
    const id = await order(by)
    const traces = async () =>
      (await by.world.run(list(FactTraces, "all", "all", { limit: 10 }))).map(({ value }) => [
        value.outcome,
        value.times,
        value.fact !== null
      ])
    for (let times = 0; times < 3; times++) await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(9) }, "evt-1")
    expect(await traces()).toEqual([["kept", 1, true]])
    expect([...by.world.jobs.keys()].filter((job) => job.startsWith("kept-fact/"))).toHaveLength(1)
    by.world.advance(1_000)
    for (let rounds = 0; rounds < 2; rounds++) {
      await by.world.work()
      by.world.advance(2_000)
    }
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: endToEndIdAt(9) })
    expect(await traces()).toEqual([["applied", 1, false]])
    await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(9) }, "evt-1")
    expect(await traces()).toEqual([["applied", 2, false]])
    expect(reviewsOf(by)).toEqual([])
  })

  it("does not believe a word about a PIX whose debit ends while it is judged §payout-early-event", async () => {
    for (const word of ["SUCCESS", "FAILED"] as const) {
      const between = new Interleaving()
      const by = await payer(undefined, undefined, between.decorate("payout"))
      const id = await order(by)
      between.planned = () => next(by, `move/debit/${id}`)
      await pixOut(by, word, id)
      expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
      await by.world.work()
      expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: `Eof${id}` })
    }
  })

  it("gives a reversal back, in the asset and at the price of the payout §payout-reversal-refund", async () => {
    const by = await payer()
    const id = await order(by)
    await by.world.work()
    by.world.rates.price = "9.99"
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1).toLowerCase(), returnedValue: 333 })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 333 })
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(2), returnedValue: 667 })
    await by.world.work()
    const back = [...by.world.chain.effects].filter(([operation]) => operation.startsWith("reversal/"))
      .map(([, { request }]) => request.units)
    // What both give back is exactly what the value was worth.
    expect(back).toEqual([666_000n, 1_334_000n])
    expect(eventsOf(by)).toMatchObject([
      { event: "PAYOUT_SUCCESSFUL" },
      { event: "PAYOUT_REFUNDED", data: { reversalTicketId: returnIdAt(1).toLowerCase(), returnedAmount: "3.33" } },
      { event: "PAYOUT_REFUNDED", data: { reversalTicketId: returnIdAt(2), returnedAmount: "6.67" } }
    ])
    expect(await books(by)).toMatchObject({ "treasury USDT": -350_000n, "fee-income BRL": 175n })
    expect(await books(by)).not.toHaveProperty("reversal-owed BRL")
  })

  it("keeps a reversal for a person without AUTO_REFUND §payout-reversal-pending", async () => {
    const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
    const id = await order(by)
    await by.world.work()
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 400 })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
    expect(await books(by)).toMatchObject({ "reversal-owed BRL": 400n })
    expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
    expect(await refund(by, id)).toMatchObject({ status: "SENDING", stableAmount: "0.8" })
    await by.world.work()
    expect(await books(by)).not.toHaveProperty("reversal-owed BRL")
    expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED", "PAYOUT_REFUNDED"])
  })

  it("lets the operator give back what was paid, at our loss §payout-manual-refund-loss", async () => {
    const by = await payer()
    const id = await order(by)
    await by.world.work()
    expect(await refund(by, id)).toMatchObject({ status: "SENDING", stableAmount: "2" })
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
    expect(await books(by)).toMatchObject({ "losses BRL": -1_000n, "treasury USDT": -350_000n })
    await pixOut(by, "REVERSED", id)
    await by.world.work()
    // What came back after that is ours again.
    expect(await books(by)).not.toHaveProperty("losses BRL")
    expect(await books(by)).not.toHaveProperty("pix-settlement BRL")
    expect([...by.world.chain.effects.keys()].filter((operation) => operation.startsWith("reversal/"))).toEqual([])
  })

  it("credits the wallet's books with what it got back §payout-mirror-restored", async () => {
    const by = await payer()
    by.world.rail.payments.script.push("refused")
    const id = await order(by)
    await next(by, `move/debit/${id}`)
    await next(by, `move/pix/${id}`)
    expect(await books(by)).toMatchObject({ "wallet USDT": mirror - sold })
    // The chain says what the wallet holds; the books follow it once the asset is back.
    const { evm } = by.world.chain.signed.get(`debit/${id}`)?.from ?? { evm: "" }
    by.world.chain.held.set(`${evm}/USDT`, mirror)
    await next(by, `move/restore/${id}`)
    await by.world.work()
    expect(await books(by)).toEqual({ "wallet USDT": mirror, "custody USDT": -mirror })
  })
})
