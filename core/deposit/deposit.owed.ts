// What a deposit owes in each state, and whom it waits for where it owes nothing.
import type { Passage } from "../machine/history.ts"
import { type OwedTable, owed } from "../ports/owed.ts"
import type { DepositState } from "./deposit.states.ts"

/** What the table looks at. */
interface DepositOwedFacts {
  readonly id: string
  readonly expiresAt: number
  readonly processingStep: "LATE_PAYMENT" | "DELIVERY_UNKNOWN" | null
  readonly confirmedAt: number | null
  readonly refusal: string | null
  readonly updatedAt: number
  readonly history?: ReadonlyArray<Passage>
}

// Since the delivery was first in doubt. It must not move with what else happens to the record: what is owed about it would
// be written anew, and owed again although its job has ended.
const doubtedSince = ({ history = [], updatedAt }: DepositOwedFacts): number =>
  history.find(({ on }) => on === "deliveryUnknown")?.at ?? updatedAt

const delivery = {
  task: "deliver-deposit",
  id: ({ id }: DepositOwedFacts) => `deliver/${id}`,
  doubtedAt: (deposit: DepositOwedFacts) => deposit.processingStep === "DELIVERY_UNKNOWN" ? doubtedSince(deposit) : null
}

export const depositOwed: OwedTable<DepositState, DepositOwedFacts> = {
  PENDING: {
    owes: { task: "lapse-deposit", id: ({ id }) => `lapse/${id}`, dueAt: ({ expiresAt }) => expiresAt },
    waits: "the payer, until the charge lapses"
  },
  PROCESSING: { owes: delivery },
  COMPLETED: { waits: "nobody: a return is told by the rail" },
  FAILED: { waits: "the rail's word of the return, which the provider sends" },
  EXPIRED: { waits: "nobody: a late payment is told by the rail" },
  // Returned in full while the delivery was under way: the step settles it once it knows.
  REFUNDED: {
    owes: { ...delivery, when: ({ confirmedAt, refusal }) => confirmedAt === null && refusal === null }
  }
}

/** A second PIX on a paid charge goes back (C41). */
export const receiptOwed = owed<{ readonly id: string; readonly role: "funding" | "surplus" }>({
  task: "return-surplus",
  id: ({ id }) => `return-surplus/${id}`,
  when: ({ role }) => role === "surplus"
})
