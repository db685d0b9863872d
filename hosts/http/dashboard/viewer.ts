// Who looks at the dashboard: the operator by his token, or a key owner by an API key; either as a bearer, and neither kept
// anywhere. An owner is held to his own account: whatever else he names is not there.
import { Effect, type Redacted } from "effect"
import type { Caller } from "../../../core/access/caller.ts"
import type { Environment } from "../../../core/environment/environment.ts"
import type { Scope } from "../../../core/browse/browse-standing.ts"
import { NotFound } from "../../../core/errors/errors.ts"
import type { Operator } from "../../../core/review/operator-act.ts"
import { makeAuthenticate } from "../authenticate.ts"
import { makeOperatorGate } from "../operator.ts"
import type { WireRequest } from "../wire.ts"

export interface Viewer {
  /** Absent for the operator. */
  readonly caller?: Caller
  /** How his deeds are written down. */
  readonly operator: Operator
}

/** Lets in whoever has the operator's token or a key of the environment. */
export const makeViewerGate = (token: Redacted.Redacted, environment: Environment) => {
  const admit = makeOperatorGate(token, environment)
  const authenticate = makeAuthenticate(environment)
  return (request: WireRequest, requestId: string, now: number) =>
    admit(request, requestId).pipe(
      Effect.map((operator): Viewer => ({ operator })),
      Effect.catch(() =>
        Effect.map(authenticate(request, now), (caller): Viewer => ({
          caller,
          operator: { environment, requestId, keyId: caller.keyId }
        }))
      )
    )
}

/** The account that a viewer is held to; undefined for the operator. */
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
