// One proof settles one movement (C71): its second use is refused for an operator and left to one for a provider's word, and the movement
// that it was given for stays unknown.
import { Context, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { get } from "../../../../core/engine/store/records.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { advanceMovement } from "../../../../core/payments/movement/perform-movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { subjects } from "../../../../core/payments/resources.ts"
import { chainAdapter, lightningNodeAdapter } from "../../../../core/ports/moving/adapter.ts"
import { onItsWayMs } from "../../../../core/ports/on-its-way.ts"
import { done } from "../../../../core/ports/outcome.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { planes } from "../../../support/planes.ts"
import { type PlaneLayer, World } from "../../../support/world.ts"
import { invoiceRequest, refundAddress } from "../lightning-invoice/lightning-invoice.scene.ts"
import { type Payer, books, operator, order, payer, pixOut, recordOf, reviewsOf } from "../payout/payouts.ts"

const stateOf = async ({ world }: Pick<Payer, "world">, id: string) =>
  Option.getOrThrow(await world.run(get(Movements, id))).value

const resolve = (movementId: string, outcome: "DONE" | "REFUSED", evidence: string) =>
  resolveMovement(subjects)(operator, { movementId, outcome, evidence })

/** Two payouts of which the rail says nothing more. */
const doubted = async (plane?: PlaneLayer) => {
  const by = await payer(undefined, plane)
  by.world.rail.payments.script.push("lost", "cut")
  const first = await order(by)
  await by.world.work()
  const second = await order(by, { value: 2_000 })
  await by.world.work()
  by.world.rail.payments.isDark = true
  return { by, first, second }
}

describe.each(Object.entries(planes))("a PIX that settled one payment, on %s §one-proof", (_, plane) => {
  it("settles no other by the word of an operator §error-evidence-used", async () => {
    const { by, first, second } = await doubted(plane)
    await by.world.run(resolve(pixOf(first), "DONE", endToEndIdAt(9)))
    const again = resolve(pixOf(second), "DONE", endToEndIdAt(9).toLowerCase())
    expect(await by.world.refusal(again)).toMatchObject({ _tag: "EvidenceUsed" })
    expect(await stateOf(by, pixOf(second))).toMatchObject({ state: "SENDING", receipt: null })
    expect((await recordOf(by, second)).status).toBe("PENDING")
    await by.world.run(resolve(pixOf(second), "DONE", endToEndIdAt(8)))
    expect((await recordOf(by, second)).status).toBe("COMPLETED")
    expect(reviewsOf(by)).toEqual([])
    await by.world.close()
  })

  it("settles no other by the word of its provider, and is reviewed once", async () => {
    const { by, first, second } = await doubted(plane)
    await pixOut(by, "SUCCESS", first, { endToEndId: endToEndIdAt(9) }, "event-1")
    for (const event of ["event-2", "event-3"]) {
      await pixOut(by, "SUCCESS", second, { endToEndId: endToEndIdAt(9) }, event)
    }
    expect((await recordOf(by, first)).status).toBe("COMPLETED")
    expect((await recordOf(by, second)).status).toBe("PENDING")
    expect(await stateOf(by, pixOf(second))).toMatchObject({ state: "SENDING", receipt: null })
    expect(reviewsOf(by)).toEqual([`proofUsed/pix/${second}/${endToEndIdAt(9)}`])
    await by.world.close()
  })
})

it("a transaction that made one delivery makes no other §one-proof", async () => {
  const world = await World.open(undefined, (services) => {
    const chain = chainAdapter.of(services)
    const deliver: typeof chain.deliver = (delivery) =>
      Effect.map(
        chain.deliver(delivery),
        (answer) => answer._tag === "Done" ? done({ transactionHash: "0xone" }) : answer
      )
    const lookUp: typeof chain.lookUp = () => Effect.succeed(done({ transactionHash: "0xONE" }))
    return Context.merge(services, chainAdapter.services({ ...chain, deliver, lookUp }))
  })
  const caller = await world.caller()
  const ids: Array<string> = []
  for (const at of [1, 2]) {
    const { trackId, walletCharge } = await world.deposit(caller)
    await world.settle(trackId, endToEndIdAt(at))
    await world.work()
    ids.push(`deliver/${walletCharge}`)
  }
  world.advance(3_600_000)
  await world.work()
  const [first, second] = await Promise.all(ids.map((id) => stateOf({ world }, id)))
  expect(first).toMatchObject({ state: "DONE" })
  expect(second).toMatchObject({ state: "SENDING", receipt: null })
  expect(reviewsOf({ world })).toEqual([`proofUsed/${ids[1]}/0XONE`])
  // It is looked up again, and keeps its job.
  expect(await world.run(advanceMovement(subjects, ids[1] ?? ""))).toMatchObject({
    _tag: "Waits",
    reason: { code: "proofUsed" }
  })
  await world.close()
})

it("an invoice that was paid once settles one refund, and an operator says what became of the other §one-proof", async () => {
  const paymentHash = "ab".repeat(32)
  const world = await World.open(undefined, (services) => {
    const node = lightningNodeAdapter.of(services)
    const receipt = { paymentHash, preimage: "cd".repeat(32), fee: 0n as never }
    return Context.merge(
      services,
      lightningNodeAdapter.services({
        ...node,
        pay: () => Effect.succeed(done(receipt)),
        lookUpPayment: () => Effect.succeed(done(receipt))
      })
    )
  })
  world.rates.price = "500000"
  const caller = await world.caller()
  world.rail.payments.script.push("refused", "refused")
  const ids: Array<string> = []
  for (const pixKey of ["ana@example.com", "eva@example.com"]) {
    const request = invoiceRequest({ refundAddress, pixKey })
    const once = await world.run(createLightningInvoice({ caller, request }))
    if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
    ids.push(`restore/${world.lightning.made.at(-1)?.invoiceId ?? ""}`)
    await world.provider("LIGHTNING", { type: "INVOICE-PAID", paymentHash: once.answer.paymentHash }, pixKey)
    await world.work()
  }
  const [first = "", second = ""] = ids
  expect(await stateOf({ world }, first)).toMatchObject({ state: "DONE" })
  expect(await stateOf({ world }, second)).toMatchObject({ state: "SENDING", receipt: null })
  expect(reviewsOf({ world })).toEqual([`proofUsed/${second}/${paymentHash.toUpperCase()}`])
  // What the node says is of the other movement, so the operator's word counts.
  world.advance(onItsWayMs)
  expect(await world.run(resolve(second, "REFUSED", "the node paid one invoice"))).toMatchObject({ status: "REFUSED" })
  await books({ world })
  await world.close()
})
