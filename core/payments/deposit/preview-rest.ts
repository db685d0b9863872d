// What an operator's order about the rest of a deposit would move and book, were it given now. It changes nothing.
import { Clock, Effect, Option } from "effect"
import { Accounts } from "../../customers/account/account.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { entryViews } from "../../engine/ledger/entry-view.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { foreseen } from "../movement/foreseen.ts"
import type { Movement } from "../movement/movement.ts"
import { type Stored, get } from "../../engine/store/records.ts"
import { type DepositFact, decideDeposit } from "./decide-deposit.ts"
import { type DepositPurpose, noMovements, restOf } from "./deposit-effects.ts"
import { depositStates } from "./deposit.states.ts"
import type { Deposit } from "./deposit.ts"
import { depositOf, orderFact } from "./rest-order.ts"

/** The preview; its name is the rest in cents, which goes with the order. */
export const previewRest = Effect.fnUntraced(function*(purpose: DepositPurpose, depositId: string) {
  const before = yield* depositOf(depositId)
  const deposit = before.value
  const account = Option.getOrThrow(yield* get(Accounts, deposit.owner)).value
  const now = yield* Clock.currentTimeMillis
  const decide = (context: Stored<Deposit>, fact: DepositFact) => decideDeposit(context, account, fact, now)
  const plan = foreseen(before, decide, yield* orderFact(purpose, deposit), doneBy)
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
  if (order.kind === "lightningPayment") {
    return { asset: "BTC", network: "lightning", amount: printDecimal("BTC", order.sats), to: order.address }
  }
  if (order.kind !== "delivery") throw new Error(`${order.kind} is no order about a deposit`)
  const amount = printDecimal(order.asset, order.units as Units<AssetCode>)
  return { asset: order.asset as string, network: order.network as string, amount, to: order.address }
}

const doneBy = ({ order }: Movement): DepositFact =>
  order.kind === "pixReturn"
    ? { on: "returnConfirmed", returnId: "preview", value: order.value, movements: noMovements }
    : { on: "delivered", transactionHash: "preview" }
