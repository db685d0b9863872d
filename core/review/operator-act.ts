// What an operator did, beside the reviews that ask for it: one row in the commit of the deed, so that there is no change
// without its trace. Its id is made of the record and the version that was changed: a deed is written down once.
import { Schema } from "effect"
import type { Environment } from "../environment/environment.ts"
import { insert, recordKind } from "../ports/records.ts"
import type { Write } from "../ports/store.ts"

/** The operator behind a request, whom the host has let in. */
export interface Operator {
  readonly environment: Environment
  readonly requestId: string
  /** The key by which an owner does it to what is his; absent for the operator himself. */
  readonly keyId?: string
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
  operator: Operator,
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
    requestId: operator.requestId,
    ...(operator.keyId === undefined ? {} : { keyId: operator.keyId }),
    createdAt: deed.at
  })
