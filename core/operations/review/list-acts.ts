// GET /admin/audit: what operators did, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { OperatorActs } from "../../engine/review/operator-act.ts"
import { actView } from "./review-view.ts"

/** One page of actions. */
export const listActs = Effect.fnUntraced(function*(cursor: string | undefined) {
  const rows = yield* list(OperatorActs, "all", "all", yield* pageBefore("acts", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("acts", rows, limits.eventPage)
  return { acts: shown.map(actView), nextCursor }
})
