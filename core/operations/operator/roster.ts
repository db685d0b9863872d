// Who the active owners are: one record, so that of two owners who close each other's access at once one stays.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { recordKind } from "../../engine/store/records.ts"
import type { Operator } from "./operator.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

const Roster = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** Ids of the owners who are active. */
  owners: Schema.Array(Schema.String),
  /** Unix milliseconds at which the first operator, and the first owner, was active; null before. */
  firstActiveAt: Schema.NullOr(Schema.Int),
  firstOwnerAt: Schema.NullOr(Schema.Int)
})
export type Roster = typeof Roster.Type

export const Rosters = recordKind({ kind: "operatorRoster", schema: Roster, personal: noPersonalData("ids of staff") })

export const rosterId = "roster"

export const emptyRoster: Roster = {
  id: rosterId,
  owner: operatorOwner,
  owners: [],
  firstActiveAt: null,
  firstOwnerAt: null
}

/** The roster once an operator is what he is now. */
export const rosterWith = (roster: Roster, operator: Operator, now: number): Roster => {
  const isActive = operator.state === "ACTIVE"
  const isOwner = isActive && operator.role === "owner"
  const others = roster.owners.filter((id) => id !== operator.id)
  return {
    ...roster,
    owners: isOwner ? [...others, operator.id] : others,
    firstActiveAt: roster.firstActiveAt ?? (isActive ? now : null),
    firstOwnerAt: roster.firstOwnerAt ?? (isOwner ? now : null)
  }
}

/** Whether no one else could let others in. */
export const isLastOwner = ({ owners }: Roster, operatorId: string): boolean =>
  owners.length === 1 && owners[0] === operatorId
