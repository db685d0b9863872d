// A dispute owes nothing in any state: its legs are told by the provider, and none of them is answered by us.
import type { OwedTable } from "../ports/owed.ts"
import type { DisputeState } from "./dispute.states.ts"

const told = { waits: "the provider, who tells each leg" }

export const disputeOwed: OwedTable<DisputeState, { readonly id: string }> = {
  NONE: told,
  CREATED: told,
  CANCELED: told,
  REJECTED: told,
  ACCEPTED: told
}
