// What a deposit owes beside its movements, and whom it waits for where it owes nothing.
import type { OwedTable } from "../ports/owed.ts"
import type { DepositState } from "./deposit.states.ts"

/** What the table looks at. */
interface DepositOwedFacts {
  readonly id: string
  readonly expiresAt: number
  readonly returnDueAt: number | null
}

export const depositOwed = {
  PENDING: {
    owes: { task: "lapse-deposit", id: ({ id }) => `lapse/${id}`, dueAt: ({ expiresAt }) => expiresAt },
    waits: "the payer, until the charge lapses"
  },
  PROCESSING: { waits: "its delivery" },
  COMPLETED: { waits: "nobody: a return is told by the rail" },
  FAILED: {
    owes: {
      task: "expire-rail-return",
      id: ({ id }) => `return-due/${id}`,
      dueAt: ({ returnDueAt }) => returnDueAt ?? 0,
      when: ({ returnDueAt }) => returnDueAt !== null
    },
    waits: "the return of its payment: by the rail until a deadline, by our own movement, or by an operator"
  },
  EXPIRED: { waits: "nobody: a late payment is told by the rail" },
  REFUNDED: { waits: "its delivery, where one was under way" }
} satisfies OwedTable<DepositState, DepositOwedFacts>
