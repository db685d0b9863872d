// Deposit endpoints to their use cases. The answer to a charge links to the page on which it is paid, in its body and in a
// header (0141).
import { Effect } from "effect"
import * as create from "../../../../core/payments/deposit/create-deposit.ts"
import * as preview from "../../../../core/payments/deposit/preview-deposit.ts"
import * as read from "../../../../core/payments/deposit/read-deposit.ts"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { createDeposit, readDeposit } from "../definition/deposit.ts"
import { type Route, route } from "../request/route.ts"
import type { WireAnswer } from "../request/wire.ts"

const chargeUrlIn = ({ body }: WireAnswer): string | null =>
  typeof body === "string" ? (JSON.parse(body) as { readonly chargeUrl: string | null }).chargeUrl : null

const linked = (inner: Route): Route => ({
  ...inner,
  run: Effect.fnUntraced(function*(matched, authenticate) {
    const answer = yield* inner.run(matched, authenticate)
    const url = chargeUrlIn(answer)
    return url === null ? answer : { ...answer, headers: { ...answer.headers, link: `<${url}>; rel="payment"` } }
  })
})

export const depositRoutes = [
  linked(route(createDeposit, ({ attempt, caller, origin, payload, query }) =>
    query.dryRun === "true"
      ? Effect.map(preview.previewDeposit({ caller, request: payload, asked: origin() }), (answer) => answered(answer))
      : create.createDeposit({ caller, request: payload, attempt, asked: origin() }))),
  route(
    readDeposit,
    ({ caller, origin, params }) =>
      Effect.map(read.readDeposit(caller, params.externalId, origin()), (data) => answered({ success: true, data }))
  )
]
