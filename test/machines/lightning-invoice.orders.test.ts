// The provider's words about a Lightning invoice in every order and with every word said twice: the sats once, the PIX once,
// the return once, and the same record, events and books at the end.
import { describe, expect, it } from "vitest"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { balancesOf, trialBalance } from "../support/books.ts"
import {
  bookedOf,
  eventsOf,
  minute,
  openInvoice,
  refundAddress
} from "../unit/payments/lightning-invoice/lightning-invoice.scene.ts"

type Scene = Awaited<ReturnType<typeof openInvoice>>
type Word = readonly [name: string, say: (scene: Scene) => Promise<unknown>]

const permutations = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  all.length < 2 ?
    [all] :
    all.flatMap((first, index) =>
      permutations([...all.slice(0, index), ...all.slice(index + 1)]).map((rest) => [first, ...rest])
    )

const orders = (words: ReadonlyArray<Word>): ReadonlyArray<ReadonlyArray<Word>> => {
  const known = new Map(permutations(words).map((order) => [order.map(([name]) => name).join(" "), order]))
  return [...known.values()]
}

const twice = (word: Word): ReadonlyArray<Word> => [word, word]
const settled: Word = ["settled", ({ pixOut }) => pixOut("PAYOUT-SUCCESS", { endToEndId: endToEndIdAt(1) }, "evt-s")]
const refused: Word = ["refused", ({ pixOut }) => pixOut("PAYOUT-FAILED", {}, "evt-f")]
const reversed: Word = [
  "reversed",
  ({ pixOut }) => pixOut("PAYOUT-REVERSED", { returnId: returnIdAt(1), returnedValue: 1_000 }, "evt-r")
]
const paid: Word = ["paid", ({ paid: say }) => say("evt-p")]
const work: Word = ["work", ({ world }) => world.work()]

/** The sats are in and the PIX was requested; its answer is lost, so only words tell what became of it. */
const pending = async () => {
  const scene = await openInvoice({ refundAddress })
  scene.world.rail.payments.script.push("cut")
  scene.world.rail.payments.isDark = true
  await scene.paid("evt-p")
  await scene.world.work()
  return scene
}

const ending = async (order: ReadonlyArray<Word>) => {
  const scene = await pending()
  for (const [, say] of order) await say(scene)
  scene.world.advance(10 * minute)
  await scene.world.work()
  const { createdAt: _c, refundedAt: _r, updatedAt: _u, receipt, ...read } = await scene.record()
  // The invoice of the address is of the instant at which the address was asked.
  const record = { ...read, refundInvoice: read.refundInvoice !== null }
  expect(await trialBalance(scene.world)).toEqual({})
  expect(scene.world.rail.payments.asked).toHaveLength(1)
  return {
    record,
    receipt: receipt === null ? null : receipt.rail,
    books: await bookedOf(scene.world),
    floats: await balancesOf(scene.world, "float-"),
    events: (await eventsOf(scene.world, scene.caller.account.id)).map(({ event }) => event).toSorted()
  }
}

describe("§lightning-event-order the words about a Lightning invoice", () => {
  it("end the same in every order when it was settled and reversed", async () => {
    const all = orders([...twice(settled), ...twice(reversed), paid])
    expect(all.length).toBe(30)
    const [first, ...others] = await Promise.all(all.map(ending))
    expect(first).toMatchObject({
      record: { status: "REFUNDED", endToEndId: endToEndIdAt(1) },
      events: ["PAYOUT_REFUNDED", "PAYOUT_SUCCESSFUL"]
    })
    for (const other of others) expect(other).toEqual(first)
  })

  it("end the same in every order when it was refused, wherever the worker comes between", async () => {
    const all = orders([...twice(refused), ...twice(paid), work])
    expect(all.length).toBe(30)
    const [first, ...others] = await Promise.all(all.map(ending))
    expect(first).toMatchObject({ record: { status: "REFUNDED" }, events: ["PAYOUT_FAILED", "PAYOUT_REFUNDED"] })
    expect(first?.books).toEqual([])
    for (const other of others) expect(other).toEqual(first)
  })

  it("before the sats are in are impossible, and change nothing but the operator's list", async () => {
    for (const [, say] of [settled, refused, reversed]) {
      const scene = await openInvoice()
      await say(scene)
      expect(await scene.record()).toMatchObject({ status: "PENDING" })
      expect(await balancesOf(scene.world, "")).toEqual([])
    }
  })
})
