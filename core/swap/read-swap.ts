// GET /api/wallet/swap/{swapId}: the tracking record, for the owner alone (spec "DePix swap"). Another subaccount's swap is
// missing where a subaccount is named.
import { Effect, Option } from "effect"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { get } from "../ports/records.ts"
import { Swaps } from "./swap.ts"
import { swapRecord } from "./swap-view.ts"

/** The swap of the caller with this id. */
export const readSwap = Effect.fnUntraced(function*(caller: Caller, swapId: string, subAccountId?: string) {
  const swap = Option.getOrUndefined(yield* get(Swaps, swapId))?.value
  return swap === undefined || swap.owner !== caller.account.id ||
      (subAccountId !== undefined && subAccountId !== swap.subAccountId)
    ? yield* new NotFound({ resource: "Swap" })
    : swapRecord(swap)
})
