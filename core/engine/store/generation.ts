// Generations of the data: one begins when the store may have lost commits that were answered, after a restore or a fail-over. What its
// records say of the world outside may be older than the world then (C68; 0253).
import { Context, Effect, Option, Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { noPersonalData } from "./personal.ts"
import { type Stored, get, insert, recordKind, replace } from "./records.ts"
import { Store, changeSet } from "./store.ts"

/** Why a generation began. `first`: the data had none before. */
const generationCauses = ["first", "behind", "otherPlace", "saidByOperator"] as const
type GenerationCause = (typeof generationCauses)[number]

const GenerationRow = Schema.Struct({
  id: Schema.Literal("generation"),
  owner: Schema.Literal(operatorOwner),
  /** Counts from 1. */
  number: Schema.Int,
  cause: Schema.Literals(generationCauses),
  /** The place of the data: server, timeline and database, or file. */
  place: Schema.String,
  /** The word of an operator that began it; null where none did. */
  word: Schema.NullOr(Schema.String),
  /**
   * The last instant from which on everything is on record, as far as it is known: of the data before it, or of what was lost before
   * that and is not looked for any more. By the store's time, in Unix milliseconds.
   */
  since: Schema.Int,
  /**
   * When the first generation began that has to look that far back: an order may have been given again from then on. By the store's time
   * in Unix milliseconds.
   */
  firstAt: Schema.Int,
  /** When it began, by the store's time in Unix milliseconds. */
  startedAt: Schema.Int
})
type GenerationRow = typeof GenerationRow.Type

const PulseRow = Schema.Struct({
  id: Schema.Literal("pulse"),
  owner: Schema.Literal(operatorOwner),
  /** Grows with each pulse. */
  count: Schema.Int,
  /** The store's time in Unix milliseconds. */
  at: Schema.Int
})

type Pulse = typeof PulseRow.Type

export const Generations = recordKind({
  kind: "generation",
  schema: GenerationRow,
  personal: noPersonalData("counters of the database")
})

/** What a witness outside copies: where it says more than the store, the store is older than it was. */
export const Pulses = recordKind({
  kind: "pulse",
  schema: PulseRow,
  personal: noPersonalData("counters of the database")
})

/** What was lost, in Unix milliseconds: since when, since when its orders may have been given again, and when the last restore was. */
type Restored = Pick<GenerationRow, "since" | "firstAt" | "startedAt">

/** What a process knows of the store that it took. */
export interface TakenStore {
  /** When it took the store, by the store's time in Unix milliseconds. */
  readonly at: number
  /** The generation that began because commits may have been lost; undefined where none ever did. */
  readonly restored: Restored | undefined
}

/** The store as this process took it; changed where a new generation begins while it runs. */
export const StoreTaken = Context.Reference<{ current: TakenStore }>("pontepay/core/engine/store/StoreTaken", {
  defaultValue: () => ({ current: { at: 0, restored: undefined } })
})

/** How long after a restore whatever is sent first is looked up outside: a client may repeat an order that the store lost. Milliseconds. */
export const carefulForMs = 30 * 86_400_000

/** What is known outside of the store. */
interface Witnessed {
  /** The highest count that any process copied; undefined where there is no copy. */
  readonly count: number | undefined
  /** Where the store is now. */
  readonly place: string
  /** The word of an operator that it was restored; undefined where he says none. */
  readonly word: string | undefined
  /** Whether a store in another place has lost nothing: its copies are written before a commit is answered. */
  readonly losesNothing: boolean
}

/** Why a new generation begins; undefined where the store goes on as it was. */
const causeOf = (
  before: GenerationRow | undefined,
  pulse: number | undefined,
  { count, losesNothing, place, word }: Witnessed
): GenerationCause | undefined => {
  if (before === undefined) return count === undefined ? "first" : "behind"
  if (word !== undefined && word !== before.word) return "saidByOperator"
  if (count !== undefined && count > (pulse ?? 0)) return "behind"
  return place !== before.place && !losesNothing ? "otherPlace" : undefined
}

/** Takes the store: begins a generation where one has to begin, and says what this process goes by. */
export const takeStore = (witnessed: Witnessed) =>
  Effect.retry(taking(witnessed), {
    // Another process wrote at the same moment: only what it wrote says whether a generation still has to begin.
    while: ({ _tag }) => _tag === "DuplicateKey" || _tag === "VersionConflict"
  })

const taking = Effect.fnUntraced(function*(witnessed: Witnessed) {
  const at = yield* Store.use((store) => store.now)
  const before = Option.getOrUndefined(yield* get(Generations, "generation"))
  const pulse = Option.getOrUndefined(yield* get(Pulses, "pulse"))
  const cause = causeOf(before?.value, pulse?.value.count, witnessed)
  if (cause === undefined && before?.value.place === witnessed.place) return takenOf(before.value, at)
  const after: GenerationRow = {
    id: "generation",
    owner: operatorOwner,
    number: (before?.value.number ?? 0) + (cause === undefined ? 0 : 1),
    cause: cause ?? before?.value.cause ?? "first",
    place: witnessed.place,
    word: witnessed.word ?? before?.value.word ?? null,
    ...(cause === undefined && before !== undefined
      ? lossesOf(before.value)
      : lossesSince(before?.value, pulse?.value.at ?? at, at))
  }
  const writes = [
    before === undefined ? insert(Generations, after) : replace(Generations, before, after),
    // The count goes on above whatever was copied, so that the next start finds it whole.
    pulseAfter(pulse, Math.max(witnessed.count ?? 0, pulse?.value.count ?? 0) + 1, at)
  ]
  yield* Store.use((store) => store.commit(changeSet({ writes })))
  return takenOf(after, at)
})

// What the generation before was still looking for is not found yet by this one.
const lossesSince = (before: GenerationRow | undefined, until: number, at: number): Restored =>
  before === undefined || before.cause === "first" || at >= before.startedAt + carefulForMs
    ? { since: until, firstAt: at, startedAt: at }
    : { since: Math.min(before.since, until), firstAt: before.firstAt, startedAt: at }

const lossesOf = ({ firstAt, since, startedAt }: GenerationRow): Restored => ({ since, firstAt, startedAt })

const takenOf = (row: GenerationRow, at: number): TakenStore => ({
  at,
  restored: row.cause === "first" ? undefined : lossesOf(row)
})

const pulseAfter = (before: Stored<Pulse> | undefined, count: number, at: number) => {
  const after: Pulse = { id: "pulse", owner: operatorOwner, count, at }
  return before === undefined ? insert(Pulses, after) : replace(Pulses, before, after)
}

/** Whether the data was used before by any process. */
export const wasUsed = Effect.map(get(Generations, "generation"), Option.isSome)

/** The count that stands. */
export const pulseNow = Effect.map(get(Pulses, "pulse"), (found) => Option.isNone(found) ? 0 : found.value.value.count)

/** One pulse more; gives the count that stands, whoever made it. */
export const beat = Effect.gen(function*() {
  const before = Option.getOrUndefined(yield* get(Pulses, "pulse"))
  const at = yield* Store.use((store) => store.now)
  const write = pulseAfter(before, (before?.value.count ?? 0) + 1, at)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
    Effect.catchTags({ DuplicateKey: () => Effect.void, VersionConflict: () => Effect.void })
  )
  return yield* pulseNow
})
