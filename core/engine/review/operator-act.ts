// What an operator did, beside the reviews that ask for it: one row in the commit of the action, so that there is no change
// without its trace. Its id is made of the record and the version that was changed: a action is written down once.
import { Schema } from "effect"
import type { Environment } from "../../base/environment/environment.ts"
import { type Approval, decided } from "../approval/approval.ts"
import { type Stored, insert, recordKind } from "../store/records.ts"
import type { Write } from "../store/store.ts"
import { personalField } from "../store/personal.ts"

/** Who acts, whom the host has let in. */
export interface Actor {
  readonly environment: Environment
  readonly requestId: string
  /** The key by which an owner does it to what is his; absent for operators. */
  readonly keyId?: string
  /** The operator, or the service token, that acts; absent for the operator's token of the configuration. */
  readonly by?: NamedOperator
  /** The approval of a second operator that it is done with, and who that is. */
  readonly approval?: { readonly of: Stored<Approval>; readonly by: NamedOperator }
}

/** An operator, or a service token, as records name it. */
export interface NamedOperator {
  readonly id: string
  readonly name: string
  /** The operator who made the service token, null for the operator's token; absent for a person. */
  readonly madeBy?: string | null
}

/** An operator who signed in, or a service token, with the role of it. */
export interface ActingOperator extends NamedOperator {
  /** As `OperatorRole` has them. */
  readonly role: "support" | "operator" | "owner"
}

const Named = Schema.Struct({ id: Schema.String, name: Schema.String })

const OperatorAct = Schema.Struct({
  id: Schema.String,
  /** The account that it is about. */
  owner: Schema.String,
  action: Schema.String,
  subject: Schema.String,
  /** JSON of what was asked, without secrets. */
  detail: Schema.String,
  requestId: Schema.String,
  /** The key of the owner who did it; absent for the operator. */
  keyId: Schema.optionalKey(Schema.String),
  /** The operator or service token that did it; absent for an owner and for the operator's token of the configuration. */
  by: Schema.optionalKey(Named),
  /** The second operator who agreed; absent where none had to. */
  approvedBy: Schema.optionalKey(Named),
  createdAt: Schema.Int
})
export type OperatorAct = typeof OperatorAct.Type

export const OperatorActs = recordKind({
  kind: "operatorAct",
  schema: OperatorAct,
  personal: { purpose: "who did what (article 7 II)", seenBy: "operators", fields: { detail: personalField.text } },
  lists: { all: () => "all", bySubject: (act: OperatorAct) => act.subject }
})

/** What is done to a record; `version` is that of the record before it, 0 for one that is new. */
interface Action {
  readonly action: string
  readonly owner: string
  readonly subject: string
  readonly version: number
  readonly detail: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

/** The write that remembers a action. */
export const actOf = (
  actor: Actor,
  action: Action
): Write =>
  insert(OperatorActs, {
    id: `${action.subject}/${action.version}`,
    owner: action.owner,
    action: action.action,
    subject: action.subject,
    detail: JSON.stringify(action.detail),
    requestId: actor.requestId,
    ...(actor.keyId === undefined ? {} : { keyId: actor.keyId }),
    ...(actor.by === undefined ? {} : { by: named(actor.by) }),
    ...(actor.approval === undefined ? {} : { approvedBy: named(actor.approval.by) }),
    createdAt: action.at
  })

/** The same for a action that may need a second operator: with the approval that it is done with. */
export const actsOf = (actor: Actor, action: Action): ReadonlyArray<Write> => {
  const { approval } = actor
  const used = approval && decided(approval.of, "approved", approval.by, action.at)
  return used === undefined ? [actOf(actor, action)] : [actOf(actor, action), used]
}

const named = ({ id, name }: NamedOperator) => ({ id, name })
