// Who uses management: an operator by his token, or a key owner by an API key; either as a bearer. An owner is held to his own
// account: whatever else he names answers exactly as if it did not exist.
import { Effect, type Redacted } from "effect"
import type { Caller } from "../../../core/access/caller.ts"
import { environmentOfKey } from "../../../core/account/api-key.ts"
import type { Scope } from "../../../core/browse/browse-standing.ts"
import type { Environment } from "../../../core/environment/environment.ts"
import { NotFound, Unauthorized } from "../../../core/errors/errors.ts"
import type { Operator } from "../../../core/review/operator-act.ts"
import { equalInConstantTime } from "../../../core/text/text.ts"
import { bearerOf, makeAuthenticate, tokenDigest } from "../authenticate.ts"
import type { WireRequest } from "../wire.ts"

export interface Viewer {
  /** Absent for an operator. */
  readonly caller?: Caller
  /** How the audit log names him. */
  readonly operator: Operator
}

/** Lets in whoever has the operator's token, compared in constant time over its digest, or a key of the environment. */
export const makeViewerGate = (token: Redacted.Redacted, environment: Environment) => {
  const expected = tokenDigest(token)
  const authenticate = makeAuthenticate(environment)
  return Effect.fnUntraced(function*(request: WireRequest, requestId: string, now: number) {
    const given = bearerOf(request)
    if (given === undefined) return yield* new Unauthorized({ problem: "operator" })
    if (equalInConstantTime(tokenDigest(given), expected)) return { operator: { environment, requestId } }
    if (environmentOfKey(given) === undefined) return yield* new Unauthorized({ problem: "notOperator" })
    const caller = yield* authenticate(request, now)
    return { caller, operator: { environment, requestId, keyId: caller.keyId } }
  })
}

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
