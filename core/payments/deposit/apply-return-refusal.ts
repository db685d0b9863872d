// A return that we ordered was refused for good: nothing is booked, and a person decides what becomes of the money.
import { Effect, Option } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import type { FactOf } from "../../ports/provider-fact.ts"
import { get } from "../../engine/store/records.ts"
import { raiseReview } from "../../engine/review/raise-review.ts"
import { PixReceipts } from "./deposit.ts"

/** Raises a review of the deposit, or of the return where its PIX is unknown. */
export const applyReturnRefusal = Effect.fnUntraced(
  function*({ endToEndId, reason, returnId }: FactOf<"ReturnRefused">) {
    const receipt = endToEndId === null
      ? undefined
      : Option.getOrUndefined(yield* get(PixReceipts, endToEndId.toUpperCase()))?.value
    yield* raiseReview({
      owner: receipt?.owner ?? operatorOwner,
      subject: receipt?.depositId ?? returnId,
      reason: { code: "returnRefused", returnId, detail: reason }
    })
    return "Alarmed" as const
  }
)
