// Brings facts about a swap into the books: its own, and what the movements of its legs mean for it.
import { Effect, Option } from "effect"
import { factsAbout } from "../event/book-fact.ts"
import { evidenceOf } from "../movement/decide-movement.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { type Stored, get, replace } from "../ports/records.ts"
import { type SwapFact, decideSwap } from "./decide-swap.ts"
import { type LegNumber, type Swap, SwapAuthorizations, Swaps, legPurpose, legsTo, wiped } from "./swap.ts"

/**
 * Facts about swaps. Where the fact uses the authorization up, or makes it void, the sealed seed is wiped in the same commit:
 * with the first leg, and with every end before it (0102).
 */
export const swapFacts = factsAbout(
  Swaps,
  Effect.fnUntraced(function*(before: Stored<Swap>, fact: SwapFact, now: number) {
    const decision = decideSwap(before, fact, now)
    if (decision._tag !== "Changed" || !endsAuthorization(fact)) return decision
    const authorization = Option.getOrThrow(yield* get(SwapAuthorizations, before.value.id))
    if (authorization.value.sealed === null) return decision
    const wipe = replace(SwapAuthorizations, authorization, wiped(authorization.value, now))
    return { ...decision, changes: { ...decision.changes, writes: [...decision.changes.writes, wipe] } }
  })
)

const endsAuthorization = (fact: SwapFact): boolean =>
  fact.on === "expired" || fact.on === "stopped" || fact.on === "legSubmitted" && fact.leg === 0

/** What the movement of a leg means for its swap. */
export const hearSwap: Hear = (news, now) => {
  const leg = legsTo("lightning").find((each) => legPurpose(each) === news.movement.purpose)
  const fact = leg === undefined ? undefined : factOf(news, leg)
  return fact === undefined ? Effect.undefined : swapFacts.changes(news.movement.subject, fact, now)
}

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
