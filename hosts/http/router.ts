// Finds the route of a path. Paths without parameters are looked up; the few with parameters are matched in turn.
import { NoSandboxUpstream } from "../../core/errors/errors.ts"
import type { Plane } from "./plane.ts"

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
