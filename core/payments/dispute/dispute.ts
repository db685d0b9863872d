// A dispute of a PIX that we received (spec "Dispute (MED) status"; C31): kept under the PIX itself, since one PIX has one
// MED, with every leg as it was first told. What it has come to follows from the legs, whatever their order.
import { Schema } from "effect"
import { history } from "../../engine/machine/machine.ts"
import { CentsFromNumber } from "../../base/money/units.ts"
import { owedIn, recordKind } from "../../engine/store/records.ts"
import { type DisputeState, type DisputeTrigger, disputeOwed, disputeStates } from "./dispute.states.ts"
import { historyFields, personalField } from "../../engine/store/personal.ts"

/** The statuses that a leg can tell. */
export const disputeStatuses = ["CREATED", "ACCEPTED", "REJECTED", "CANCELED"] as const
export type DisputeStatus = (typeof disputeStatuses)[number]

/** The trigger that a status is. */
export const triggerOf = {
  CREATED: "created",
  ACCEPTED: "accepted",
  REJECTED: "rejected",
  CANCELED: "canceled"
} as const satisfies Record<DisputeStatus, DisputeTrigger>

/** One status of a dispute as it was told. */
export const DisputeLeg = Schema.Struct({
  status: Schema.Literals(disputeStatuses),
  providerStatus: Schema.NullOr(Schema.String),
  disputeId: Schema.NullOr(Schema.String),
  /** What is contested; less than the PIX in a partial MED. */
  value: CentsFromNumber,
  reason: Schema.NullOr(Schema.String),
  payerName: Schema.NullOr(Schema.String),
  transactionDate: Schema.NullOr(Schema.Int),
  occurredAt: Schema.Int
})
export type DisputeLeg = typeof DisputeLeg.Type

export const Dispute = Schema.Struct({
  /** The end-to-end id of the PIX in upper case: ids are compared without case. */
  id: Schema.String,
  /** Whose PIX it is; "operator" while we know of no such PIX. */
  owner: Schema.String,
  /** As it was told first. */
  endToEndId: Schema.String,
  state: Schema.Literals(Object.keys(disputeStates.states) as ReadonlyArray<DisputeState>),
  /** The deposit that the PIX funded; null for one that funded none. */
  depositId: Schema.NullOr(Schema.String),
  /** In the order in which they came, each status once. */
  legs: Schema.Array(DisputeLeg),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Dispute = typeof Dispute.Type

export const Disputes = recordKind({
  kind: "dispute",
  schema: Dispute,
  personal: {
    purpose: "answering a dispute under the rules of PIX (article 7 II; MED)",
    seenBy: "the account, operators",
    fields: { "legs.*.payerName": personalField.payer, "legs.*.reason": personalField.text, ...historyFields }
  },
  lists: { all: () => "all" },
  owed: owedIn(disputeOwed, (dispute: Dispute) => dispute.state)
})

/** Whether a status was notified of the dispute. */
export const hasLeg = (dispute: Dispute, status: DisputeStatus): boolean =>
  dispute.legs.some((leg) => leg.status === status)
