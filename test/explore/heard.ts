// What the record of a movement heard of it, as a record of its own for each time.
import { Effect, Schema } from "effect"
import type { Hear, Subjects } from "../../core/payments/movement/news.ts"
import { insert, recordKind } from "../../core/engine/store/records.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"
import { changeSet } from "../../core/engine/store/store.ts"

export const Heard = recordKind({
  kind: "heard",
  schema: Schema.Struct({ id: Schema.String, owner: Schema.String, on: Schema.String }),
  personal: noPersonalData("what a test writes"),
  lists: { all: () => "all" }
})

/** Subjects that put on record what they hear, each time under another id. */
export const hearing = (nextId: () => string): Subjects => {
  const hear: Hear = (news) =>
    Effect.sync(() => {
      if (news.on === "doubted" || news.on === "prepared") return undefined
      return changeSet({ writes: [insert(Heard, { id: nextId(), owner: "acc_1", on: news.on })] })
    })
  return {
    waitsFor: () => Effect.undefined,
    deposit: hear,
    lightningInvoice: hear,
    payout: hear,
    pixReceipt: hear,
    swap: hear,
    transfer: hear,
    treasurySweep: hear
  }
}
