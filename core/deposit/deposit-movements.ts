// The movements of a deposit: its delivery, and the return of its payment. An attempt exists only after the one before it was
// refused or cancelled, and every one after the first has a number.
import { Effect } from "effect"
import { type Cents, subtract, zero } from "../money/units.ts"
import { decideMovement } from "../movement/decide-movement.ts"
import { type Movement, Movements, attemptAfter, plan } from "../movement/movement.ts"
import { type Stored, list } from "../ports/records.ts"
import { type ChangeSet, changeSet } from "../ports/store.ts"
import type { Deposit } from "./deposit.ts"

/** What the movements of a deposit do for it. */
export type DepositPurpose = "deliver" | "return"

/** The last attempt of each purpose, where there was one. */
export type DepositMovements = { readonly [P in DepositPurpose]?: Stored<Movement> | undefined }

/** Before anything was planned. */
export const noMovements: DepositMovements = {}

/** The movements of a deposit as they are on record. */
export const movementsOf = (depositId: string) =>
  Effect.map(list(Movements, "bySubject", depositId, { limit: 50 }), lastOf)

/** The last attempt of each purpose. */
export const lastOf = (newestFirst: ReadonlyArray<Stored<Movement>>): DepositMovements => {
  const last = (purpose: DepositPurpose) => newestFirst.find(({ value }) => value.purpose === purpose)
  return { deliver: last("deliver"), return: last("return") }
}

/** Whether a movement may still happen. */
export const isOpen = (movement: Stored<Movement> | undefined): boolean =>
  movement !== undefined && ["PLANNED", "SENDING", "HELD", "CANCELLING"].includes(movement.value.state)

/** Whether a movement may still happen, and was never sent. */
export const isOpenUnsent = (movement: Stored<Movement> | undefined): boolean =>
  isOpen(movement) && movement?.value.sentAt === null

/** What was paid and has not come back, in cents. */
export const restOf = ({ refunded, value }: Deposit): Cents => subtract(value, refunded) ?? zero("BRL")

const after = (before: Stored<Movement> | undefined): string | undefined => before && attemptAfter(before.value.about)

const subjectOf = ({ id, owner }: Deposit) => ({ owner, subjectKind: "deposit", subject: id }) as const

/** The next delivery, of the units that are on record. */
export const planDelivery = (deposit: Deposit, { deliver }: DepositMovements, at: number): ChangeSet => {
  const { address, delivers, network, units } = deposit
  const order = { kind: "delivery", asset: delivers, network, address, units } as const
  return changeSet(plan({ ...subjectOf(deposit), purpose: "deliver", about: after(deliver), order, at }))
}

/** The next return, of all that has not come back. */
export const planReturn = (deposit: Deposit, movements: DepositMovements, at: number): ChangeSet => {
  if (deposit.endToEndId === null) throw new Error(`${deposit.id} was not paid, so nothing can be returned`)
  const value = restOf(deposit)
  const order = { kind: "pixReturn", endToEndId: deposit.endToEndId, value } as const
  const about = after(movements.return)
  return changeSet(plan({ ...subjectOf(deposit), purpose: "return", about, order, cents: value, at }))
}

/** Cancels a movement that is open; what was sent is looked up and never sent again. */
export const cancel = (movement: Stored<Movement> | undefined, at: number): ChangeSet => {
  const cancelled = movement && decideMovement(movement, { on: "cancelled" }, at)
  return cancelled?._tag === "Changed" ? cancelled.changes : changeSet({})
}
