// Binds an endpoint of the interface to the use case behind it: reads the input as the endpoint declares it, calls, and
// writes the view down. Handlers only name which field goes where.
import { Context, Effect, Option, type Schema } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import type { KeyScope } from "../../../../core/customers/account/api-key.ts"
import { NoSandboxUpstream, ValidationFailed, invalidField } from "../../../../core/base/errors/errors.ts"
import { type Attempt, type Once, fingerprint } from "../../../../core/customers/idempotency/idempotency.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { reader, unknownField } from "../../../../core/base/text/text.ts"
import { observedUseCase } from "../../../telemetry/observe.ts"
import { Upstream, scopeOf } from "../definition/needs.ts"
import type { Failure } from "./envelope.ts"
import type { Plane, RequestServices } from "../../environments/plane.ts"
import { type WireAnswer, type WireRequest, json, parseJson, queryOf, toJson } from "./wire.ts"

/** A request whose route was found. */
export interface Matched {
  readonly request: WireRequest
  readonly body: Uint8Array
  readonly search: string
  readonly params: Readonly<Record<string, string>>
  /** Unix milliseconds at which the request was taken up. */
  readonly now: number
  /** Scheme and host that links in the answer begin with; null where no address of ours is known. */
  readonly origin: () => string | null
}

/** Finds out who is asking; fails with the refusal. */
export type Authenticate = Effect.Effect<Caller, Failure, RequestServices>

export interface Route {
  readonly method: string
  readonly path: string
  /** `optional`: one may be left out, which reads as an empty object. */
  readonly hasBody: boolean | "optional"
  /** Whether the route takes a proof of its own; any other needs an API key before its body is looked at. */
  readonly provesItself: boolean
  /** The adapter that it needs behind it; absent where it needs none. */
  readonly upstream?: string | undefined
  /** The scope that a key needs; undefined where it has to be for everything. */
  readonly scope: KeyScope | undefined
  readonly run: (matched: Matched, authenticate: Authenticate) => Effect.Effect<WireAnswer, Failure, RequestServices>
}

/** The declared parts of an endpoint that a route reads; any `HttpApiEndpoint` has them. */
export interface Declared<
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top
> {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly params: Schema.Top | undefined
  readonly query: Schema.Top | undefined
  readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
  readonly success: ReadonlySet<Schema.Top>
  readonly annotations: Context.Context<never>
  readonly "~Params": Params
  readonly "~Query": Query
  readonly "~Payload": Payload
  readonly "~Success": Success
}

/** What a handler gets of a request that needs no API key. */
export interface PublicInput<Params, Query, Payload, Answer> {
  readonly params: Params
  readonly query: Query
  readonly payload: Payload
  /** Present when the request carries an Idempotency-Key. */
  readonly attempt: Attempt<Answer> | undefined
  /** Scheme and host that links in the answer begin with; null where no address of ours is known. */
  readonly origin: () => string | null
  /** The same for an answer that is nothing without its link: where no address of ours is known, the request is refused. */
  readonly requiredOrigin: Effect.Effect<string, ValidationFailed>
  /** The address of whoever is connected, where the server tells it. */
  readonly peer: string | undefined
  /** Unix milliseconds at which the request was taken up. */
  readonly now: number
}

/** What a handler gets. */
export interface Input<Params, Query, Payload, Answer> extends PublicInput<Params, Query, Payload, Answer> {
  readonly caller: Caller
}

type Codec = Schema.Codec<unknown, unknown>
type AnyReader = (input: unknown) => Effect.Effect<unknown, ValidationFailed>

const readerOf = (schema: Schema.Top | undefined, excess: "error" | "ignore"): AnyReader | undefined =>
  schema === undefined ? undefined : reader(schema as unknown as Codec, excess)

/** Binds an endpoint to a handler that answers a view, or a view that may have been given before. */
export const route = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top
>(
  endpoint: Declared<Params, Query, Payload, Success>,
  handler: (
    input: Input<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Effect.Effect<Once<Success["Type"]>, Failure, RequestServices>,
  /** The status of an answer, where an endpoint declares more than one success. */
  statusFor?: (answer: Success["Type"]) => number
): Route => {
  const read = inputOf(endpoint)
  const observed = observedUseCase(endpoint.identifier)
  const status = statusOf(endpoint.success)
  return {
    method: endpoint.method,
    path: endpoint.path,
    hasBody: endpoint.payload.size > 0,
    provesItself: false,
    upstream: Context.get(endpoint.annotations, Upstream),
    scope: scopeOf(endpoint),
    run: Effect.fnUntraced(function*(matched, authenticate) {
      const caller = yield* authenticate
      const input = { ...(yield* read(matched)), caller }
      const once = yield* observed(handler(input))
      return answerOf(once._tag === "Answered" && statusFor !== undefined ? statusFor(once.answer) : status, once)
    })
  }
}

/** Lets the body of a route be left out. */
export const bodyOptional = (route: Route): Route => ({
  ...route,
  hasBody: "optional",
  run: (matched, authenticate) =>
    route.run(matched.body.length === 0 ? { ...matched, body: emptyObject } : matched, authenticate)
})

const emptyObject = new TextEncoder().encode("{}")

/** One path whose body tells which of two ways is meant; what is no JSON object goes the second. */
export const eitherRoute = (isFirst: (body: object) => boolean, first: Route, second: Route): Route => ({
  ...second,
  run: (matched, authenticate) =>
    Effect.flatMap(Effect.option(parseJson(matched.body)), (body) => {
      const given = Option.getOrUndefined(body)
      const chosen = typeof given === "object" && given !== null && isFirst(given) ? first : second
      return chosen.run(matched, authenticate)
    })
})

/** Binds an endpoint that needs no API key: what it is told proves who may ask. */
export const publicRoute = <
  Params extends Schema.Top,
  Query extends Schema.Top,
  Payload extends Schema.Top,
  Success extends Schema.Top
>(
  endpoint: Declared<Params, Query, Payload, Success>,
  handler: (
    input: PublicInput<Params["Type"], Query["Type"], Payload["Type"], Success["Type"]>
  ) => Effect.Effect<Once<Success["Type"]>, Failure, RequestServices>
): Route => {
  const read = inputOf(endpoint, "ignore")
  const observed = observedUseCase(endpoint.identifier)
  const status = statusOf(endpoint.success)
  return {
    method: endpoint.method,
    path: endpoint.path,
    hasBody: endpoint.payload.size > 0,
    provesItself: true,
    scope: undefined,
    run: Effect.fnUntraced(function*(matched) {
      const input = (yield* read(matched)) as Parameters<typeof handler>[0]
      return answerOf(status, yield* observed(handler(input)))
    })
  }
}

const unknownAddress =
  "is no known address of this service, so no link can begin with it: PONTEPAY_PUBLIC_URL or the hosts of the "
  + "environment have to name it"

/** Reads what an endpoint declares out of a request. `dryrun` for `dryRun` must not move money, so an act takes no query unknown. */
export const inputOf = (
  endpoint: Declared<Schema.Top, Schema.Top, Schema.Top, Schema.Top>,
  excess: "error" | "ignore" = endpoint.method === "GET" ? "ignore" : "error"
) => {
  const readParams = readerOf(endpoint.params, "error")
  const readQuery = readerOf(endpoint.query, excess) ?? (excess === "error" ? readNone : undefined)
  const readPayload = readerOf([...endpoint.payload.values()][0]?.schemas[0], "error")
  return Effect.fnUntraced(function*(matched: Matched) {
    const payload = readPayload && (yield* readPayload(yield* parseJson(matched.body)))
    const query = readQuery && (yield* readQuery(matched.search === "" ? noQuery : queryOf(matched.search)))
    const input: PublicInput<unknown, unknown, unknown, unknown> = {
      params: readParams && (yield* readParams(matched.params)),
      query,
      payload,
      attempt: yield* attemptOf(endpoint.identifier, matched, { query, payload }),
      origin: matched.origin,
      requiredOrigin: Effect.suspend(() => {
        const origin = matched.origin()
        return origin === null ? Effect.fail(invalidField("Host", unknownAddress)) : Effect.succeed(origin)
      }),
      peer: matched.request.peer,
      now: matched.now
    }
    return input
  })
}

export const statusOf = (success: ReadonlySet<Schema.Top>): number => {
  const ast = [...success][0]?.ast
  // A schema with a name of its own has its status where it is used, any other on itself.
  const status = ast?.annotations?.["httpApiStatus"] ?? ast?.context?.annotations?.["httpApiStatus"]
  return typeof status === "number" ? status : 200
}

export const answerOf = <A>(status: number, once: Once<A>): WireAnswer => {
  switch (once._tag) {
    case "Stored":
      return json(status, once.body, { "idempotency-replayed": "true" })
    case "Answered":
      return json(status, toJson(once.answer), once.replayed ? { "idempotency-replayed": "true" } : {})
  }
}

const noQuery = {}

const readNone: AnyReader = (query) => {
  const unknown = Object.keys(query as object)
  return unknown.length === 0
    ? Effect.void
    : Effect.fail(new ValidationFailed({ details: unknown.map((field) => ({ field, message: unknownField })) }))
}

// What is asked in a query is part of the request; a query that asks nothing is none.
const asked = (query: unknown): object =>
  typeof query === "object" && query !== null && Object.values(query).some((value) => value !== undefined)
    ? { query }
    : {}

const keyForm = new RegExp(`^[\\x20-\\x7e]{${limits.idempotencyKey.minimum},${limits.idempotencyKey.maximum}}$`)

const attemptOf = (
  name: string,
  { params, request }: Matched,
  { payload, query }: { readonly payload: unknown; readonly query: unknown }
): Effect.Effect<Attempt<unknown> | undefined, ValidationFailed> => {
  const key = request.headers["idempotency-key"]
  if (key === undefined || request.method !== "POST") return Effect.succeed(undefined)
  if (!keyForm.test(key)) {
    return Effect.fail(invalidField("Idempotency-Key", "must be 1 to 255 printable ASCII characters"))
  }
  return Effect.succeed({
    route: name,
    key,
    fingerprint: fingerprint({ params, payload, ...asked(query) } as Parameters<typeof fingerprint>[0]),
    encode: toJson
  })
}

// Finds the route of a path. Paths without parameters are looked up; the few with parameters are matched in turn.

/** Under which the paths of management are. */
const managementPrefixes = ["/admin", "/dashboard/api"] as const

/** The prefix of a path of management; undefined for any other. */
export const managementPrefixOf = (path: string): string | undefined =>
  managementPrefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`))

/** A path pattern: `/api/deposit/asset/:externalId`. */
interface Patterned {
  readonly method: string
  readonly path: string
}

/** What was found: a route with its parameters, the methods that the path does take, or nothing. */
export type Found<R> =
  | { readonly _tag: "Route"; readonly route: R; readonly params: Readonly<Record<string, string>> }
  | { readonly _tag: "OtherMethods"; readonly allowed: ReadonlyArray<string> }
  | { readonly _tag: "Nothing" }

interface Candidate<R> {
  readonly route: R
  readonly segments: ReadonlyArray<string>
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/")

const decoded = (segment: string): string | undefined => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

const match = (
  pattern: ReadonlyArray<string>,
  path: ReadonlyArray<string>
): Readonly<Record<string, string>> | undefined => {
  if (pattern.length !== path.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const given = path[index] ?? ""
    if (!expected.startsWith(":")) {
      if (expected !== given) return undefined
      continue
    }
    const value = decoded(given)
    if (value === undefined || value === "") return undefined
    params[expected.slice(1)] = value
  }
  return params
}

// HEAD is GET without the body (RFC 9110 9.3.2), so every path that takes the one takes the other.
const routed = (method: string): string => method === "HEAD" ? "GET" : method

const allowedOf = (methods: ReadonlyArray<string>): ReadonlyArray<string> =>
  methods.flatMap((method) => method === "GET" ? ["GET", "HEAD"] : [method]).sort()

/** Prepares the routes and answers the look-up. */
export const makeRouter = <R extends Patterned>(routes: ReadonlyArray<R>) => {
  const plain = new Map(
    routes.filter(({ path }) => !path.includes(":")).map((route) => [`${route.method} ${route.path}`, route])
  )
  const candidates = routes.map((route): Candidate<R> => ({ route, segments: segmentsOf(route.path) }))
  return (asked: string, path: string): Found<R> => {
    const method = routed(asked)
    const exact = plain.get(`${method} ${path}`)
    if (exact !== undefined) return { _tag: "Route", route: exact, params: {} }
    const segments = segmentsOf(path)
    const onPath = candidates.flatMap(({ route, segments: pattern }) => {
      const params = match(pattern, segments)
      return params === undefined ? [] : [{ route, params }]
    })
    const found = onPath.find(({ route }) => route.method === method)
    if (found !== undefined) return { _tag: "Route", ...found }
    return onPath.length === 0
      ? { _tag: "Nothing" }
      : { _tag: "OtherMethods", allowed: allowedOf(onPath.map(({ route }) => route.method)) }
  }
}

/** The refusal of an operation that the sandbox has no upstream for: it is named instead of seeming to succeed. */
export const missingUpstream = (
  { adapters, environment }: Pick<Plane, "adapters" | "environment">,
  { path, upstream }: { readonly path: string; readonly upstream?: string | undefined },
  host: string
): NoSandboxUpstream | undefined =>
  environment === "sandbox" && upstream !== undefined && adapters[upstream] === "unconfigured"
    ? new NoSandboxUpstream({ host, path })
    : undefined
