// Invitations: made by owners, opened by whoever has their token. One that is wrong, used, replaced or over answers alike.
import { Effect, Option, type Redacted } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { Ids } from "../../engine/store/ids.ts"
import { get } from "../../engine/store/records.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { Operators } from "./operator.ts"
import { digestOf, readToken, secretBytes, tokenOf } from "./token.ts"

/** A new invitation of an operator: its token, shown once, and what is stored of it. */
export const newInvitation = Effect.fnUntraced(function*(operatorId: string, now: number) {
  const secret = yield* Ids.use((ids) => ids.secret(secretBytes))
  return {
    token: tokenOf(operatorId, secret),
    invitation: { digest: digestOf(secret), expiresAt: now + limits.invitationMs }
  }
})

/** The operator whom an invitation is for, with what is stored of it. */
export const invitedBy = Effect.fnUntraced(function*(token: Redacted.Redacted, now: number) {
  const read = readToken(token)
  const operator = read && Option.getOrUndefined(yield* get(Operators, read.id))
  const invitation = operator?.value.invitation
  const isRight = read !== undefined && invitation !== undefined && now < invitation.expiresAt &&
    equalInConstantTime(invitation.digest, read.digest)
  if (operator === undefined || !isRight) return yield* new NotFound({ resource: "Invitation" })
  return { operator, invitation }
})
