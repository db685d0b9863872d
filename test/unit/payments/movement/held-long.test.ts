// A movement that is held for days: it is tried some hundred times, and neither its record nor the journal grows with that.
import { Context, Effect, Option } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { Store } from "../../../../core/engine/store/store.ts"
import { cancelMovement } from "../../../../core/payments/movement/cancel-movement.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { held } from "../../../../core/ports/outcome.ts"
import { pixOf } from "../../../../core/payments/pix-payment/pix-payment.ts"
import { subjects } from "../../../../core/payments/resources.ts"
import { RailBooks } from "../../../../core/ports/rail-books.ts"
import { balancesOf } from "../../../support/books.ts"
import { type Payer, operator, order, payer, recordOf } from "../payout/payouts.ts"

let by: Payer
afterEach(() => by.world.close())

const tries = 864

const heldFor = async (count: number, code: "float" | "paused") => {
  let left = count
  by = await payer(undefined, undefined, (services) => {
    const rail = pixRailAdapter.of(services)
    const holding = pixRailAdapter.services({
      ...rail,
      pay: (request) => Effect.suspend(() => left-- > 0 ? Effect.succeed(held(code, "not now")) : rail.pay(request))
    })
    const balance = Effect.succeed(unitsUnsafe("BRL", 1_000_000n))
    const movements = () => Effect.succeed({ facts: [], next: null })
    return Context.add(Context.merge(services, holding), RailBooks, { lists: [], movements, balance })
  })
  const id = await order(by)
  await by.world.work()
  const startedAt = by.world.clock.now
  for (let n = 1; n < count; n++) {
    by.world.advance(300_000)
    await by.world.work()
  }
  return { id, startedAt }
}

const movementOf = async (id: string) => Option.getOrThrow(await by.world.run(get(Movements, pixOf(id)))).value
const journal = () => by.world.run(Store.use((store) => store.journal({ after: 0n, limit: 5_000 })))

describe("a payment that the provider does not take for three days §movement-held", () => {
  it("is a short record and a short journal, and is paid once the provider takes it", async () => {
    const { id, startedAt } = await heldFor(tries, "paused")
    const { history = [], ...movement } = await movementOf(id)
    expect(movement).toMatchObject({ state: "HELD", reserved: true, sentAt: null })
    expect(history.map(({ on }) => on)).toEqual(["claimed", "held", "claimed", "held"])
    // Since when it has been held, and when it was tried last.
    expect(history[1]?.at).toBe(startedAt)
    expect(history.at(-1)?.at).toBe(by.world.clock.now)
    expect((await journal()).filter(({ template }) => template.startsWith("float")).map(({ template }) => template))
      .toEqual(["floatRaised", "floatReserved"])
    by.world.advance(300_000)
    await by.world.work()
    expect(await recordOf(by, id)).toMatchObject({ status: "COMPLETED" })
    expect(await balancesOf(by.world, "float-reserved")).toEqual([])
    expect(by.world.rail.payments.effects.size).toBe(1)
  })

  it("is a short record also where the account is said to be empty, and then others may be paid of it", async () => {
    const { id } = await heldFor(tries, "float")
    const { history = [], reserved } = await movementOf(id)
    expect(history.map(({ on }) => on)).toEqual(["claimed", "held", "claimed", "held"])
    expect(reserved).toBe(undefined)
    expect(await balancesOf(by.world, "float-reserved")).toEqual([])
  })

  it("gives back what is reserved for it when it is cancelled", async () => {
    const { id } = await heldFor(3, "paused")
    expect(await balancesOf(by.world, "float-reserved")).toEqual(["float-reserved/pix 1000 BRL"])
    await by.world.run(cancelMovement(subjects)(operator, { movementId: pixOf(id), reason: "not wanted" }))
    await by.world.work()
    expect(await movementOf(id)).toMatchObject({ state: "REFUSED" })
    expect(await balancesOf(by.world, "float-reserved")).toEqual([])
  })
})
