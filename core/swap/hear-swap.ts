// What the movement of a leg means for its swap.
import { Effect, Option } from "effect"
import { evidenceOf } from "../movement/decide-movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { get } from "../ports/records.ts"
import { type SwapFact, decideSwap } from "./decide-swap.ts"
import { type LegNumber, Swaps, legPurpose, legsTo } from "./swap.ts"

/** The changes to the swap that follow from what became of a leg. */
export const hearSwap: Hear = Effect.fnUntraced(function*(news, now) {
  const before = Option.getOrThrow(yield* get(Swaps, news.movement.subject))
  const leg = legsTo("lightning").find((each) => legPurpose(each) === news.movement.purpose)
  const fact = leg === undefined ? undefined : factOf(news, leg)
  const decision = fact && decideSwap(before, fact, now)
  return decision !== undefined && "changes" in decision ? decision.changes : undefined
})

const factOf = (news: MovementNews, leg: LegNumber): SwapFact | undefined => {
  switch (news.on) {
    case "moved": {
      const { receipt } = news
      const output = receipt.kind === "poolSwap" ? { output: receipt.sats } : {}
      return { on: "legConfirmed", leg, proof: evidenceOf(receipt), ...output }
    }
    case "refused":
      return { on: "legRefused", leg, reason: news.reason }
    case "doubted":
      return { on: "legDoubted", leg }
    case "prepared":
    case "reversed":
      return undefined
  }
}
