// Who uses management: an operator by the cookie of his session, by a service token or by the operator's token of the
// configuration, or a key owner by an API key. With a bearer, the cookie is not looked at. An owner is held to his own account:
// whatever else he names answers exactly as if it did not exist.
import { Effect, type Redacted } from "effect"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { environmentOfKey } from "../../../../core/customers/account/api-key.ts"
import type { Scope } from "../../../../core/reports/browse/newest-operations.ts"
import type { Environment } from "../../../../core/base/environment/environment.ts"
import { NotFound, PersonRequired, RoleMissing, Unauthorized } from "../../../../core/base/errors/errors.ts"
import { readRoster } from "../../../../core/operations/operator/find-operator.ts"
import { type OperatorRole, isEnough } from "../../../../core/operations/operator/role.ts"
import {
  type SignedIn,
  csrfsOf,
  serviceIsOpen,
  serviceOf,
  sessionIsOpen,
  signedInBy
} from "../../../../core/operations/operator/find-session.ts"
import type { ActingOperator, Actor } from "../../../../core/engine/review/operator-act.ts"
import { bearerOf, makeAuthenticate } from "./authenticate.ts"
import { tokenCheck } from "./token-check.ts"
import type { WireRequest } from "./wire.ts"
import { requireCsrf, sessionCookieOf } from "./session-cookie.ts"

export interface Viewer {
  /** Absent for an operator. */
  readonly caller?: Caller
  /** How the audit log names him. */
  readonly operator: ActingActor
  /** The operator who is signed in; absent for whoever has a token or a key. */
  readonly signedIn?: SignedIn
}

type ActingActor = Actor & { readonly by?: ActingOperator }

// In production the operator's token lets in whoever makes the first owner, and no one after that (C61).
const bootstraps = (environment: Environment) =>
  environment === "sandbox"
    ? Effect.succeed(true)
    : Effect.map(readRoster, ({ value }) => value.firstOwnerAt === null)

/** Lets in whoever has a session, a token or a key of the environment. Tokens are compared in constant time over their digests. */
export const makeViewerGate = (token: Redacted.Redacted, environment: Environment) => {
  const isOperators = tokenCheck(token)
  const authenticate = makeAuthenticate(environment)
  const viewerOf = (requestId: string, named: Pick<ActingActor, "by" | "keyId"> = {}): Viewer => ({
    operator: { environment, requestId, ...named }
  })
  const ofCookie = Effect.fnUntraced(function*(request: WireRequest, cookie: Redacted.Redacted, requestId: string) {
    const signedIn = yield* signedInBy(cookie)
    yield* requireCsrf(request, yield* csrfsOf(signedIn.session))
    return { ...viewerOf(requestId, { by: signedIn.by }), signedIn }
  })
  return Effect.fnUntraced(function*(request: WireRequest, requestId: string, now: number) {
    const given = bearerOf(request)
    if (given === undefined) {
      const cookie = request.headers["authorization"] === undefined ? sessionCookieOf(request, environment) : undefined
      return cookie === undefined
        ? yield* new Unauthorized({ problem: "operator" })
        : yield* ofCookie(request, cookie, requestId)
    }
    if (isOperators(given)) {
      if (!(yield* bootstraps(environment))) return yield* new Unauthorized({ problem: "bootstrapOver" })
      return viewerOf(requestId)
    }
    const service = yield* serviceOf(given)
    if (service !== undefined) return viewerOf(requestId, { by: service })
    if (environmentOfKey(given) === undefined) return yield* new Unauthorized({ problem: "notOperator" })
    const caller = yield* authenticate(request, now)
    return { ...viewerOf(requestId, { keyId: caller.keyId }), caller }
  })
}

/** Whether what let an operator in still does; for streams, which go on for long. */
export const stillOpens = ({ operator: { by, environment }, signedIn }: Viewer) => {
  if (signedIn !== undefined) return sessionIsOpen(signedIn)
  return by === undefined ? bootstraps(environment) : serviceIsOpen(by.id)
}

/** The role of an operator: the operator's token of the configuration has an owner's rights. */
export const roleOf = ({ operator: { by } }: Viewer): OperatorRole => by?.role ?? "owner"

/** Lets an operator do what his role is enough for. */
export const requireRole = (viewer: Viewer, least: OperatorRole): Effect.Effect<void, RoleMissing> =>
  isEnough(roleOf(viewer), least) ? Effect.void : Effect.fail(new RoleMissing({ role: least }))

/** The operator who is signed in; refuses tokens, which are no one. */
export const personOf = ({ signedIn }: Viewer): Effect.Effect<SignedIn, PersonRequired> =>
  signedIn === undefined ? Effect.fail(new PersonRequired()) : Effect.succeed(signedIn)

/** Whether tax ids are masked for a viewer wherever they stand: support reads them no more than key owners do. */
export const hidesTaxIds = (viewer: Viewer): boolean => viewer.caller === undefined && roleOf(viewer) === "support"

/** The account that a viewer is held to; undefined for an operator. */
export const heldTo = ({ caller }: Viewer): string | undefined => caller?.account.id

/** Whether a viewer may see what belongs to an account. */
export const sees = (viewer: Viewer, owner: string): boolean => (heldTo(viewer) ?? owner) === owner

/** The account that a viewer names. */
export const accountFor = (viewer: Viewer, accountId: string): Effect.Effect<string, NotFound> =>
  sees(viewer, accountId) ? Effect.succeed(accountId) : Effect.fail(new NotFound({ resource: "Account" }))

/** Whose records a viewer asks for. */
export const scopeFor = (viewer: Viewer, { accountId, subAccountId }: Scope): Effect.Effect<Scope, NotFound> =>
  accountId === undefined
    ? Effect.succeed({ accountId: heldTo(viewer), subAccountId })
    : Effect.map(accountFor(viewer, accountId), (named) => ({ accountId: named, subAccountId }))

/** Whether a viewer sees who paid: an owner only with virtual accounts. */
export const showsPayer = ({ caller }: Viewer): boolean => caller === undefined || caller.account.virtualAccount
