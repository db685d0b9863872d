// GET /admin/sweeps: the sweeps of treasuries, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { TreasurySweeps, treasurySweepView } from "./treasury-sweep.ts"

/** One page of sweeps. */
export const listTreasurySweeps = Effect.fnUntraced(function*(cursor: string | undefined) {
  const rows = yield* list(TreasurySweeps, "all", "all", yield* pageBefore("sweeps", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("sweeps", rows, limits.eventPage)
  return { sweeps: shown.map(treasurySweepView), nextCursor }
})
