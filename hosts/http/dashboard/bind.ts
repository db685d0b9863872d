// Binds the contract to its handlers: reads what an endpoint declares out of a request, calls, and writes the answer down.
import { Effect } from "effect"
import type { Environment } from "../../../core/environment/environment.ts"
import type { ValidationFailed } from "../../../core/errors/errors.ts"
import { reader } from "../../../core/text/text.ts"
import type { Failure } from "../envelope.ts"
import type { RequestServices } from "../plane.ts"
import type { Matched } from "../route.ts"
import { type WireAnswer, json, parseJson, queryOf, toJson } from "../wire.ts"
import {
  type AnswerOf,
  type BodyOf,
  type Contract,
  type EndpointName,
  type ParamsOf,
  type QueryOf,
  endpoints,
  prefix
} from "./contract.ts"
import type { Viewer } from "./viewer.ts"

/** What a handler gets. */
export interface Input<N extends EndpointName> {
  readonly params: ParamsOf<N>
  readonly query: QueryOf<N>
  readonly body: BodyOf<N>
  /** Unix milliseconds at which the request was taken up. */
  readonly now: number
}

/** What a handler gives: the data of its answer, or the answer itself where that is a file or a stream. */
type ResultOf<N extends EndpointName> = Contract[N] extends { readonly gives: "file" | "events" } ? WireAnswer
  : AnswerOf<N>

type Handler<N extends EndpointName> = (
  viewer: Viewer,
  input: Input<N>
) => Effect.Effect<ResultOf<N>, Failure, RequestServices>

/** Handlers of these endpoints. */
export type Handlers<N extends EndpointName> = { readonly [Name in N]: Handler<Name> }

export interface DashboardRoute {
  readonly name: EndpointName
  readonly method: string
  readonly path: string
  readonly who: "viewer" | "operator"
  readonly hasBody: boolean
  readonly run: (viewer: Viewer, matched: Matched) => Effect.Effect<WireAnswer, Failure, RequestServices>
}

type Read = (input: unknown) => Effect.Effect<unknown, ValidationFailed>

type AnyHandler = (viewer: Viewer, input: Input<never>) => Effect.Effect<unknown, Failure, RequestServices>

/** The routes of an environment. */
export const routesOf = (
  handlers: Handlers<EndpointName>,
  environment: Environment
): ReadonlyArray<DashboardRoute> =>
  endpoints.filter(([, { sandbox }]) => sandbox !== true || environment === "sandbox").map(([name, declared]) => {
    const readQuery: Read | undefined = declared.query && reader(declared.query, "ignore")
    const readBody: Read | undefined = declared.body && reader(declared.body, "error")
    const handle = handlers[name] as unknown as AnyHandler
    return {
      name,
      method: declared.method,
      path: `${prefix}${declared.path}`,
      who: declared.who,
      hasBody: declared.body !== undefined,
      run: Effect.fnUntraced(function*(viewer, { body, now, params, search }) {
        const input = {
          params,
          query: readQuery && (yield* readQuery(queryOf(search))),
          body: readBody && (yield* readBody(yield* parseJson(body))),
          now
        }
        const result = yield* handle(viewer, input)
        return declared.gives === undefined || declared.gives === "data"
          ? json(declared.status ?? 200, toJson({ success: true, data: result }))
          : result as WireAnswer
      })
    }
  })
