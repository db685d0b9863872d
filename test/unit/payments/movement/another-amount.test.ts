// Another amount than was ordered (C71): never booked by the other side's word alone. An operator names what moved, the difference is in
// suspense, and it is reviewed until he has said what became of it.
import { Context, Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { takeProviderFacts } from "../../../../core/inbox/take-provider-facts.ts"
import { FloatLevels } from "../../../../core/payments/movement/kinds.ts"
import { type ResolveMovement, resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { movementOf } from "../../../../core/payments/movement/movement-view.ts"
import { debitOf } from "../../../../core/payments/payout/payout.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { subjects } from "../../../../core/payments/resources.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { onItsWayMs } from "../../../../core/ports/on-its-way.ts"
import { type LookUp, differs, otherAmount, unknown } from "../../../../core/ports/outcome.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { type Payer, books, operator, order, payer, recordOf, reviewsOf } from "../payout/payouts.ts"

const evidence = endToEndIdAt(9)
const day = 86_400_000

let by: Payer
afterEach(() => by.world.close())

/** A payout of R$10.00 that left, of whose PIX the rail says this. */
const paid = async (says: LookUp<never>) => {
  by = await payer(undefined, undefined, (services) =>
    Context.merge(
      services,
      pixRailAdapter.services({ ...pixRailAdapter.of(services), lookUpPayment: () => Effect.succeed(says) })
    ))
  by.world.rail.payments.script.push("lost")
  const id = await order(by)
  await by.world.work()
  by.world.advance(60_000)
  await by.world.work()
  return id
}

const resolving = (id: string, parts: Partial<ResolveMovement> = {}) =>
  resolveMovement(subjects)(operator, { movementId: pixOf(id), outcome: "DONE", evidence, ...parts })

const problems = async (id: string, parts: Partial<ResolveMovement> = {}) =>
  (await by.world.refusal(resolving(id, parts)) as unknown as { readonly details: unknown }).details

const movement = async (id: string) => (await by.world.run(movementOf(pixOf(id)))).value
const tenThousand = otherAmount("BRL", 1_000_000n)

describe("what the other side says of another amount §another-amount", () => {
  it("is reviewed once, and books nothing", async () => {
    const id = await paid(tenThousand)
    by.world.advance(day)
    await by.world.work()
    const { doubtedAt, receipt, state } = await movement(id)
    expect({ receipt, state }).toEqual({ receipt: null, state: "SENDING" })
    expect(doubtedAt).not.toBeNull()
    expect((await recordOf(by, id)).status).toBe("PENDING")
    expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
  })

  it("is reviewed and books nothing where it is another receiver", async () => {
    const id = await paid(differs("another key was paid"))
    expect(await movement(id)).toMatchObject({ state: "SENDING", receipt: null })
    expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
  })

  it.each([[1_000_000n, unknown("noAnswer")], [undefined, tenThousand]] as const)(
    "is no settlement when it is reported with %s, the look-up being %o",
    async (value, says) => {
      const id = await paid(says)
      const fact = { _tag: "PaymentSettled", eventId: "e1", paymentId: id, endToEndId: evidence } as const
      const reported = value === undefined ? fact : { ...fact, value: unitsUnsafe("BRL", value) }
      await by.world.run(takeProviderFacts({ inbox: "bank" }, [reported]))
      expect(await movement(id)).toMatchObject({ state: "SENDING", receipt: null })
      expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`])
    }
  )

  it("is a settlement when it is reported with the amount of the order", async () => {
    const id = await paid(unknown("noAnswer"))
    const value = unitsUnsafe("BRL", 1_000n)
    const fact = { _tag: "PaymentSettled", eventId: "e1", paymentId: id, endToEndId: evidence, value } as const
    await by.world.run(takeProviderFacts({ inbox: "bank" }, [fact]))
    expect((await recordOf(by, id)).status).toBe("COMPLETED")
  })
})

describe("an operator who names what moved §another-amount §movement-resolve", () => {
  it("books the order with its record and the rest in suspense, and says what became of that", async () => {
    const id = await paid(tenThousand)
    expect(await by.world.run(resolving(id, { amount: "10000.00" }))).toMatchObject({ status: "DONE", evidence })
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED", valueInBrl: "10.00" })
    expect(await books(by)).toMatchObject({ "suspense BRL": -999_000n, "pix-settlement BRL": 1_000_000n })
    await by.world.work()
    by.world.advance(day)
    await by.world.work()
    expect(reviewsOf(by)).toEqual([`answerDiffers/${pixOf(id)}`, `inSuspense/${pixOf(id)}`])

    // The receiver gave a part back: in all, R$4,000.00 left.
    await by.world.run(resolving(id, { amount: "4000.00" }))
    expect(await books(by)).toMatchObject({ "suspense BRL": -399_000n, "pix-settlement BRL": 400_000n })
    expect(await problems(id, { amount: "4000.01" })).toEqual([
      { field: "amount", message: "must be from 10 to 4000 BRL" }
    ])
    expect(await by.world.refusal(resolving(id))).toMatchObject({ _tag: "StateConflict", state: "DONE" })
    await by.world.run(resolving(id, { outcome: "LOST" }))
    const after = await books(by)
    expect(after).toMatchObject({ "losses BRL": -399_000n, "pix-settlement BRL": 400_000n })
    expect(after).not.toHaveProperty("suspense BRL")
    expect(await by.world.refusal(resolving(id, { outcome: "LOST" }))).toMatchObject({ _tag: "StateConflict" })
    by.world.advance(2 * day)
    await by.world.work()
    expect(by.world.jobs.size).toBe(0)
    expect((await recordOf(by, id)).status).toBe("COMPLETED")
  })

  it("owes the rest of what was less, until it was paid as well", async () => {
    const id = await paid(otherAmount("BRL", 900n))
    await by.world.run(resolving(id, { amount: "9.00" }))
    expect(await books(by)).toMatchObject({ "suspense BRL": 100n, "pix-settlement BRL": 900n })
    expect(await by.world.refusal(resolving(id, { outcome: "LOST" }))).toMatchObject({ _tag: "StateConflict" })
    await by.world.run(resolving(id, { amount: "10.00" }))
    expect(await books(by)).toMatchObject({ "pix-settlement BRL": 1_000n })
    expect(await books(by)).not.toHaveProperty("suspense BRL")
  })

  it.each([
    [undefined, "is needed: the other side says that 10000 BRL moved"],
    ["1000.00", "must be 10000 BRL, as the other side says"],
    ["10.00", "must be 10000 BRL, as the other side says"],
    ["ten", "must be an amount of BRL, such as 10.50"],
    ["0.00", "must be above 0: what did not move is REFUSED"]
  ])("cannot say %s where the other side says 10000.00", async (amount, message) => {
    const id = await paid(tenThousand)
    expect(await problems(id, { amount })).toEqual([{ field: "amount", message }])
    expect((await movement(id)).state).toBe("SENDING")
  })

  it("cannot say that nothing moved where the other side says that something did", async () => {
    const id = await paid(tenThousand)
    by.world.advance(onItsWayMs)
    expect(await by.world.refusal(resolving(id, { outcome: "REFUSED" }))).toMatchObject({ _tag: "StateConflict" })
    expect((await movement(id)).state).toBe("SENDING")
  })

  it("cannot name more than there was, where the other side says nothing", async () => {
    const id = await paid(unknown("noAnswer"))
    const level = { id: "BRL@pix", owner: "operator", asset: "BRL", place: "pix", units: 50_000n, readAt: 0 } as const
    await by.world.run(Store.use((store) => store.commit(changeSet({ writes: [insert(FloatLevels, level as never)] }))))
    expect(await problems(id, { amount: "500.01" })).toEqual([
      { field: "amount", message: "must be above 0 and at most 500 BRL, which was there" }
    ])
    await by.world.run(resolving(id, { amount: "500.00" }))
    expect(await books(by)).toMatchObject({ "suspense BRL": -49_000n })
  })

  it("names none of what a user's wallet moves", async () => {
    by = await payer()
    by.world.chain.script.push("lost")
    by.world.chain.isDark = true
    const id = await order(by)
    await by.world.work()
    const debit = resolving(id, { movementId: debitOf(id), amount: "1.00" })
    expect(await by.world.refusal(debit)).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "amount", message: "is taken of deliveries, PIX payments and PIX returns alone" }]
    })
  })
})
