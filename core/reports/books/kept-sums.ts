// Brings the kept sums up to the journal, so many entries at once: each step is one commit with the place that it has come to, so
// every entry is added once, however many processes do it.
import { Effect } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { type Identified, type RecordKind, type Stored, insert, replace } from "../../engine/store/records.ts"
import {
  type BookedEntry,
  DuplicateKey,
  Store,
  VersionConflict,
  type Write,
  changeSet
} from "../../engine/store/store.ts"
import { BookDays, BookMonths, BookPlaces, bookPlaceId, dayId, monthId, withDay, withMonth } from "./book-day.ts"

/** Entries of one step. */
const step = 500

/** Adds up to `steps` steps; true when everything that stands in the journal is added up. */
export const addUp = Effect.fnUntraced(function*(steps: number) {
  for (let done = 0; done < steps; done++) {
    const added = yield* addStep.pipe(
      // Somebody else added the same entries: go on from where he is.
      Effect.catchIf(
        (error) => error instanceof VersionConflict || error instanceof DuplicateKey,
        () => Effect.succeed(step)
      )
    )
    if (added < step) return true
  }
  return false
})

/** Asks for a job that adds up what a request leaves, from an instant on (Unix milliseconds). */
export const addUpLater = (runAt: number) =>
  Store.use((store) =>
    store.commit(changeSet({
      jobs: [{ id: "advance-books", task: "advance-books", subject: "advance-books", runAt }]
    }))
  )

const addStep = Effect.gen(function*() {
  const store = yield* Store
  const before = (yield* stored(BookPlaces, [bookPlaceId])).get(bookPlaceId)
  const entries = yield* store.journal({ after: before?.value.place ?? 0n, limit: step })
  const last = entries.at(-1)
  if (last === undefined) return 0
  const earliest = entries.reduce((least, { at }) => Math.min(least, at), before?.value.since ?? last.at)
  const place = { id: bookPlaceId, owner: operatorOwner, place: last.place, since: earliest }
  const days = yield* written(
    BookDays,
    entries,
    dayId,
    (id, first) => ({ id, owner: operatorOwner, first, last: first, hours: {} }),
    withDay
  )
  const months = yield* written(
    BookMonths,
    entries,
    monthId,
    (id) => ({ id, owner: operatorOwner, sums: {} }),
    withMonth
  )
  const write = before === undefined ? insert(BookPlaces, place) : replace(BookPlaces, before, place)
  yield* store.commit(changeSet({ writes: [write, ...days, ...months] }))
  return entries.length
})

/** The records of ids that are there, with their versions. */
export const stored = <A extends Identified>(kind: RecordKind<A, string, string>, ids: ReadonlyArray<string>) =>
  Store.use((store) => store.ask(ids.map((id) => ({ by: "id", kind: kind.kind, id })))).pipe(
    Effect.map((answers) =>
      new Map(
        answers.flat().map(({ record }): [string, Stored<A>] => [
          record.id,
          { value: kind.decode(record.body), version: record.version }
        ])
      )
    )
  )

const written = Effect.fnUntraced(function*<A extends Identified>(
  kind: RecordKind<A, string, string>,
  entries: ReadonlyArray<BookedEntry>,
  idOf: (at: number) => string,
  fresh: (id: string, first: bigint) => A,
  add: (before: A, entries: ReadonlyArray<BookedEntry>) => A
) {
  const groups = Map.groupBy(entries, ({ at }) => idOf(at))
  const before = yield* stored(kind, [...groups.keys()])
  return [...groups].map(([id, of]): Write => {
    const kept = before.get(id)
    return kept === undefined
      ? insert(kind, add(fresh(id, of[0]?.place ?? 0n), of))
      : replace(kind, kept, add(kept.value, of))
  })
})
