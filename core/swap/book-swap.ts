// Brings one fact about a swap into the books. Where the fact uses the authorization up, or makes it void, the sealed seed is
// wiped in the same commit (0102).
import { Effect, Option } from "effect"
import { type Alongside, bookFact } from "../event/book-fact.ts"
import { get, replace } from "../ports/records.ts"
import { type SwapFact, decideSwap } from "./decide-swap.ts"
import { SwapAuthorizations, Swaps, wiped } from "./swap.ts"

/** Books the fact. The seed goes with the first leg, and with every end before it. */
export const bookSwap = (swapId: string, fact: SwapFact, alongside?: Alongside) =>
  bookFact(swapId, (now) =>
    Effect.gen(function*() {
      const before = Option.getOrThrow(yield* get(Swaps, swapId))
      const decision = decideSwap(before, fact, now)
      if (decision._tag !== "Changed" || !endsAuthorization(fact)) return decision
      const authorization = Option.getOrThrow(yield* get(SwapAuthorizations, swapId))
      if (authorization.value.sealed === null) return decision
      const wipe = replace(SwapAuthorizations, authorization, wiped(authorization.value, now))
      return { ...decision, changes: { ...decision.changes, writes: [...decision.changes.writes, wipe] } }
    }), alongside)

const endsAuthorization = (fact: SwapFact): boolean =>
  fact.on === "expired" || fact.on === "stopped" || fact.on === "legSubmitted" && fact.leg === 0
