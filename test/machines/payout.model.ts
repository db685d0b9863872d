// Sequences of payouts: orders, workers that are killed, answers that are lost, words of the provider in any order, twice
// and against each other, refunds by the operator. An auditor that shares no code with the core sums over what really
// happened on the chain and at the rail, and says what books, records and events have to show.
import { Option } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { Events } from "../../core/engine/event/event.ts"
import { type Movement, Movements, type Reversal } from "../../core/payments/movement/movement.ts"
import { type Payout, Payouts } from "../../core/payments/payout/payout.ts"
import { isGivenBack } from "../../core/payments/pix-payment/pix-payment.ts"
import { payoutStates } from "../../core/payments/payout/payout.states.ts"
import { refundPayout } from "../../core/payments/payout/refund-payout.ts"
import { get, list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { depth } from "../support/depth.ts"
import { returnIdAt } from "../support/ids.ts"
import type { Fate } from "../support/ports.ts"
import { type PlaneLayer, account } from "../support/world.ts"
import { type Payer, allFlags, operator, order, payer, pixOut } from "../unit/payments/payout/payouts.ts"

const second = 1_000
const minute = 60 * second
const lease = minute

class Course {
  readonly by: Payer
  readonly ids: Array<string> = []
  /** What was notified of returns: the first value under each id, by payout. */
  readonly returns = new Map<string, Map<string, bigint>>()
  readonly told = new Set<string>()

  constructor(by: Payer) {
    this.by = by
  }

  get world() {
    return this.by.world
  }

  id(n: number): string | undefined {
    return this.ids[n % Math.max(1, this.ids.length)]
  }

  rows<A>(read: ReturnType<typeof list<A & { readonly id: string; readonly owner: string }, string>>) {
    return this.world.run(read).then((rows) => rows.map(({ value }) => value))
  }

  /** After every step: nothing came from nowhere, and nothing was requested twice. */
  async check(): Promise<void> {
    const balances = await this.world.run(Store.use((store) => store.balances("")))
    const sums = new Map<string, bigint>()
    for (const { amount, asset } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
    expect([...sums].filter(([, sum]) => sum !== 0n)).toEqual([])
    expect(this.world.chain.repeats).toEqual([])
    expect(this.world.rail.payments.repeats).toEqual([])
    for (const paid of this.world.rail.payments.effects.keys()) {
      expect(this.world.chain.effects.has(`debit/${paid}`)).toBe(true)
    }
  }

  /** Lets everything come to rest: the world answers, and every job is run until none is left. */
  async rest(): Promise<void> {
    const { chain, rail } = this.world
    chain.script.length = rail.payments.script.length = 0
    chain.isDark = rail.payments.isDark = false
    for (let round = 0; round < 20 && this.world.jobs.size > 0; round++) {
      this.world.advance(10 * minute)
      await this.world.work()
    }
    expect([...this.world.jobs.keys()]).toEqual([])
    await this.check()
    await audit(this)
  }
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n)
const most = (a: bigint, b: bigint): bigint => a > b ? a : b

/** A payout with all that happened about it. */
interface Sheet {
  readonly payout: Payout
  readonly gross: bigint
  readonly debitedUnits: bigint
  readonly backUnits: bigint
  readonly reversals: ReadonlyArray<Reversal>
  readonly refunds: ReadonlyArray<Movement>
  readonly events: ReadonlyArray<string>
  readonly isPaid: boolean
}

const sheetOf = async (course: Course, payout: Payout): Promise<Sheet> => {
  const movements = await course.rows<Movement>(list(Movements, "bySubject", payout.id, { limit: 50 }))
  const reversals = movements.flatMap((movement) => movement.reversals)
  const refunds = movements.filter(({ purpose }) => isGivenBack(purpose))
  const events = await course.world.run(list(Events, "byOwner", payout.owner, { limit: 400 }))
  const { effects } = course.world.chain
  return {
    payout,
    gross: payout.value + payout.fee,
    debitedUnits: effects.get(`debit/${payout.id}`)?.request.units ?? 0n,
    backUnits: sum(refunds.map(({ id }) => effects.get(id)?.request.units ?? 0n)),
    reversals,
    refunds,
    events: events.map(({ value }) => value).filter(({ subject }) => subject === payout.id).map(({ name }) => name),
    isPaid: payout.paidAt !== null
  }
}

const times = (sheet: Sheet, name: string): number => sheet.events.filter((event) => event === name).length
const hasSucceeded = (sheet: Sheet): boolean => times(sheet, "PAYOUT_SUCCESSFUL") > 0
const returnedOf = ({ reversals }: Sheet): bigint => sum(reversals.map(({ value }) => value))
const sentOf = ({ refunds }: Sheet, purposes: ReadonlyArray<string>): ReadonlyArray<Movement> =>
  refunds.filter(({ purpose, state }) => state === "DONE" && purposes.includes(purpose))
const isRestored = (sheet: Sheet): boolean => sentOf(sheet, ["restore", "return"]).length > 0
const refundedOf = (sheet: Sheet): bigint => sum(sentOf(sheet, ["reversal", "refund"]).map(({ cents }) => cents ?? 0n))

const lossOf = (sheet: Sheet): bigint => {
  if (hasSucceeded(sheet)) return most(0n, refundedOf(sheet) - returnedOf(sheet))
  return sheet.isPaid ? sheet.payout.value - returnedOf(sheet) : 0n
}

const auditOne = (course: Course, sheet: Sheet, reviewed: ReadonlySet<string>): void => {
  const { backUnits, debitedUnits, events, isPaid, payout } = sheet
  const about = `${payout.id} ${payout.state} ${events.join(" ")}`
  expect({ about, state: payout.state }).not.toMatchObject({
    state: expect.stringMatching(/ING(?:_PAID)?$/) as unknown
  })
  expect({ about, debited: debitedUnits }).toEqual({
    about,
    debited: ["DEBITING", "FAILED"].includes(payout.state) ? 0n : payout.units
  })
  expect({ about, twice: ["PAYOUT_SUCCESSFUL", "PAYOUT_FAILED"].filter((name) => times(sheet, name) > 1) })
    .toEqual({ about, twice: [] })
  // Never more comes back than was taken, and all of it where no one was paid.
  expect({ about, isTooMuch: backUnits > debitedUnits }).toEqual({ about, isTooMuch: false })
  if (payout.state === "COMPLETED") expect({ about, backUnits }).toEqual({ about, backUnits: 0n })
  if (payoutStates.states[payout.state] === "FAILED" && debitedUnits > 0n && backUnits !== debitedUnits) {
    expect({ about, reviewed: reviewed.has(payout.id) }).toEqual({ about, reviewed: true })
  }
  if (isRestored(sheet)) expect({ about, backUnits }).toEqual({ about, backUnits: debitedUnits })
  // What is believed to be paid was paid, or told to be, or came back.
  const isTold = course.told.has(payout.id) || sheet.reversals.length > 0
  expect({ about, isBelieved: isPaid && !isTold && !course.world.rail.payments.effects.has(payout.id) })
    .toEqual({ about, isBelieved: false })
  // Returns count as they were told first, and never beyond the value.
  expect({ about, isBeyond: returnedOf(sheet) > payout.value }).toEqual({ about, isBeyond: false })
  for (const { returnId, value } of sheet.reversals) {
    expect(course.returns.get(payout.id)?.get(returnId)).toBeDefined()
    expect({ about, value: payout.returned >= value }).toEqual({ about, value: true })
  }
  expect({ about, returned: payout.returned }).toEqual({ about, returned: returnedOf(sheet) })
  const refusedOnes = sheet.refunds.filter(({ purpose, state }) => purpose === "reversal" && state === "REFUSED").length
  const toldRefunds = hasSucceeded(sheet)
    ? sheet.reversals.length + sentOf(sheet, ["refund"]).length
    : sentOf(sheet, ["return"]).length
  expect({ about, refusedOnes, times: times(sheet, "PAYOUT_REFUNDED") }).toEqual({
    about,
    refusedOnes,
    times: toldRefunds
  })
}

const audit = async (course: Course): Promise<void> => {
  const { world } = course
  const owner = course.by.caller.account.id
  const payouts = await Promise.all(
    course.ids.map((id) => world.run(get(Payouts, id)).then((found) => Option.getOrThrow(found).value))
  )
  const sheets = await Promise.all(payouts.map((payout) => sheetOf(course, payout)))
  const reviews = await world.run(list(Reviews, "all", "all", { limit: 400 }))
  const reviewed = new Set(reviews.map(({ value }) => value.subject))
  for (const sheet of sheets) auditOne(course, sheet, reviewed)
  const balances = await world.run(Store.use((store) => store.balances("")))
  const balanceOf = (name: string, asset: string): bigint =>
    sum(
      balances.filter((row) => row.account.split("/")[0] === name && row.asset === asset).map(({ amount }) => -amount)
    )
  const expected = {
    "pix-settlement": sum(sheets.map((sheet) => (sheet.isPaid ? sheet.payout.value : 0n) - returnedOf(sheet))),
    "fee-income": sum(sheets.filter(hasSucceeded).map(({ payout }) => payout.fee)),
    "payout-owed": sum(
      sheets.filter((sheet) => sheet.debitedUnits > 0n && !hasSucceeded(sheet) && !isRestored(sheet))
        .map(({ gross }) => gross)
    ),
    "reversal-owed": sum(sheets.filter(hasSucceeded).map((sheet) => most(0n, returnedOf(sheet) - refundedOf(sheet)))),
    losses: -sum(sheets.map(lossOf))
  }
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, balanceOf(name, "BRL")]))).toEqual(expected)
  for (const asset of ["USDT", "USDC"]) {
    const moved = sum(
      sheets.filter(({ payout }) => payout.asset === asset).map(({ backUnits, debitedUnits }) =>
        backUnits - debitedUnits
      )
    )
    expect({ owner, asset, treasury: balanceOf("treasury", asset) }).toEqual({ owner, asset, treasury: moved })
  }
  expect(balanceOf("wallet-holds", "USDT")).toBe(0n)
}

type Step = fc.AsyncCommand<object, Course>

const step = (name: string, run: (course: Course) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (_, course) => {
    await run(course)
    await course.check()
  },
  toString: () => name
})

const slot = fc.integer({ min: 0, max: 2 })

const orders = fc.record({
  value: fc.constantFrom(10, 333, 1_000),
  network: fc.constantFrom("polygon" as const, "base" as const)
}).map((
  parts
) =>
  step(`order ${JSON.stringify(parts)}`, async (course) => {
    if (course.ids.length < 4) course.ids.push(await order(course.by, parts))
  })
)

const outcomes = fc.record({ n: slot, type: fc.constantFrom("SUCCESS" as const, "FAILED" as const) }).map((
  { n, type }
) =>
  step(`tell ${type} of ${n}`, async (course) => {
    const id = course.id(n)
    if (id === undefined) return
    if (type === "SUCCESS") course.told.add(id)
    await pixOut(course.by, type, id)
  })
)

const returns = fc.record({ n: slot, back: slot, value: fc.constantFrom(3, 7, 10, 333, 667, 1_000) }).map((parts) =>
  step(`return ${JSON.stringify(parts)}`, async (course) => {
    const id = course.id(parts.n)
    if (id === undefined) return
    const known = course.returns.get(id) ?? new Map<string, bigint>()
    const returnId = returnIdAt(parts.back)
    course.returns.set(id, known.set(returnId, known.get(returnId) ?? BigInt(parts.value)))
    await pixOut(course.by, "REVERSED", id, { returnId, returnedValue: parts.value })
  })
)

const refunds = slot.map((n) =>
  step(`operator refunds ${n}`, async (course) => {
    const id = course.id(n)
    if (id === undefined) return
    await course.world.run(refundPayout(operator, id)).catch((error: unknown) =>
      expect(error).toMatchObject({ _tag: "StateConflict" })
    )
  })
)

const flags = fc.boolean().map((isOn) =>
  step(`AUTO_REFUND ${isOn ? "on" : "off"}`, (course) =>
    course.world.caller(
      account("first", { flags: isOn ? [...allFlags] : allFlags.filter((flag) => flag !== "AUTO_REFUND") })
    ))
)

const passes = fc.constantFrom(second, minute, 6 * minute).map((ms) =>
  step(`pass ${ms}`, async (course) => course.world.advance(ms))
)

const fates: ReadonlyArray<Fate> = ["done", "done", "refused", "lost", "lostRefusal", "cut", "diesBefore", "diesAfter"]

const works = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  chain: fc.constantFrom(...fates),
  rail: fc.constantFrom(...fates),
  isDark: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  /** How many calls to the plane a worker makes before it is killed. */
  calls: fc.option(fc.integer({ min: 0, max: 9 }), { freq: 2 })
}).map((parts) =>
  step(`work ${JSON.stringify(parts)}`, async ({ world }) => {
    const { chain, rail } = world
    for (const job of await world.claim(parts.limit)) {
      chain.script[0] = parts.chain
      rail.payments.script[0] = parts.rail
      chain.isDark = rail.payments.isDark = parts.isDark
      if (await world.runJobInProcess(job, parts.calls ?? undefined) === "killed") world.advance(lease)
    }
    chain.script.length = rail.payments.script.length = 0
  })
)

const often = <A>(arbitrary: A, count: number): ReadonlyArray<A> => Array.from({ length: count }, () => arbitrary)

const steps = fc.commands(
  [...often(orders, 2), ...often(works, 6), ...often(outcomes, 2), ...often(returns, 2), refunds, flags, passes],
  { maxCommands: 30, size: "max" }
)

/** Registers the sequences of a store: `share` of the sequences of this run, each on a plane of its own. */
export const payoutSequencesOn = (store: string, layer: PlaneLayer, share: number): void => {
  const numRuns = Math.ceil(depth.sequences * share)
  it(
    `keeps to the books over ${numRuns} sequences of payouts on ${store} §payout-money`,
    { timeout: 120_000 + numRuns * 2_000 },
    () =>
      fc.assert(
        fc.asyncProperty(steps, async (commands) => {
          const course = new Course(await payer({}, layer))
          try {
            await fc.asyncModelRun(() => ({ model: {}, real: course }), commands)
            await course.rest()
          } finally {
            await course.world.close()
          }
        }),
        { numRuns }
      )
  )
}
