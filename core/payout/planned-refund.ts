// What a manual refund of a payout would do: decided by the table itself, as if it were ordered and had arrived now, so a preview
// cannot say anything else than what would happen. It names the state that it is of.
import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Account } from "../account/account.ts"
import type { Entry } from "../ledger/journal.ts"
import type { Stored } from "../ports/records.ts"
import { type PayoutFact, decidePayout } from "./decide-payout.ts"
import { type Payout, type PayoutRefund, PayoutRefunds, Payouts } from "./payout.ts"

/** Names a payout as it stands: anything that changes about it changes the name. */
export const previewOf = (payout: Payout): string =>
  bytesToHex(sha256(utf8ToBytes(Payouts.encode(payout)))).slice(0, 32)

export interface RefundPlan {
  readonly refund: PayoutRefund
  readonly entries: ReadonlyArray<Entry>
}

/** The plan; undefined when nothing can be given back as the payout stands. */
export const refundPlan = (before: Stored<Payout>, account: Account, now: number): RefundPlan | undefined => {
  const ordered = decidePayout(before, account, { on: "refundOrdered", refundId: "preview" }, now)
  if (ordered._tag !== "Changed") return undefined
  const write = ordered.changes.writes.find(({ kind }) => kind === PayoutRefunds.kind)
  if (write === undefined) return undefined
  const refund = PayoutRefunds.decode(write.body)
  const about = { refund: { value: refund, version: 1 }, transactionHash: "preview" }
  const arrived: PayoutFact = refund.cause === "orderedPaid"
    ? { on: "refundedByOperator", ...about }
    : { on: "restored", ...about }
  const after = decidePayout({ value: ordered.payout, version: before.version + 1 }, account, arrived, now)
  const entries = [...ordered.changes.entries, ...after._tag === "Changed" ? after.changes.entries : []]
  return { refund, entries: entries.filter(({ postings }) => postings.length > 0) }
}
