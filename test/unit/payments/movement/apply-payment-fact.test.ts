// What the rail reports of a PIX that we pay, by movement: each settlement and each return counts once, whatever ids came with
// it, and what may mean that the rail paid twice is never swallowed (C53).
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { returnedOf } from "../../../../core/payments/movement/decide-movement.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { type Payer, eventNames, order, payer, pixOut, recordOf, reviewsOf } from "../payout/payouts.ts"

const pixMovement = async ({ world }: Payer, id: string) =>
  Option.getOrThrow(await world.run(get(Movements, pixOf(id)))).value

const paid = async () => {
  const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
  const id = await order(by)
  await by.world.work()
  return { by, id }
}

describe("returns of a PIX", () => {
  it.each(["lost", "lostRefusal", "refused"] as const)(
    "prove that it had settled, also where the answer was %s §payout-reversal-implies-success",
    async (fate) => {
      const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
      by.world.rail.payments.script.push(fate)
      const id = await order(by)
      await by.world.work()
      await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 400 }, "event-1")
      expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
      expect(returnedOf(await pixMovement(by, id))).toBe(400n)
      expect(eventNames(by).filter((name) => name !== "PAYOUT_FAILED")).toEqual([
        "PAYOUT_SUCCESSFUL",
        "PAYOUT_REFUNDED"
      ])
    }
  )

  it("prove nothing when more came back than was paid §payout-reversal-implies-success", async () => {
    const by = await payer({ flags: ["WALLET_PAYOUT_API"] })
    by.world.rail.payments.script.push("lostRefusal")
    const id = await order(by)
    await by.world.work()
    by.world.rail.payments.isDark = true
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 1_001 }, "event-1")
    expect(await recordOf(by, id)).toMatchObject({ status: "PENDING" })
    expect(reviewsOf(by)).toEqual([`impossible/reversed/SENDING/pix/${id}/${returnIdAt(1)}`])
  })

  it("of which parts have no id are known by the events that report them §reversal-parts", async () => {
    const { by, id } = await paid()
    const part = { returnedValue: 300 }
    await pixOut(by, "REVERSED", id, part, "event-1")
    await pixOut(by, "REVERSED", id, part, "event-1")
    await pixOut(by, "REVERSED", id, part, "event-2")
    expect(returnedOf(await pixMovement(by, id))).toBe(600n)
    expect(eventNames(by).filter((name) => name === "PAYOUT_REFUNDED")).toHaveLength(2)
  })

  it("of which a part has neither id nor event are for a person §reversal-parts", async () => {
    const { by, id } = await paid()
    await pixOut(by, "REVERSED", id, { returnedValue: 300 })
    expect(returnedOf(await pixMovement(by, id))).toBe(0n)
    expect(reviewsOf(by)).toEqual(["returnWithoutId/3.00"])
  })

  it("without a value bring what had not come back yet, once §reversal-rest", async () => {
    const { by, id } = await paid()
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 300 })
    await pixOut(by, "REVERSED", id, {}, "event-1")
    await pixOut(by, "REVERSED", id, {}, "event-2")
    const { reversals } = await pixMovement(by, id)
    expect(reversals.map(({ value }) => value)).toEqual([300n, 700n])
    expect(reviewsOf(by).filter((reason) => reason.startsWith("impossible"))).toEqual([])
  })

  it("of another value under an id that was counted are an alarm", async () => {
    const { by, id } = await paid()
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 300 })
    await pixOut(by, "REVERSED", id, { returnId: returnIdAt(1), returnedValue: 400 })
    expect(returnedOf(await pixMovement(by, id))).toBe(300n)
    expect(reviewsOf(by)).toContain(`impossible/reversed/DONE/pix/${id}/${returnIdAt(1)}`)
  })
})

it("a second settlement under another end-to-end id is for a person §second-settlement", async () => {
  const { by, id } = await paid()
  await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(7) }, "event-1")
  expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", endToEndId: `Eof${id}` })
  expect(reviewsOf(by)).toEqual([`settledAgain/pix/${id}/${endToEndIdAt(7)}`])
  expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
})

it("a PIX that settled while its asset went back is never announced as failed §payout-paid-not-restored", async () => {
  const by = await payer()
  by.world.rail.payments.script.push("refused")
  by.world.chain.script.push("done", "lostRefusal")
  const id = await order(by)
  await by.world.work()
  await pixOut(by, "SUCCESS", id, { endToEndId: endToEndIdAt(7) }, "event-1")
  by.world.advance(60_000)
  await by.world.work()
  expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
  expect(eventNames(by)).toEqual(["PAYOUT_SUCCESSFUL"])
})
