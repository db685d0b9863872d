// More than was ordered, and the provider's statement as the second source beside its look-up (C71): where both name it, it is booked without
// an operator, with the difference in suspense. Neither of them is enough alone.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { compareRailBooks } from "../../../../core/inbox/compare-rail-books.ts"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import { movementOf } from "../../../../core/payments/movement/movement-view.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { type LookUp, differs, otherAmount, unknown } from "../../../../core/ports/outcome.ts"
import type { FactOf, ProviderFact } from "../../../../core/ports/provider-fact.ts"
import { RailBooks } from "../../../../core/ports/rail-books.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { type Payer, books, eventNames, order, payer, recordOf, reviewsOf } from "../payout/payouts.ts"

const hour = 3_600_000
const raised = otherAmount("BRL", 1_000_000n)

let by: Payer
afterEach(() => by.world.close())

/** A payout of R$10.00 whose PIX the rail looks up so, and a statement that lists what it is given. */
const paid = async (says: LookUp<never>) => {
  const listed: Array<ProviderFact> = []
  by = await payer(undefined, undefined, (services) =>
    Context.mergeAll(
      services,
      pixRailAdapter.services({ ...pixRailAdapter.of(services), lookUpPayment: () => Effect.succeed(says) }),
      Context.make(RailBooks, {
        lists: ["sent"],
        movements: () => Effect.succeed({ facts: listed, next: null }),
        balance: Effect.succeed(unitsUnsafe("BRL", 100_000_000n))
      })
    ))
  by.world.rail.payments.script.push("lost")
  const id = await order(by)
  await by.world.work()
  return {
    id,
    list: async (parts: Partial<FactOf<"PaymentSettled">> = {}) => {
      listed.push({
        _tag: "PaymentSettled",
        eventId: null,
        paymentId: id,
        endToEndId: endToEndIdAt(9),
        value: unitsUnsafe("BRL", 1_000_000n),
        ...parts
      })
      for (let hours = 0; hours < 3; hours++) {
        await by.world.run(compareRailBooks())
        by.world.advance(hour)
        await by.world.work()
      }
    }
  }
}

const movement = async (id: string) => (await by.world.run(movementOf(pixOf(id)))).value

describe("a greater amount that the statement lists too §another-amount", () => {
  it("is booked once, and its difference is in suspense and reviewed", async () => {
    const { id, list } = await paid(raised)
    await list()
    expect(await movement(id)).toMatchObject({
      state: "DONE",
      moved: 1_000_000n,
      receipt: { endToEndId: endToEndIdAt(9) }
    })
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", valueInBrl: "10.00" })
    expect(await books(by)).toMatchObject({ "suspense BRL": -999_000n, "pix-settlement BRL": 1_000_000n })
    expect(eventNames(by).filter((name) => name.startsWith("PAYOUT_"))).toEqual(["PAYOUT_SUCCESSFUL"])
    const of = pixOf(id)
    expect(reviewsOf(by).filter((each) => each.includes(of))).toEqual([
      `answerDiffers/${of}`,
      `inSuspense/${of}`
    ])
  })

  it.each<readonly [string, LookUp<never>, Partial<FactOf<"PaymentSettled">>]>([
    ["the look-up names another", otherAmount("BRL", 999_999n), {}],
    ["both name less: the rest is still to be paid", otherAmount("BRL", 900n), { value: unitsUnsafe("BRL", 900n) }],
    ["the look-up names none", differs("another key was paid"), {}],
    ["the look-up knows nothing", unknown("noAnswer"), {}],
    ["the statement names the amount of the order", raised, { value: unitsUnsafe("BRL", 1_000n) }],
    ["the statement has no end-to-end id", raised, { endToEndId: null }]
  ])("is not booked where %s", async (_, says, parts) => {
    const { id, list } = await paid(says)
    await list(parts)
    expect(await movement(id)).toMatchObject({ state: "SENDING", receipt: null })
    expect((await recordOf(by, id)).status).toBe("PENDING")
    expect(await books(by)).not.toHaveProperty("suspense BRL")
  })

  it("is not booked by a message and a look-up, which may be one record read twice", async () => {
    const { id } = await paid(raised)
    const value = unitsUnsafe("BRL", 1_000_000n)
    const fact = { _tag: "PaymentSettled", eventId: "e1", paymentId: id, endToEndId: endToEndIdAt(9), value } as const
    await by.world.run(takeProviderFacts({ inbox: "bank" }, [fact]))
    expect(await movement(id)).toMatchObject({ state: "SENDING", receipt: null })
    expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
  })
})
