// What a PIX rail has to show: charges of the exact value, and payments and returns that are made once and never guessed.
import { Result } from "effect"
import { type Cents, unitsUnsafe } from "../../core/money/units.ts"
import { parseBrCode } from "../../core/pix/br-code.ts"
import type { AbsentAfter } from "../../core/ports/moving/absent-after.ts"
import type { PixRailAdapter } from "../../core/ports/moving/adapter.ts"
import type { PixDestination } from "../../core/ports/pix-rail.ts"
import type { Line } from "./line.ts"
import { movementChecks } from "./movement-checks.ts"
import {
  type Movement,
  type Opening,
  counted,
  finalAnswer,
  freshId,
  heard,
  inWords,
  onBench,
  patienceOf
} from "./movement.ts"
import { type Check, type Story, type Suite, check, mismatch } from "./suite.ts"

/** A PIX rail with its provider, or a stand-in of it. What is left out is reported as not shown. */
export interface PixRailBench {
  readonly rail: PixRailAdapter
  /** `false` for an adapter that makes no charges. */
  readonly charges?: boolean
  /** Pays a charge at the provider with a value in cents, and gives the end-to-end id; left out where no charge can be paid. */
  readonly payCharge?: (trackId: string, value: bigint) => Promise<string>
  /** A destination that is paid. */
  readonly paid: PixDestination
  /** Values in cents that were paid under a payment id, as the provider's own books have them. */
  readonly payments: (paymentId: string) => Promise<ReadonlyArray<bigint>>
  /** A destination whose payments are refused for good. */
  readonly refused?: PixDestination
  /** A destination whose payments stay open until they are settled or refused at the provider. */
  readonly open?: {
    readonly destination: PixDestination
    readonly settle: (paymentId: string) => Promise<void>
    readonly refuse?: (paymentId: string) => Promise<void>
  }
  readonly returns?: {
    /** End-to-end id of a PIX that was received, of 10,000.00 or more. */
    readonly received: string
    /** The same of a PIX that nobody received, or that the provider does not give back. */
    readonly refused?: string
    /** Values in cents that were sent back under a return id. */
    readonly made: (returnId: string) => Promise<ReadonlyArray<bigint>>
  }
  readonly line?: Line
  /** The adapter opened again on the same provider, as after a restart. */
  readonly reopen?: () => Promise<PixRailAdapter>
  /** How long a payment may take to settle, and the adapter to give up waiting. Milliseconds, 5,000 unless told. */
  readonly patienceMs?: number
  readonly close?: () => Promise<void>
}

type Subject = Opening<PixRailBench>

const port = "PixRail"
const amounts = [1n, 101n, 99_999n, 100_000n]
const unit = { one: "cent", many: "cents" }
const cents = (amount: bigint): Cents => unitsUnsafe("BRL", amount)

const common = ({ line, patienceMs }: PixRailBench, absentAfterMs: AbsentAfter | undefined) => ({
  amounts,
  keepsIds: absentAfterMs === 0,
  line,
  patienceMs,
  unit
})

const paymentsOn = (bench: PixRailBench, rail: PixRailAdapter): Movement => {
  const to = (destination: PixDestination) => (paymentId: string, amount: bigint) =>
    rail.pay({ paymentId, value: cents(amount), destination })
  const { open, refused, reopen } = bench
  return {
    ...common(bench, rail.absentAfterMs?.payments),
    ask: to(bench.paid),
    lookUp: rail.lookUpPayment,
    moved: bench.payments,
    askRefused: refused && to(refused),
    open: open && { ...open, ask: to(open.destination) },
    reopen: reopen && (async () => paymentsOn(bench, await reopen()))
  }
}

const returnsOn = (bench: PixRailBench, rail: PixRailAdapter): Movement | undefined => {
  const { reopen, returns } = bench
  if (returns === undefined) return undefined
  const request = (endToEndId: string, returnId: string, amount: bigint) => ({
    returnId,
    endToEndId,
    value: cents(amount)
  })
  const of = (endToEndId: string) => (returnId: string, amount: bigint) =>
    rail.sendReturn(request(endToEndId, returnId, amount))
  return {
    ...common(bench, rail.absentAfterMs?.returns),
    ask: of(returns.received),
    lookUp: (returnId, amount) => rail.lookUpReturn(request(returns.received, returnId, amount)),
    moved: returns.made,
    askRefused: returns.refused === undefined ? undefined : of(returns.refused),
    reopen: reopen && (async () => returnsOn(bench, await reopen()) ?? Promise.reject(new Error("no returns")))
  }
}

const hour = 3_600_000

const needCharges = ({ charges }: PixRailBench, story: Story): true =>
  story.need(charges === false ? undefined : true, "the subject makes no charges")

const charges: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "a charge asks for exactly its value",
    "the payer pays what the code says: another value is a surplus or a deposit that is never delivered",
    onBench(async (bench, story) => {
      needCharges(bench, story)
      const { rail } = bench
      for (const amount of amounts) {
        const chargeId = freshId("charge")
        story.did(`asked for a charge of ${counted(amount, unit)} as ${chargeId}`)
        const answer = await heard(rail.createCharge({ chargeId, value: cents(amount), expiresAt: Date.now() + hour }))
        if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
        const { brCode, trackId } = answer.value
        story.must(trackId !== "", "the provider's id of the charge", "an empty one")
        const read = parseBrCode(brCode)
        if (Result.isFailure(read)) return story.must(false, "a BR Code", `${brCode}, which cannot be read`)
        const value = "amount" in read.success ? read.success.amount : undefined
        // A dynamic code may leave its value to the place that it names.
        story.must(value === undefined || value === amount, `a code of ${counted(amount, unit)}`, `one of ${value}`)
      }
    })
  ),
  check(
    port,
    "two charges have two ids at the provider",
    "events name that id: one for two charges would credit the wrong customer",
    onBench(async (bench, story) => {
      needCharges(bench, story)
      const { rail } = bench
      const [one, two] = [freshId("charge"), freshId("charge")]
      const ids = new Set<string>()
      for (const chargeId of [one, two]) {
        story.did(`asked for a charge of 100 cents as ${chargeId}`)
        const answer = await heard(rail.createCharge({ chargeId, value: cents(100n), expiresAt: Date.now() + hour }))
        if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
        ids.add(answer.value.trackId)
      }
      story.must(ids.size === 2, "two ids", `${[...ids].join()} for both`)
    })
  ),
  check(
    port,
    "a charge that cannot be asked for is Unknown, and neither refused nor a fault",
    "the caller is told to try again; an adapter that makes charges by itself may go on making them",
    onBench(async (bench, story) => {
      needCharges(bench, story)
      const { line, rail } = bench
      const { set } = story.need(line, "the subject cannot disturb its line")
      await set("cut")
      story.did("cut the line and asked for a charge")
      const answer = await heard(
        rail.createCharge({ chargeId: freshId("charge"), value: cents(100n), expiresAt: Date.now() + hour })
      )
      await set("whole")
      story.must(answer._tag !== "Refused", "Unknown or Done", inWords(answer))
    })
  )
]

/** A charge of 100 cents, by its id at the provider. */
const charged = async ({ rail }: PixRailBench, story: Story): Promise<string> => {
  const chargeId = freshId("charge")
  story.did(`asked for a charge of 100 cents as ${chargeId}`)
  const answer = await heard(rail.createCharge({ chargeId, value: cents(100n), expiresAt: Date.now() + hour }))
  return answer._tag === "Done" ? answer.value.trackId : Promise.reject(mismatch("Done", inWords(answer)))
}

const needPayments = ({ payCharge }: PixRailBench, story: Story) =>
  story.need(payCharge, "the subject cannot pay a charge")

const chargeLookUps: ReadonlyArray<Check<Subject>> = [
  check(
    port,
    "a charge that nobody has paid is looked up as unpaid",
    "a charge expires only when the rail says that nothing was paid on it",
    onBench(async (bench, story) => {
      needCharges(bench, story)
      const found = await heard(bench.rail.lookUpCharge(await charged(bench, story)))
      story.must(found._tag === "Done" && found.value.length === 0, "Done with no payment", inWords(found))
    })
  ),
  check(
    port,
    "every payment of a charge is found by its look-up, with its own value",
    "a payment whose report was lost is found by the look-up alone; left out, it is neither delivered nor returned",
    onBench(async (bench, story) => {
      const pay = needPayments(bench, story)
      const trackId = await charged(bench, story)
      const values = [99n, 100n]
      const paid: Array<string> = []
      for (const value of values) {
        story.did(`paid ${counted(value, unit)} on it`)
        paid.push(`${(await pay(trackId, value)).toUpperCase()} ${value}`)
      }
      const found = await heard(bench.rail.lookUpCharge(trackId))
      if (found._tag !== "Done") return story.must(false, "Done", inWords(found))
      const told = found.value.map(({ endToEndId, value }) => `${endToEndId.toUpperCase()} ${value}`)
      story.must(told.toSorted().join() === paid.toSorted().join(), paid.join(" and "), told.join(" and ") || "nothing")
      const times = found.value.map(({ paidAt }) => paidAt)
      const areTimes = times.every((at) => at === null || (Number.isSafeInteger(at) && at >= 0))
      story.must(areTimes, "times in whole Unix milliseconds, or null", times.join())
    })
  ),
  check(
    port,
    "a look-up of a charge that cannot ask is Unknown",
    "taken for unpaid, a charge expires although its payer has paid",
    onBench(async (bench, story) => {
      const pay = needPayments(bench, story)
      const { set } = story.need(bench.line, "the subject cannot disturb its line")
      const trackId = await charged(bench, story)
      await pay(trackId, 100n)
      await set("cut")
      story.did("paid it, cut the line and looked it up")
      const found = await heard(bench.rail.lookUpCharge(trackId))
      await set("whole")
      story.must(found._tag === "Unknown", "Unknown", inWords(found))
    })
  )
]

const evidence: Check<Subject> = check(
  port,
  "a payment that is Done has an end-to-end id and a time",
  "the customer gets both as the receipt of his payment, and a reversal is found by the end-to-end id",
  onBench(async (bench, story) => {
    const paymentId = freshId("payment")
    story.did(`asked for a payment of 100 cents as ${paymentId}`)
    await heard(bench.rail.pay({ paymentId, value: cents(100n), destination: bench.paid }))
    const answer = await finalAnswer(bench.rail.lookUpPayment(paymentId), patienceOf(bench))
    if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
    const { endToEndId, paidAt } = answer.value
    story.must(endToEndId !== "", "an end-to-end id", "an empty one")
    story.must(Number.isSafeInteger(paidAt) && paidAt >= 0, "a time in whole Unix milliseconds", String(paidAt))
  })
)

/** The promises of `PixRail`. The subject opens a fresh bench for each check. */
export const pixRailSuite: Suite<Subject> = {
  port,
  checks: [
    ...charges,
    ...chargeLookUps,
    ...movementChecks<PixRailBench>(port, "payment", (bench) => paymentsOn(bench, bench.rail)),
    evidence,
    ...movementChecks<PixRailBench>(port, "return", (bench) => returnsOn(bench, bench.rail))
  ]
}
