// What a manual refund of a payout would move and book, were it ordered now. It changes nothing, and names the state that it is
// of.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { entryViews } from "../../engine/ledger/entry-view.ts"
import { foreseen } from "../movement/foreseen.ts"
import type { Movement } from "../movement/movement.ts"
import { get } from "../../engine/store/records.ts"
import { type PayoutFact, decidePayout, factOf } from "./decide-payout.ts"
import { payoutStates } from "./payout.states.ts"
import { type Payout, Payouts, inWholeUnits, previewOf } from "./payout.ts"

/** The preview; its name goes with the confirmation. */
export const previewPayoutRefund = Effect.fnUntraced(function*(payoutId: string) {
  const found = Option.getOrUndefined(yield* get(Payouts, payoutId)) ?? (yield* new NotFound({ resource: "Payout" }))
  const payout = found.value
  const account = Option.getOrThrow(yield* get(Accounts, payout.owner)).value
  const now = yield* Clock.currentTimeMillis
  const plan = foreseen(
    found,
    (before, fact: PayoutFact) => decidePayout(before, { account, receiptUrl: null }, fact, now),
    { on: "refundOrdered", refundId: "preview" },
    (movement) => factOf({ on: "moved", movement, receipt: { kind: "delivery", transactionHash: "preview" } }, [])
  )
  return {
    kind: "payout" as const,
    id: payout.id,
    accountId: payout.owner,
    status: payoutStates.states[payout.state],
    problem: plan === undefined ? `A payout that is ${payout.state} has nothing to give back` : null,
    moves: plan === undefined ? [] : [moveOf(payout, plan.movement)],
    entries: plan === undefined ? [] : entryViews(plan.entries),
    preview: previewOf(payout)
  }
})

const moveOf = ({ asset }: Payout, { order }: Movement) => {
  if (order.kind !== "delivery") throw new Error(`${order.kind} gives nothing back`)
  const { address, network, units } = order
  return { asset: asset as string, network: network as string, amount: inWholeUnits(asset, units), to: address }
}
