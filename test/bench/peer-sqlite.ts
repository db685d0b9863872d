// The peer's store on SQLite: the statements of our adapter for one charge, written by hand, all that arrive in one turn
// of the event loop in one transaction. Tables, durability and bodies are the same.
import { DatabaseSync } from "node:sqlite"
import { migrations } from "../../adapters/sqlite/schema.ts"
import type { PeerCharge, PeerStore } from "./peer.ts"

/** Writes within a transaction; `place` gives the next place in a list. */
export type Work = (place: () => bigint) => void

export interface PeerDatabase {
  readonly db: DatabaseSync
  /** Runs in the transaction of this turn of the loop and resolves when it is durable. */
  readonly submit: (work: Work) => Promise<void>
}

interface Waiting {
  readonly work: Work
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Opens a fresh database at this path. */
export const openDatabase = (path: string): PeerDatabase => {
  const db = new DatabaseSync(path, { readBigInts: true })
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma cache_size = -16384")
  for (const { sql } of migrations) db.exec(sql)
  const lastSeq = db.prepare("select value from counter where name = 'record_list'")
  const saveSeq = db.prepare("update counter set value = ? where name = 'record_list'")
  const begin = db.prepare("begin immediate")
  const commit = db.prepare("commit")
  let waiting: Array<Waiting> = []
  const flush = () => {
    const group = waiting
    waiting = []
    try {
      begin.run()
      let seq = (lastSeq.get() as { value: bigint }).value
      for (const { work } of group) work(() => ++seq)
      saveSeq.run(seq)
      commit.run()
    } catch (error) {
      if (db.isTransaction) db.exec("rollback")
      for (const { reject } of group) reject(error)
      return
    }
    for (const { resolve } of group) resolve()
  }
  return {
    db,
    submit: (work) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ work, resolve, reject }) === 1) setImmediate(flush)
      })
  }
}

/** What a charge needs of the database. */
export const openStore = ({ db, submit }: PeerDatabase): PeerStore => {
  const columns = "r.kind, r.id, r.owner, r.version, r.body"
  const get = db.prepare(`select ${columns} from record r where r.kind = ? and r.id = ?`)
  const find = db.prepare(
    `select ${columns} from record_key k join record r on r.n = k.record where k.kind = ? and k.name = ? and k.value = ?`
  )
  const newest = db.prepare(
    `select l.seq, ${columns} from record_list l join record r on r.n = l.record
     where l.kind = ? and l.name = ? and l.value = ? and l.seq < ? order by l.seq desc limit ?`
  )
  const insert = db.prepare(
    "insert into record (kind, id, owner, version, body, owed) values (?, ?, ?, 1, ?, ?) on conflict do nothing"
  )
  const addKey = db.prepare(
    "insert into record_key (kind, name, value, record) values (?, ?, ?, ?) on conflict do nothing"
  )
  const addRow = db.prepare("insert into record_list (kind, name, value, seq, record) values (?, ?, ?, ?, ?)")
  const addJob = db.prepare("insert into job (id, task, subject, run_at) values (?, ?, ?, ?) on conflict do nothing")

  const write = (charge: PeerCharge, seq: bigint) => {
    const n = insert.run("deposit", charge.id, charge.owner, charge.body, `["expire/${charge.id}"]`).lastInsertRowid
    addKey.run("deposit", "externalId", charge.externalIdKey, n)
    addKey.run("deposit", "trackId", charge.trackId, n)
    addRow.run("deposit", "statementWithFee", charge.place, seq, n)
    addJob.run(`expire/${charge.id}`, "expire-deposit", charge.id, charge.expiresAt)
  }

  return {
    read: async ({ attemptId, externalIdKey, subAccountId }) => {
      const earlier = find.get("deposit", "externalId", externalIdKey)
      const subaccount = get.get("subaccount", subAccountId)
      const attempts = newest.all("kycAttempt", "bySubAccount", attemptId, 9_223_372_036_854_775_807n, 1)
      return { earlier, subaccount, attempt: attempts[0] }
    },
    write: (charge) => submit((place) => write(charge, place())),
    seed: (rows) =>
      submit((place) => {
        for (const { body, id, kind, list } of rows) {
          const n = insert.run(kind, id, "bench", body, null).lastInsertRowid
          if (list !== undefined) addRow.run(kind, "bySubAccount", list, place(), n)
        }
      })
  }
}
