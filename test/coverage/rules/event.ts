// Events as a key owner reads them himself.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "cursor-opaque",
    text: "a cursor shows nothing of its place, and is refused outside the list of its owner",
    source: "0199"
  },
  { id: "events-own-only", text: "GET /api/events shows the key owner's own events alone", source: "0088" },
  { id: "events-fields", text: "each has id, event, data and createdAt, as its deliveries have", source: "0088" },
  {
    id: "events-cursor",
    text: "the feed goes on from any cursor without gap or repetition, 50 a page",
    source: "0088"
  },
  { id: "events-kept", text: "events are listed and sent again for 30 days", source: "0088" }
]
