// What a payout owes in each state, and whom it waits for where it owes nothing. What is given back is a record of its own.
import type { OwedTable } from "../ports/owed.ts"
import type { PayoutState } from "./payout.states.ts"

/** What the table looks at. */
interface PayoutOwedFacts {
  readonly id: string
  readonly state: PayoutState
  readonly doubtedAt: number | null
}

const payment = {
  task: "pay-payout",
  id: ({ id }: PayoutOwedFacts) => `pay/${id}`,
  doubtedAt: ({ doubtedAt, state }: PayoutOwedFacts) => state === "UNKNOWN" ? doubtedAt : null
}

export const payoutOwed: OwedTable<PayoutState, PayoutOwedFacts> = {
  DEBITING: {
    owes: { task: "debit-payout", id: ({ id }) => `debit/${id}`, doubtedAt: ({ doubtedAt }) => doubtedAt }
  },
  PAYING: { owes: payment },
  UNKNOWN: { owes: payment },
  COMPLETED: { waits: "nobody: a reversal is told by the rail" },
  REFUNDING: { waits: "its refund, which owes the sending" },
  FAILED: { waits: "the operator, where the asset is still owed" },
  REFUNDED: { waits: "its refunds, which owe their sending, and else the operator" }
}

export const payoutRefundOwed: OwedTable<"SENDING" | "SENT" | "REFUSED", { readonly id: string }> = {
  SENDING: { owes: { task: "deliver-refund", id: ({ id }) => `send/${id}` } },
  SENT: { waits: "nobody" },
  REFUSED: { waits: "the operator, who has it for review" }
}
