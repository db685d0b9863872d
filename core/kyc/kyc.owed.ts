// What an attempt and an import owe in each state. An approval that the operator declared was handed in nowhere. The step
// that asks also ends hosted pages whose time is over, so the job that watches the time is no debt of its own.
import type { OwedTable } from "../ports/owed.ts"
import type { KycState } from "./kyc-attempt.states.ts"

/** What the table of attempts looks at. */
interface AttemptOwedFacts {
  readonly id: string
  readonly submitted?: object
}

const advance = {
  task: "advance-kyc-attempt",
  id: ({ id }: AttemptOwedFacts) => `advance-kyc/${id}`,
  when: ({ submitted }: AttemptOwedFacts) => submitted !== undefined
}

export const kycAttemptOwed: OwedTable<KycState, AttemptOwedFacts> = {
  PENDING: { owes: advance, waits: "the person, where the pages are hosted" },
  REVIEW: { owes: advance },
  APPROVED: { waits: "nobody" },
  REJECTED: { waits: "nobody: another attempt is another record" },
  EXPIRED: { waits: "nobody: another attempt is another record" },
  FAILED: { waits: "nobody: another attempt is another record" }
}

export const kycImportOwed: OwedTable<
  "ASKING" | "TAKEN" | "OPEN",
  { readonly id: string; readonly attemptId: string }
> = {
  ASKING: {
    owes: {
      task: "advance-kyc-import",
      id: ({ attemptId }) => `advance-import/${attemptId}`,
      subject: ({ attemptId }) => attemptId
    }
  },
  TAKEN: { waits: "its attempt, which owes the asking" },
  OPEN: { waits: "the user, who may bring another token" }
}
