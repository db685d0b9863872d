// The typed side of the store: what a resource declares about its record, and reads and writes in its own types.
import { Effect, Option, Schema, SchemaAST } from "effect"
import type { Personal } from "./personal.ts"
import {
  type ListPage,
  type Listed,
  type NewJob,
  type Owes,
  type Question,
  type RawRecord,
  Store,
  type Write
} from "./store.ts"

// What a record needs so that it comes to an end: in each state the jobs that bring it on, or the words that say whom it
// waits for. The store keeps the names of the jobs beside the record, and whoever reconciles compares them with the queue.

/** A job that is owed about a record: from when it may run, and since when the outcome that it asks for is unknown. */
export interface OwedTask {
  readonly job: NewJob
  readonly doubtedAt: number | null
}

/** How the job of a state is made of the record. The record's id is the subject by default. */
interface OwedBy<A> {
  readonly task: string
  readonly id: (value: A) => string
  readonly subject?: (value: A) => string
  /** The deadline that it waits for; absent when it may run at once. */
  readonly dueAt?: (value: A) => number
  /** Since when the outcome that it asks for is unknown; null when none is. */
  readonly doubtedAt?: (value: A) => number | null
  /** Which records of the state; all by default. */
  readonly when?: (value: A) => boolean
}

/** What is owed in one state; `waits` says why nothing is, or whom it is left to besides. */
export interface Owing<A> {
  readonly owes?: OwedBy<A>
  readonly waits?: string
}

/** What is owed in each state of a lifecycle: none can be left out. */
export type OwedTable<S extends string, A> = Readonly<Record<S, Owing<A>>>

/** A table whose types have been forgotten: what printers and laws read. */
export type AnyOwedTable = Readonly<Record<string, Owing<never>>>

/** What a table says of a record in a state. */
export const owedIn = <S extends string, A extends { readonly id: string }>(
  table: OwedTable<S, A>,
  stateOf: (value: A) => S
) =>
(value: A): ReadonlyArray<OwedTask> => {
  const { owes } = table[stateOf(value)]
  return owes === undefined ? [] : owed(owes)(value)
}

/** What is owed about each record of a kind without states. */
export const owed =
  <A extends { readonly id: string }>({ doubtedAt, dueAt, id, subject, task, when }: OwedBy<A>) =>
  (value: A): ReadonlyArray<OwedTask> => {
    if (when !== undefined && !when(value)) return []
    const job = {
      id: id(value),
      task,
      subject: subject?.(value) ?? value.id,
      runAt: dueAt?.(value) ?? changedAt(value)
    }
    return [{ job, doubtedAt: doubtedAt?.(value) ?? null }]
  }

/** When a record was last changed, in Unix milliseconds: what is due at once is due from then on. */
const changedAt = (value: object): number =>
  "updatedAt" in value && typeof value.updatedAt === "number" ? value.updatedAt : 0

/** The part that the store keeps. */
const owesOf = (tasks: ReadonlyArray<OwedTask>): Owes => ({
  jobs: tasks.map(({ job }) => job.id),
  doubtedAt: tasks.reduce<number | null>(
    (oldest, { doubtedAt }) => oldest === null ? doubtedAt : doubtedAt === null ? oldest : Math.min(oldest, doubtedAt),
    null
  )
})

/** What every record has. */
export interface Identified {
  readonly id: string
  /** The key owner (account) that the record belongs to; the operator's own records name the account they are about. */
  readonly owner: string
}

/** A kind of record: its schema, its unique look-up keys and the lists it appears in. Absent keys are `undefined`. */
export interface RecordKind<A extends Identified, K extends string, L extends string> {
  readonly kind: string
  /** The schema of its fields, for whoever looks through all kinds. */
  readonly fields: Schema.Struct.Fields
  readonly personal: Personal
  readonly keys: ReadonlyArray<Named<A, K>>
  readonly lists: ReadonlyArray<Named<A, L>>
  readonly encode: (value: A) => string
  readonly decode: (body: string) => A
  /** What is owed about a record as it stands; absent for kinds that nothing is ever owed about. */
  readonly owed: ((value: A) => ReadonlyArray<OwedTask>) | undefined
}

/** A name with what a record has under it. */
type Named<A, N extends string> = readonly [name: N, of: (value: A) => string | undefined]

/** A record with the version it was read at, which whoever replaces it must name. */
export interface Stored<A> {
  readonly value: A
  readonly version: number
}

/** Declares a kind of record from its schema. A stored body that does not decode is a defect, never an input error. */
export const recordKind = <A extends Identified, const K extends string = never, const L extends string = never>(
  parts: {
    readonly kind: string
    readonly schema: Schema.Codec<A, unknown> & { readonly fields: Schema.Struct.Fields }
    /** What of it is personal data, or what it holds instead. */
    readonly personal: Personal
    readonly keys?: Readonly<Record<K, (value: A) => string | undefined>>
    readonly lists?: Readonly<Record<L, (value: A) => string | undefined>>
    readonly owed?: (value: A) => ReadonlyArray<OwedTask>
  }
): RecordKind<A, K, L> => {
  const decode = Schema.decodeUnknownSync(Schema.toCodecJson(parts.schema))
  const toJson = fieldEncoder(parts.schema.fields)
  return {
    kind: parts.kind,
    fields: parts.schema.fields,
    personal: parts.personal,
    keys: Object.entries(parts.keys ?? {}) as unknown as ReadonlyArray<Named<A, K>>,
    lists: Object.entries(parts.lists ?? {}) as unknown as ReadonlyArray<Named<A, L>>,
    encode: (value) => JSON.stringify(toJson(value)),
    decode: remembering((body) => decode(JSON.parse(body))),
    owed: parts.owed
  }
}

// Most fields are stored as they are; only those that change on their way to JSON go through their schema. The values
// were made by typed code, so encoding has nothing to check, and a record is written on every request.
const fieldEncoder = (fields: Schema.Struct.Fields): (value: object) => object => {
  const changing = Object.entries(fields).flatMap(([name, field]) => {
    const codec = Schema.toCodecJson(field as Schema.Codec<unknown, unknown>)
    return isStoredAsIs(codec.ast) ? [] : [[name, encodedOnce(Schema.encodeSync(codec))] as const]
  })
  return (value) => {
    const encoded: Record<string, unknown> = { ...value }
    for (const [name, encode] of changing) if (name in encoded) encoded[name] = encode(encoded[name])
    return encoded
  }
}

// Parts of records never change, and some are part of many: the price of a minute is in every deposit of that minute.
const encodedOnce = (encode: (value: unknown) => unknown): (value: unknown) => unknown => {
  const known = new WeakMap<object, unknown>()
  return (value) => {
    if (typeof value !== "object" || value === null) return encode(value)
    const before = known.get(value)
    if (before !== undefined) return before
    const encoded = encode(value)
    known.set(value, encoded)
    return encoded
  }
}

/** How many bodies of a kind are remembered at least; twice as many at most. */
const remembered = 128

// Records are read more often than written: an account on every request, an operation by whoever asks how it is. What a body
// says never changes, so the newest are read once.
const remembering = <A>(decode: (body: string) => A): (body: string) => A => {
  let young = new Map<string, A>()
  let old = new Map<string, A>()
  return (body) => {
    const known = young.get(body) ?? old.get(body)
    if (known !== undefined) return known
    const value = decode(body)
    if (young.size >= remembered) {
      old = young
      young = new Map()
    }
    young.set(body, value)
    return value
  }
}

const isStoredAsIs = (ast: SchemaAST.AST): boolean => SchemaAST.toEncoded(ast) === ast

const present = <A>(named: ReadonlyArray<Named<A, string>>, value: A): Array<readonly [string, string]> => {
  const found: Array<readonly [string, string]> = []
  for (const [name, of] of named) {
    const text = of(value)
    if (text !== undefined) found.push([name, text])
  }
  return found
}

const added = <A>(named: ReadonlyArray<Named<A, string>>, before: A, after: A): Array<readonly [string, string]> =>
  present(named.filter(([, of]) => of(after) !== of(before)), after)

const nothing: Owes = { jobs: [], doubtedAt: null }

// Named only where it changes, so that a write that changes nothing of it costs nothing.
const owing = (before: Owes, tasks: ReadonlyArray<OwedTask>): Pick<Write, "newlyOwed" | "owes"> => {
  const after = owesOf(tasks)
  const isSame = before.doubtedAt === after.doubtedAt && before.jobs.length === after.jobs.length &&
    before.jobs.every((job, index) => job === after.jobs[index])
  if (isSame) return {}
  const newlyOwed = tasks.map(({ job }) => job).filter(({ id }) => !before.jobs.includes(id))
  return newlyOwed.length === 0 ? { owes: after } : { owes: after, newlyOwed }
}

/** The jobs that are owed about a record, from a time of their own: for a first step that has to wait. */
export const owedFrom = <A extends Identified>(
  { owed }: RecordKind<A, string, string>,
  value: A,
  runAt: number
): ReadonlyArray<NewJob> => owed?.(value).map(({ job }) => ({ ...job, runAt })) ?? []

/** Writes a new record. */
export const insert = <A extends Identified>(kind: RecordKind<A, string, string>, value: A): Write => ({
  kind: kind.kind,
  id: value.id,
  owner: value.owner,
  expected: 0,
  body: kind.encode(value),
  keys: present(kind.keys, value),
  lists: present(kind.lists, value),
  ...(kind.owed === undefined ? {} : owing(nothing, kind.owed(value)))
})

/** Replaces a record that was read before; refused when somebody else replaced it in between. */
export const replace = <A extends Identified>(
  kind: RecordKind<A, string, string>,
  before: Stored<A>,
  value: A
): Write => ({
  kind: kind.kind,
  id: value.id,
  owner: value.owner,
  expected: before.version,
  body: kind.encode(value),
  keys: added(kind.keys, before.value, value),
  lists: added(kind.lists, before.value, value),
  ...(kind.owed === undefined ? {} : owing(owesOf(kind.owed(before.value)), kind.owed(value)))
})

const typed = <A extends Identified>(kind: RecordKind<A, string, string>, raw: RawRecord): Stored<A> => ({
  value: kind.decode(raw.body),
  version: raw.version
})

/** The record with this id. */
export const get = <A extends Identified>(kind: RecordKind<A, string, string>, id: string) =>
  Store.use((store) => store.get(kind.kind, id)).pipe(Effect.map(Option.map((raw) => typed(kind, raw))))

/** The record that holds this unique key. */
export const find = <A extends Identified, K extends string>(
  kind: RecordKind<A, K, string>,
  key: NoInfer<K>,
  value: string
) => Store.use((store) => store.find(kind.kind, key, value)).pipe(Effect.map(Option.map((raw) => typed(kind, raw))))

/** A row of a list: the record and the place that a cursor holds. */
export interface ListedRecord<A> extends Stored<A> {
  readonly seq: bigint
}

/** The newest records of a list below `before`. */
export const list = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string,
  page: Pick<ListPage, "before" | "limit">
) =>
  Store.use((store) => store.list({ kind: kind.kind, list: name, value, ...page })).pipe(
    Effect.map((rows) => rows.map((row): ListedRecord<A> => ({ ...typed(kind, row.record), seq: row.seq })))
  )

/** The newest record of a list. */
export const latest = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string
) => list(kind, name, value, { limit: 1 }).pipe(Effect.map((rows) => Option.fromUndefinedOr(rows[0])))

/** A question with how its answer is read. */
interface RecordQuery<A> {
  readonly question: Question
  readonly read: (rows: ReadonlyArray<Listed>) => A
}

const first =
  <A extends Identified>(kind: RecordKind<A, string, string>) => (rows: ReadonlyArray<Listed>): A | undefined =>
    rows[0] === undefined ? undefined : kind.decode(rows[0].record.body)

/** Asks for the record with this id. */
export const byId = <A extends Identified>(
  kind: RecordKind<A, string, string>,
  id: string
): RecordQuery<A | undefined> => ({
  question: { by: "id", kind: kind.kind, id },
  read: first(kind)
})

/** Asks for the record that holds this unique key. */
export const byKey = <A extends Identified, K extends string>(
  kind: RecordKind<A, K, string>,
  key: NoInfer<K>,
  value: string
): RecordQuery<A | undefined> => ({ question: { by: "key", kind: kind.kind, key, value }, read: first(kind) })

/** Asks for the newest record of a list. */
export const newest = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string
): RecordQuery<A | undefined> => ({
  question: { by: "list", page: { kind: kind.kind, list: name, value, limit: 1 } },
  read: first(kind)
})

/** Asks several questions at once, in one round trip. */
export const together = <Q extends Readonly<Record<string, RecordQuery<unknown>>>>(asked: Q) => {
  const all = Object.entries(asked)
  return Store.use((store) => store.ask(all.map(([, { question }]) => question))).pipe(
    Effect.map((answers) =>
      Object.fromEntries(all.map(([name, { read }], index) => [name, read(answers[index] ?? [])])) as {
        readonly [N in keyof Q]: ReturnType<Q[N]["read"]>
      }
    )
  )
}

/** The oldest records of a list above `after`, none of which a commit still running could precede. */
export const feed = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  name: NoInfer<L>,
  value: string,
  page: { readonly after?: bigint; readonly limit: number }
) =>
  Store.use((store) => store.feed({ kind: kind.kind, list: name, value, ...page })).pipe(
    Effect.map((rows) => rows.map((row): ListedRecord<A> => ({ ...typed(kind, row.record), seq: row.seq })))
  )
