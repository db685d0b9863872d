// The way of the sats back: at once where the invoice names an address (C21), by the operator otherwise (C20), and what a
// bank's return means (spec "PAYOUT_REFUNDED data"). One invoice is resolved and stored before it is paid, for ever.
import { describe, expect, it } from "vitest"
import { movementOfJob } from "../../../../core/payments/movement/movement.ts"
import { refundLightningInvoice } from "../../../../core/payments/lightning-invoice/refund-lightning-invoice.ts"
import { returnIdAt } from "../../../support/ids.ts"
import { balancesOf, trialBalance } from "../../../support/books.ts"
import { operator } from "../../../support/operator.ts"
import type { Fate } from "../../../support/ports.ts"
import { type InvoiceParts, repeat } from "../../../vectors/address/encode.ts"
import { bookedOf, eventsOf, minute, openInvoice, refundAddress, reviewsOf } from "./lightning-invoice.scene.ts"

/** An invoice whose sats are in and whose PIX was refused. */
const refused = async (parts: { readonly refundAddress?: string } = { refundAddress }) => {
  const scene = await openInvoice(parts)
  scene.world.rail.payments.script.push("refused")
  await scene.paid()
  return scene
}

const completed = async () => {
  const scene = await openInvoice()
  await scene.paid()
  await scene.world.work()
  return scene
}

describe("a PIX that was refused", () => {
  it("§lightning-refund §event-payout-failed-lightning §event-payout-refunded-lightning sends the sats back at once", async () => {
    const { answer, caller, id, record, world } = await refused()
    world.lightning.routingFee = 7n
    await world.work()
    expect(world.lightning.resolved).toEqual([{
      address: refundAddress,
      amount: 2_050n,
      bolt11: expect.any(String) as string
    }])
    const bolt11 = world.lightning.resolved[0]?.bolt11
    expect(world.lightning.payments.asked).toEqual([{
      id: `restore/${id}`,
      request: { operationId: `restore/${id}`, bolt11, sats: 2_050n, maximumFee: 21n }
    }])
    expect(await record()).toMatchObject({
      status: "REFUNDED",
      failureReason: "The PIX could not be paid.",
      refundAddress,
      refundInvoice: bolt11,
      refundTxId: `hash-of-restore/${id}`,
      receipt: null
    })
    const common = { pixKey: "ana@example.com", valueInBrl: "10.00", invoice: answer.invoice }
    expect(await eventsOf(world, caller.account.id)).toEqual([
      {
        event: "PAYOUT_FAILED",
        data: {
          success: false,
          ...common,
          errorCode: "PAYOUT_FAILED",
          errorDescription: "The PIX could not be paid."
        }
      },
      {
        event: "PAYOUT_REFUNDED",
        data: {
          success: true,
          ...common,
          refundAddress,
          refundInvoice: bolt11,
          refundTxId: `hash-of-restore/${id}`,
          valueInSatoshis: 2_050,
          refundedAt: (await record()).refundedAt
        }
      }
    ])
    // All that is left of it is what routing took.
    expect(await bookedOf(world)).toEqual(["network-fees 7 BTC", "treasury -7 BTC"])
    expect(await trialBalance(world)).toEqual({})
    expect(await reviewsOf(world)).toEqual([])
  })

  it("§lightning-refund-none leaves FAILED, a liability and a person to look at it where there is no address", async () => {
    const { caller, record, world } = await refused({})
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", refundTxId: null })
    expect(await balancesOf(world, "payout-owed")).toEqual([`payout-owed/${caller.account.id} -1025 BRL`])
    expect(await reviewsOf(world)).toEqual(["operatorDecides/pixRefused"])
    expect((await eventsOf(world, caller.account.id)).map(({ event }) => event)).toEqual(["PAYOUT_FAILED"])
    expect(world.lightning.payments.asked).toEqual([])
    expect(await trialBalance(world)).toEqual({})
  })

  it("§lightning-refused-by-event is as final by the provider's word", async () => {
    const { paid, pixOut, record, world } = await openInvoice({ refundAddress })
    world.rail.payments.script.push("cut")
    world.rail.payments.isDark = true
    await paid()
    await world.work()
    await pixOut("PAYOUT-FAILED", { reason: "AB03" })
    expect(await record()).toMatchObject({ status: "FAILED" })
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(JSON.stringify(await record())).not.toContain("AB03")
  })

  it.each<[Fate, string, number]>([
    ["lost", "REFUNDED", 1],
    ["lostRefusal", "FAILED", 1],
    ["cut", "REFUNDED", 2],
    ["refused", "FAILED", 1]
  ])(
    "§lightning-refund-invoice-once with a refund that is %s ends %s by the one invoice there is",
    async (fate, status, asked) => {
      const { caller, record, world } = await refused()
      world.lightning.payments.script.push(fate)
      await world.work()
      world.advance(minute)
      await world.work()
      expect(await record()).toMatchObject({ status })
      expect(world.lightning.resolved).toHaveLength(1)
      expect(world.lightning.payments.asked).toHaveLength(asked)
      expect(world.lightning.payments.repeats).toEqual([])
      expect(await trialBalance(world)).toEqual({})
      const isBack = status === "REFUNDED"
      expect(await balancesOf(world, "payout-owed")).toEqual(
        isBack ? [] : [`payout-owed/${caller.account.id} -1025 BRL`]
      )
      expect(await reviewsOf(world)).toEqual(isBack ? [] : ["operatorDecides/restoreRefused"])
    }
  )

  it.each<Fate>(["diesBefore", "diesAfter"])(
    "is refunded once by whoever takes over from a worker that died: %s",
    async (fate) => {
      const { record, world } = await refused()
      for (const job of (await world.claim(20)).filter((job) => movementOfJob(job).startsWith("pix/"))) {
        await world.runJob(job)
      }
      world.lightning.payments.script.push(fate)
      const [job] = (await world.claim(20)).filter((job) => movementOfJob(job).startsWith("restore/"))
      if (job === undefined) throw new Error("no job")
      expect(await world.runJobInProcess(job)).toBe("killed")
      world.advance(2 * minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "REFUNDED" })
      expect(world.lightning.resolved).toHaveLength(1)
      expect(world.lightning.payments.effects.size).toBe(1)
    }
  )

  it("§lightning-refund-invoice-once resolves nothing twice, wherever the worker dies", async () => {
    for (let calls = 0; calls < 8; calls++) {
      const { record, world } = await refused()
      for (const job of (await world.claim(20)).filter((job) => movementOfJob(job).startsWith("pix/"))) {
        await world.runJob(job)
      }
      const [job] = (await world.claim(20)).filter((job) => movementOfJob(job).startsWith("restore/"))
      if (job === undefined) throw new Error("no job")
      await world.runJobInProcess(job, calls)
      world.advance(2 * minute)
      await world.work()
      expect(await record()).toMatchObject({ status: "REFUNDED" })
      expect(world.lightning.payments.effects.size).toBe(1)
      // One that was resolved and never stored was never paid either.
      const paid = [...world.lightning.payments.effects.values()].map(({ request }) => request.bolt11)
      expect(paid).toEqual([(await record()).refundInvoice])
      expect(await trialBalance(world)).toEqual({})
    }
  })

  it("waits for an address that is away, and gives up on one that is gone", async () => {
    const away = await refused()
    away.world.lightning.addresses = "away"
    await away.world.work()
    expect(await away.record()).toMatchObject({ status: "FAILED", refundInvoice: null })
    away.world.lightning.addresses = "up"
    away.world.advance(10 * minute)
    await away.world.work()
    expect(await away.record()).toMatchObject({ status: "REFUNDED" })
    const gone = await refused()
    gone.world.lightning.addresses = "gone"
    await gone.world.work()
    expect(await gone.record()).toMatchObject({ status: "FAILED" })
    expect(await reviewsOf(gone.world)).toEqual(["operatorDecides/restoreRefused"])
  })

  // M3
  it.each<[string, InvoiceParts]>([
    ["of a hundred times the amount", { hrp: "lnbc2500u" }],
    ["of a satoshi less", { hrp: "lnbc20490n" }],
    ["without an amount", { hrp: "lnbc" }],
    ["that has expired", { timestamp: 1_496_314_658 }],
    ["that no one signed", { signature: repeat(0, 104) }]
  ])("§lightning-refund-amount neither stores nor pays an invoice %s", async (_, dishonest) => {
    const { caller, record, world } = await refused()
    world.lightning.dishonest = dishonest
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED", refundInvoice: null })
    expect(world.lightning.payments.asked).toEqual([])
    expect(await balancesOf(world, "payout-owed")).toEqual([`payout-owed/${caller.account.id} -1025 BRL`])
    world.lightning.dishonest = {}
    world.advance(10 * minute)
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED", refundInvoice: world.lightning.resolved[1]?.bolt11 })
    expect(world.lightning.payments.effects.size).toBe(1)
  })

  it("tries an address that stays away for three hours, then leaves it to the operator", async () => {
    const { world } = await refused()
    world.lightning.addresses = "away"
    for (let waited = 0; waited < 3 * 60 * minute; waited += 6 * minute) {
      await world.work()
      expect(await reviewsOf(world)).toEqual([])
      world.advance(6 * minute)
    }
    await world.work()
    expect(await reviewsOf(world)).toEqual(["operatorDecides/restoreRefused"])
    expect([...world.jobs.keys()].filter((id) => id.startsWith("move/restore/"))).toEqual([])
    expect(world.lightning.payments.asked).toEqual([])
  })
})

describe("a refund by the operator", () => {
  it("§lightning-manual-refund sends the sats of a failed invoice to the address that is named", async () => {
    const { caller, paymentHash, record, world } = await refused({})
    await world.work()
    expect(await world.refusal(refundLightningInvoice(operator, { paymentHash }))).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "refundAddress" }]
    })
    expect(await world.refusal(refundLightningInvoice(operator, { paymentHash, refundAddress: "nobody" })))
      .toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "refundAddress" }]
      })
    const order = { paymentHash, refundAddress: "bob@wallet.example.com" }
    await world.run(refundLightningInvoice(operator, order))
    await world.run(refundLightningInvoice(operator, order))
    await world.work()
    const after = await world.run(refundLightningInvoice(operator, order))
    await world.work()
    expect(after).toEqual(await record())
    expect(world.lightning.resolved).toMatchObject([{ address: order.refundAddress, amount: 2_050n }])
    expect(after).toMatchObject({ status: "REFUNDED", refundInvoice: world.lightning.resolved[0]?.bolt11 })
    expect(world.lightning.payments.effects.size).toBe(1)
    expect((await eventsOf(world, caller.account.id)).map(({ event }) => event)).toEqual([
      "PAYOUT_FAILED",
      "PAYOUT_REFUNDED"
    ])
    expect(await bookedOf(world)).toEqual([])
  })

  it("§lightning-manual-refund tries again under another number what was refused", async () => {
    const { id, paymentHash, record, world } = await refused()
    world.lightning.payments.script.push("refused")
    await world.work()
    expect(await record()).toMatchObject({ status: "FAILED" })
    await world.run(refundLightningInvoice(operator, { paymentHash }))
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(world.lightning.payments.asked.map((each) => each.id)).toEqual([
      `restore/${id}`,
      expect.stringMatching(new RegExp(`^return/${id}/rfd_`)) as string
    ])
    expect(await trialBalance(world)).toEqual({})
  })

  it("§lightning-manual-refund of a completed invoice is a loss of ours", async () => {
    const { paymentHash, record, world } = await completed()
    await world.run(refundLightningInvoice(operator, { paymentHash, refundAddress }))
    expect(await record()).toMatchObject({ status: "COMPLETED" })
    await world.work()
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(await bookedOf(world)).toEqual([
      "fee-income -25 BRL",
      "losses 1025 BRL",
      "pix-settlement -1000 BRL"
    ])
    expect(await trialBalance(world)).toEqual({})
  })

  it("§lightning-manual-refund is refused while nothing is decided, and unknown invoices are not found", async () => {
    const { paid, paymentHash, world } = await openInvoice()
    const ask = () => world.refusal(refundLightningInvoice(operator, { paymentHash, refundAddress }))
    expect(await ask()).toMatchObject({ _tag: "StateConflict", state: "PENDING" })
    await paid()
    expect(await ask()).toMatchObject({ _tag: "StateConflict", state: "PAID" })
    expect(await world.refusal(refundLightningInvoice(operator, { paymentHash: "0".repeat(64) }))).toMatchObject({
      _tag: "NotFound"
    })
  })
})

describe("a PIX that the bank sent back", () => {
  it("§lightning-reversed §event-payout-refunded-reversed-lightning is REFUNDED, owed, and before the operator", async () => {
    const { caller, id, paymentHash, pixOut, record, world } = await completed()
    await pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(1), returnedValue: 400, reason: "fraud" })
    await pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(1).toLowerCase(), returnedValue: 400, reason: "fraud" })
    expect(await record()).toMatchObject({ status: "REFUNDED", refundTxId: null })
    const events = await eventsOf(world, caller.account.id)
    expect(events.map(({ event }) => event)).toEqual(["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"])
    expect(events[1]?.data).toEqual({
      success: true,
      pixKey: "ana@example.com",
      valueInBrl: "10.00",
      transactionId: paymentHash,
      endToEndId: `Eof${id}`,
      returnedAmount: "4.00",
      originalTicketId: paymentHash,
      reversalTicketId: returnIdAt(1),
      reason: "fraud",
      refundTxId: null,
      refundAddress: null
    })
    expect(await balancesOf(world, "reversal-owed")).toEqual([`reversal-owed/${caller.account.id} -400 BRL`])
    expect(await reviewsOf(world)).toEqual([`operatorDecides/reversed/${returnIdAt(1)}`])
    // What came back is worth 800 satoshis at the price of the invoice.
    await world.run(refundLightningInvoice(operator, { paymentHash, refundAddress }))
    await world.work()
    expect(world.lightning.resolved).toMatchObject([{ address: refundAddress, amount: 800n }])
    expect((await eventsOf(world, caller.account.id))[2]).toMatchObject({
      event: "PAYOUT_REFUNDED",
      data: { valueInSatoshis: 800, refundAddress }
    })
    expect(await balancesOf(world, "reversal-owed")).toEqual([])
    expect(await trialBalance(world)).toEqual({})
  })

  it("§lightning-reversed whole where no value is reported, and never beyond the value", async () => {
    const { caller, id, pixOut, record, world } = await completed()
    await pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(1) })
    await pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(2), returnedValue: 1 })
    expect(await record()).toMatchObject({ status: "REFUNDED" })
    expect(await balancesOf(world, "reversal-owed")).toEqual([`reversal-owed/${caller.account.id} -1000 BRL`])
    expect(await reviewsOf(world)).toContain(`impossible/reversed/DONE/pix/${id}/${returnIdAt(2)}`)
  })
})
