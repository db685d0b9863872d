// What an operator did, beside the reviews that ask for it: one row in the commit of the deed, so that there is no change
// without its trace. Its id is made of the record and the version that was changed: a deed is written down once.
import { Schema } from "effect"
import type { Environment } from "../environment/environment.ts"
import { insert, recordKind } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"

/** Who acts, whom the host has let in. */
export interface Actor {
  readonly environment: Environment
  readonly requestId: string
  /** The key by which an owner does it to what is his; absent for operators. */
  readonly keyId?: string
  /** The operator, or the service token, that acts; absent for the operator's token of the configuration. */
  readonly by?: ActingOperator
}

/** An operator who signed in, or a service token. */
export interface ActingOperator {
  readonly id: string
  readonly name: string
  /** As `OperatorRole` has them. */
  readonly role: "support" | "operator" | "owner"
}

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
  by: Schema.optionalKey(Schema.Struct({ id: Schema.String, name: Schema.String })),
  createdAt: Schema.Int
})
export type OperatorAct = typeof OperatorAct.Type

export const OperatorActs = recordKind({
  kind: "operatorAct",
  schema: OperatorAct,
  lists: { all: () => "all", bySubject: (act: OperatorAct) => act.subject }
})

/** The write that remembers a deed; `version` is that of the record before it, 0 for one that is new. */
export const actOf = (
  actor: Actor,
  deed: {
    readonly action: string
    readonly owner: string
    readonly subject: string
    readonly version: number
    readonly detail: Readonly<Record<string, unknown>>
    readonly at: number
  }
): Write =>
  insert(OperatorActs, {
    id: `${deed.subject}/${deed.version}`,
    owner: deed.owner,
    action: deed.action,
    subject: deed.subject,
    detail: JSON.stringify(deed.detail),
    requestId: actor.requestId,
    ...(actor.keyId === undefined ? {} : { keyId: actor.keyId }),
    ...(actor.by === undefined ? {} : { by: { id: actor.by.id, name: actor.by.name } }),
    createdAt: deed.at
  })
