// What an operator's order about the rest of a deposit would move and book, were it given now. The table itself decides it, as if the
// movement were ordered and done, so a preview cannot say anything else than what would happen. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { type Account, Accounts } from "../account/account.ts"
import type { AssetCode } from "../money/assets.ts"
import { entryViews } from "../ledger/entry-view.ts"
import { printBrl, printDecimal } from "../money/decimal.ts"
import type { Units } from "../money/units.ts"
import { type Movement, Movements } from "../movement/movement.ts"
import { type Stored, get } from "../ports/records.ts"
import { type DepositFact, decideDeposit } from "./decide-deposit.ts"
import { type DepositPurpose, noMovements, restOf } from "./deposit-movements.ts"
import { depositStates } from "./deposit.states.ts"
import type { Deposit } from "./deposit.ts"
import { depositOf, orderFact } from "./rest-order.ts"

/** The preview; its name is the rest in cents, which goes with the order. */
export const previewRest = Effect.fnUntraced(function*(purpose: DepositPurpose, depositId: string) {
  const before = yield* depositOf(depositId)
  const deposit = before.value
  const account = Option.getOrThrow(yield* get(Accounts, deposit.owner)).value
  const ordered = yield* orderFact(purpose, deposit)
  const plan = restPlan(before, account, ordered, yield* Clock.currentTimeMillis)
  return {
    kind: "deposit" as const,
    id: deposit.id,
    accountId: deposit.owner,
    status: depositStates.states[deposit.state],
    problem: plan === undefined ? `Nothing is left to an operator of a deposit that is ${deposit.state}` : null,
    moves: plan === undefined ? [] : [moveOf(plan.movement)],
    entries: plan === undefined ? [] : entryViews(plan.entries),
    preview: String(restOf(deposit))
  }
})

const moveOf = ({ order }: Movement) => {
  if (order.kind === "pixReturn") {
    return { asset: "BRL", network: "pix", amount: printBrl(order.value), to: order.endToEndId }
  }
  if (order.kind !== "delivery") throw new Error(`${order.kind} is no order about a deposit`)
  const amount = printDecimal(order.asset, order.units as Units<AssetCode>)
  return { asset: order.asset as string, network: order.network as string, amount, to: order.address }
}

/** The movement and its entries; undefined when the order would be refused. */
const restPlan = (before: Stored<Deposit>, account: Account, order: DepositFact, now: number) => {
  const ordered = decideDeposit(before, account, order, now)
  if (ordered._tag !== "Changed") return undefined
  const write = ordered.changes.writes.find(({ kind }) => kind === Movements.kind)
  if (write === undefined) return undefined
  const movement = Movements.decode(write.body)
  const done: DepositFact = movement.order.kind === "pixReturn"
    ? { on: "returnConfirmed", returnId: "preview", value: movement.order.value, movements: noMovements }
    : { on: "delivered", transactionHash: "preview" }
  const after = decideDeposit({ value: ordered.record, version: before.version + 1 }, account, done, now)
  const entries = after._tag === "Changed" ? after.changes.entries : []
  return { movement, entries: entries.filter(({ postings }) => postings.length > 0) }
}
