// The books in SQLite: entries with their postings, each with the balance it left, and one running balance per account
// and asset. Amounts are exact integers of any size, computed here and stored as decimal text.
import type { DatabaseSync } from "node:sqlite"
import { type Entry, type LedgerAccount, mayStand, signed } from "../../core/ledger/journal.ts"
import {
  type Balance,
  type BookedEntry,
  type CommitRefusal,
  DuplicateKey,
  type JournalPage,
  Overdraft,
  type PostedLine
} from "../../core/ports/store.ts"
import { Conflict, type PendingBalance, type Statement, type Turn, arrays, statement } from "./connection.ts"

interface BalanceRow {
  readonly account: string
  readonly asset: string
  readonly amount: string
}

interface PostingRow extends Omit<PostedLine, "at" | "amount"> {
  readonly at: bigint
  readonly amount: string
}

type EntryRow = readonly [seq: bigint, id: string, template: string, source: string, owner: string, at: bigint]
type LineRow = readonly [entry: bigint, account: string, asset: string, amount: string]

const path = (account: string, asset: string): string => `${account}\u0000${asset}`

export class Journal {
  private readonly entryExists: Statement<object>
  private readonly standing: Statement<{ readonly n: bigint; readonly amount: string }>
  private readonly open: Statement<never>
  private readonly save: Statement<never>
  private readonly addEntry: Statement<never>
  private readonly addPosting: Statement<never>
  private readonly allBalances: Statement<BalanceRow>
  private readonly balancesOf: Statement<BalanceRow>
  private readonly postingsOf: Statement<PostingRow>
  private readonly entriesAfter: Statement<EntryRow>
  private readonly linesBetween: Statement<LineRow>

  constructor(db: DatabaseSync) {
    this.entryExists = statement(db, "select 1 from entry where id = ?")
    this.standing = statement(db, "select n, amount from balance where account = ? and asset = ?")
    this.open = statement(db, "insert into balance (account, asset, amount) values (?, ?, '0')")
    this.save = statement(db, "update balance set amount = ? where n = ?")
    this.addEntry = statement(
      db,
      "insert into entry (id, template, source, owner, at) values (?, ?, ?, ?, ?) on conflict do nothing"
    )
    this.addPosting = statement(
      db,
      "insert into posting (entry, line, balance, amount, after) values (?, ?, ?, ?, ?)"
    )
    this.allBalances = statement(db, "select account, asset, amount from balance")
    // "0" is the character after "/".
    this.balancesOf = statement(
      db,
      `select account, asset, amount from balance where account = ?1
       union all
       select account, asset, amount from balance where account >= ?1 || '/' and account < ?1 || '0'`
    )
    this.postingsOf = statement(
      db,
      `select e.id as entry, e.template, e.source, e.at, b.account, b.asset, p.amount
       from entry e join posting p on p.entry = e.seq join balance b on b.n = p.balance
       where e.source = ? order by e.seq, p.line`
    )
    this.entriesAfter = arrays(
      db,
      "select seq, id, template, source, owner, at from entry where seq > ? order by seq limit ? + 0"
    )
    this.linesBetween = arrays(
      db,
      `select p.entry, b.account, b.asset, p.amount from posting p join balance b on b.n = p.balance
       where p.entry > ? and p.entry <= ? order by p.entry, p.line`
    )
  }

  balances(prefix: string): ReadonlyArray<Balance> {
    const rows = prefix === "" ? this.allBalances.all() : this.balancesOf.all(prefix)
    return rows.map(({ account, amount, asset }) => ({ account, asset, amount: BigInt(amount) }))
  }

  postings(source: string): ReadonlyArray<PostedLine> {
    return this.postingsOf.all(source).map(({ account, amount, asset, at, entry, source, template }) => ({
      entry,
      template,
      source,
      at: Number(at),
      account,
      asset,
      amount: BigInt(amount)
    }))
  }

  /** There is one writer, so numbers grow in the order of the commits and none comes in below another. */
  page({ after, limit }: JournalPage): ReadonlyArray<BookedEntry> {
    const rows = this.entriesAfter.all(after, limit)
    const lines = this.linesBetween.all(after, rows.at(-1)?.[0] ?? after)
    let next = 0
    return rows.map(([place, id, template, source, owner, at]) => {
      const postings: Array<BookedEntry["postings"][number]> = []
      for (let line = lines[next]; line?.[0] === place; line = lines[++next]) {
        postings.push({ account: line[1], asset: line[2], amount: BigInt(line[3]) })
      }
      return { place, id, template, source, owner, at: Number(at), postings }
    })
  }

  /** Why the entries may not be made; an account is judged by what all of them leave on it. */
  refused(entries: ReadonlyArray<Entry>, turn: Turn): CommitRefusal | undefined {
    const made = new Set<string>()
    const left = new Map<string, Balance>()
    for (const { id, postings } of entries) {
      if (made.has(id) || this.entryExists.get(id) !== undefined) {
        return new DuplicateKey({ kind: "entry", name: "id", value: id })
      }
      made.add(id)
      for (const posting of postings) {
        const { account, asset } = posting
        const key = path(account, asset)
        const before = left.get(key)?.amount ?? this.find(account, asset, turn)?.amount ?? 0n
        left.set(key, { account, asset, amount: before + signed(posting) })
      }
    }
    for (const { account, amount, asset } of left.values()) {
      if (!mayStand(account as LedgerAccount, amount)) return new Overdraft({ account, asset })
    }
    return undefined
  }

  /** Makes the entries; throws `Conflict` when they would be refused. */
  apply(entries: ReadonlyArray<Entry>, turn: Turn): void {
    const touched = new Map<LedgerAccount, Array<PendingBalance>>()
    for (const { at, id, owner, postings, source, template } of entries) {
      const { changes, lastInsertRowid } = this.addEntry.run(id, template, source, owner, at)
      if (changes === 0n) throw new Conflict()
      postings.forEach((posting, line) => {
        const { account, asset } = posting
        const standing = this.find(account, asset, turn) ?? this.opened(account, asset, turn)
        const amount = signed(posting)
        standing.amount += amount
        standing.changed = true
        touched.set(account, [...touched.get(account) ?? [], standing])
        this.addPosting.run(lastInsertRowid, line, standing.n, amount.toString(), standing.amount.toString())
      })
    }
    for (const [account, standings] of touched) {
      if (!standings.every(({ amount }) => mayStand(account, amount))) throw new Conflict()
    }
  }

  settle(turn: Turn): void {
    for (const { amount, changed, n } of turn.balances.values()) if (changed) this.save.run(amount.toString(), n)
  }

  private find(account: string, asset: string, turn: Turn): PendingBalance | undefined {
    const key = path(account, asset)
    const known = turn.balances.get(key)
    if (known !== undefined) return known
    const row = this.standing.get(account, asset)
    if (row === undefined) return undefined
    const standing = { n: row.n, amount: BigInt(row.amount), changed: false }
    turn.balances.set(key, standing)
    return standing
  }

  private opened(account: string, asset: string, turn: Turn): PendingBalance {
    const standing = { n: this.open.run(account, asset).lastInsertRowid, amount: 0n, changed: true }
    turn.balances.set(path(account, asset), standing)
    return standing
  }
}
