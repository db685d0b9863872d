// What a transfer owes in each state. An answer of the chain that is missing leaves it SUBMITTED and is written down, so one
// that was written since it was made is in doubt.
import type { OwedTable } from "../ports/owed.ts"
import type { TransferState } from "./transfer.states.ts"

/** What the table looks at. */
interface TransferOwedFacts {
  readonly id: string
  readonly createdAt: number
  readonly updatedAt: number
}

export const transferOwed: OwedTable<TransferState, TransferOwedFacts> = {
  SUBMITTED: {
    owes: {
      task: "submit-transfer",
      id: ({ id }) => `submit-transfer/${id}`,
      doubtedAt: ({ createdAt, updatedAt }) => updatedAt > createdAt ? createdAt : null
    }
  },
  CONFIRMED: { waits: "nobody" },
  FAILED: { waits: "nobody" }
}
