// The endpoints of an account, as they stand.
import { Effect } from "effect"
import { limits } from "../limits/limits.ts"
import { list } from "../ports/records.ts"
import { Webhooks } from "./webhook.ts"

/** All of them, oldest first, those that were removed included. Not read as a feed, which holds new ones back for a while. */
export const endpointsOf = (accountId: string) =>
  Effect.map(
    list(Webhooks, "byOwner", accountId, { limit: limits.webhooks.endpoints }),
    (newestFirst) => newestFirst.toReversed()
  )
