// Binds an endpoint of management to the use case behind it. A handler gets who calls and the input as the endpoint declares it.
import { Effect, type Schema } from "effect"
import type { KeyScope } from "../../../core/account/api-key.ts"
import { answered } from "../../../core/idempotency/idempotency.ts"
import { observedUseCase } from "../../telemetry/observe.ts"
import type { EndpointName } from "../api/management.ts"
import { scopeOf } from "../api/needs.ts"
import type { Failure } from "../envelope.ts"
import type { RequestServices } from "../plane.ts"
import { type Declared, type Matched, type PublicInput, answerOf, inputOf, statusOf } from "../route.ts"
import type { WireAnswer } from "../wire.ts"
import type { Viewer } from "./viewer.ts"

type Handled<A> = Effect.Effect<A, Failure, RequestServices>

export interface ManagedRoute {
  readonly name: EndpointName
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
  /** The scope that an owner's key needs. */
  readonly scope: KeyScope | undefined
  readonly run: (matched: Matched, viewer: Viewer) => Handled<WireAnswer>
}

interface Endpoint<
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top
> extends Declared<Params, Query, Payload, Success> {
  readonly identifier: EndpointName
}

const bind = (
  endpoint: Endpoint<Schema.Top, Schema.Top, Schema.Top, Schema.Top>,
  handle: (viewer: Viewer, input: PublicInput<unknown, unknown, unknown, unknown>) => Handled<WireAnswer>
): ManagedRoute => {
  const read = inputOf(endpoint)
  const observed = observedUseCase(endpoint.identifier)
  const hasBody = endpoint.payload.size > 0
  return {
    name: endpoint.identifier,
    method: endpoint.method,
    path: endpoint.path,
    hasBody,
    scope: scopeOf(endpoint),
    run: Effect.fnUntraced(function*(matched, viewer) {
      // A body that is left out reads as an empty object.
      const input = yield* read(hasBody && matched.body.length === 0 ? { ...matched, body: emptyObject } : matched)
      return yield* observed(handle(viewer, input))
    })
  }
}

const emptyObject = new TextEncoder().encode("{}")

/** Binds an endpoint to a handler that gives the `data` of its answer. */
export const managed = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top & { readonly Type: { readonly data: unknown } }
>(
  endpoint: Endpoint<Params, Query, Payload, Success>,
  handler: (
    viewer: Viewer,
    input: PublicInput<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Handled<Success["Type"]["data"]>
): ManagedRoute => {
  const status = statusOf(endpoint.success)
  return bind(
    endpoint,
    (viewer, input) =>
      Effect.map(
        handler(viewer, input as Parameters<typeof handler>[1]),
        (data) => answerOf(status, answered({ success: true, data }))
      )
  )
}

/** Binds an endpoint to a handler that gives a file or a stream. */
export const managedFile = <Query extends Schema.Top, Success extends Schema.Top & { readonly Type: string }>(
  endpoint: Endpoint<Schema.Top, Query, Schema.Top, Success>,
  handler: (viewer: Viewer, input: PublicInput<unknown, Query["Type"], unknown, unknown>) => Handled<WireAnswer>
): ManagedRoute => bind(endpoint, handler)
