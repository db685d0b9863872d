// Deposits of LIGHTNING: our Lightning node pays the invoice that was given, or the one that the server of the destination gives, within
// a bound of what routing may take (0261). What cannot be paid fails, and its PIX goes back.
import { Context } from "effect"
import { expect, it } from "vitest"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { deliverRest } from "../../../../core/payments/deposit/deliver-rest.ts"
import { previewRest } from "../../../../core/payments/deposit/preview-rest.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { TreasuryLimits } from "../../../../core/ports/treasury-limits.ts"
import { list } from "../../../../core/engine/store/records.ts"
import { Events } from "../../../../core/engine/event/event.ts"
import { Movements } from "../../../../core/payments/movement/movement.ts"
import { balancesOf, trialBalance } from "../../../support/books.ts"
import { endToEndIdAt, returnIdAt } from "../../../support/ids.ts"
import { operator } from "../../../support/operator.ts"
import type { Fate } from "../../../support/ports.ts"
import { type Services, World } from "../../../support/world.ts"

const minute = 60_000
const address = "ana@wallet.example"
// 9.75 at 500,000.00 a bitcoin is 1,950 satoshis, of which routing may take 20.
const sats = 1_950n
const most = 20n

type Decorate = (services: Context.Context<Services>) => Context.Context<Services>

/** A rail that returns nothing by itself. */
const ordering: Decorate = (services) =>
  Context.merge(services, pixRailAdapter.services({ ...pixRailAdapter.of(services), returnsFailed: false }))

/** A deposit to a Lightning address that is paid, and of which nothing was sent. */
const paid = async (decorate?: Decorate) => {
  const world = await World.open(undefined, decorate)
  world.rates.price = "500000"
  const caller = await world.caller()
  const deposit = await world.deposit(caller, { asset: "LIGHTNING", network: "lightning", address })
  await world.settle(deposit.trackId, endToEndIdAt(1))
  const id = deposit.walletCharge
  return {
    world,
    id,
    record: () => world.record(caller, deposit.externalId),
    movement: async () => (await world.run(list(Movements, "bySubject", id, { limit: 1 })))[0]?.value,
    events: async () =>
      (await world.run(list(Events, "byOwner", caller.account.id, { limit: 20 }))).map(({ value }) => value.name)
  }
}

it("are paid once by the invoice that the address gives, and routing is a cost §deposit-lightning", async () => {
  const { events, id, record, world } = await paid()
  world.lightning.routingFee = 7n
  await world.work()
  const [given] = world.lightning.resolved
  expect(given).toMatchObject({ address, amount: sats })
  expect(world.lightning.payments.asked).toEqual([{
    id: `deliver/${id}`,
    request: { operationId: `deliver/${id}`, bolt11: given?.bolt11, sats, maximumFee: most }
  }])
  expect(world.chain.asked).toEqual([])
  expect(await record()).toMatchObject({
    status: "COMPLETED",
    receivedAmount: sats,
    transactionHash: `hash-of-deliver/${id}`
  })
  expect(await events()).toEqual(["DEPOSIT_ASSET_SUCCESS"])
  expect((await balancesOf(world, "")).filter((line) => line.endsWith("BTC")).toSorted()).toEqual([
    "conversion 1950 BTC",
    // All that was reserved counts as gone until the node is read again.
    `float-free/lightning ${1_000_000_000n - sats - most} BTC`,
    `float-seen/lightning -${1_000_000_000n - sats - most} BTC`,
    "network-fees 7 BTC",
    "treasury -1957 BTC"
  ])
  expect(await trialBalance(world)).toEqual({})
})

it("whose payment is refused fail, and the PIX goes back §deposit-lightning §deposit-failed-return", async () => {
  const { events, id, record, world } = await paid(ordering)
  world.lightning.payments.script.push("refused")
  await world.work()
  expect(await record()).toMatchObject({
    status: "REFUNDED",
    errorCode: "DEPOSIT_DELIVERY_FAILED",
    refundedValue: 1_000
  })
  expect(world.rail.asked.map((each) => each.id)).toEqual([`return/${id}`])
  expect((await events()).toSorted()).toEqual(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])
  expect(await trialBalance(world)).toEqual({})
})

it("fail where their address is gone, and where it gives no invoice for three hours §deposit-lightning", async () => {
  const gone = await paid(ordering)
  gone.world.lightning.addresses = "gone"
  await gone.world.work()
  expect(await gone.record()).toMatchObject({ status: "REFUNDED" })
  const away = await paid(ordering)
  away.world.lightning.addresses = "away"
  await away.world.work()
  expect(await away.record()).toMatchObject({ status: "PROCESSING" })
  away.world.advance(4 * 60 * minute)
  await away.world.work()
  expect(await away.record()).toMatchObject({ status: "REFUNDED" })
  for (const { world } of [gone, away]) expect(world.lightning.payments.asked).toEqual([])
})

it.each<[Fate, string]>([["lost", "COMPLETED"], ["lostRefusal", "FAILED"]])(
  "whose answer is %s are looked up, and end %s §deposit-lightning §deposit-unknown",
  async (fate, status) => {
    const { record, world } = await paid()
    world.lightning.payments.script.push(fate)
    await world.work()
    expect(await record()).toMatchObject({ status: "PROCESSING", processingStep: "DELIVERY_UNKNOWN" })
    world.advance(minute)
    await world.work()
    expect(await record()).toMatchObject({ status })
    expect(world.lightning.payments.asked).toHaveLength(1)
  }
)

it("wait while the node cannot pay amount and routing, and go out once it can §deposit-lightning §float-reserved", async () => {
  const { movement, record, world } = await paid()
  world.lightning.heldSats = sats + most - 1n
  await world.work()
  expect(await movement()).toMatchObject({ state: "HELD", reason: { code: "floatReserved" }, sentAt: null })
  expect(world.lightning.payments.asked).toEqual([])
  world.lightning.heldSats = sats + most
  world.advance(6 * minute)
  await world.work()
  expect(await record()).toMatchObject({ status: "COMPLETED" })
})

it("go out where the wallet never tells what it holds §deposit-lightning", async () => {
  const { record, world } = await paid()
  world.lightning.heldSats = undefined
  await world.work()
  expect(await record()).toMatchObject({ status: "COMPLETED" })
  expect(await balancesOf(world, "float-")).toEqual([])
})

it("count against the limits of the node's satoshis §deposit-lightning", async () => {
  const { movement, world } = await paid((services) =>
    Context.add(services, TreasuryLimits, {
      of: (asset, place) => asset === "BTC" && place === "lightning" ? { perDay: sats } : undefined
    })
  )
  await world.work()
  expect(await movement()).toMatchObject({ state: "HELD", reason: { code: "treasuryLimit" } })
  expect(world.lightning.payments.asked).toEqual([])
})

it("of which a part went back first are paid for the rest by an operator's word §deposit-lightning", async () => {
  const { id, record, world } = await paid(ordering)
  await world.confirmReturn(endToEndIdAt(1), returnIdAt(1), 300)
  await world.work()
  expect(world.lightning.payments.asked).toEqual([])
  const preview = await world.run(previewRest("deliver", id))
  expect(preview).toMatchObject({ moves: [{ asset: "BTC", network: "lightning", amount: "0.0000135", to: address }] })
  await world.run(deliverRest(operator, { depositId: id, rest: 700n }))
  await world.work()
  expect(world.lightning.payments.asked.map(({ request }) => request.sats)).toEqual([unitsUnsafe("BTC", 1_350n)])
  expect(await record()).toMatchObject({ status: "COMPLETED" })
})
