// From the paid invoice to the PIX: booked once, paid once, and never failed by an answer that was lost (spec "Payout
// status"; C10, C20; contract of the LIGHTNING and PIX-OUT events).
import { describe, expect, it } from "vitest"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { balancesOf, trialBalance } from "../../../support/books.ts"
import { Interleaving } from "../../../support/interleave.ts"
import type { Fate } from "../../../support/ports.ts"
import { eventsOf, minute, openInvoice, refundAddress, reviewsOf } from "./lightning-invoice.scene.ts"

describe("a paid Lightning invoice", () => {
  it("§lightning-paid §event-payout-successful-lightning pays the PIX and says so in satoshis", async () => {
    const { answer, caller, id, paid, paymentHash, record, world } = await openInvoice()
    expect(await record()).toMatchObject({ status: "PENDING", receipt: null, endToEndId: null })
    await paid()
    expect(await record()).toMatchObject({ status: "PAID" })
    expect(await balancesOf(world, "payout-owed")).toEqual([`payout-owed/${caller.account.id} -1025 BRL`])
    await world.work()
    expect(world.rail.payments.asked).toEqual([{
      id,
      request: {
        paymentId: id,
        value: 1_000n,
        destination: { by: "key", key: "ana@example.com", keyType: "EMAIL" }
      }
    }])
    expect(await record()).toMatchObject({
      status: "COMPLETED",
      transactionId: paymentHash,
      network: "lightning",
      txHash: answer.invoice,
      endToEndId: `Eof${id}`,
      valueInBrl: "10.00",
      fee: "0.25",
      failureReason: null,
      receipt: { rail: "PIX", amountInBrl: "10.00", payerIspb: "99999999" }
    })
    expect(await eventsOf(world, caller.account.id)).toEqual([{
      event: "PAYOUT_SUCCESSFUL",
      data: {
        success: true,
        transactionId: paymentHash,
        externalId: null,
        trackId: null,
        status: "COMPLETED",
        asset: "LIGHTNING",
        network: "lightning",
        valueInBrl: "10.00",
        fee: "0.25",
        pixKey: "ana@example.com",
        endToEndId: `Eof${id}`,
        txHash: answer.invoice,
        receipt: (await record()).receipt,
        receiptUrl: null,
        quote: {
          brlAmount: "10.00",
          assetAmount: "0.0000205",
          fxRateAtTx: 500_000,
          btcAmount: 0.0000205,
          satoshis: 2_050,
          btcToBrlRate: 500_000
        },
        invoice: answer.invoice,
        valueInSatoshis: 2_050
      }
    }])
    expect(await balancesOf(world, "payout-owed")).toEqual([])
    expect((await balancesOf(world, "")).toSorted()).toEqual([
      "conversion -2050 BTC",
      "conversion 1025 BRL",
      "fee-income -25 BRL",
      "pix-settlement -1000 BRL",
      "treasury 2050 BTC"
    ])
    expect(await trialBalance(world)).toEqual({})
    expect(await reviewsOf(world)).toEqual([])
  })

  it.each<[Fate, string, number]>([
    ["lost", "COMPLETED", 1],
    ["lostRefusal", "FAILED", 1],
    ["cut", "COMPLETED", 2]
  ])(
    "§lightning-unknown-looked-up that is %s stays PAID until it is known, and ends %s",
    async (fate, status, asked) => {
      const { paid, record, world } = await openInvoice()
      world.rail.payments.script.push(fate)
      await paid()
      await world.work()
      expect(await record()).toMatchObject({ status: "PAID" })
      world.advance(minute)
      await world.work()
      expect(await record()).toMatchObject({ status })
      expect(world.rail.payments.asked).toHaveLength(asked)
      expect(world.rail.payments.repeats).toEqual([])
      expect(await trialBalance(world)).toEqual({})
    }
  )

  it.each<Fate>(["diesBefore", "diesAfter"])(
    "is paid once by whoever takes over from a worker that died: %s",
    async (fate) => {
      const { paid, record, world } = await openInvoice()
      await paid()
      world.rail.payments.script.push(fate)
      const [job] = (await world.claim(5)).filter(({ id: job }) => job.startsWith("move/pix/"))
      if (job === undefined) throw new Error("no job")
      expect(await world.runJobInProcess(job)).toBe("killed")
      world.advance(2 * minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "COMPLETED" })
      expect(world.rail.payments.effects.size).toBe(1)
      expect(world.rail.payments.repeats).toEqual([])
    }
  )

  it("§lightning-hold waits for the provider's word where no one can say, and takes it by either id", async () => {
    for (const by of ["id", "paymentHash"] as const) {
      const scene = await openInvoice()
      const { paid, record, world } = scene
      world.rail.payments.script.push("cut")
      world.rail.payments.isDark = true
      await paid()
      await world.work()
      world.advance(10 * minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "PAID" })
      await world.provider("PIX-OUT", {
        type: "PAYOUT-SUCCESS",
        payment: { id: scene[by], endToEndId: endToEndIdAt(1) }
      })
      expect(await record()).toMatchObject({
        status: "COMPLETED",
        endToEndId: endToEndIdAt(1),
        receipt: { endToEndId: endToEndIdAt(1), receiver: { name: null, pixKey: "ana@example.com" } }
      })
      world.advance(10 * minute)
      await world.work()
      expect(world.rail.payments.asked).toHaveLength(1)
      expect(await trialBalance(world)).toEqual({})
    }
  })

  it("§lightning-settled-once is booked once, however often and however concurrently it is told", async () => {
    const { paid, record, world } = await openInvoice()
    await Promise.all(Array.from({ length: 10 }, (_, n) => paid(n % 2 === 0 ? "evt-1" : undefined)))
    await world.work()
    await paid()
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.rail.payments.asked).toHaveLength(1)
    expect(await balancesOf(world, "treasury")).toEqual(["treasury 2050 BTC"])
    expect(await reviewsOf(world)).toEqual([])
  })

  it("§limit-lightning-invoice-lifetime-ms §lightning-expiry expires after an hour, to the millisecond", async () => {
    const { record, world } = await openInvoice()
    world.advance(60 * minute - 1)
    await world.work()
    expect(await record()).toMatchObject({ status: "PENDING" })
    world.advance(1)
    await world.work()
    expect(await record()).toMatchObject({ status: "EXPIRED" })
  })

  it("§lightning-paid-late pays also when the sats come after it had expired", async () => {
    const { paid, record, world } = await openInvoice()
    world.advance(61 * minute)
    await world.work()
    await paid()
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(await trialBalance(world)).toEqual({})
  })

  it("§lightning-paid-unseen is found paid by asking the node before it expires", async () => {
    const { paymentHash, record, world } = await openInvoice()
    world.lightning.paidUnseen.add(paymentHash)
    world.advance(60 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("does not expire while the node cannot say whether it was paid", async () => {
    const { paymentHash, record, world } = await openInvoice()
    world.lightning.isUp = false
    world.advance(60 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "PENDING" })
    world.lightning.isUp = true
    world.lightning.paidUnseen.add(paymentHash)
    world.advance(minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
  })

  it("sends no sats back of what the rail has as settled, whatever an event says", async () => {
    const { id, paid, pixOut, record, world } = await openInvoice({ refundAddress: "ana@wallet.example.com" })
    world.rail.payments.script.push("lost")
    await paid()
    await world.work()
    expect(await record()).toMatchObject({ status: "PAID" })
    await pixOut("PAYOUT-FAILED")
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.lightning.payments.effects.size).toBe(0)
    expect(await reviewsOf(world)).toEqual([`impossible/refused/DONE/pix/${id}`])
  })

  it.each<[word: string, parts: object, status: string]>([
    ["PAYOUT-SUCCESS", { endToEndId: endToEndIdAt(1) }, "COMPLETED"],
    ["PAYOUT-FAILED", { reason: "AB03" }, "REFUNDED"],
    ["PAYOUT-REVERSED", { returnId: returnIdAt(1), returnedValue: 1_000 }, "REFUNDED"]
  ])(
    "§lightning-early-event keeps %s about a PIX that was not asked for yet, and applies it when it was",
    async (word, parts, status) => {
      const { paid, pixOut, record, world } = await openInvoice({ refundAddress })
      world.rail.payments.script.push("cut")
      await paid()
      const books = await balancesOf(world, "")
      await pixOut(word, parts, "evt-1")
      await pixOut(word, parts, "evt-1")
      expect(await record()).toMatchObject({ status: "PAID", endToEndId: null })
      expect(await balancesOf(world, "")).toEqual(books)
      // From here on no one but the provider's word can tell what became of the PIX.
      world.rail.payments.isDark = true
      await world.work()
      expect(await record()).toMatchObject({ status: "PAID" })
      expect(world.rail.payments.asked).toHaveLength(1)
      world.advance(1_000)
      await world.work()
      expect(await record()).toMatchObject({ status })
      expect(world.rail.payments.asked).toHaveLength(1)
      expect(world.lightning.payments.effects.size).toBe(word === "PAYOUT-FAILED" ? 1 : 0)
      expect(await trialBalance(world)).toEqual({})
      await world.close()
    }
  )

  it("§lightning-early-event pays the PIX whatever was told before, and then believes what the rail has", async () => {
    const { id, paid, pixOut, record, world } = await openInvoice({ refundAddress })
    await paid()
    await pixOut("PAYOUT-FAILED")
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    world.advance(minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    expect(world.lightning.payments.effects.size).toBe(0)
    expect(await reviewsOf(world)).toEqual([`impossible/refused/DONE/pix/${id}`])
  })

  it.each([["PAYOUT-SUCCESS", {}], ["PAYOUT-FAILED", {}], ["PAYOUT-REVERSED", {
    returnId: returnIdAt(1),
    returnedValue: 1_000
  }]])(
    "§lightning-early-event does not believe %s of an invoice whose sats come in while it is judged",
    async (word, parts) => {
      const between = new Interleaving()
      const { paid, pixOut, record, world } = await openInvoice({}, between.decorate("lightningInvoice"))
      between.planned = paid
      await pixOut(word, parts)
      expect(await record()).toMatchObject({ status: "PAID" })
      expect(await reviewsOf(world)).toEqual([])
      await world.work()
      expect(await record()).toMatchObject({ status: "COMPLETED" })
    }
  )

  it("books what comes back of a PIX whose settlement no one told, after its sats had gone back", async () => {
    const { paid, pixOut, record, world } = await openInvoice({ refundAddress: "ana@wallet.example.com" })
    world.rail.payments.script.push("refused")
    await paid()
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    await pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(1), returnedValue: 400 })
    expect(await balancesOf(world, "losses")).toEqual(["losses 600 BRL"])
    expect(await balancesOf(world, "pix-settlement")).toEqual(["pix-settlement -600 BRL"])
    expect(await trialBalance(world)).toEqual({})
  })

  it("that no one knows is not found, and a person looks at it", async () => {
    const { world } = await openInvoice()
    const told = world.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash: "ee".repeat(32) })
    await expect(told).rejects.toMatchObject({ _tag: "NotFound", resource: "Invoice" })
    expect(await reviewsOf(world)).toEqual([`unknownInvoice`])
  })

  it("does not believe an event that told something else before, and raises it", async () => {
    const { paid, pixOut, record, world } = await openInvoice()
    await paid("evt-1")
    world.rail.payments.script.push("cut")
    world.rail.payments.isDark = true
    await world.work()
    await pixOut("PAYOUT-FAILED", {}, "evt-1")
    expect(await record()).toMatchObject({ status: "PAID" })
    expect(await reviewsOf(world)).toEqual([
      expect.stringMatching(/^eventReused\/PaymentRefused\//)
    ])
  })
})
