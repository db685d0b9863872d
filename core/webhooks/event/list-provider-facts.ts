// GET /admin/provider-facts: what providers reported and what became of it, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { isoInstant } from "../../base/time/instant.ts"
import { type FactTrace, FactTraces } from "../../engine/event/fact-trace.ts"

/** One page of traces. */
export const listProviderFacts = Effect.fnUntraced(function*(cursor: string | undefined) {
  const rows = yield* list(FactTraces, "all", "all", yield* pageBefore("provider-facts", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("provider-facts", rows, limits.eventPage)
  return { facts: shown.map(view), nextCursor }
})

const view = ({ createdAt, eventId, id, outcome, sender, subject, times, type, updatedAt }: FactTrace) => ({
  factId: id,
  sender,
  eventId,
  type,
  subject,
  outcome,
  times,
  createdAt: isoInstant(createdAt),
  updatedAt: isoInstant(updatedAt)
})
