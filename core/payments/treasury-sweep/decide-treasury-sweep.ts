// What becomes of a sweep by the outcome of its movement. Pure; the table in `treasury-sweep.states.ts` decides.
import { Effect } from "effect"
import { type Reason, because, noProof, provedBy } from "../../base/reason/reason.ts"
import { decideBy, factsAbout, reviewOf } from "../../engine/event/book-fact.ts"
import { entry } from "../../engine/ledger/journal.ts"
import { treasurySwept } from "../../engine/ledger/movement-templates.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { type TreasurySweep, TreasurySweeps } from "./treasury-sweep.ts"
import { treasurySweepStates } from "./treasury-sweep.states.ts"
import { evidenceOf } from "../movement/order.ts"

/** What can be learned about a sweep. */
export type TreasurySweepFact =
  | { readonly on: "moved"; readonly transactionHash: string }
  | { readonly on: "refused"; readonly reason: Reason }
  | { readonly on: "doubted" }

const evolve = (sweep: TreasurySweep, fact: TreasurySweepFact): TreasurySweep => {
  switch (fact.on) {
    case "moved":
      return { ...sweep, transactionHash: fact.transactionHash, refusal: null }
    case "refused":
      return { ...sweep, refusal: fact.reason }
    case "doubted":
      return sweep
  }
}

/** Decides a fact about a sweep at an instant (Unix milliseconds). */
export const decideTreasurySweep = decideBy({
  machine: treasurySweepStates,
  kind: TreasurySweeps,
  guardFacts: () => ({}),
  evolve,
  proofOf: (fact: TreasurySweepFact) =>
    fact.on === "moved" ? provedBy(fact.transactionHash) : fact.on === "refused" ? because(fact.reason) : noProof,
  follows: ({ after, ask, now, post }) => ({
    entries: post.map((template) => sweptEntry(template, after, now)),
    writes: ask.includes("review")
      ? [reviewOf(after, { code: "sweepFailed", reason: after.refusal }, now)]
      : []
  })
})

const sweptEntry = (template: string, { asset, id, owner, units }: TreasurySweep, at: number) =>
  entry({ id: `${id}/${template}`, template, source: id, owner, at, postings: treasurySwept(asset, units) })

const treasurySweepFacts = factsAbout(
  TreasurySweeps,
  (before, fact: TreasurySweepFact, now) => Effect.succeed(decideTreasurySweep(before, fact, now))
)

/** What the movement of a sweep means for it. */
export const hearTreasurySweep: Hear = (news, now) =>
  treasurySweepFacts.changes(news.movement.subject, factOf(news), now)

const factOf = (news: MovementNews): TreasurySweepFact => {
  switch (news.on) {
    case "moved":
      return { on: "moved", transactionHash: evidenceOf(news.receipt) ?? "" }
    case "refused":
      return { on: "refused", reason: news.reason }
    case "doubted":
      return { on: "doubted" }
    case "prepared":
    case "reversed":
      throw new Error("a sweep does not come back")
  }
}
