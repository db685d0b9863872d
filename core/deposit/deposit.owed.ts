// What a deposit owes beside its movements, and whom it waits for where it owes nothing.
import type { OwedTable } from "../ports/owed.ts"
import type { DepositState } from "./deposit.states.ts"

/** What the table looks at. */
interface DepositOwedFacts {
  readonly id: string
  readonly expiresAt: number
}

export const depositOwed: OwedTable<DepositState, DepositOwedFacts> = {
  PENDING: {
    owes: { task: "lapse-deposit", id: ({ id }) => `lapse/${id}`, dueAt: ({ expiresAt }) => expiresAt },
    waits: "the payer, until the charge lapses"
  },
  PROCESSING: { waits: "its delivery" },
  COMPLETED: { waits: "nobody: a return is told by the rail" },
  FAILED: { waits: "the rail's word of the return, which the provider sends" },
  EXPIRED: { waits: "nobody: a late payment is told by the rail" },
  REFUNDED: { waits: "its delivery, where one was under way" }
}
