// What turns out to have happened after it was refused: each record has a row for it, so nothing is lost and nothing is given twice.
import { Context, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { subjects } from "../../../../core/payments/resources.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { resolveMovement } from "../../../../core/payments/movement/resolve-movement.ts"
import { debitOf } from "../../../../core/payments/payout/payout.ts"
import { chainAdapter, pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { absent, held } from "../../../../core/ports/outcome.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { balancesOf } from "../../../support/books.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { World } from "../../../support/world.ts"
import { books, eventNames, operator, order, payer, recordOf, refund, reviewsOf } from "../payout/payouts.ts"

type WorldServices = Parameters<NonNullable<Parameters<typeof World.open>[1]>>[0]

const resolved = (world: World, movementId: string, outcome: "DONE" | "REFUSED", evidence: string) =>
  world.run(resolveMovement(subjects)(operator, { movementId, outcome, evidence }))

/** A chain that withdraws what has happened all the same, as one that was reorganised does. */
const withdrawing = (services: WorldServices): WorldServices => {
  const chain = chainAdapter.of(services)
  return Context.merge(services, chainAdapter.services({ ...chain, cancel: () => Effect.succeed(absent) }))
}

describe("a debit that happened after its payout had failed §movement-after-refusal", () => {
  it("is owed, before a person, and given back by an order", async () => {
    const by = await payer(undefined, undefined, withdrawing)
    by.world.chain.script.push("lost")
    by.world.chain.isDark = true
    const id = await order(by)
    await by.world.work()
    await resolved(by.world, debitOf(id), "REFUSED", "not on the chain")
    expect(eventNames(by)).toEqual(["PAYOUT_FAILED"])
    await resolved(by.world, debitOf(id), "DONE", "0xhash")
    expect(await recordOf(by, id)).toMatchObject({ status: "FAILED" })
    expect(await books(by)).toMatchObject({ "payout-owed BRL": 1_175n })
    expect(reviewsOf(by)).toEqual(
      expect.arrayContaining([
        `settledAfterRefusal/${debitOf(id)}`,
        expect.stringMatching(/^operatorDecides\/debited/)
      ])
    )
    by.world.chain.isDark = false
    await refund(by, id)
    await by.world.work()
    by.world.advance(600_000)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "REFUNDED" })
    expect(await books(by)).not.toHaveProperty("payout-owed BRL")
    // Nothing was ever paid by PIX.
    expect(by.world.rail.payments.asked).toEqual([])
    await by.world.close()
  })
})

describe("a delivery that happened after its deposit had failed §movement-after-refusal", () => {
  const failed = async () => {
    const rail = { isFilled: false }
    const world = await World.open(undefined, (services) => {
      const plain = pixRailAdapter.of(services)
      return Context.merge(
        withdrawing(services),
        pixRailAdapter.services({
          ...plain,
          returnsFailed: false,
          sendReturn: (request) =>
            Effect.suspend(() =>
              rail.isFilled ? plain.sendReturn(request) : Effect.succeed(held("float", "it is empty"))
            )
        })
      )
    })
    const caller = await world.caller()
    const deposit = await world.deposit(caller)
    world.chain.script.push("lost")
    world.chain.isDark = true
    await world.settle(deposit.trackId, endToEndIdAt(1))
    await world.work()
    await resolved(world, `deliver/${deposit.walletCharge}`, "REFUSED", "not on the chain")
    const read = () => world.record(caller, deposit.externalId)
    const goOn = async () => {
      rail.isFilled = true
      world.chain.isDark = false
      world.advance(600_000)
      await world.work()
    }
    const movements = async () =>
      (await world.run(list(Movements, "bySubject", String(deposit.walletCharge), { limit: 9 })))
        .map(({ value }) => `${value.purpose} ${value.state}`).toSorted()
    return { world, deposit, read, goOn, movements }
  }

  it("completes it, and what was not sent back stays", async () => {
    const { deposit, goOn, movements, read, world } = await failed()
    await world.work()
    expect(await read()).toMatchObject({ status: "FAILED", errorCode: "DEPOSIT_DELIVERY_FAILED" })
    await resolved(world, `deliver/${deposit.walletCharge}`, "DONE", "0xhash")
    await goOn()
    expect(await read()).toMatchObject({ status: "COMPLETED", errorCode: null, refundedValue: null })
    expect(await movements()).toEqual(["deliver DONE", "return CANCELLED"])
    expect(eventNames({ world })).toEqual(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_SUCCESS"])
    expect(world.rail.effects.size).toBe(0)
    expect(await balancesOf(world, "deposit-owed")).toEqual([])
    await world.close()
  })

  it("is a loss once the payment has gone back, and the books say so", async () => {
    const { deposit, goOn, movements, read, world } = await failed()
    await goOn()
    expect(await read()).toMatchObject({ status: "REFUNDED" })
    await resolved(world, `deliver/${deposit.walletCharge}`, "DONE", "0xhash")
    expect(await movements()).toEqual(["deliver DONE", "return DONE"])
    expect(await balancesOf(world, "deposit-owed")).toEqual([])
    expect(await balancesOf(world, "losses")).toEqual(["losses 1000 BRL"])
    await world.close()
  })
})
