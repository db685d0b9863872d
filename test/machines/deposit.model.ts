// Sequences of everything that can happen to deposits, in any order, on a real store beside the auditor. After every
// step records, balances, events, deliveries and jobs must be what the auditor says; at the end all faults stop, time
// passes, and everything must come to rest.
import { Option } from "effect"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import type { Caller } from "../../core/customers/access/caller.ts"
import { createDeposit } from "../../core/payments/deposit/create-deposit.ts"
import { previewDeposit } from "../../core/payments/deposit/preview-deposit.ts"
import { settleDeposit } from "../../core/payments/deposit/settle-deposit.ts"
import { Events } from "../../core/engine/event/event.ts"
import { FactTraces, earlyReturns } from "../../core/engine/event/fact-trace.ts"
import type { ClaimedJob } from "../../core/engine/store/job-queue.ts"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Movements } from "../../core/payments/movement/movement.ts"
import { decodeFact } from "../../core/ports/provider-fact.ts"
import { get, list } from "../../core/engine/store/records.ts"
import { Store } from "../../core/engine/store/store.ts"
import { Reviews } from "../../core/engine/review/review.ts"
import { depth } from "../support/depth.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import type { Fate } from "../support/ports.ts"
import { type PlaneLayer, World, account, depositRequest } from "../support/world.ts"
import { Auditor, type Sheet, feeOf, returned, statusOf } from "./auditor.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
// More than a sequence can make.
const newest = { limit: 60 }

const webhook = { url: "https://hooks.example/all", secret: "ab".repeat(32) } as const

/** A data plane in use by one owner, with a stranger beside him. Sequences follow each other on it. */
interface Plane {
  readonly world: World
  readonly caller: Caller
  readonly stranger: Caller
  sequences: number
}

const openPlane = async (layer: PlaneLayer): Promise<Plane> => {
  const world = await World.open(layer)
  return {
    world,
    caller: await world.caller(account("owner", { webhooks: [webhook] })),
    stranger: await world.caller(account("stranger")),
    sequences: 0
  }
}

/** One sequence: the names it uses are its own, and what stood before it is taken off. */
class Course {
  readonly plane: Plane
  readonly world: World
  readonly auditor = new Auditor()
  private readonly number: number
  private baseline = new Map<string, bigint>()
  private reviewsBefore = 0n
  private eventsBefore = 0n
  private kills = 0
  private readonly startedAt: number

  constructor(plane: Plane) {
    this.plane = plane
    this.world = plane.world
    this.number = ++plane.sequences
    this.startedAt = plane.world.clock.now
    plane.world.notifier.posts.length = 0
    plane.world.chain.effects.clear()
  }

  async begin(): Promise<void> {
    this.world.rates.price = "5.00"
    this.baseline = await this.balances()
    this.reviewsBefore = (await this.reviews())[0]?.seq ?? 0n
    this.eventsBefore = (await this.events())[0]?.seq ?? 0n
  }

  pix(n: number): string {
    return endToEndIdAt(this.number * 100 + n)
  }

  returnId(n: number): string {
    return returnIdAt(this.number * 100 + n)
  }

  eventId(n: number | undefined): string | undefined {
    return n === undefined ? undefined : `event-${this.number}-${n}`
  }

  externalId(slot: number): string {
    return `order-${this.number}-${slot}`
  }

  address(slot: number): string {
    return `0x${(this.number * 10 + slot).toString(16).padStart(40, "0")}`
  }

  sheet(slot: number): Sheet | undefined {
    const externalId = this.externalId(slot)
    return [...this.auditor.sheets.values()].find((sheet) => sheet.externalId === externalId)
  }

  private async balances(): Promise<Map<string, bigint>> {
    const rows = await this.world.run(Store.use((store) => store.balances("")))
    return new Map(rows.map(({ account, amount, asset }) => [`${account} ${asset}`, amount]))
  }

  private events() {
    return this.world.run(list(Events, "byOwner", this.plane.caller.account.id, newest))
  }

  private async madeEvents() {
    return (await this.events()).filter(({ seq }) => seq > this.eventsBefore)
  }

  private reviews() {
    return this.world.run(list(Reviews, "all", "all", newest))
  }

  private async isUnderReview(depositId: string): Promise<boolean> {
    return (await this.reviews()).some(({ value }) =>
      value.subject === depositId && value.reason.code === "chargeUnknown"
    )
  }

  /**
   * Runs a claimed job as a worker does, killed after so many calls. The auditor is told what the world answered, unless
   * the worker died before it could write it down: then whoever takes the job over hears it again.
   */
  async work(job: ClaimedJob, calls?: number): Promise<void> {
    if (job.task === "apply-kept-fact") return this.workKept(job)
    if (job.task === "apply-early-returns") return this.workEarly(job)
    const { chain, rail } = this.world
    const [heardOfChain, heardOfRail] = [chain.heard.length, rail.heard.length]
    const asked = chain.asked.length
    const wasKilled = await this.world.runJobInProcess(job, calls) === "killed"
    if (wasKilled) this.kills++
    const sheet = this.auditor.sheets.get(job.subject)
    const isOpenCharge = sheet !== undefined && job.task === "expire-deposit" && this.world.jobs.has(job.id)
    // Whoever was killed may not have come to raise the review.
    if (isOpenCharge && rail.isDark && (!wasKilled || await this.isUnderReview(sheet.id))) {
      this.auditor.notLookedUp(sheet, this.world.clock.now)
    }
    // Only a charge that is paid, and neither returned nor failed, may be delivered.
    if (chain.asked.length > asked) expect(sheet === undefined ? "" : statusOf(sheet)).toBe("PROCESSING")
    if (this.world.jobs.has(job.id)) return
    if (sheet !== undefined && job.task === "expire-deposit") this.auditor.expired(sheet)
    if (sheet !== undefined && job.task === "expire-rail-return") this.auditor.returnOverdue(sheet)
    for (const { answer } of chain.heard.slice(heardOfChain)) {
      if (sheet !== undefined) this.auditor.heard(sheet, answer === "Done" ? "done" : "refused")
    }
    for (const { answer } of rail.heard.slice(heardOfRail)) {
      const of = this.auditor.receipts.get(job.subject)
      if (of === undefined) continue
      if (answer === "Done") of.surplusReturned++
      else this.auditor.reviews.add(`${job.subject} cannot go back`)
    }
  }

  // What waited for the payment is applied to it.
  private async workEarly(job: ClaimedJob): Promise<void> {
    const pix = this.auditor.sheets.get(job.subject)?.funding ?? ""
    const rows = await this.world.run(earlyReturns(pix))
    const isSent = await this.wasSent(pix)
    await this.world.runJobInProcess(job)
    expect(this.world.jobs.has(job.id)).toBe(false)
    for (const { value } of rows) {
      const fact = decodeFact(value.fact ?? "")
      if (fact._tag === "PixReturned") {
        this.auditor.returnConfirmed(fact.endToEndId, fact.returnId, fact.value, undefined, isSent)
      }
    }
  }

  // A return that waits: it is applied, still waits, or has waited too long.
  private async workKept(job: ClaimedJob): Promise<void> {
    const kept = Option.getOrThrow(await this.world.run(get(FactTraces, job.subject))).value
    const fact = kept.fact === null ? undefined : decodeFact(kept.fact)
    const isSent = fact?._tag === "PixReturned" && await this.wasSent(fact.endToEndId)
    await this.world.runJobInProcess(job)
    if (this.world.jobs.has(job.id) || fact?._tag !== "PixReturned") return
    const after = Option.getOrThrow(await this.world.run(get(FactTraces, job.subject))).value
    if (after.fact !== null) this.auditor.unplaced(kept.id)
    else this.auditor.returnConfirmed(fact.endToEndId, fact.returnId, fact.value, undefined, isSent)
  }

  /** How many returns of a PIX wait for it. */
  async waiting(endToEndId: string): Promise<number> {
    return (await this.world.run(earlyReturns(endToEndId))).length
  }

  /** Whether the delivery of what a PIX funded was ever sent. */
  async wasSent(endToEndId: string): Promise<boolean> {
    const sheet = this.auditor.receipts.get(endToEndId.toUpperCase())
    const delivery = sheet && Option.getOrUndefined(await this.world.run(get(Movements, `deliver/${sheet.id}`)))
    return (delivery?.value.sentAt ?? null) !== null
  }

  /** Compares everything that can be seen with what the auditor expects. */
  async check(): Promise<void> {
    const { caller } = this.plane
    const expected = this.auditor.expected(caller.account.id)
    for (const sheet of this.auditor.sheets.values()) await this.checkRecord(sheet)
    const balances = await this.balances()
    const moved = Object.fromEntries(
      Object.keys(expected.balances).map((name) => [name, (balances.get(name) ?? 0n) - (this.baseline.get(name) ?? 0n)])
    )
    expect(moved).toEqual(expected.balances)
    for (const asset of ["BRL", "USDT"]) {
      const all = [...balances].filter(([name]) => name.endsWith(` ${asset}`)).map(([, amount]) => amount)
      expect(all.reduce((total, amount) => total + amount, 0n), `sum of ${asset}`).toBe(0n)
    }
    expect(balances.get(`deposit-owed/${caller.account.id} BRL`) ?? 0n).toBeLessThanOrEqual(0n)
    await this.checkEvents(expected.events)
    const reviews = (await this.reviews()).filter(({ seq }) => seq > this.reviewsBefore)
    expect(reviews).toHaveLength(expected.reviews)
    this.checkChain()
  }

  private async checkRecord(sheet: Sheet): Promise<void> {
    const total = returned(sheet)
    expect(await this.world.record(this.plane.caller, sheet.externalId)).toMatchObject({
      walletCharge: sheet.id,
      status: statusOf(sheet),
      value: Number(sheet.value),
      fee: Number(sheet.fee),
      refundedValue: total === 0n ? null : Number(total),
      refundStatus: total === 0n ? null : total === sheet.value ? "CONFIRMED" : "PARTIALLY_REFUNDED",
      retryable: total === sheet.value,
      receivedAmount: sheet.delivery === "done" ? sheet.units : null,
      errorCode: sheet.delivery === "refused" ? "DEPOSIT_DELIVERY_FAILED" : null
    })
    const job = { PENDING: `expire/${sheet.id}`, PROCESSING: `move/deliver/${sheet.id}` }[statusOf(sheet)]
    if (job !== undefined && !sheet.isStopped) {
      expect(this.world.jobs.has(job), `${statusOf(sheet)} has ${job}`).toBe(true)
    }
  }

  private async checkEvents(expected: Readonly<Record<string, number>>): Promise<void> {
    const made: Record<string, number> = Object.fromEntries(Object.keys(expected).map((name) => [name, 0]))
    for (const { value } of await this.madeEvents()) {
      const name = `${value.name} ${value.subject}`
      made[name] = (made[name] ?? 0) + 1
    }
    expect(made).toEqual(expected)
  }

  // Deposits are told apart by their addresses, whatever ids the core may ask under.
  private checkChain(): void {
    const moved = [...this.world.chain.effects.values()]
    for (const sheet of this.auditor.sheets.values()) {
      const own = moved.filter(({ request }) => request.address === sheet.address)
      expect(own.length, `deliveries of ${sheet.id}`).toBeLessThanOrEqual(1)
      if (sheet.delivery === "done") expect(own).toHaveLength(1)
      for (const { request } of own) expect(request.units).toBe(sheet.units)
    }
    // Nothing was requested again that had been settled under its id.
    expect(this.world.chain.repeats).toEqual([])
    expect(this.world.rail.repeats).toEqual([])
  }

  /** Each event was sent as often as it may be, with one body; those that are persisted were heard in the end. */
  private async checkPosts(): Promise<void> {
    const posts = Map.groupBy(this.world.notifier.posts, ({ headers }) => headers["x-service-event-id"])
    const isOld = this.world.clock.now - this.startedAt > 3 * 24 * hour
    for (const { value } of await this.madeEvents()) {
      const sent = posts.get(value.id) ?? []
      expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([value.body]))
      if (value.name === "DEPOSIT_ASSET_SUCCESS") expect(sent.length).toBeLessThanOrEqual(1 + this.kills)
      else expect(isOld || sent.some(({ accepted }) => accepted), `${value.name} was heard`).toBe(true)
    }
  }

  /** All faults stop: whatever is open must end, and every event that has to be heard is heard. */
  async rest(): Promise<void> {
    const { chain, notifier, rail } = this.world
    chain.script.length = rail.script.length = 0
    chain.isDark = rail.isDark = false
    notifier.answers = () => ({ _tag: "Answered", status: 200 })
    for (let round = 0; this.world.jobs.size > 0; round++) {
      if (round > 10) throw new Error(`no rest: ${[...this.world.jobs.keys()].join(", ")}`)
      this.world.advance(round === 0 ? 6 * minute : 25 * hour)
      await workAll(this)
    }
    await this.check()
    await this.checkPosts()
    expect(await this.world.run(JobQueue.use((queue) => queue.nextDueAt))).toBe(null)
    for (const sheet of this.auditor.sheets.values()) {
      const ends = ["COMPLETED", "FAILED", "EXPIRED", "REFUNDED", ...sheet.isStopped ? ["PROCESSING"] : []]
      expect(ends).toContain(statusOf(sheet))
    }
  }
}

const workAll = async (course: Course): Promise<void> => {
  for (;;) {
    const jobs = await course.world.claim(50)
    if (jobs.length === 0) return
    for (const job of jobs) await course.work(job)
  }
}

type Step = fc.AsyncCommand<object, Course>

/** A command that always may run, does something, and leaves everything as the auditor expects. */
const step = (name: string, run: (course: Course) => Promise<void>): Step => ({
  check: () => true,
  run: async (_, course) => {
    await run(course)
    await course.check()
  },
  toString: () => name
})

const slot = fc.nat({ max: 1 })
const pix = fc.nat({ max: 3 })
/** Most events have an id of their own; some come again, or under an id that another event had. */
const event = fc.option(fc.nat({ max: 2 }), { freq: 2, nil: undefined })
const values = [100, 777, 1_000, 123_456]

const creates = fc.record({ slot, value: fc.nat({ max: values.length - 1 }) }).map((parts) =>
  step(`create ${JSON.stringify(parts)}`, async (course) => {
    const { plane, world } = course
    const externalId = course.externalId(parts.slot)
    const value = values[parts.value] ?? 1_000
    const address = course.address(parts.slot)
    const run = createDeposit({ caller: plane.caller, request: depositRequest({ externalId, value, address }) })
    const known = course.sheet(parts.slot)
    if (known !== undefined && known.value !== BigInt(value)) {
      expect(await world.refusal(run)).toMatchObject({ _tag: "IdempotencyConflict" })
      return
    }
    const once = await world.run(run)
    if (once._tag !== "Answered") throw new Error("answered from store")
    expect(once.replayed).toBe(known !== undefined)
    if (known !== undefined) {
      expect(once.answer).toMatchObject({ walletCharge: known.id, fee: Number(known.fee) })
      return
    }
    const id = once.answer.walletCharge
    const record = await world.record(plane.caller, externalId)
    course.auditor.created({
      id,
      externalId,
      trackId: record.trackId,
      address,
      value: BigInt(value),
      expiresAt: world.clock.now + plane.caller.account.chargeLifetimeMs
    })
  })
)

const previews = fc.record({ slot, value: fc.nat({ max: values.length - 1 }) }).map((parts) =>
  step(`preview ${JSON.stringify(parts)}`, async (course) => {
    const { plane, world } = course
    const [externalId, address] = [course.externalId(parts.slot), course.address(parts.slot)]
    const value = values[parts.value] ?? 1_000
    const commits = world.commits.length
    const charges = world.rail.charges.length
    const run = previewDeposit({ caller: plane.caller, request: depositRequest({ externalId, value, address }) })
    const known = course.sheet(parts.slot)
    if (known !== undefined && known.value !== BigInt(value)) {
      expect(await world.refusal(run)).toMatchObject({ _tag: "IdempotencyConflict" })
    } else {
      const fee = Number(feeOf(BigInt(value)))
      expect(await world.run(run)).toMatchObject({ externalId, fee, walletCharge: known?.id ?? null })
    }
    expect([world.commits.length, world.rail.charges.length]).toEqual([commits, charges])
  })
)

// What the sandbox does not say of a PIX.
const unsaid = { value: null, paidAt: null, payer: null }

const settles = fc.record({ slot, pix, event, isLowerCase: fc.boolean(), isForeign: fc.integer({ min: 0, max: 4 }) })
  .map((
    parts
  ) =>
    step(`settle ${JSON.stringify(parts)}`, async (course) => {
      const sheet = course.sheet(parts.slot)
      if (sheet === undefined) return
      const pix = course.pix(parts.pix)
      const endToEndId = parts.isLowerCase ? pix.toLowerCase() : pix
      if (parts.isForeign === 0) {
        const fact = { _tag: "ChargePaid" as const, eventId: null, trackId: sheet.trackId, endToEndId, ...unsaid }
        expect(await course.world.refusal(settleDeposit({ fact, caller: course.plane.stranger })))
          .toMatchObject({ _tag: "NotFound" })
        return
      }
      const id = course.eventId(parts.event)
      const isReturnedEarly = await course.waiting(endToEndId) > 0
      await course.world.settle(sheet.trackId, endToEndId, "DEPOSIT-SUCCESS", id)
      course.auditor.settled(sheet, endToEndId, { eventId: id, isReturnedEarly, now: course.world.clock.now })
    })
  )

const amounts = ["third", "rest", "rest", "all", "more"] as const

const returns = fc.record({ pix, event, n: fc.nat({ max: 2 }), amount: fc.constantFrom(...amounts) }).map((parts) =>
  step(`return ${JSON.stringify(parts)}`, async (course) => {
    const endToEndId = course.pix(parts.pix)
    const sheet = course.auditor.receipts.get(endToEndId)
    const value = sheet?.value ?? 1_000n
    const left = sheet === undefined ? value : value - returned(sheet)
    const amount = { third: value / 3n, rest: left === 0n ? value : left, all: value, more: value + 1n }[parts.amount]
    const [returnId, id] = [course.returnId(parts.n), course.eventId(parts.event)]
    const [waiting, isSent] = [await course.waiting(endToEndId), await course.wasSent(endToEndId)]
    await course.world.confirmReturn(endToEndId, returnId, Number(amount), id)
    if (await course.waiting(endToEndId) > waiting) course.auditor.kept(endToEndId, returnId, amount, id)
    else course.auditor.returnConfirmed(endToEndId, returnId, amount, id, isSent)
  })
)

const doubts = slot.map((n) =>
  step(`delivery failed ${n}`, async (course) => {
    const sheet = course.sheet(n)
    if (sheet !== undefined) await course.world.settle(sheet.trackId, course.pix(9), "DELIVERY-FAILED")
  })
)

const passes = fc.constantFrom(second, minute, 6 * minute, 25 * hour).map((ms) =>
  step(`pass ${ms}`, async (course) => course.world.advance(ms))
)

const prices = fc.constantFrom(499n, 500n, 651n).map((price) =>
  step(`price ${price}`, async (course) => {
    course.auditor.price = price
    course.world.rates.price = `${price / 100n}.${String(price % 100n).padStart(2, "0")}`
  })
)

const fates: ReadonlyArray<Fate> = ["done", "refused", "lost", "lostRefusal", "cut", "diesBefore", "diesAfter"]
const isDark = fc.integer({ min: 0, max: 3 }).map((n) => n === 0)

const works = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  chain: fc.constantFrom(...fates),
  rail: fc.constantFrom(...fates),
  isDark,
  /** How many calls to the plane a worker makes before it is killed. */
  calls: fc.option(fc.integer({ min: 0, max: 7 }), { freq: 2 })
}).map((parts) =>
  step(`work ${JSON.stringify(parts)}`, async (course) => {
    const { chain, rail } = course.world
    for (const job of await course.world.claim(parts.limit)) {
      chain.script[0] = parts.chain
      rail.script[0] = parts.rail
      chain.isDark = rail.isDark = parts.isDark
      await course.work(job, parts.calls ?? undefined)
    }
    chain.script.length = rail.script.length = 0
  })
)

const hears = fc.boolean().map((isUp) =>
  step(`endpoint ${isUp ? "answers" : "is down"}`, async (course) => {
    course.world.notifier.answers = () => ({ _tag: "Answered", status: isUp ? 200 : 503 })
  })
)

const often = <A>(arbitrary: A, times: number): ReadonlyArray<A> => Array.from({ length: times }, () => arbitrary)

const steps = fc.commands(
  [
    ...often(creates, 2),
    previews,
    ...often(settles, 4),
    ...often(returns, 4),
    ...often(works, 5),
    ...often(passes, 2),
    doubts,
    prices,
    hears
  ],
  { maxCommands: 30, size: "max" }
)

/** Runs sequences, so many on each plane, and says how many sequences and steps there were. */
const checkSequences = async (layer: PlaneLayer, numRuns: number, perPlane: number) => {
  let plane: Plane | undefined
  const count = { sequences: 0, steps: 0 }
  const close = async () => {
    const closing = plane
    // What is found at its end is not to be hidden by closing it once more.
    plane = undefined
    await closing?.world.close()
  }
  const sequence = async (commands: Iterable<Step>): Promise<void> => {
    plane ??= await openPlane(layer)
    const course = new Course(plane)
    try {
      await course.begin()
      await fc.asyncModelRun(() => ({ model: {}, real: course }), commands)
      await course.rest()
    } catch (error) {
      // What this sequence left open would be met by the next one.
      await close()
      throw error
    }
    count.sequences++
    count.steps += [...commands].length
    if (plane.sequences === perPlane) await close()
  }
  try {
    await fc.assert(fc.asyncProperty(steps, sequence), { numRuns })
  } finally {
    await close()
  }
  return count
}

/** Registers the sequences of a store: `share` of the sequences of this run. */
export const sequencesOn = (
  store: string,
  layer: PlaneLayer,
  runs: { readonly share: number; readonly perPlane: number }
): void => {
  const numRuns = Math.ceil(depth.sequences * runs.share)
  it(
    `keeps to the books over ${numRuns} sequences on ${store} §deposit-books`,
    { timeout: 120_000 + numRuns * 2_000 },
    async () => {
      const { sequences, steps } = await checkSequences(layer, numRuns, runs.perPlane)
      console.info(`${store}: ${sequences} sequences of deposits, ${steps} steps`)
      expect(sequences).toBe(numRuns)
    }
  )
}
