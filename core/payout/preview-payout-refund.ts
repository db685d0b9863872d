// What a manual refund of a payout would move and book, were it ordered now. The table itself decides it, as if the refund were
// ordered and had arrived, so a preview cannot say anything else than what would happen. It changes nothing, and names the
// state that it is of.
import { Clock, Effect, Option } from "effect"
import { type Account, Accounts } from "../account/account.ts"
import { NotFound } from "../errors/errors.ts"
import { entryViews } from "../ledger/entry-view.ts"
import { type Movement, Movements } from "../movement/movement.ts"
import { type Stored, get } from "../ports/records.ts"
import { decidePayout } from "./decide-payout.ts"
import { factOf } from "./hear-payout.ts"
import { payoutStates } from "./payout.states.ts"
import { type Payout, Payouts } from "./payout.ts"
import { inWholeUnits, previewOf } from "./payout-view.ts"

/** The preview; its name goes with the confirmation. */
export const previewPayoutRefund = Effect.fnUntraced(function*(payoutId: string) {
  const found = Option.getOrUndefined(yield* get(Payouts, payoutId)) ?? (yield* new NotFound({ resource: "Payout" }))
  const payout = found.value
  const account = Option.getOrThrow(yield* get(Accounts, payout.owner)).value
  const plan = refundPlan(found, account, yield* Clock.currentTimeMillis)
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

/** The movement and its entries; undefined when nothing can be given back as the payout stands. */
const refundPlan = (before: Stored<Payout>, account: Account, now: number) => {
  const context = { account, receiptUrl: null }
  const ordered = decidePayout(before, context, { on: "refundOrdered", refundId: "preview" }, now)
  if (ordered._tag !== "Changed") return undefined
  const write = ordered.changes.writes.find(({ kind }) => kind === Movements.kind)
  if (write === undefined) return undefined
  const movement = Movements.decode(write.body)
  const receipt = { kind: "delivery", transactionHash: "preview" } as const
  const arrived = factOf({ on: "moved", movement, receipt }, [])
  const standing = { value: ordered.record, version: before.version + 1 }
  const after = arrived && decidePayout(standing, context, arrived, now)
  const entries = [...ordered.changes.entries, ...after?._tag === "Changed" ? after.changes.entries : []]
  return { movement, entries: entries.filter(({ postings }) => postings.length > 0) }
}
