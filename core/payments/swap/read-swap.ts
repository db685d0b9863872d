// GET /api/wallet/swap/{swapId}: the tracking record, for the owner alone (spec "DePix swap"). Another subaccount's swap is
// missing where a subaccount is named.
import { Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { Movements } from "../movement/movement.ts"
import { byId, together } from "../../engine/store/records.ts"
import { type LegNumber, Swaps, legMovement } from "./swap.ts"
import { swapRecord } from "./swap-view.ts"

/** The swap of the caller with this id. */
export const readSwap = Effect.fnUntraced(function*(caller: Caller, swapId: string, subAccountId?: string) {
  const leg = (number: LegNumber) => byId(Movements, legMovement(swapId, number))
  const found = yield* together({
    swap: byId(Swaps, swapId),
    receipt: leg(0),
    exchange: leg(1),
    spark: leg(2),
    lightning: leg(3)
  })
  const { exchange, lightning, receipt, spark, swap } = found
  return swap === undefined || swap.owner !== caller.account.id ||
      (subAccountId !== undefined && subAccountId !== swap.subAccountId)
    ? yield* new NotFound({ resource: "Swap" })
    : swapRecord(swap, [receipt, exchange, spark, lightning])
})
