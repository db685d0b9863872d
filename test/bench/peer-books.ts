// The peer's statements beyond the charge, as our adapter for SQLite has them: records with their lists, entries with their
// postings, and jobs with leases.
import { randomBytes } from "node:crypto"
import type { PeerDatabase, Work } from "./peer-sqlite.ts"

export interface PeerRow {
  readonly kind: string
  readonly id: string
  readonly owner: string
  readonly version: bigint
  readonly body: string
}

/** A deposit as it is stored. */
export interface PeerDeposit {
  readonly id: string
  readonly owner: string
  readonly subAccountId: string
  readonly externalId: string
  readonly state: string
  readonly asset: string
  readonly network: string
  readonly address: string
  readonly value: number
  readonly fee: number
  readonly units: string
  readonly trackId: string
  readonly qrCode: string
  readonly endToEndId: string | null
  readonly paidAt: number | null
  readonly transactionHash: string | null
  readonly confirmedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
  readonly history?: ReadonlyArray<object>
}

export interface PeerJob {
  readonly id: string
  readonly task: string
  readonly subject: string
  readonly lease: string
}

interface Entry {
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  readonly at: number
}

/** Account, asset and amount, debit positive. */
type Posting = readonly [account: string, asset: string, amount: bigint]
type Lists = ReadonlyArray<readonly [name: string, value: string]>
type Stored = { readonly id: string; readonly owner: string }

const leaseMs = 60_000
const mostClaimed = 64

export const openBooks = ({ db, submit }: PeerDatabase) => {
  const columns = "r.kind, r.id, r.owner, r.version, r.body"
  const stretch = "l.kind = ? and l.name = ? and l.value >= ? and l.value < ?"
  const byId = db.prepare(`select ${columns} from record r where r.kind = ? and r.id = ?`)
  const byKey = db.prepare(
    `select ${columns} from record_key k join record r on r.n = k.record where k.kind = ? and k.name = ? and k.value = ?`
  )
  const lastOf = db.prepare(
    `select ${columns} from record_list l join record r on r.n = l.record where ${stretch}
     order by l.value desc, l.seq desc limit ?`
  )
  const countOf = db.prepare(`select count(*) as rows from record_list l where ${stretch}`)
  const insertRecord = db.prepare("insert into record (kind, id, owner, version, body, owed) values (?, ?, ?, 1, ?, ?)")
  const replaceRecord = db.prepare(
    "update record set version = version + 1, body = ?, owed = ? where kind = ? and id = ? and version = ? returning n"
  )
  const addRow = db.prepare("insert into record_list (kind, name, value, seq, record) values (?, ?, ?, ?, ?)")
  const addEntry = db.prepare("insert into entry (id, template, source, owner, at) values (?, ?, ?, ?, ?)")
  const addPosting = db.prepare("insert into posting (entry, line, balance, amount, after) values (?, ?, ?, ?, ?)")
  const balanceOf = db.prepare("select n, amount from balance where account = ? and asset = ?")
  const balancesOf = db.prepare("select account, asset, amount from balance where account >= ? and account < ?")
  const openBalance = db.prepare("insert into balance (account, asset, amount) values (?, ?, '0')")
  const saveBalance = db.prepare("update balance set amount = ? where n = ?")
  const addJob = db.prepare("insert into job (id, task, subject, run_at) values (?, ?, ?, ?) on conflict do nothing")
  const due = db.prepare(
    `select id, task, subject from job where dead = 0 and parked = 0 and task = ? and run_at <= ? and leased_until <= ?
     order by run_at, id limit ${mostClaimed}`
  )
  const lease = db.prepare("update job set attempt = attempt + 1, lease = ?, leased_until = ? where id = ?")
  const endJob = db.prepare("delete from job where id = ? and lease = ?")
  const mark = randomBytes(9).toString("base64url")
  let leases = 0
  const enlist = (kind: string, n: number | bigint, lists: Lists, place: () => bigint): void => {
    for (const [name, value] of lists) addRow.run(kind, name, value, place(), n)
  }

  return {
    submit: (work: Work): Promise<void> => submit(work),
    get: (kind: string, id: string) => byId.get(kind, id) as PeerRow | undefined,
    find: (kind: string, key: string, value: string) => byKey.get(kind, key, value) as PeerRow | undefined,
    span: (kind: string, list: string, from: string, below: string, limit: number) =>
      lastOf.all(kind, list, from, below, limit) as unknown as ReadonlyArray<PeerRow>,
    count: (kind: string, list: string, from: string, below: string): number =>
      Number((countOf.get(kind, list, from, below) as { rows: bigint }).rows),
    balances: (account: string) => balancesOf.all(account, `${account}0`),

    insert: (kind: string, record: Stored, owed: string | null, lists: Lists, place: () => bigint): void => {
      enlist(
        kind,
        insertRecord.run(kind, record.id, record.owner, JSON.stringify(record), owed).lastInsertRowid,
        lists,
        place
      )
    },
    /** Replaces what was read, and adds it to lists; throws when it was changed since. */
    replace: (row: PeerRow, record: object, owed: string | null, lists: Lists, place: () => bigint): void => {
      const { id, kind, version } = row
      const replaced = replaceRecord.get(JSON.stringify(record), owed, kind, id, version) as { n: bigint } | undefined
      if (replaced === undefined) throw new Error(`${id} was changed`)
      enlist(kind, replaced.n, lists, place)
    },
    book: ({ at, id, owner, source, template }: Entry, postings: ReadonlyArray<Posting>): void => {
      const entry = addEntry.run(id, template, source, owner, at).lastInsertRowid
      postings.forEach(([account, asset, amount], line) => {
        const found = balanceOf.get(account, asset) as { n: bigint; amount: string } | undefined
        const n = found?.n ?? openBalance.run(account, asset).lastInsertRowid
        const after = String(BigInt(found?.amount ?? 0) + amount)
        saveBalance.run(after, n)
        addPosting.run(entry, line, n, String(amount), after)
      })
    },

    addJob: (id: string, task: string, subject: string, runAt: number): void => {
      addJob.run(id, task, subject, runAt)
    },
    endJob: (job: PeerJob): void => {
      endJob.run(job.id, job.lease)
    },
    /** Leases what is due of some tasks. */
    claim: async (tasks: ReadonlyArray<string>): Promise<ReadonlyArray<PeerJob>> => {
      const claimed: Array<PeerJob> = []
      await submit(() => {
        const now = Date.now()
        for (const task of tasks) {
          for (const job of due.all(task, now, now) as unknown as ReadonlyArray<Omit<PeerJob, "lease">>) {
            const held = `${mark}-${++leases}`
            lease.run(held, now + leaseMs, job.id)
            claimed.push({ ...job, lease: held })
          }
        }
      })
      return claimed
    }
  }
}

export type PeerBooks = ReturnType<typeof openBooks>
