// POST /admin/operators: an invitation, shown this once.
import { Effect, Option } from "effect"
import { EmailTaken } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { Ids } from "../../engine/store/ids.ts"
import { get, insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { worldTimeMillis } from "../../base/time/instant.ts"
import { newInvitation } from "./invitation-token.ts"
import { type Operator, OperatorEmails, Operators, emailId } from "./operator.ts"
import { isOvertaken, operatorOfEmail, put } from "./find-operator.ts"
import { operatorView } from "./operator-view.ts"
import type { OperatorRole } from "./role.ts"

/** Whom to invite. */
export interface OperatorRequest {
  readonly name: string
  readonly email: string
  readonly role: OperatorRole
}

/** Invites an operator; `invitation` is the token, and nothing gives it again. */
export const inviteOperator = (actor: Actor, { email, name, role }: OperatorRequest) =>
  Effect.gen(function*() {
    if ((yield* operatorOfEmail(email)) !== undefined) return yield* new EmailTaken()
    const now = yield* worldTimeMillis
    const id = yield* Ids.use((ids) => ids.next("opr", operatorOwner))
    const { invitation, token } = yield* newInvitation(id, now)
    const operator: Operator = {
      id,
      owner: operatorOwner,
      name,
      email,
      role,
      state: "INVITED",
      invitation,
      lastSignInAt: null,
      createdAt: now,
      updatedAt: now
    }
    const claim = { id: emailId(email), owner: operatorOwner, operatorId: id }
    const claimed = Option.getOrElse(yield* get(OperatorEmails, claim.id), () => ({ value: claim, version: 0 }))
    const action = {
      action: "operator.invite",
      owner: operatorOwner,
      subject: id,
      version: 0,
      detail: { role },
      at: now
    }
    const writes = [insert(Operators, operator), put(OperatorEmails, claimed, claim), actOf(actor, action)]
    yield* Store.use((store) => store.commit(changeSet({ writes })))
    return { ...operatorView(operator, now), invitation: token }
  }).pipe(Effect.retry({ while: isOvertaken }))
