// Where swaps exist, as data (spec sandbox rule 6): a key of an environment without them is answered before anything else
// of its request is looked at.
import { Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import type { Environment } from "../../base/environment/environment.ts"
import { NotAvailableInSandbox } from "../../base/errors/errors.ts"

/** Whether an environment has swaps. */
const hasSwaps: Readonly<Record<Environment, boolean>> = { production: true, sandbox: false }

/** Lets a caller pass whose environment has swaps. */
export const availableHere = ({ account }: Caller): Effect.Effect<void, NotAvailableInSandbox> =>
  hasSwaps[account.environment] ? Effect.void : Effect.fail(new NotAvailableInSandbox({ operation: "DePix swap" }))
