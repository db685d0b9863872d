// GET /admin/operators: every operator, the disabled ones too, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { Operators } from "./operator.ts"
import { operatorView } from "./operator-view.ts"

/** One page of operators. */
export const listOperators = Effect.fnUntraced(function*(cursor: string | undefined) {
  const now = yield* worldTimeMillis
  const rows = yield* list(Operators, "all", "all", yield* pageBefore("operators", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("operators", rows, limits.eventPage)
  return { operators: shown.map((operator) => operatorView(operator, now)), nextCursor }
})
