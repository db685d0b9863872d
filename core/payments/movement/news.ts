// What a record hears of the movements that are for it.
import type { Effect } from "effect"
import type { Reason } from "../../base/reason/reason.ts"
import type { ChangeSet, Store, StoreUnavailable } from "../../engine/store/store.ts"
import type { Movement, Reversal, SubjectKind } from "./movement.ts"
import type { MovementReceipt } from "./order.ts"

/** The outcome of a movement, that it is unknown yet, or that it can be sent. */
export type MovementNews =
  | { readonly on: "moved"; readonly movement: Movement; readonly receipt: MovementReceipt }
  | { readonly on: "refused"; readonly movement: Movement; readonly reason: Reason }
  | { readonly on: "reversed"; readonly movement: Movement; readonly reversal: Reversal }
  | { readonly on: "doubted"; readonly movement: Movement }
  | { readonly on: "prepared"; readonly movement: Movement }

/** The changes that follow for the record, at an instant (Unix milliseconds); nothing where nothing follows. */
export type Hear<R = never> = (
  news: MovementNews,
  now: number
) => Effect.Effect<ChangeSet | undefined, StoreUnavailable, Store | R>

/** Why a movement of which nothing was sent has to wait; undefined where it need not. */
export type Wait<R = never> = (movement: Movement) => Effect.Effect<Reason | undefined, StoreUnavailable, Store | R>

/** Who hears of a movement, by the kind of record that it is for, and what it has to wait for. */
export type Subjects<R = never> = { readonly [K in SubjectKind]: Hear<R> } & { readonly waitsFor: Wait<R> }
