// GET /api/events: the key owner's own events of the last 30 days as a feed, oldest first. The cursor is the place after the
// last one seen: asking with it goes on there, however long ago it was given, and misses nothing that was committed since.
import { Clock, Effect, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { limits } from "../../base/limits/limits.ts"
import { cursorAt, placeOf } from "../../engine/store/cursor.ts"
import { type ListedRecord, feed, list } from "../../engine/store/records.ts"
import { oldestShown } from "./find-event.ts"
import { eventView } from "./event-view.ts"
import { type Event, Events } from "../../engine/event/event.ts"

export const EventQuery = Schema.Struct({
  cursor: Schema.optionalKey(Schema.String.annotate({ description: "The nextCursor of the page before" }))
})

/** One page of the caller's events; `nextCursor` is always a place to go on from, also at the end. */
export const listEvents = Effect.fnUntraced(function*(caller: Caller, query: typeof EventQuery.Type) {
  const owner = caller.account.id
  const since = oldestShown(yield* Clock.currentTimeMillis)
  const asked = query.cursor === undefined ? 0n : yield* placeOf(feedOf(owner), query.cursor)
  const first = yield* pageAfter(owner, asked)
  const after = isOld(first[0], since) ? yield* startOf(owner, since) : asked
  const rows = after === asked ? first : yield* pageAfter(owner, after)
  const page = rows.slice(0, limits.eventPage)
  return {
    events: page.filter((row) => !isOld(row, since)).map(({ value }) => ({ ...eventView(value), eventId: value.id })),
    nextCursor: yield* cursorAt(feedOf(owner), page.at(-1)?.seq ?? after),
    hasMore: rows.length > limits.eventPage
  }
})

const feedOf = (owner: string): string => `events/${owner}`

const pageAfter = (owner: string, after: bigint) =>
  feed(Events, "byOwner", owner, { after, limit: limits.eventPage + 1 })

const isOld = (row: ListedRecord<Event> | undefined, since: number): boolean =>
  row !== undefined && row.value.createdAt < since

// Places grow with time, so the first event that is young enough is found by halving: a few reads, however long the past.
const startOf = Effect.fnUntraced(function*(owner: string, since: number) {
  const newestBelow = (before: bigint | undefined) =>
    list(Events, "byOwner", owner, before === undefined ? { limit: 1 } : { before, limit: 1 }).pipe(
      Effect.map(([row]) => row)
    )
  const newest = yield* newestBelow(undefined)
  if (newest === undefined || isOld(newest, since)) return newest?.seq ?? 0n
  let [old, young] = [0n, newest.seq]
  while (young - old > 1n) {
    const middle = (old + young) >> 1n
    const row = yield* newestBelow(middle + 1n)
    if (row === undefined || isOld(row, since)) old = middle
    else young = row.seq
  }
  return old
})
