// The journal entries of a deposit: which accounts each business fact moves, and by how much. Pure.
import type { Posting } from "../ledger/journal.ts"
import * as templates from "../ledger/templates.ts"
import { type Cents, subtract, zero } from "../money/units.ts"
import type { Deposit } from "./deposit.ts"

/** What a delivery is worth in cents: the value less the fee, and less what was returned before the rest was ordered. */
export const netOf = ({ fee, value, withheld }: Deposit): Cents => {
  const net = subtract(value, fee)
  return (net && subtract(net, withheld)) ?? zero("BRL")
}

/** What was returned beside what the delivery leaves out: the asset was delivered for it all the same. */
const lossOf = ({ refunded, withheld }: Deposit): Cents => subtract(refunded, withheld) ?? zero("BRL")

/** Cents that a fact brings: the return that it confirms, and the surplus of a PIX. */
interface DepositEntryFacts {
  readonly returned: Cents
  readonly surplus: Cents
}

/** The postings of a template for a deposit before and after a fact. */
export const postingsOf = (
  template: keyof typeof templates,
  before: Deposit,
  deposit: Deposit,
  { returned, surplus }: DepositEntryFacts
): ReadonlyArray<Posting> => {
  switch (template) {
    case "depositReceived":
      return templates.depositReceived(deposit.owner, deposit.value)
    case "depositDelivered":
      return templates.depositDelivered(deposit.owner, netOf(deposit), deposit.delivers, deposit.units)
    case "feeEarned":
      return templates.feeEarned(deposit.owner, deposit.fee)
    case "depositReturned":
      return templates.depositReturned(deposit.owner, returned)
    case "returnedAfterDelivery":
      return templates.returnedAfterDelivery(returned)
    case "lossRecognised":
      return templates.lossRecognised(deposit.owner, lossOf(before))
    case "surplusReceived":
      return templates.surplusReceived(deposit.owner, surplus)
    case "surplusReturned":
      return templates.surplusReturned(deposit.owner, surplus)
  }
}
