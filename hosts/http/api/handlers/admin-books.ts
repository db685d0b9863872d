// The endpoints of the books, of what needs a person and of what happened to a record, to their use cases.
import { Clock, Effect } from "effect"
import { readClosings } from "../../../../core/reports/closing/read-closings.ts"
import * as closings from "../definition/admin-closings.ts"
import { exportJournal } from "../../../../core/reports/books/export-journal.ts"
import { exportTransfers } from "../../../../core/reports/books/export-transfers.ts"
import { readBooks } from "../../../../core/reports/books/read-books.ts"
import { readReserves } from "../../../../core/reports/books/read-reserves.ts"
import { asOwner, isInner, withoutTaxIds } from "../../../../core/reports/browse/inner.ts"
import { readSummary } from "../../../../core/reports/browse/read-summary.ts"
import { NotFound } from "../../../../core/base/errors/errors.ts"
import { instantIn } from "../../../../core/base/errors/instant-field.ts"
import { listProviderFacts } from "../../../../core/webhooks/event/list-provider-facts.ts"
import { readExplanation } from "../../../../core/reports/explain/read-explanation.ts"
import { readTrialBalance } from "../../../../core/reports/explain/read-trial-balance.ts"
import { countOpenReviews, oldestOpenReview } from "../../../../core/engine/review/count-reviews.ts"
import { JobQueue } from "../../../../core/engine/store/job-queue.ts"
import { Providers } from "../../../../core/ports/provider-state.ts"
import { listOwing } from "../../../../core/upkeep/reconcile/list-owing.ts"
import { closeReview } from "../../../../core/operations/review/close-review.ts"
import { listActs } from "../../../../core/operations/review/list-acts.ts"
import { listReviews } from "../../../../core/reports/browse/list-reviews.ts"
import { isoInstantOrNull } from "../../../../core/base/time/instant.ts"
import * as api from "../definition/admin-books.ts"
import * as exports from "../definition/admin-exports.ts"
import { managed } from "../request/management-route.ts"
import { providerFacts } from "../../environments/provider-facts.ts"
import { type Viewer, sees, showsPayer } from "../request/viewer.ts"

const queueDepth = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const depth = yield* JobQueue.use((queue) => queue.depth(now))
  const providers = yield* Effect.flatMap(Providers, providerFacts)
  const oldest = yield* oldestOpenReview()
  const reviews = { ...yield* countOpenReviews(), oldestOpenedAt: isoInstantOrNull(oldest) }
  return { ...depth, oldestDueAt: isoInstantOrNull(depth.oldestDueAt), reviews, providers }
})

// An owner sees what is his, without what is ours alone and without the tax ids of others.
const explain = Effect.fnUntraced(function*(viewer: Viewer, id: string) {
  const explained = yield* readExplanation(id)
  const summary = yield* readSummary(explained, showsPayer(viewer))
  if (viewer.caller === undefined) return { ...explained, summary }
  if (!sees(viewer, explained.accountId) || isInner(explained.kind)) {
    return yield* new NotFound({ resource: "Record" })
  }
  return { ...asOwner(explained, viewer.caller.account), summary: withoutTaxIds(summary) as typeof summary }
})

export const adminBookRoutes = [
  managed(api.listReviews, (_, { query }) => listReviews(query)),
  managed(api.closeReview, ({ operator }, { params, payload }) => closeReview(operator, { ...params, ...payload })),
  managed(api.listProviderFacts, (_, { query }) => listProviderFacts(query.cursor)),
  managed(api.listActs, (_, { query }) => listActs(query.cursor)),
  managed(api.readTrialBalance, readTrialBalance),
  managed(api.readBooks, (_, { query }) => Effect.flatMap(instantIn("at", query.at), readBooks)),
  managed(exports.exportJournal, (_, { query }) => exportJournal(query)),
  managed(exports.exportTransfers, (_, { query }) => exportTransfers(query)),
  managed(closings.readClosings, (_, { query }) => readClosings(query.day)),
  managed(api.readReserves, () => readReserves()),
  managed(api.readQueue, () => queueDepth),
  managed(
    api.listOpen,
    (_, { query }) => listOwing({ cursor: query.cursor, isUnknown: query.unknown === "true" })
  ),
  managed(api.explain, (viewer, { params }) => explain(viewer, params.id))
]
