// Operators as use cases find and change them: each change is a row of the table, and one commit with its audit row, the roster
// of owners where it changes, and the end of sessions where it ends them.
import { Effect, Option } from "effect"
import { LastOwner, NotFound, StateConflict } from "../../base/errors/errors.ts"
import { operatorOwner } from "../../base/ids/ids.ts"
import { step } from "../../engine/machine/machine.ts"
import { type Stored, get, insert, replace } from "../../engine/store/records.ts"
import { DuplicateKey, VersionConflict, type Write } from "../../engine/store/store.ts"
import { type Actor, actOf } from "../../engine/review/operator-act.ts"
import { type Operator, OperatorEmails, Operators, emailId } from "./operator.ts"
import { type OperatorTrigger, operatorStates } from "./operator.states.ts"
import { type Roster, Rosters, emptyRoster, isLastOwner, rosterId, rosterWith } from "./roster.ts"
import { OperatorSessionLists, noSessions } from "./session.ts"

const missing = (resource: "Operator" | "Invitation") => new NotFound({ resource })

/** The operator of an id. */
export const operatorOf = Effect.fnUntraced(function*(operatorId: string) {
  const found = Option.getOrUndefined(yield* get(Operators, operatorId))
  return found ?? (yield* missing("Operator"))
})

/** The operator who has an e-mail address; undefined where no one has. */
export const operatorOfEmail = Effect.fnUntraced(function*(email: string) {
  const taken = Option.getOrUndefined(yield* get(OperatorEmails, emailId(email)))?.value
  if (taken === undefined) return undefined
  const operator = Option.getOrUndefined(yield* get(Operators, taken.operatorId))
  return operator?.value.state === "DISABLED" ? undefined : operator
})

/** Who the active owners are. */
export const readRoster = Effect.map(
  get(Rosters, rosterId),
  Option.getOrElse((): Stored<Roster> => ({ value: emptyRoster, version: 0 }))
)

/** The sessions of an operator. */
export const sessionsOf = (operatorId: string) =>
  Effect.map(
    get(OperatorSessionLists, operatorId),
    Option.getOrElse(() => ({ value: noSessions(operatorId), version: 0 }))
  )

/** Writes a record that may be new. */
export const put = <A extends { readonly id: string; readonly owner: string }>(
  kind: Parameters<typeof insert<A>>[0],
  before: Stored<A>,
  after: A
): Write => before.version === 0 ? insert(kind, after) : replace(kind, before, after)

/** Somebody else wrote first: read again, decide again. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey

/** What a change of an operator is, beside what it makes of him. */
interface OperatorChange {
  readonly on: OperatorTrigger
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly at: number
}

/**
 * The operator after a trigger, with the writes that belong to it but his own sessions'. Fails where his state does not allow
 * it, and where no one would be left to let others in.
 */
export const changedOperator = Effect.fnUntraced(function*(
  actor: Actor,
  before: Stored<Operator>,
  change: (operator: Operator) => Operator,
  { action, at, detail, on }: OperatorChange
) {
  const roster = yield* readRoster
  const taken = step(operatorStates, before.value.state, on, {
    isLastOwner: isLastOwner(roster.value, before.value.id)
  })
  if (taken._tag !== "Taken") {
    const { state } = before.value
    return yield* state === "ACTIVE" ? new LastOwner() : new StateConflict({ resource: "operator", state })
  }
  const after = { ...change(before.value), state: taken.to, updatedAt: at }
  const rosterAfter = rosterWith(roster.value, after, at)
  const isSame = JSON.stringify(rosterAfter) === JSON.stringify(roster.value)
  const taking = { action, owner: operatorOwner, subject: after.id, version: before.version, detail, at }
  return {
    operator: after,
    moves: [taken],
    writes: [
      replace(Operators, before, after),
      ...(isSame ? [] : [put(Rosters, roster, rosterAfter)]),
      actOf(actor, taking)
    ] as ReadonlyArray<Write>
  }
})

/** The write that ends every session of an operator; none where he has none. */
export const endOfSessions = Effect.fnUntraced(function*(operatorId: string) {
  const before = yield* sessionsOf(operatorId)
  return before.value.sessions.length === 0 ? [] : [put(OperatorSessionLists, before, noSessions(operatorId))]
})
