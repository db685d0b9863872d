// The operator's endpoints of the books to their use cases, and the description of all of them.
import { Clock, Effect } from "effect"
import * as OpenApi from "effect/http-api/OpenApi"
import { subjects } from "../../../core/composition/subjects.ts"
import { deliverRest } from "../../../core/deposit/deliver-rest.ts"
import { returnRest } from "../../../core/deposit/return-rest.ts"
import { listProviderFacts } from "../../../core/event/list-provider-facts.ts"
import { readExplanation } from "../../../core/explain/read-explanation.ts"
import { readTrialBalance } from "../../../core/explain/read-trial-balance.ts"
import { refundLightningInvoice } from "../../../core/lightning-invoice/refund-lightning-invoice.ts"
import { cancelMovement } from "../../../core/movement/cancel-movement.ts"
import { releaseMovement } from "../../../core/movement/release-movement.ts"
import { retryMovement } from "../../../core/movement/retry-movement.ts"
import { resolveMovement } from "../../../core/movement/resolve-movement.ts"
import { refundPayout } from "../../../core/payout/refund-payout.ts"
import { JobQueue } from "../../../core/ports/job-queue.ts"
import { listOwing } from "../../../core/reconcile/list-owing.ts"
import { listActs } from "../../../core/review/list-acts.ts"
import { listReviews } from "../../../core/review/list-reviews.ts"
import { isoInstantOrNull } from "../../../core/time/instant.ts"
import { adminApi } from "../api/admin.ts"
import * as api from "../api/admin-books.ts"
import { type OperatorRoute, operatorRoute } from "../operator.ts"
import { json, toJson } from "../wire.ts"

const queueDepth = Effect.gen(function*() {
  const now = yield* Clock.currentTimeMillis
  const depth = yield* JobQueue.use((queue) => queue.depth(now))
  return { ...depth, oldestDueAt: isoInstantOrNull(depth.oldestDueAt) }
})

const description: OperatorRoute = {
  method: "GET",
  path: "/admin/openapi.json",
  hasBody: false,
  run: () => Effect.sync(() => json(200, toJson(OpenApi.fromApi(adminApi))))
}

export const adminBookRoutes = [
  operatorRoute(api.listReviews, (_, { query }) => listReviews(query.cursor)),
  operatorRoute(api.listProviderFacts, (_, { query }) => listProviderFacts(query.cursor)),
  operatorRoute(api.listActs, (_, { query }) => listActs(query.cursor)),
  operatorRoute(api.readTrialBalance, readTrialBalance),
  operatorRoute(api.readQueue, () => queueDepth),
  operatorRoute(
    api.listOpen,
    (_, { query }) => listOwing({ cursor: query.cursor, isUnknown: query.unknown === "true" })
  ),
  operatorRoute(api.explain, (_, { params }) => readExplanation(params.id)),
  operatorRoute(api.refundPayout, (operator, { params }) => refundPayout(operator, params.transactionId)),
  operatorRoute(
    api.refundInvoice,
    (operator, { params, payload }) => refundLightningInvoice(operator, { ...params, ...payload })
  ),
  operatorRoute(
    api.deliverRest,
    (operator, { params, payload }) => deliverRest(operator, { ...params, rest: BigInt(payload.rest) })
  ),
  operatorRoute(
    api.returnRest,
    (operator, { params, payload }) => returnRest(operator, { ...params, rest: BigInt(payload.rest) })
  ),
  operatorRoute(
    api.resolveMovement,
    (operator, { params, payload }) => resolveMovement(subjects)(operator, { ...params, ...payload })
  ),
  operatorRoute(api.releaseMovement, (operator, { params }) => releaseMovement(subjects)(operator, params)),
  operatorRoute(api.retryMovement, (operator, { params }) => retryMovement(subjects)(operator, params)),
  operatorRoute(
    api.cancelMovement,
    (operator, { params, payload }) => cancelMovement(subjects)(operator, { ...params, ...payload })
  ),
  description
]
