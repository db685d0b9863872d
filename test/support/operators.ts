// Operators of a world: invited, accepted and signed in by the use cases themselves.
import { Redacted } from "effect"
import { hexToBytes } from "@noble/hashes/utils.js"
import { acceptInvitation } from "../../core/operations/operator/accept-invitation.ts"
import { inviteOperator } from "../../core/operations/operator/invite-operator.ts"
import { readInvitation } from "../../core/operations/operator/read-invitation.ts"
import { signedInBy } from "../../core/operations/operator/find-session.ts"
import { startSession } from "../../core/operations/operator/start-session.ts"
import type { OperatorRole } from "../../core/operations/operator/role.ts"
import { stepOf, totpCode } from "../../core/operations/operator/totp.ts"
import type { Visitor } from "../../core/operations/operator/visitor.ts"
import { operator } from "./operator.ts"
import { goodPassword, secretIn } from "./staff.ts"
import type { World } from "./world.ts"

export const visitor: Visitor = { environment: "sandbox", requestId: "request-of-a-visitor", turn: "203.0.113.7" }

export const wrongCode = "000000"

let made = 0

/** Somebody who was invited; `invitation` is the token. */
export const invitedTo = async (world: World, role: OperatorRole) => {
  const number = ++made
  const email = `person-${number}@staff.example`
  const { invitation, operatorId } = await world.run(
    inviteOperator(operator, { name: `Person ${number}`, email, role })
  )
  return { email, invitation, operatorId }
}

/** The code of an authenticator by the clock of a world, or of so many steps later. */
export const codeIn = (world: World, secret: string, later = 0): string =>
  totpCode(secret, stepOf(world.clock.currentTimeMillisUnsafe()) + later)

/** Accepts an invitation. */
export const accepting = async (world: World, invitation: Redacted.Redacted, password = goodPassword) => {
  const shown = await world.run(readInvitation(visitor, invitation))
  const secret = secretIn(Redacted.value(shown.secret))
  expectBytes(secret)
  const accepted = await world.run(
    acceptInvitation(visitor, { invitation, password: Redacted.make(password), code: codeIn(world, secret) })
  )
  return { ...accepted, secret }
}

const expectBytes = (secret: string): void => {
  if (hexToBytes(secret).length !== 20) throw new Error("The secret of an authenticator has 20 bytes")
}

/** An operator of a role who has accepted. */
export const active = async (world: World, role: OperatorRole) => {
  const invited = await invitedTo(world, role)
  const accepted = await accepting(world, invited.invitation)
  const signedIn = await world.run(signedInBy(accepted.cookie))
  return { ...invited, ...accepted, signedIn, actor: { ...operator, by: signedIn.by } }
}

/** Tries to sign in. */
export const signIn = (email: string, code: string, password = goodPassword, who: Visitor = visitor) =>
  startSession(who, { email, code, password: Redacted.make(password) })
