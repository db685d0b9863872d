// What a swap owes in each state. The step that takes it on ends it too when its authorization is over, so the job that
// watches the time is no debt of its own.
import type { OwedTable } from "../ports/owed.ts"
import type { SwapLegState } from "./swap-leg.states.ts"
import type { SwapState } from "./swap.states.ts"

/** What the table looks at. */
interface SwapOwedFacts {
  readonly id: string
  readonly legs: ReadonlyArray<{ readonly state: SwapLegState; readonly submittedAt: number | null }>
}

const advance = {
  task: "advance-swap",
  id: ({ id }: SwapOwedFacts) => `advance-swap/${id}`,
  doubtedAt: ({ legs }: SwapOwedFacts) => legs.find(({ state }) => state === "UNKNOWN")?.submittedAt ?? null
}

export const swapOwed: OwedTable<SwapState, SwapOwedFacts> = {
  PENDING: { owes: advance },
  RUNNING: { owes: advance },
  COMPLETED: { waits: "nobody" },
  FAILED: { waits: "nobody" },
  STRANDED: { waits: "the operator, who has it for review" }
}
