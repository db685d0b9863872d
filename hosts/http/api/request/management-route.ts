// Binds an endpoint of management to the use case behind it. A handler gets who calls and the input as the endpoint declares it.
import { Effect, type Schema } from "effect"
import type { KeyScope } from "../../../../core/customers/account/api-key.ts"
import { answered } from "../../../../core/customers/idempotency/idempotency.ts"
import { observedUseCase } from "../../../telemetry/observe.ts"
import { withoutTaxIds } from "../../../../core/reports/browse/inner.ts"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import type { EndpointName } from "../definition/management.ts"
import { scopeOf } from "../definition/needs.ts"
import type { Failure } from "./envelope.ts"
import type { RequestServices } from "../../environments/plane.ts"
import { type Declared, type Matched, type PublicInput, answerOf, inputOf, statusOf } from "./route.ts"
import type { WireAnswer, WireRequest } from "./wire.ts"
import { type Viewer, hidesTaxIds } from "./viewer.ts"

type Handled<A> = Effect.Effect<A, Failure, RequestServices>

interface Bound {
  readonly name: EndpointName
  readonly method: string
  readonly path: string
  readonly hasBody: boolean
}

/** An endpoint for whoever is let in. */
export interface ManagedRoute extends Bound {
  readonly access: "guarded"
  /** The scope that an owner's key needs. */
  readonly scope: KeyScope | undefined
  readonly run: (matched: Matched, viewer: Viewer) => Handled<WireAnswer>
}

/** An endpoint that needs no credential. */
export interface OpenRoute extends Bound {
  readonly access: "open"
  readonly run: (matched: Matched, asked: OpenRequest) => Handled<WireAnswer>
}

/** A request of no one in particular. */
export interface OpenRequest {
  readonly request: WireRequest
  readonly environment: Environment
  readonly requestId: string
}

/** The data of an answer with headers of its own. */
export interface WithHeaders<Data> {
  readonly data: Data
  readonly headers: Readonly<Record<string, string>>
}

interface Endpoint<
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top
> extends Declared<Params, Query, Payload, Success> {
  readonly identifier: EndpointName
}

const reads = <Who>(
  endpoint: Endpoint<Schema.Top, Schema.Top, Schema.Top, Schema.Top>,
  handle: (who: Who, input: PublicInput<unknown, unknown, unknown, unknown>) => Handled<WireAnswer>
) => {
  const read = inputOf(endpoint)
  const observed = observedUseCase(endpoint.identifier)
  const hasBody = endpoint.payload.size > 0
  return {
    name: endpoint.identifier,
    method: endpoint.method,
    path: endpoint.path,
    hasBody,
    run: Effect.fnUntraced(function*(matched: Matched, who: Who) {
      // A body that is left out reads as an empty object.
      const input = yield* read(hasBody && matched.body.length === 0 ? { ...matched, body: emptyObject } : matched)
      return yield* observed(handle(who, input))
    })
  }
}

const bind = (
  endpoint: Endpoint<Schema.Top, Schema.Top, Schema.Top, Schema.Top>,
  handle: (viewer: Viewer, input: PublicInput<unknown, unknown, unknown, unknown>) => Handled<WireAnswer>
): ManagedRoute => ({ access: "guarded", scope: scopeOf(endpoint), ...reads(endpoint, handle) })

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
        (data) => answerOf(status, answered({ success: true, data: hidesTaxIds(viewer) ? withoutTaxIds(data) : data }))
      )
  )
}

const withHeaders = (status: number, { data, headers }: WithHeaders<unknown>): WireAnswer => {
  const answer = answerOf(status, answered({ success: true, data }))
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

/** Binds an endpoint to a handler that gives the `data` of its answer and headers that go with it. */
export const managedWithHeaders = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top & { readonly Type: { readonly data: unknown } }
>(
  endpoint: Endpoint<Params, Query, Payload, Success>,
  handler: (
    viewer: Viewer,
    input: PublicInput<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Handled<WithHeaders<Success["Type"]["data"]>>
): ManagedRoute => {
  const status = statusOf(endpoint.success)
  return bind(
    endpoint,
    (viewer, input) =>
      Effect.map(handler(viewer, input as Parameters<typeof handler>[1]), (answer) => withHeaders(status, answer))
  )
}

/** Binds an endpoint that needs no credential. */
export const openToAll = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top & { readonly Type: { readonly data: unknown } }
>(
  endpoint: Endpoint<Params, Query, Payload, Success>,
  handler: (
    asked: OpenRequest,
    input: PublicInput<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Handled<WithHeaders<Success["Type"]["data"]>>
): OpenRoute => {
  const status = statusOf(endpoint.success)
  const handle = (asked: OpenRequest, input: PublicInput<unknown, unknown, unknown, unknown>) =>
    Effect.map(handler(asked, input as Parameters<typeof handler>[1]), (answer) => withHeaders(status, answer))
  return { access: "open", ...reads(endpoint, handle) }
}

/** Binds an endpoint to a handler that gives a file or a stream. */
export const managedFile = <Query extends Schema.Top, Success extends Schema.Top & { readonly Type: string }>(
  endpoint: Endpoint<Schema.Top, Query, Schema.Top, Success>,
  handler: (viewer: Viewer, input: PublicInput<unknown, Query["Type"], unknown, unknown>) => Handled<WireAnswer>
): ManagedRoute => bind(endpoint, handler)
