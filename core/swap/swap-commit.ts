// Brings one fact about a swap into the books: read, decide, commit, and again when somebody else was faster. Where the fact
// uses the authorization up, or makes it void, the sealed seed is wiped in the same commit (0102).
import { Clock, Effect, Option } from "effect"
import { byId, get, replace, together } from "../ports/records.ts"
import { type ChangeSet, DuplicateKey, Store, VersionConflict, type Write, changeSet } from "../ports/store.ts"
import { type SwapFact, decideSwap } from "./decide-swap.ts"
import { SwapAuthorizations, Swaps, wiped } from "./swap.ts"

/** What became of a fact. `Known`: it had been booked before, or came too late to matter. */
export type FactOutcome = "Booked" | "Known" | "Alarmed"

/** Books the fact. The seed goes with the first leg that is asked for, and with every end. */
export const commitFact = (swapId: string, fact: SwapFact) => {
  const attempt = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = Option.getOrThrow(yield* get(Swaps, swapId))
    const decision = decideSwap(before, fact, now)
    switch (decision._tag) {
      case "Ignored":
        return "Known" as const
      case "Alarmed":
        yield* Effect.logError("A fact contradicts the books", { swap: swapId, fact: fact.on })
        yield* commit(decision.changes)
        return "Alarmed" as const
      case "Changed": {
        const wipes = yield* wipeOf(swapId, endsAuthorization(fact), now)
        yield* commit({ ...decision.changes, writes: [...decision.changes.writes, ...wipes] })
        return "Booked" as const
      }
    }
  })
  return attempt.pipe(
    Effect.retry({ while: (error) => error instanceof VersionConflict }),
    // Booked or raised before, under the same id.
    Effect.catchIf(
      (error): error is DuplicateKey => error instanceof DuplicateKey,
      (): Effect.Effect<FactOutcome> => Effect.succeed("Known")
    )
  )
}

const endsAuthorization = (fact: SwapFact): boolean =>
  fact.on === "expired" || fact.on === "stopped" || fact.on === "legSubmitted" && fact.leg === 0

const wipeOf = Effect.fnUntraced(function*(swapId: string, isDue: boolean, now: number) {
  if (!isDue) return []
  const before = Option.getOrThrow(yield* get(SwapAuthorizations, swapId))
  const writes: ReadonlyArray<Write> = before.value.sealed === null
    ? []
    : [replace(SwapAuthorizations, before, wiped(before.value, now))]
  return writes
})

const commit = (changes: ChangeSet) => Store.use((store) => store.commit(changeSet(changes)))

/** A swap with its authorization, as they stand. */
export const readSwapWithAuthorization = Effect.fnUntraced(function*(swapId: string) {
  const found = yield* together({ swap: byId(Swaps, swapId), authorization: byId(SwapAuthorizations, swapId) })
  if (found.swap === undefined || found.authorization === undefined) throw new Error(`No swap ${swapId}`)
  return { swap: found.swap, authorization: found.authorization }
})
