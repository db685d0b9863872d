// GET /admin/service-tokens: every service token, those that are over too, the newest first.
import { Effect } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { cutPage, pageBefore } from "../../engine/store/page.ts"
import { list } from "../../engine/store/records.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { ServiceTokens, serviceTokenView } from "./service-token.ts"

/** One page of service tokens. */
export const listServiceTokens = Effect.fnUntraced(function*(cursor: string | undefined) {
  const now = yield* worldTimeMillis
  const rows = yield* list(ServiceTokens, "all", "all", yield* pageBefore("service-tokens", cursor, limits.eventPage))
  const { nextCursor, shown } = yield* cutPage("service-tokens", rows, limits.eventPage)
  return { tokens: shown.map((token) => serviceTokenView(token, now)), nextCursor }
})
