// A civil day of a treasury: what the chain shows to have left it against what our journal sent, and what nothing of ours explains.
import { Context, Effect } from "effect"
import { expect, it } from "vitest"
import { closeDays } from "../../../../core/reports/closing/close-days.ts"
import { readClosings } from "../../../../core/reports/closing/read-closings.ts"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { Chain } from "../../../../core/ports/chain.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { World } from "../../../support/world.ts"

const hour = 3_600_000
const first = "2026-02-28"
const second = "2026-03-01"

const open = async () => {
  const world = await World.open(undefined, (services) =>
    Context.add(services, Chain, {
      ...Context.get(services, Chain),
      floats: (network) =>
        Effect.succeed(network === "polygon" ? [{ network, what: "USDT", units: 50_000_000n, role: "treasury" }] : [])
    }))
  const caller = await world.caller()
  world.chain.outflows = []
  world.chain.shownOn = "polygon"
  return {
    world,
    deliver: async (n: number) => {
      const { trackId } = await world.deposit(caller)
      await world.settle(trackId, endToEndIdAt(n))
      await world.work()
    },
    /** The chain shows what was delivered so far, and a transfer that nothing of ours asked for. */
    shows: (stolen: ReadonlyArray<bigint>, isShown = true) => {
      const delivered = [...world.chain.effects.values()].map(({ receipt, request }) => ({
        mark: null,
        to: request.address,
        asset: request.asset,
        units: request.units,
        receipt,
        isDone: true
      }))
      const others = stolen.map((units) => ({
        mark: null,
        to: "0x00000000000000000000000000000000000BAD00",
        asset: "USDT" as const,
        units,
        receipt: { transactionHash: `0xSTOLEN${units}` },
        isDone: true
      }))
      world.chain.outflows = [...isShown ? delivered : [], ...others]
    },
    later: async (hours: number) => {
      world.advance(hours * hour)
      await world.run(closeDays())
    },
    polygon: async (day: string) =>
      (await world.run(readClosings(day))).places.find(({ place }) => place === "polygon"),
    reviews: async () => (await world.run(listReviews({}))).reviews.map(({ cause }) => cause)
  }
}

it("is closed to zero where the chain shows what was sent, once however often it shows it", async () => {
  const { deliver, later, polygon, reviews, shows } = await open()
  await deliver(1)
  shows([])
  await later(4)
  const amount = "-1.95"
  expect(await polygon(first)).toMatchObject({
    lines: [{ kind: "sent", asset: "USDT", statement: { count: 1, amount }, journal: { count: 1, amount } }],
    sums: [{ difference: "0", unexplained: "0" }],
    differences: [],
    balances: [{ asset: "USDT", held: "50", booked: null, difference: null, change: null }]
  })
  await deliver(2)
  shows([])
  await later(24)
  expect(await polygon(second)).toMatchObject({
    lines: [{ statement: { count: 1, amount }, journal: { count: 1, amount } }],
    differences: [],
    balances: [{ change: "0" }]
  })
  expect(await reviews()).toEqual([])
})

it("puts a transfer that nothing of ours explains before a person at once, and lists it until it is", async () => {
  const { deliver, later, polygon, reviews, shows } = await open()
  await deliver(1)
  shows([7_000_000n])
  await later(4)
  expect((await polygon(first))?.differences).toMatchObject([
    { movement: "0xstolen7000000", statement: "-7", journal: null, difference: "-7", since: first, subject: null }
  ])
  expect(await reviews()).toMatchObject([{
    code: "outflowUnexplained",
    network: "polygon",
    asset: "USDT",
    amount: "7"
  }])
  await later(24)
  expect(await polygon(second)).toMatchObject({ lines: [], differences: [{ difference: "-7", days: 1 }] })
  expect((await reviews()).map(({ code }) => code).toSorted()).toEqual(["closingDiffers", "outflowUnexplained"])
})

it("lists what our journal sent and the chain does not show, until it shows it", async () => {
  const { deliver, later, polygon, reviews, shows } = await open()
  await deliver(1)
  shows([], false)
  await later(4)
  expect((await polygon(first))?.differences).toMatchObject([{ statement: null, journal: "-1.95", since: first }])
  await later(24)
  expect(await reviews()).toMatchObject([{ code: "closingDiffers", place: "polygon", count: 1 }])
  shows([])
  await later(24)
  expect(await polygon("2026-03-02")).toMatchObject({
    differences: [],
    sums: [{ difference: "-1.95", unexplained: "0" }]
  })
  expect(await reviews()).toEqual([])
})
