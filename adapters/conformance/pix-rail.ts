// What a PIX rail has to show: charges of the exact value, and payments and returns that are made once and never guessed.
import type { PixDestination } from "../../core/standards/pix/pix-parties.ts"
import type { AbsentAfter } from "../../core/ports/moving/absent-after.ts"
import type { PixRailAdapter } from "../../core/ports/moving/adapter.ts"
import { movementChecks } from "./movement-checks.ts"
import { type Movement, finalAnswer, freshId, heard, inWords, onBench, patienceOf } from "./movement.ts"
import { type PixRailBench, type PixRailSubject, amounts, cents, port, unit } from "./pix-bench.ts"
import { chargeChecks } from "./pix-charges.ts"
import { type Check, type Suite, check } from "./suite.ts"

const common = ({ line, patienceMs }: PixRailBench, absentAfterMs: AbsentAfter | undefined) => ({
  amounts,
  keepsIds: absentAfterMs === 0,
  line,
  patienceMs,
  unit
})

const paymentsOn = (
  bench: PixRailBench,
  rail: PixRailAdapter,
  ordered = new Map<string, PixDestination>()
): Movement => {
  const to = (destination: PixDestination) => (paymentId: string, amount: bigint) => {
    ordered.set(paymentId, destination)
    return rail.pay({ paymentId, value: cents(amount), destination })
  }
  const { open, refused, reopen } = bench
  return {
    ...common(bench, rail.absentAfterMs?.payments),
    ask: to(bench.paid),
    lookUp: (paymentId, amount) =>
      rail.lookUpPayment({
        paymentId,
        value: cents(amount),
        destination: ordered.get(paymentId) ?? bench.paid
      }),
    moved: bench.payments,
    askRefused: refused && to(refused),
    open: open && { ...open, ask: to(open.destination) },
    reopen: reopen && (async () => paymentsOn(bench, await reopen(), ordered))
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

const evidence: Check<PixRailSubject> = check(
  port,
  "a payment that is Done has an end-to-end id and a time",
  "the customer gets both as the receipt of his payment, and a reversal is found by the end-to-end id",
  onBench(async (bench, story) => {
    const paymentId = freshId("payment")
    story.did(`asked for a payment of 100 cents as ${paymentId}`)
    const request = { paymentId, value: cents(100n), destination: bench.paid }
    await heard(bench.rail.pay(request))
    const answer = await finalAnswer(bench.rail.lookUpPayment(request), patienceOf(bench))
    if (answer._tag !== "Done") return story.must(false, "Done", inWords(answer))
    const { endToEndId, paidAt } = answer.value
    story.must(endToEndId !== "", "an end-to-end id", "an empty one")
    story.must(Number.isSafeInteger(paidAt) && paidAt >= 0, "a time in whole Unix milliseconds", String(paidAt))
  })
)

const compared: Check<PixRailSubject> = check(
  port,
  "a look-up that asks for another amount than was paid is not Done",
  "whoever is paid may change an amount, and what left is not what was ordered: on Done the books and the customer hear what is not true",
  onBench(async (bench, story) => {
    const paymentId = freshId("payment")
    const request = { paymentId, value: cents(100n), destination: bench.paid }
    story.did(`asked for a payment of 100 cents as ${paymentId}, and looked it up as one of 99`)
    await heard(bench.rail.pay(request))
    const made = await finalAnswer(bench.rail.lookUpPayment(request), patienceOf(bench))
    if (made._tag !== "Done") return story.must(false, "Done", inWords(made))
    const other = await heard(bench.rail.lookUpPayment({ ...request, value: cents(99n) }))
    story.must(other._tag === "Unknown", "Unknown", inWords(other))
    const found = await heard(bench.rail.lookUpPayment(request))
    story.must(found._tag === "Done", "Done, as it was ordered", inWords(found))
  })
)

/** The promises of `PixRail`. The subject opens a fresh bench for each check. */
export const pixRailSuite: Suite<PixRailSubject> = {
  port,
  checks: [
    ...chargeChecks,
    ...movementChecks<PixRailBench>(port, "payment", (bench) => paymentsOn(bench, bench.rail)),
    evidence,
    compared,
    ...movementChecks<PixRailBench>(port, "return", (bench) => returnsOn(bench, bench.rail))
  ]
}
