// An order of an operator that waits for a second one, because it is worth more than one may decide alone (C62).
import { Schema } from "effect"
import { limits } from "../../base/limits/limits.ts"
import { step } from "../machine/machine.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { CentsFromNumber } from "../../base/money/units.ts"
import { type Stored, recordKind, replace } from "../store/records.ts"
import { isoInstant, isoInstantOrNull } from "../../base/time/instant.ts"
import { type ApprovalState, approvalStates } from "./approval.states.ts"
import { personalField } from "../store/personal.ts"

/** An operator by name, as records keep it. */
const Named = Schema.Struct({ id: Schema.String, name: Schema.String })

export const Approval = Schema.Struct({
  id: Schema.String,
  /** The account that the order is about. */
  owner: Schema.String,
  /** The order's name. */
  action: Schema.String,
  /** The record that it is about. */
  subject: Schema.String,
  /** What it is worth; null where that is not known in BRL. */
  cents: Schema.NullOr(CentsFromNumber),
  /** JSON of what was asked, as the order takes it. */
  input: Schema.String,
  state: Schema.Literals(Object.keys(approvalStates.states) as ReadonlyArray<ApprovalState>),
  /** Null for the operator's token of the configuration. */
  askedBy: Schema.NullOr(Named),
  /** The operator who made the service token that asked; absent for a person. */
  askedFor: Schema.optionalKey(Schema.String),
  decidedBy: Schema.NullOr(Named),
  createdAt: Schema.Int,
  decidedAt: Schema.NullOr(Schema.Int)
})
export type Approval = typeof Approval.Type

export const Approvals = recordKind({
  kind: "approval",
  schema: Approval,
  personal: {
    purpose: "an order that waits for a second operator (article 7 II)",
    seenBy: "operators",
    fields: { input: personalField.text }
  },
  lists: { all: () => "all", bySubject: (each: Approval) => each.subject }
})

/** Unix milliseconds from which it cannot be approved any more. */
const expiresAt = ({ createdAt }: Approval): number => createdAt + limits.approvalMs

/** Its state at an instant, Unix milliseconds. */
export const stateAt = (approval: Approval, now: number): ApprovalState | "EXPIRED" =>
  approval.state === "WAITING" && expiresAt(approval) <= now ? "EXPIRED" : approval.state

/** The write of a decision; undefined where it was decided before. */
export const decided = (
  before: Stored<Approval>,
  on: "approved" | "declined",
  by: { readonly id: string; readonly name: string } | undefined,
  now: number
) => {
  const taken = step(approvalStates, before.value.state, on, {})
  if (taken._tag !== "Taken") return undefined
  const decidedBy = by === undefined ? null : { id: by.id, name: by.name }
  return replace(Approvals, before, { ...before.value, state: taken.to, decidedBy, decidedAt: now })
}

/** An approval as a row of the operators' list. */
export const approvalView = (approval: Approval, now: number) => ({
  approvalId: approval.id,
  accountId: approval.owner,
  action: approval.action,
  subject: approval.subject,
  valueBrl: approval.cents === null ? null : printBrl(approval.cents),
  detail: JSON.parse(approval.input) as Readonly<Record<string, unknown>>,
  state: stateAt(approval, now),
  askedBy: approval.askedBy,
  decidedBy: approval.decidedBy,
  createdAt: isoInstant(approval.createdAt),
  expiresAt: isoInstant(expiresAt(approval)),
  decidedAt: isoInstantOrNull(approval.decidedAt)
})
