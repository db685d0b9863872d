// Deliveries that are not wanted any more. That is stored before anything else, so that no process signs or sends anything that pays the
// receiver from then on. What was signed before may be with any node, and lives for as long as its coins are there: a transaction of ours
// takes them back, and the delivery is over once that is final.
import { Clock, Effect } from "effect"
import type { DeliveryReceipt } from "../../core/ports/chain.ts"
import { type LookUp, unknown } from "../../core/ports/outcome.ts"
import { type Stored, insert, replace } from "../../core/engine/store/records.ts"
import { Store, type Write, changeSet } from "../../core/engine/store/store.ts"
import type { CoinDelivery, Deliveries, DeliveryParts } from "./deliveries.ts"

/** How often a delivery that another process changed is read again. */
const mostTurns = 20

type Parts<A extends CoinDelivery, Payee, Attempt, Depth> = Pick<
  DeliveryParts<A, Payee, Attempt, Depth>,
  "blank" | "emptied" | "givingBack" | "isSigned" | "kind"
>

export const makeWithdraw = <A extends CoinDelivery, Payee, Attempt, Depth>(
  { blank, emptied, givingBack, isSigned, kind }: Parts<A, Payee, Attempt, Depth>,
  { look, stepped, stored }: Pick<Deliveries<A, Payee, Attempt, Depth>, "look" | "stepped" | "stored">
) => {
  const committed = (after: Stored<A>, writes: ReadonlyArray<Write>) =>
    Store.use((store) => store.commit(changeSet({ writes }))).pipe(
      Effect.as<Stored<A> | undefined>(after),
      // Another process changed it, or began it.
      Effect.catchTags({ VersionConflict: () => Effect.undefined, DuplicateKey: () => Effect.undefined })
    )

  // It keeps whoever is about to begin one of this id from storing it.
  const neverBegun = (operationId: string, now: number) => {
    const value: A = { ...blank(operationId, now), withdrawnAt: now, verdict: { _tag: "Released" } }
    return committed({ value, version: 1 }, [insert(kind, value)])
  }

  const marked = Effect.fnUntraced(function*(before: Stored<A>, now: number) {
    if (before.value.withdrawnAt !== undefined || before.value.verdict !== null) return before
    const isOut = isSigned(before.value)
    const value: A = isOut
      ? { ...before.value, withdrawnAt: now }
      : { ...emptied(before.value), withdrawnAt: now, verdict: { _tag: "Released" } }
    const besides = isOut ? [] : yield* givingBack(before.value)
    return yield* committed({ value, version: before.version + 1 }, [replace(kind, before, value), ...besides])
  })

  /** Absent once nothing of it can take effect any more, or what became of it. */
  return Effect.fnUntraced(function*(operationId: string) {
    for (let turns = 0; turns < mostTurns; turns++) {
      const now = yield* Clock.currentTimeMillis
      const before = yield* stored(operationId)
      const after = before === undefined ? yield* neverBegun(operationId, now) : yield* marked(before, now)
      if (after === undefined) continue
      const found = yield* after.value.verdict === null ? stepped(after) : look(after)
      const answer: LookUp<DeliveryReceipt> = found._tag === "Held" ? unknown(found.reason) : found
      return answer
    }
    return unknown("busy")
  })
}
