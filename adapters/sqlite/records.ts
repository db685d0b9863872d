// Records, their unique keys and their lists in SQLite. There is one writer, so places in lists grow in the order of the
// commits, and a feed need not mind commits that still run.
import type { DatabaseSync } from "node:sqlite"
import {
  type CommitRefusal,
  DuplicateKey,
  type FeedPage,
  type ListPage,
  type Listed,
  type Owes,
  type RawRecord,
  type Span,
  type SpanPage,
  VersionConflict,
  type Write
} from "../../core/engine/store/store.ts"
import { arrays, statement } from "./connection.ts"
import { Conflict, type Turn } from "./group-commit.ts"

type RecordRow = readonly [kind: string, id: string, owner: string, version: bigint, body: string]
type ListRow = readonly [seq: bigint, ...record: RecordRow]

interface StoredVersion {
  readonly n: bigint
  readonly version: bigint
}

const raw = ([kind, id, owner, version, body]: RecordRow): RawRecord => ({
  kind,
  id,
  owner,
  version: Number(version),
  body
})

const listed = ([seq, ...record]: ListRow): Listed => ({ seq, record: raw(record) })

const columns = "r.kind, r.id, r.owner, r.version, r.body"

// A limit that is a bare parameter makes SQLite prepare the statement again at every call: three times the cost.
const page = (beyond: "<" | ">", order: "asc" | "desc"): string =>
  `select l.seq, ${columns} from record_list l join record r on r.n = l.record
   where l.kind = ? and l.name = ? and l.value = ? and l.seq ${beyond} ? order by l.seq ${order} limit ? + 0`

const stretch = "l.kind = ? and l.name = ? and l.value >= ? and l.value < ?"

const largestSeq = 9_223_372_036_854_775_807n

// Parts are joined with a character that no id, name or value of ours holds.
const path = (...parts: ReadonlyArray<string>): string => parts.join("\u0000")

// A list of JSON, null when it is empty: records about which nothing is owed stay out of the index.
const owedText = ({ jobs }: Owes): string | null => jobs.length === 0 ? null : JSON.stringify(jobs)

/** Every statement, by what it does. */
const preparedIn = (db: DatabaseSync) => ({
  byId: arrays<RecordRow>(db, `select ${columns} from record r where r.kind = ? and r.id = ?`),
  byKey: arrays<RecordRow>(
    db,
    `select ${columns} from record_key k join record r on r.n = k.record
     where k.kind = ? and k.name = ? and k.value = ?`
  ),
  newest: arrays<ListRow>(db, page("<", "desc")),
  oldest: arrays<ListRow>(db, page(">", "asc")),
  lastOf: arrays<RecordRow>(
    db,
    `select ${columns} from record_list l join record r on r.n = l.record
     where ${stretch} order by l.value desc, l.seq desc limit ? + 0`
  ),
  countOf: statement<{ readonly rows: bigint }>(db, `select count(*) as rows from record_list l where ${stretch}`),
  version: statement<StoredVersion>(db, "select n, version from record where kind = ? and id = ?"),
  holder: statement<{ readonly record: bigint }>(
    db,
    "select record from record_key where kind = ? and name = ? and value = ?"
  ),
  insert: statement(
    db,
    `insert into record (kind, id, owner, version, body, owed, doubted_at) values (?, ?, ?, 1, ?, ?, ?)
     on conflict do nothing`
  ),
  replace: statement<{ readonly n: bigint }>(
    db,
    "update record set owner = ?, version = version + 1, body = ? where kind = ? and id = ? and version = ? returning n"
  ),
  replaceOwing: statement<{ readonly n: bigint }>(
    db,
    `update record set owner = ?, version = version + 1, body = ?, owed = ?, doubted_at = ?
     where kind = ? and id = ? and version = ? returning n`
  ),
  addKey: statement(
    db,
    "insert into record_key (kind, name, value, record) values (?, ?, ?, ?) on conflict do nothing"
  ),
  addRow: statement(db, "insert into record_list (kind, name, value, seq, record) values (?, ?, ?, ?, ?)"),
  lastSeq: statement<{ readonly value: bigint }>(db, "select value from counter where name = 'record_list'"),
  saveSeq: statement(db, "update counter set value = ? where name = 'record_list'")
})

export class Records {
  private readonly prepared: ReturnType<typeof preparedIn>

  constructor(db: DatabaseSync) {
    this.prepared = preparedIn(db)
  }

  get(kind: string, id: string): RawRecord | undefined {
    const row = this.prepared.byId.get(kind, id)
    return row && raw(row)
  }

  find(kind: string, key: string, value: string): RawRecord | undefined {
    const row = this.prepared.byKey.get(kind, key, value)
    return row && raw(row)
  }

  list({ before, kind, limit, list, value }: ListPage): ReadonlyArray<Listed> {
    return this.prepared.newest.all(kind, list, value, before ?? largestSeq, limit).map(listed)
  }

  feed({ after, kind, limit, list, value }: FeedPage): ReadonlyArray<Listed> {
    return this.prepared.oldest.all(kind, list, value, after ?? 0n, limit).map(listed)
  }

  span({ below, from, kind, limit, list }: SpanPage): ReadonlyArray<RawRecord> {
    return this.prepared.lastOf.all(kind, list, from, below, limit).map(raw)
  }

  count({ below, from, kind, list }: Span): number {
    return Number(this.prepared.countOf.get(kind, list, from, below)?.rows ?? 0n)
  }

  /** Why the writes may not be applied. */
  refused(writes: ReadonlyArray<Write>): CommitRefusal | undefined {
    const written = new Set<string>()
    const taken = new Set<string>()
    for (const { expected, id, keys, kind } of writes) {
      const record = this.prepared.version.get(kind, id)
      const twice = written.has(path(kind, id))
      if (expected === 0 && (record !== undefined || twice)) return new DuplicateKey({ kind, name: "id", value: id })
      if (BigInt(expected) !== (record?.version ?? 0n) || twice) return new VersionConflict({ kind, id })
      written.add(path(kind, id))
      for (const [name, value] of keys) {
        const key = path(kind, name, value)
        const holder = this.prepared.holder.get(kind, name, value)
        const isOthers = holder !== undefined && holder.record !== record?.n
        if (isOthers || taken.has(key)) return new DuplicateKey({ kind, name, value })
        taken.add(key)
      }
    }
    return undefined
  }

  /** Applies the writes; throws `Conflict` when they would be refused. */
  apply(writes: ReadonlyArray<Write>, turn: Turn): void {
    for (const write of writes) {
      const { keys, kind, lists } = write
      const n = this.put(write)
      for (const [name, value] of keys) {
        // Looked at before: the record holds this key already.
        if (this.prepared.addKey.run(kind, name, value, n).changes === 0n && !turn.careful) throw new Conflict()
      }
      for (const [name, value] of lists) {
        turn.place = (turn.place ?? this.prepared.lastSeq.get()?.value ?? 0n) + 1n
        this.prepared.addRow.run(kind, name, value, turn.place, n)
      }
    }
  }

  settle(turn: Turn): void {
    if (turn.place !== undefined) this.prepared.saveSeq.run(turn.place)
  }

  private put({ body, expected, id, kind, owes, owner }: Write): bigint {
    if (expected > 0) {
      const replaced = owes === undefined
        ? this.prepared.replace.get(owner, body, kind, id, expected)
        : this.prepared.replaceOwing.get(owner, body, owedText(owes), owes.doubtedAt, kind, id, expected)
      if (replaced === undefined) throw new Conflict()
      return replaced.n
    }
    const { changes, lastInsertRowid } = this.prepared.insert.run(
      kind,
      id,
      owner,
      body,
      owes === undefined ? null : owedText(owes),
      owes?.doubtedAt ?? null
    )
    if (changes === 0n) throw new Conflict()
    return lastInsertRowid
  }
}
