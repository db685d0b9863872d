// Deposit endpoints to their use cases. The answer to a charge names the page on which it is paid in a header, because its
// body is the specification's (0141).
import { Effect } from "effect"
import { chargeUrl } from "../../../core/deposit/charge-standing.ts"
import * as create from "../../../core/deposit/create-deposit.ts"
import * as preview from "../../../core/deposit/preview-deposit.ts"
import * as read from "../../../core/deposit/read-deposit.ts"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { createDeposit, readDeposit } from "../api/deposit.ts"
import { originOf } from "../origin.ts"
import { type Route, route } from "../route.ts"
import type { WireAnswer } from "../wire.ts"

const chargeIn = ({ body }: WireAnswer): string | null =>
  typeof body === "string" ? (JSON.parse(body) as { readonly walletCharge: string | null }).walletCharge : null

const linked = (inner: Route): Route => ({
  ...inner,
  run: Effect.fnUntraced(function*(matched, authenticate) {
    const answer = yield* inner.run(matched, authenticate)
    const charge = chargeIn(answer)
    const url = charge === null ? null : yield* chargeUrl(charge, originOf(matched.request))
    return url === null ? answer : { ...answer, headers: { ...answer.headers, link: `<${url}>; rel="payment"` } }
  })
})

export const depositRoutes = [
  linked(route(createDeposit, ({ attempt, caller, payload, query }) =>
    query.dryRun === "true"
      ? Effect.map(preview.previewDeposit({ caller, request: payload }), (answer) => answered(answer))
      : create.createDeposit({ caller, request: payload, attempt }))),
  route(
    readDeposit,
    ({ caller, origin, params }) =>
      Effect.map(read.readDeposit(caller, params.externalId, origin()), (data) => answered({ success: true, data }))
  )
]
