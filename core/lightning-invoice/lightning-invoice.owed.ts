// What a Lightning invoice owes in each state, and whom it waits for where it owes nothing.
import type { OwedTable } from "../ports/owed.ts"
import type { LightningInvoiceState } from "./lightning-invoice.states.ts"

/** What the table looks at. */
interface InvoiceOwedFacts {
  readonly id: string
  readonly refund: { readonly number: number } | null
  readonly expiresAt: number
  readonly updatedAt: number
}

const payment = {
  task: "deliver-lightning-invoice",
  id: ({ id }: InvoiceOwedFacts) => `deliver-lightning-invoice/${id}`
}

const refund = {
  task: "return-lightning-invoice",
  id: ({ id, refund }: InvoiceOwedFacts) => `return-lightning-invoice/${id}/${refund?.number ?? 0}`
}

export const lightningInvoiceOwed: OwedTable<LightningInvoiceState, InvoiceOwedFacts> = {
  WAITING: {
    owes: {
      task: "lapse-lightning-invoice",
      id: ({ id }) => `lapse-lightning-invoice/${id}`,
      dueAt: ({ expiresAt }) => expiresAt
    },
    waits: "the payer, until the invoice lapses"
  },
  PAYING: { owes: payment },
  UNKNOWN: { owes: { ...payment, doubtedAt: ({ updatedAt }) => updatedAt } },
  COMPLETED: { waits: "nobody: a reversal is told by the rail" },
  REFUNDING: { owes: refund },
  FAILED: { waits: "the operator, who has it for review" },
  REFUNDED: { waits: "nobody: one more part of a reversal is told by the rail" },
  EXPIRED: { waits: "nobody: a late payment is told by the node" },
  REVERSED: { waits: "the operator, who has it for review" },
  RETURNING: { owes: refund },
  GIVING_BACK: { owes: refund }
}
