// What may still happen to a movement, and what movements can still report to the records that they are for.
import { type Prospects, when } from "../../engine/resource/explanation.ts"
import type { Stored } from "../../engine/store/records.ts"
import { type Cents, unitsUnsafe } from "../../base/money/units.ts"
import { returnedOf } from "./decide-movement.ts"
import { evidenceOf } from "./order.ts"
import {
  type Movement,
  type Purpose,
  isLeftToPerson,
  isMadeReady,
  isPerhapsSent,
  isRetriable,
  needsSeed,
  suspenseOf
} from "./movement.ts"
import type { MovementGuardFacts, MovementTrigger } from "./movement.states.ts"
import type { MovementNews } from "./news.ts"

/** How much of an amount in cents may come back at once, as far as it makes a difference: a part of it, or all. */
export const partsOf = (rest: Cents | undefined): ReadonlyArray<Cents> =>
  rest === undefined || rest === 0n ? [] : rest === 1n ? [rest] : [unitsUnsafe("BRL", 1n), rest]

/** Whether a PIX payment has settled in part or whole, and some of it has not come back. */
const mayComeBack = (movement: Movement): boolean =>
  movement.order.kind === "pixPayment" && returnedOf(movement) < movement.order.value

const mayBeSent = ({ order, sentAt, state }: Movement): boolean =>
  ["PLANNED", "SENDING", "HELD"].includes(state) && (sentAt === null || !needsSeed(order.kind))

export const movementProspects: Prospects<Movement, MovementTrigger, MovementGuardFacts> = (movement, _, on) => {
  const { order, prepared, receipt, sentAt, state, subjectKind } = movement
  const known = { wasSent: sentAt !== null, wasPrepared: prepared !== null }
  switch (on) {
    case "prepared":
    case "notPrepared":
      return when(isMadeReady(order.kind), known)
    case "claimed":
    case "held":
      return when(mayBeSent(movement), known)
    case "done": {
      const later = evidenceOf(receipt) === null ? "new" : "other"
      const reported = { ...known, restates: false, proof: state === "DONE" ? later : "known" } as const
      return [
        ...when<MovementGuardFacts>(known.wasSent || isLeftToPerson(movement) || isPerhapsSent(movement), reported),
        ...when<MovementGuardFacts>(suspenseOf(movement) !== 0n, { ...known, restates: true })
      ]
    }
    case "reversed":
      return when(mayComeBack(movement), { ...known, fits: true })
    case "cancelled":
      return when(subjectKind === "deposit" || subjectKind === "pixReceipt", known)
    case "retried":
      return [{ ...known, isRetriable: isRetriable(movement) }]
    case "doubted":
    case "found":
    case "refused":
    case "withdrawn":
    case "neverSent":
      return [known]
  }
}

/** Whether a movement can still report something to its record, now or after it was sent. */
const canReport = (movement: Movement, news: MovementNews["on"]): boolean => {
  const { order, prepared, receipt, sentAt, state } = movement
  const isOpen = state !== "DONE" && state !== "REFUSED" && state !== "CANCELLED"
  switch (news) {
    case "moved":
      return isOpen || (state === "REFUSED" && sentAt !== null) || (state === "DONE" && evidenceOf(receipt) === null)
    case "refused":
    case "doubted":
      return isOpen
    case "prepared":
      return (state === "PLANNED" || state === "HELD") && prepared === null && isMadeReady(order.kind)
    case "reversed":
      return state !== "CANCELLED" && mayComeBack(movement)
  }
}

/** Whether one of the movements for a purpose can still report something. */
export const canStillReport = (
  movements: ReadonlyArray<Stored<Movement>>,
  isFor: (purpose: Purpose) => boolean,
  news: MovementNews["on"]
): boolean => movements.some(({ value }) => isFor(value.purpose) && canReport(value, news))

/** Of a record that is one movement and nothing else: a transfer, or a sweep. */
export const oneMovementProspects: Prospects<object, "moved" | "refused" | "doubted", object, Movement> = (
  _,
  movements,
  on
) => when(canStillReport(movements, () => true, on), {})
