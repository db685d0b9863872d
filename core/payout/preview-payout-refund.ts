// What a manual refund of a payout would move and book, were it ordered now. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../account/account.ts"
import { NotFound } from "../errors/errors.ts"
import { entryViews } from "../ledger/entry-view.ts"
import { get } from "../ports/records.ts"
import { payoutStates } from "./payout.states.ts"
import { Payouts, refundPlace } from "./payout.ts"
import { inWholeUnits } from "./payout-view.ts"
import { previewOf, refundPlan } from "./planned-refund.ts"

/** The preview; its name goes with the confirmation. */
export const previewPayoutRefund = Effect.fnUntraced(function*(payoutId: string) {
  const found = Option.getOrUndefined(yield* get(Payouts, payoutId)) ?? (yield* new NotFound({ resource: "Payout" }))
  const payout = found.value
  const account = Option.getOrThrow(yield* get(Accounts, payout.owner)).value
  const plan = refundPlan(found, account, yield* Clock.currentTimeMillis)
  const place = plan && refundPlace(payout, plan.refund.cause)
  const moves = plan === undefined || place === undefined ? [] : [{
    asset: payout.asset as string,
    network: place.network as string,
    amount: inWholeUnits(payout.asset, plan.refund.units),
    to: place.address
  }]
  return {
    kind: "payout" as const,
    id: payout.id,
    accountId: payout.owner,
    status: payoutStates.states[payout.state],
    problem: plan === undefined ? `A payout that is ${payout.state} has nothing to give back` : null,
    moves,
    entries: plan === undefined ? [] : entryViews(plan.entries),
    preview: previewOf(payout)
  }
})
