// Payout endpoints to their use cases. What the sandbox answers to a payout says that its PIX is simulated.
import { Effect } from "effect"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import * as create from "../../../../core/payments/payout/create-payout.ts"
import * as preview from "../../../../core/payments/payout/preview-payout.ts"
import * as read from "../../../../core/payments/payout/read-payout.ts"
import { createPayout, readPayout } from "../definition/payout.ts"
import { type Route, route } from "../request/route.ts"

const simulated = { "x-service-sandbox": "simulated" }

const marked = (inner: Route): Route => ({
  ...inner,
  run: Effect.fnUntraced(function*(matched, authenticate) {
    const caller = yield* authenticate
    const answer = yield* inner.run(matched, Effect.succeed(caller))
    return caller.account.environment === "sandbox"
      ? { ...answer, headers: { ...answer.headers, ...simulated } }
      : answer
  })
})

export const payoutRoutes = [
  marked(route(createPayout, ({ attempt, caller, payload, query }) =>
    query.dryRun === "true"
      ? Effect.map(preview.previewPayout({ caller, request: payload }), (answer) => answered(answer))
      : create.createPayout({ caller, request: payload, attempt }))),
  route(
    readPayout,
    ({ caller, origin, params }) =>
      Effect.map(read.readPayout(caller, params.transactionId, origin()), (data) => answered({ success: true, data }))
  )
]
