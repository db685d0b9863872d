// What a PIX rail has to show of its charges: the exact value, an id of their own, and every payment found by its look-up.
import { Result } from "effect"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import type { ChargeRequest } from "../../core/ports/pix-rail.ts"
import { disturbed, faults } from "./line.ts"
import { counted, freshId, heard, inWords, onBench } from "./movement.ts"
import { type PixRailBench, type PixRailSubject, amounts, cents, port, unit } from "./pix-bench.ts"
import { type Check, type Story, check, mismatch } from "./suite.ts"

const hour = 3_600_000

const charge = (chargeId: string, value: bigint): ChargeRequest => ({
  chargeId,
  value: cents(value),
  expiresAt: Date.now() + hour,
  subAccountId: "sub_conformance",
  payer: { name: "Maria Conformance", taxId: "52998224725" },
  description: "conformance"
})

const needCharges = ({ charges }: PixRailBench, story: Story): true =>
  story.need(charges === false ? undefined : true, "the subject makes no charges")

const made: ReadonlyArray<Check<PixRailSubject>> = [
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
        const answer = await heard(rail.createCharge(charge(chargeId, amount)))
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
        const answer = await heard(rail.createCharge(charge(chargeId, 100n)))
        if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
        ids.add(answer.value.trackId)
      }
      story.must(ids.size === 2, "two ids", `${[...ids].join()} for both`)
    })
  ),
  check(
    port,
    "a charge that cannot be requested is Unknown, and neither refused nor a fault",
    "the caller is told to try again; an adapter that makes charges by itself may go on making them",
    onBench(async (bench, story) => {
      needCharges(bench, story)
      const { line, rail } = bench
      const { set } = story.need(line, "the subject cannot disturb its line")
      await set("cut")
      story.did("cut the line and asked for a charge")
      const answer = await heard(
        rail.createCharge(charge(freshId("charge"), 100n))
      )
      await set("whole")
      story.must(answer._tag !== "Refused", "Unknown or Done", inWords(answer))
    })
  ),
  ...faults.map(({ because, how, name, state }) =>
    check(
      port,
      `a charge ${name} is Unknown, and not refused`,
      `${because}: the caller is told to try again, and not that there can be no charge`,
      onBench<PixRailBench>(async (bench, story) => {
        needCharges(bench, story)
        const line = await disturbed(bench.line, state, story)
        story.did(`${how}, and asked for a charge`)
        const request = charge(freshId("charge"), 100n)
        const answer = await heard(bench.rail.createCharge(request))
        await line.set("whole")
        story.must(answer._tag !== "Refused", "Unknown or Done", inWords(answer))
      })
    )
  )
]

/** A charge of 100 cents, by its id at the provider. */
const charged = async ({ rail }: PixRailBench, story: Story): Promise<string> => {
  const chargeId = freshId("charge")
  story.did(`asked for a charge of 100 cents as ${chargeId}`)
  const answer = await heard(rail.createCharge(charge(chargeId, 100n)))
  return answer._tag === "Done" ? answer.value.trackId : Promise.reject(mismatch("Done", inWords(answer)))
}

const needPayments = ({ payCharge }: PixRailBench, story: Story) =>
  story.need(payCharge, "the subject cannot pay a charge")

const lookUps: ReadonlyArray<Check<PixRailSubject>> = [
  check(
    port,
    "a charge that no one has paid is looked up as unpaid",
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
  ),
  ...faults.map(({ because, how, name, state }) =>
    check(
      port,
      `a look-up of a paid charge ${name} is Unknown, and neither unpaid nor Absent`,
      `${because}: taken for unpaid, a charge expires although its payer has paid`,
      onBench<PixRailBench>(async (bench, story) => {
        const pay = needPayments(bench, story)
        const trackId = await charged(bench, story)
        const endToEndId = await pay(trackId, 100n)
        const line = await disturbed(bench.line, state, story)
        story.did(`paid it, ${how}, and looked it up`)
        const found = await heard(bench.rail.lookUpCharge(trackId))
        await line.set("whole")
        story.must(found._tag === "Unknown", "Unknown", inWords(found))
        story.did("mended the line, and looked it up again")
        const after = await heard(bench.rail.lookUpCharge(trackId))
        const ids = after._tag === "Done" ? after.value.map((payment) => payment.endToEndId.toUpperCase()) : []
        story.must(ids.join() === endToEndId.toUpperCase(), `Done with ${endToEndId}`, inWords(after))
      })
    )
  )
]

/** The checks of charges. */
export const chargeChecks: ReadonlyArray<Check<PixRailSubject>> = [...made, ...lookUps]
