// Ends reviews that were answered, in the commit of the event that answers them, and opens again what was raised once more.
import { Clock, Effect, Option } from "effect"
import type { ReviewCode, ReviewReasonOf } from "../../base/reason/review-reason.ts"
import { get, insert, list, replace } from "../store/records.ts"
import { type ChangeSet, Store, VersionConflict, type Write, changeSet } from "../store/store.ts"
import { isAnsweredBy, mayAnswer } from "./review-ends.ts"
import { type RaisedReview, type Review, Reviews, answered, raisedAgain, review } from "./review.ts"

/** Reviews of one record that are looked at. */
const most = 200

const solvedWhere = Effect.fnUntraced(function*(subject: string, isAnswered: (of: Review) => boolean, now: number) {
  const found: Array<Write> = []
  for (const before of yield* list(Reviews, "bySubject", subject, { limit: most })) {
    const after = isAnswered(before.value) ? answered(before.value, now) : undefined
    if (after !== undefined) found.push(replace(Reviews, before, after))
  }
  return found
})

/** The writes that solve what the rows of a change set answer; nothing is read where they answer nothing. */
export const solvedWith = Effect.fnUntraced(function*({ moves, writes }: ChangeSet, now: number) {
  const taken = moves.filter(mayAnswer)
  if (taken.length === 0) return []
  const raised = new Set(writes.filter(isRaised).map(({ id }) => id))
  const isAnswered = ({ id, reason }: Review): boolean =>
    !raised.has(id) && taken.some((move) => isAnsweredBy(reason, move))
  const subjects = new Set(writes.filter(({ expected }) => expected > 0).map(({ id }) => id))
  return (yield* Effect.forEach(subjects, (subject) => solvedWhere(subject, isAnswered, now))).flat()
})

/** The writes that solve the reviews of a record that have a code, and a reason as it is described. */
export const solvedOf = <C extends ReviewCode>(
  subject: string,
  code: C,
  now: number,
  isAnswered: (reason: ReviewReasonOf<C>) => boolean = () => true
) => solvedWhere(subject, ({ reason }) => reason.code === code && isAnswered(reason as ReviewReasonOf<C>), now)

/** Solves them in a commit of its own: what is answered outside of any other commit, or in one of another owner. */
export const solveReviews = <C extends ReviewCode>(
  subject: string,
  code: C,
  isAnswered: (reason: ReviewReasonOf<C>) => boolean = () => true
) =>
  Effect.gen(function*() {
    const writes = yield* solvedOf(subject, code, yield* Clock.currentTimeMillis, isAnswered)
    if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))

/** The write that raises a review, or opens it again; nothing where it stays as it is. */
export const raisedWrite = Effect.fnUntraced(function*(raised: RaisedReview) {
  const first = review(raised)
  const before = Option.getOrUndefined(yield* get(Reviews, first.id))
  const after = before && raisedAgain(before.value, raised)
  const writes: ReadonlyArray<Write> = before === undefined
    ? [insert(Reviews, first)]
    : after === undefined
    ? []
    : [replace(Reviews, before, after)]
  return writes
})

const isRaised = ({ expected, kind }: Write): boolean => kind === Reviews.kind && expected === 0

/** The same changes with each review that exists already opened again, or left as it is. */
export const reopening = Effect.fnUntraced(function*(changes: ChangeSet) {
  const writes = yield* Effect.forEach(
    changes.writes,
    (write) => isRaised(write) ? raisedWrite(Reviews.decode(write.body)) : Effect.succeed([write])
  )
  return { ...changes, writes: writes.flat() }
})
