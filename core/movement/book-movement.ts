// Books what was learned about a movement together with what it means for the record that the movement is for: one commit,
// whoever learned it. Read, decide, commit, and again when somebody else was faster.
import { Effect, Option } from "effect"
import { type Alongside, bookFact } from "../event/book-fact.ts"
import { type Stored, get } from "../ports/records.ts"
import { joined } from "../ports/store.ts"
import { type MovementFact, decideMovement } from "./decide-movement.ts"
import { type Movement, Movements } from "./movement.ts"
import type { MovementNews, Subjects } from "./news.ts"

/**
 * Books the fact about a movement. `Rejected`: nothing was sent yet, so nothing can be known of it. `known` is the movement as
 * it was just written: a commit that it is too old for is refused, and then it is read again.
 */
export const bookMovement = <R>(
  subjects: Partial<Subjects<R>>,
  id: string,
  fact: MovementFact,
  alongside?: Alongside,
  known?: Stored<Movement>
) => {
  let first = known
  return bookFact(id, (now) =>
    Effect.gen(function*() {
      const before = first ?? Option.getOrThrow(yield* get(Movements, id))
      first = undefined
      const decision = decideMovement(before, fact, now)
      if (decision._tag !== "Changed") return decision
      const news = newsOf(decision.record, fact)
      const follows = news && (yield* heard(subjects, news, now))
      return follows === undefined ? decision : { ...decision, changes: joined(decision.changes, follows) }
    }), alongside)
}

const heard = <R>(subjects: Partial<Subjects<R>>, news: MovementNews, now: number) => {
  const hear = subjects[news.movement.subjectKind]
  if (hear === undefined) throw new Error(`nobody hears of movements for a ${news.movement.subjectKind}`)
  return hear(news, now)
}

const newsOf = (movement: Movement, fact: MovementFact): MovementNews | undefined => {
  switch (fact.on) {
    case "done":
      return { on: "moved", movement, receipt: fact.receipt }
    case "refused":
    case "notPrepared":
    case "withdrawn":
      return { on: "refused", movement, reason: fact.reason }
    case "doubted":
      return { on: "doubted", movement }
    case "prepared":
      return { on: "prepared", movement }
    case "reversed": {
      const reversal = movement.reversals.at(-1)
      return reversal && { on: "reversed", movement, reversal }
    }
    case "claimed":
    case "held":
    case "cancelled":
    case "neverSent":
    case "retried":
      return undefined
  }
}
