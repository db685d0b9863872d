// What was paid on a charge, by the rail's own records (C47). A payment found so is applied exactly like a reported one, under its
// end-to-end id as the id of the event.
import { Effect, Option } from "effect"
import { type Deposit, PixReceipts } from "../payments/deposit/deposit.ts"
import { reason } from "../base/reason/reason.ts"
import { answersWithinMs } from "../ports/on-its-way.ts"
import { unknown } from "../ports/outcome.ts"
import { type ChargePayment, PixRail } from "../ports/pix-rail.ts"
import type { FactOf } from "../ports/provider-fact.ts"
import { get } from "../engine/store/records.ts"
import { takeProviderFacts } from "./take-provider-facts.ts"

/** The sender of what was looked up, in the list of what providers reported. */
const sender = "charge-look-up"

/**
 * Looks a charge up and applies the payments that are not on record. Gives the answer of the rail; that there is no such charge counts
 * only from the account that made it.
 */
export const lookUpCharge = Effect.fnUntraced(function*({ id, trackId, via }: Deposit) {
  const rail = yield* PixRail
  const answer = yield* Effect.timeoutOption(rail.lookUpCharge(trackId), answersWithinMs)
  const found = Option.getOrElse(answer, () => unknown("noAnswer"))
  if (found._tag === "Absent" && (yield* Effect.orElseSucceed(rail.account, () => undefined)) !== via) {
    return unknown(reason("otherAccount", via))
  }
  if (found._tag !== "Done") return found
  const payments = yield* Effect.filter(
    found.value,
    ({ endToEndId }) =>
      Effect.map(
        get(PixReceipts, endToEndId.toUpperCase()),
        (receipt) => Option.getOrUndefined(receipt)?.value.depositId !== id
      )
  )
  yield* takeProviderFacts({ inbox: sender }, payments.map((payment) => factOf(trackId, payment))).pipe(
    // The charge is ours, so nothing about it is unknown to us.
    Effect.catchTag("NotFound", () => Effect.void)
  )
  return found
})

const factOf = (trackId: string, { endToEndId, ...pix }: ChargePayment): FactOf<"ChargePaid"> => ({
  _tag: "ChargePaid",
  eventId: endToEndId.toUpperCase(),
  trackId,
  endToEndId,
  ...pix
})
