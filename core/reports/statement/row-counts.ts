// Counts the rows of a statement exactly (decision 0125): days that are over are counted once and kept, so that what an
// asking reads is the open ends of its window, whatever the subaccount did before.
import { Effect } from "effect"
import { type Stored, insert, replace } from "../../engine/store/records.ts"
import { type Span, Store, changeSet } from "../../engine/store/store.ts"
import {
  type DayOfList,
  type StatementBlock,
  StatementBlocks,
  type TimedSpan,
  blockId,
  blockOf,
  keeping,
  keptOf,
  spanOf,
  split
} from "./statement-block.ts"

/** Whose statement it is. */
interface CountOwner {
  readonly id: string
  readonly owner: string
}

/** How many rows stretches of a subaccount have, in their order, at an instant (Unix milliseconds). */
export const rowCounts = Effect.fnUntraced(function*(holder: CountOwner, spans: ReadonlyArray<TimedSpan>, now: number) {
  const store = yield* Store
  // Without a cursor all that is left is the whole.
  const splits = new Map([...new Set(spans)].map((span) => [span, split(holder.id, span, now)]))
  const all = [...splits.values()]
  const days = all.flatMap(({ closed }) => closed)
  const blocks = yield* keptFor(holder, days)
  const missing = distinct(days.filter((day) => keptIn(blocks, day) === undefined), nameOfDay)
  const open = distinct(all.flatMap(({ open }) => open), nameOfSpan)
  const found = yield* store.counts([...open, ...missing.map((day) => spanOf(holder.id, day))])
  const counted = new Map(open.map((span, index) => [nameOfSpan(span), found[index] ?? 0]))
  const more = missing.map((day, index) => ({ ...day, count: found[open.length + index] ?? 0 }))
  const fresh = new Map(more.map((day) => [nameOfDay(day), day.count]))
  if (more.length > 0) yield* keep(holder, blocks, more)
  const counts = new Map([...splits].map(([span, { closed, open }]) => [
    span,
    sum(open, (each) => counted.get(nameOfSpan(each))) +
    sum(closed, (day) => keptIn(blocks, day) ?? fresh.get(nameOfDay(day)))
  ]))
  return spans.map((span) => counts.get(span) ?? 0)
})

type Blocks = ReadonlyMap<number, Stored<StatementBlock>>

const keptFor = Effect.fnUntraced(function*({ id }: CountOwner, days: ReadonlyArray<DayOfList>) {
  const wanted = [...new Set(days.map(({ day }) => blockOf(day)))]
  if (wanted.length === 0) return new Map<number, Stored<StatementBlock>>() satisfies Blocks
  const answers = yield* Store.use((store) =>
    store.ask(wanted.map((block) => ({ by: "id", kind: StatementBlocks.kind, id: blockId(id, block) })))
  )
  const stored = answers.flat().map(({ record }) => ({
    value: StatementBlocks.decode(record.body),
    version: record.version
  }))
  return new Map(stored.map((block) => [block.value.from, block])) satisfies Blocks
})

const keptIn = (blocks: Blocks, day: DayOfList): number | undefined => {
  const block = blocks.get(blockOf(day.day))
  return block === undefined ? undefined : keptOf(block.value, day)
}

// A twin may have kept the same days, and a store that is away keeps none: they are counted once more then.
const keep = (
  { id, owner }: CountOwner,
  blocks: Blocks,
  more: ReadonlyArray<DayOfList & { readonly count: number }>
): Effect.Effect<void, never, Store> => {
  const writes = [...Map.groupBy(more, ({ day }) => blockOf(day))].map(([from, days]) => {
    const before = blocks.get(from)
    const fresh: StatementBlock = { id: blockId(id, from), owner, subAccountId: id, from, counts: {} }
    return before === undefined
      ? insert(StatementBlocks, keeping(fresh, days))
      : replace(StatementBlocks, before, keeping(before.value, days))
  })
  return Store.use((store) => store.commit(changeSet({ writes }))).pipe(Effect.ignore)
}

const nameOfDay = ({ day, kind, list }: DayOfList): string => `${kind} ${list} ${day}`
const nameOfSpan = ({ below, from, kind, list }: Span): string => `${kind} ${list} ${from} ${below}`

const distinct = <A>(all: ReadonlyArray<A>, nameOf: (each: A) => string): ReadonlyArray<A> => [
  ...new Map(all.map((each) => [nameOf(each), each])).values()
]

const sum = <A>(all: ReadonlyArray<A>, of: (each: A) => number | undefined): number =>
  all.reduce((total, each) => total + (of(each) ?? 0), 0)
