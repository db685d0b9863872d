// The cookie of an operator's session, and what keeps other sites from using it (0215). Scripts cannot read it, it comes with
// requests of our own pages alone, and its name binds it to this host and to TLS.
import { Effect, Redacted } from "effect"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { RequestForged } from "../../../../core/base/errors/errors.ts"
import { equalInConstantTime } from "../../../../core/base/text/text.ts"
import type { WireRequest } from "./wire.ts"

const nameOf = (environment: Environment): string => `__Host-pontepay-${environment}`

const attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"

/** The header that hands out a session. */
export const sessionHeader = (environment: Environment, cookie: Redacted.Redacted) => ({
  "set-cookie": `${nameOf(environment)}=${Redacted.value(cookie)}; ${attributes}`
})

/** The header that takes it back. */
export const noSessionHeader = (environment: Environment) => ({
  "set-cookie": `${nameOf(environment)}=; ${attributes}; Max-Age=0`
})

/** The session that a request brings along; undefined when it brings none. */
export const sessionCookieOf = (
  { headers }: Pick<WireRequest, "headers">,
  environment: Environment
): Redacted.Redacted | undefined => {
  const begin = `${nameOf(environment)}=`
  const pairs = (headers["cookie"] ?? "").split(";").map((pair) => pair.trim())
  const [found, another] = pairs.filter((pair) => pair.startsWith(begin))
  // Of two no one knows which one is ours.
  return found === undefined || another !== undefined ? undefined : Redacted.make(found.slice(begin.length))
}

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()

/** Refuses what a browser sent for a page of another origin. */
export const requireOwnPage = ({ headers }: Pick<WireRequest, "headers">): Effect.Effect<void, RequestForged> => {
  const { host, origin } = headers
  const site = headers["sec-fetch-site"]
  const isOwn = (origin === undefined || isOwnOrigin(origin, host)) && (site === undefined || site === "same-origin")
  return isOwn ? Effect.void : Effect.fail(new RequestForged())
}

/** Whether a request only reads. */
export const isRead = ({ method }: Pick<WireRequest, "method">): boolean => method === "GET" || method === "HEAD"

/** Refuses a request that writes and was not sent by our own page, which alone knows the session's token. */
export const requireCsrf = Effect.fnUntraced(function*(request: WireRequest, holding: ReadonlyArray<string>) {
  if (isRead(request)) return
  yield* requireOwnPage(request)
  const shown = request.headers["x-csrf-token"] ?? ""
  if (!holding.some((csrf) => equalInConstantTime(shown, csrf))) return yield* new RequestForged()
})
