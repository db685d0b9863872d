// Reads. Whatever is asked in one turn of the event loop is one round trip: records by id, records by key and pages of
// lists together. A page goes by place within one list, on the key of the table: never OFFSET, never a walk over rows
// of other lists.
import { Clock, Effect, Option } from "effect"
import {
  type Balance,
  type BookedEntry,
  type FeedPage,
  type JournalPage,
  type ListPage,
  type Listed,
  type PostedLine,
  type Question,
  type RawRecord,
  type Span,
  type SpanPage,
  StoreUnavailable
} from "../../core/engine/store/store.ts"
import { type Statement, ask, query } from "./connection.ts"
import { NotSent } from "./errors.ts"
import { Lanes, type QueuedRequest } from "./lanes.ts"
import type { Link } from "./link.ts"

type RecordRow = readonly [
  asked: number,
  kind: string,
  id: string,
  owner: string,
  version: number,
  body: string,
  seq: string | null
]

interface ById {
  readonly by: "id"
  readonly kind: string
  readonly id: string
}
interface ByKey {
  readonly by: "key"
  readonly kind: string
  readonly name: string
  readonly value: string
}
interface OfList {
  readonly by: "list"
  readonly kind: string
  readonly name: string
  readonly value: string
  readonly before: bigint | undefined
  readonly limit: number
}
type Wanted = ById | ByKey | OfList

interface Read extends QueuedRequest {
  readonly question: Wanted
  readonly settle: (rows: ReadonlyArray<RecordRow>) => void
}

const record = "r.kind, r.id, r.owner, r.version, r.body"

const questions: Statement = {
  name: "questions",
  text: `
select q.n, ${record}, null::bigint as seq
from unnest($1::int[], $2::text[], $3::text[]) as q(n, kind, id)
join pontepay.records r on r.kind = q.kind and r.id = q.id
union all
select q.n, ${record}, null
from unnest($4::int[], $5::text[], $6::text[], $7::text[]) as q(n, kind, name, value)
join pontepay.keys k on k.kind = q.kind and k.name = q.name and k.value = q.value
join pontepay.records r on r.kind = k.kind and r.id = k.id
union all
select q.n, ${record}, page.seq
from unnest($8::int[], $9::text[], $10::text[], $11::text[], $12::bigint[], $13::int[])
  as q(n, kind, name, value, before, size)
cross join lateral (
  select l.seq, l.id from pontepay.lists l
  where l.kind = q.kind and l.name = q.name and l.value = q.value and l.seq < q.before
  order by l.seq desc limit q.size
) page
join pontepay.records r on r.kind = q.kind and r.id = page.id
order by 1, 7 desc`
}

// Transactions that run now began at or above the snapshot's xmin, so their rows have places at or above it.
const feed: Statement = {
  name: "feed",
  text: `
select 0, ${record}, page.seq
from (
  select l.seq, l.id from pontepay.lists l
  where l.kind = $1 and l.name = $2 and l.value = $3 and l.seq > $4::bigint
    and l.seq < (select pontepay.place(pg_snapshot_xmin(pg_current_snapshot())))
  order by l.seq limit $5
) page
join pontepay.records r on r.kind = $1 and r.id = page.id
order by 7`
}

const spans: Statement = {
  name: "spans",
  text: `
select q.n, ${record}, null::bigint
from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) as q(n, kind, name, low, high, size)
cross join lateral (
  select l.value, l.seq, l.id from pontepay.lists l
  where l.kind = q.kind and l.name = q.name and l.value >= q.low and l.value < q.high
  order by l.value desc, l.seq desc limit q.size
) page
join pontepay.records r on r.kind = q.kind and r.id = page.id
order by q.n, page.value desc, page.seq desc`
}

const counts: Statement = {
  name: "counts",
  text: `
select (
  select count(*) from pontepay.lists l
  where l.kind = q.kind and l.name = q.name and l.value >= q.low and l.value < q.high
)::int
from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[]) as q(n, kind, name, low, high)
order by q.n`
}

const balance = "select account, asset, sum(amount)::text from pontepay.balances"

const allBalances: Statement = { name: "all_balances", text: `${balance} group by 1, 2 order by 1, 2` }

// A slash sorts just before the digit 0.
const balancesUnder: Statement = {
  name: "balances_under",
  text: `${balance} where account = $1 group by 1, 2
union all
${balance} where account >= $1 || '/' and account < $1 || '0' group by 1, 2 order by 1, 2`
}

const postings: Statement = {
  name: "postings",
  text: `select entry, template, source, at, account, asset, amount::text from pontepay.postings
where source = $1 order by seq, n`
}

// Below the oldest running transaction nothing can come in any more, as for feeds.
const journal: Statement = {
  name: "journal",
  text: `select seq, id, template, source, owner, at, accounts, assets, amounts::text[] from pontepay.entries
where seq > $1::bigint and seq < (select pontepay.place(pg_snapshot_xmin(pg_current_snapshot())))
order by seq limit $2`
}

type EntryRow = readonly [
  seq: string,
  id: string,
  template: string,
  source: string,
  owner: string,
  at: string,
  accounts: ReadonlyArray<string>,
  assets: ReadonlyArray<string>,
  amounts: ReadonlyArray<string>
]

const bookedEntry = ([seq, id, template, source, owner, at, accounts, assets, amounts]: EntryRow): BookedEntry => ({
  place: BigInt(seq),
  id,
  template,
  source,
  owner,
  at: Number(at),
  postings: accounts.map((account, n) => ({
    account,
    asset: assets[n] ?? "",
    amount: BigInt(amounts[n] ?? 0)
  }))
})

const ping: Statement = { name: "ping", text: "select 1" }
const now: Statement = { name: "now", text: "select floor(extract(epoch from clock_timestamp()) * 1000)::bigint" }

// The name of a segment of the log begins with its timeline, which a promotion changes at once.
const place: Statement = {
  name: "place",
  text: `select (select system_identifier from pg_control_system()) || '/'
    || left(pg_walfile_name(pg_current_wal_lsn()), 8) || '/'
    || (select oid from pg_database where datname = current_database())`
}

// Beyond every place.
const end = 2n ** 63n - 1n
const limits = { lanes: 2, batch: 256 }

const rawRecord = ([, kind, id, owner, version, body]: RecordRow): RawRecord => ({ kind, id, owner, version, body })
const listed = (row: RecordRow): Listed => ({ seq: BigInt(row[6] ?? 0), record: rawRecord(row) })

// The database holds no text with U+0000, and refuses the whole question for one.
const storable = (...texts: ReadonlyArray<string>): boolean => texts.every((text) => !text.includes("\u0000"))

// A text that cannot be stored is looked for under one that nothing has.
const safe = (text: string): string => storable(text) ? text : ""

const wanted = (question: Question): Wanted => {
  switch (question.by) {
    case "id":
      return { by: "id", kind: question.kind, id: safe(question.id) }
    case "key":
      return { by: "key", kind: question.kind, name: question.key, value: safe(question.value) }
    case "list": {
      const { before, kind, limit, list, value } = question.page
      return { by: "list", kind, name: list, value: safe(value), before, limit }
    }
  }
}

const parameters = (batch: ReadonlyArray<Wanted>): ReadonlyArray<unknown> => {
  const of = <B extends Wanted["by"]>(by: B) =>
    batch.flatMap((question, n) => question.by === by ? [{ ...question as Extract<Wanted, { by: B }>, n }] : [])
  const [ids, keys, lists] = [of("id"), of("key"), of("list")]
  return [
    ids.map(({ n }) => n),
    ids.map(({ kind }) => kind),
    ids.map(({ id }) => id),
    keys.map(({ n }) => n),
    keys.map(({ kind }) => kind),
    keys.map(({ name }) => name),
    keys.map(({ value }) => value),
    lists.map(({ n }) => n),
    lists.map(({ kind }) => kind),
    lists.map(({ name }) => name),
    lists.map(({ value }) => value),
    lists.map(({ before }) => String(before ?? end)),
    lists.map(({ limit }) => limit)
  ]
}

// Each bound is a text; one that cannot be stored makes an empty stretch, or one from the beginning.
const boundsOf = (spans: ReadonlyArray<Span>): ReadonlyArray<unknown> => [
  spans.map((_, n) => n),
  spans.map(({ kind }) => kind),
  spans.map(({ list }) => list),
  spans.map(({ from }) => safe(from)),
  spans.map(({ below }) => safe(below))
]

export class Reads {
  private readonly lanes: Lanes<Read>
  private readonly link: Link

  constructor(link: Link) {
    this.link = link
    this.lanes = new Lanes(limits, (batch) => this.send(batch))
  }

  get(kind: string, id: string): Effect.Effect<Option.Option<RawRecord>, StoreUnavailable> {
    if (!storable(kind, id)) return Effect.succeedNone
    return this.question({ by: "id", kind, id }).pipe(
      Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), rawRecord))
    )
  }

  find(kind: string, name: string, value: string): Effect.Effect<Option.Option<RawRecord>, StoreUnavailable> {
    if (!storable(kind, name, value)) return Effect.succeedNone
    return this.question({ by: "key", kind, name, value }).pipe(
      Effect.map(([row]) => Option.map(Option.fromUndefinedOr(row), rawRecord))
    )
  }

  list({ before, kind, limit, list, value }: ListPage): Effect.Effect<ReadonlyArray<Listed>, StoreUnavailable> {
    if (!storable(kind, list, value)) return Effect.succeed([])
    return this.question({ by: "list", kind, name: list, value, before, limit }).pipe(
      Effect.map((rows) => rows.map(listed))
    )
  }

  ask(questions: ReadonlyArray<Question>): Effect.Effect<ReadonlyArray<ReadonlyArray<Listed>>, StoreUnavailable> {
    if (questions.length === 0) return Effect.succeed([])
    return Effect.callback((resume) => {
      const answers: Array<ReadonlyArray<Listed>> = questions.map(() => [])
      let open = questions.length
      const reads = questions.map((question, n): Read => ({
        question: wanted(question),
        settle: (rows) => {
          answers[n] = rows.map(listed)
          if (--open === 0) resume(Effect.succeed(answers))
        },
        refuse: (cause) => resume(Effect.fail(new StoreUnavailable({ cause })))
      }))
      for (const read of reads) this.lanes.push(read)
      return Effect.sync(() => {
        for (const read of reads) this.lanes.drop(read)
      })
    })
  }

  feed({ after, kind, limit, list, value }: FeedPage): Effect.Effect<ReadonlyArray<Listed>, StoreUnavailable> {
    if (!storable(kind, list, value)) return Effect.succeed([])
    return query<RecordRow>(this.link, feed, [kind, list, value, String(after ?? 0n), limit]).pipe(
      Effect.map((rows) => rows.map(listed))
    )
  }

  spans(pages: ReadonlyArray<SpanPage>): Effect.Effect<ReadonlyArray<ReadonlyArray<RawRecord>>, StoreUnavailable> {
    const answers = pages.map((): Array<RawRecord> => [])
    const values = [...boundsOf(pages), pages.map(({ limit }) => limit)]
    return query<RecordRow>(this.link, spans, values).pipe(
      Effect.map((rows) => {
        for (const row of rows) answers[row[0]]?.push(rawRecord(row))
        return answers
      })
    )
  }

  counts(of: ReadonlyArray<Span>): Effect.Effect<ReadonlyArray<number>, StoreUnavailable> {
    return query<[rows: number]>(this.link, counts, boundsOf(of)).pipe(
      Effect.map((rows) => rows.map(([count]) => count))
    )
  }

  balances(prefix: string): Effect.Effect<ReadonlyArray<Balance>, StoreUnavailable> {
    if (!storable(prefix)) return Effect.succeed([])
    const rows = prefix === ""
      ? query<[string, string, string]>(this.link, allBalances, [])
      : query<[string, string, string]>(this.link, balancesUnder, [prefix])
    return rows.pipe(
      Effect.map((rows) => rows.map(([account, asset, amount]) => ({ account, asset, amount: BigInt(amount) })))
    )
  }

  postings(of: string): Effect.Effect<ReadonlyArray<PostedLine>, StoreUnavailable> {
    if (!storable(of)) return Effect.succeed([])
    return query<[string, string, string, string, string, string, string]>(this.link, postings, [of]).pipe(
      Effect.map((rows) =>
        rows.map(([entry, template, source, at, account, asset, amount]) => ({
          entry,
          template,
          source,
          at: Number(at),
          account,
          asset,
          amount: BigInt(amount)
        }))
      )
    )
  }

  journal({ after, limit }: JournalPage): Effect.Effect<ReadonlyArray<BookedEntry>, StoreUnavailable> {
    return query<EntryRow>(this.link, journal, [String(after), limit]).pipe(
      Effect.map((rows) => rows.map(bookedEntry))
    )
  }

  // The clock of the program may be a test's or a simulation's: it is put right by as much as the machine's is off.
  get now(): Effect.Effect<number, StoreUnavailable> {
    return Effect.suspend(() => {
      const here = Date.now()
      return Effect.flatMap(
        query<[string]>(this.link, now, []),
        ([row]) => Effect.map(Clock.currentTimeMillis, (time) => time + Number(row?.[0] ?? here) - here)
      )
    })
  }

  get place(): Effect.Effect<string, StoreUnavailable> {
    return Effect.map(query<[string]>(this.link, place, []), ([row]) => `postgres:${row?.[0] ?? ""}`)
  }

  get ping(): Effect.Effect<void, StoreUnavailable> {
    return Effect.asVoid(query(this.link, ping, []))
  }

  private question(question: Wanted): Effect.Effect<ReadonlyArray<RecordRow>, StoreUnavailable> {
    return Effect.callback((resume) => {
      const read: Read = {
        question,
        settle: (rows) => resume(Effect.succeed(rows)),
        refuse: (cause) => resume(Effect.fail(new StoreUnavailable({ cause })))
      }
      this.lanes.push(read)
      return Effect.sync(() => this.lanes.drop(read))
    })
  }

  private async send(batch: ReadonlyArray<Read>): Promise<boolean> {
    try {
      const answers = batch.map((): Array<RecordRow> => [])
      const rows = await ask<RecordRow>(this.link, questions, parameters(batch.map(({ question }) => question)))
      for (const row of rows) answers[row[0]]?.push(row)
      batch.forEach(({ settle }, n) => settle(answers[n] ?? []))
      return true
    } catch (cause) {
      for (const { refuse } of batch) refuse(cause)
      return !(cause instanceof NotSent) && !this.link.isAway
    }
  }
}
