// GET /admin/approvals: what waits for a second operator and what was decided, the newest first.
import { Clock, Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { Approvals, approvalView } from "../../engine/approval/approval.ts"

/** One page of approvals. */
export const listApprovals = Effect.fnUntraced(function*(cursor: string | undefined) {
  const now = yield* Clock.currentTimeMillis
  const rows = yield* list(Approvals, "all", "all", yield* pageBefore("approvals", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("approvals", rows, limits.eventPage)
  return { approvals: shown.map((approval) => approvalView(approval, now)), nextCursor }
})
