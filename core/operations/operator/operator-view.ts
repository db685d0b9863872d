// An operator as owners see him.
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import type { Operator } from "./operator.ts"

export const operatorView = (operator: Operator, now: number) => {
  const { createdAt, email, id, invitation, lastSignInAt, name, role, state } = operator
  const isOpen = invitation !== undefined && now < invitation.expiresAt
  return {
    operatorId: id,
    name,
    email,
    role,
    state,
    invitationExpiresAt: isOpen ? isoInstant(invitation.expiresAt) : null,
    lastSignInAt: isoInstantOrNull(lastSignInAt),
    createdAt: isoInstant(createdAt)
  }
}
