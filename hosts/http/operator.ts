// Who may use /admin: whoever has the operator's token, compared in constant time over its digest. What an operator's route
// gets beside its input is who asks, and in which environment.
import { createHash } from "node:crypto"
import { Effect, Redacted, type Schema } from "effect"
import type { Environment } from "../../core/environment/environment.ts"
import { Unauthorized } from "../../core/errors/errors.ts"
import { answered } from "../../core/idempotency/idempotency.ts"
import type { Operator } from "../../core/review/operator-act.ts"
import { equalInConstantTime } from "../../core/text/text.ts"
import { observedUseCase } from "../telemetry/observe.ts"
import { bearerOf } from "./authenticate.ts"
import type { Failure } from "./envelope.ts"
import type { RequestServices } from "./plane.ts"
import { type Declared, type Matched, type PublicInput, answerOf, inputOf, statusOf } from "./route.ts"
import type { WireAnswer, WireRequest } from "./wire.ts"

const digestOf = (token: Redacted.Redacted): string => createHash("sha256").update(Redacted.value(token)).digest("hex")

/** Lets requests of one environment in that carry the token. */
export const makeOperatorGate = (token: Redacted.Redacted, environment: Environment) => {
  const expected = digestOf(token)
  return (request: WireRequest, requestId: string): Effect.Effect<Operator, Unauthorized> => {
    const given = bearerOf(request)
    if (given === undefined) return Effect.fail(new Unauthorized({ problem: "operator" }))
    return equalInConstantTime(digestOf(given), expected)
      ? Effect.succeed({ environment, requestId })
      : Effect.fail(new Unauthorized({ problem: "notOperator" }))
  }
}

export interface OperatorRoute {
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
  readonly run: (matched: Matched, operator: Operator) => Effect.Effect<WireAnswer, Failure, RequestServices>
}

/** Binds an operator's endpoint to a handler that answers its `data`. */
export const operatorRoute = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top & { readonly Type: { readonly data: unknown } }
>(
  endpoint: Declared<Params, Query, Payload, Success>,
  handler: (
    operator: Operator,
    input: PublicInput<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Effect.Effect<Success["Type"]["data"], Failure, RequestServices>
): OperatorRoute => {
  const read = inputOf(endpoint)
  const observed = observedUseCase(endpoint.identifier)
  const status = statusOf(endpoint.success)
  return {
    method: endpoint.method,
    path: endpoint.path,
    hasBody: endpoint.payload.size > 0,
    run: Effect.fnUntraced(function*(matched, operator) {
      const data = yield* observed(handler(operator, yield* read(matched)))
      return answerOf(status, answered({ success: true, data }))
    })
  }
}
