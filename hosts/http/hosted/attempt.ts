// Where the hosted pages of an attempt send their session. It is no part of the interface: only our own pages ask it.
import { Effect, Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { submitHostedAttempt } from "../../../core/kyc/submit-hosted-attempt.ts"
import { text } from "../../../core/text/text.ts"
import { type Route, publicRoute } from "../route.ts"

/** Under which path pages ask this host. */
export const hostedApiPrefix = "/hosted/api/"

const hostedAttempt = HttpApiEndpoint.post("hostedAttempt", `${hostedApiPrefix}attempt`, {
  payload: Schema.Struct({ session: Schema.RedactedFromValue(text({ minimum: 1, maximum: 1_024 })) }),
  success: Schema.Struct({
    success: Schema.Literal(true),
    data: Schema.Struct({ isComplete: Schema.Boolean, redirectUrl: Schema.NullOr(Schema.String) })
  })
})

export const hostedRoutes: ReadonlyArray<Route> = [
  publicRoute(
    hostedAttempt,
    ({ payload }) => Effect.map(submitHostedAttempt(payload.session), (answer) => answered(answer))
  )
]
