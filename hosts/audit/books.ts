// The books: `conservation` and `no-overdraft` over every entry, posting and balance of a data plane.
import { Inspection, type Statement, type Verdict } from "./invariant.ts"
import type { EntryRow, Plane, PostingRow } from "./plane.ts"

const conservation: Statement = {
  name: "conservation",
  holds:
    "entries balance in each asset, balances are the sums of their postings, and all balances of an asset sum to 0",
  of: "postings and balances"
}

const noOverdraft: Statement = {
  name: "no-overdraft",
  holds: "no account ever stands on the side where it must not",
  of: "balances"
}

/** The side on which each kind of account has to stand; "any" where the outside world decides. */
export const sides: Readonly<Record<string, "debit" | "credit" | "any">> = {
  "pix-settlement": "any",
  treasury: "any",
  "deposit-owed": "credit",
  "surplus-owed": "credit",
  conversion: "any",
  "fee-income": "credit",
  losses: "debit",
  wallet: "credit",
  "wallet-holds": "credit",
  custody: "any",
  "payout-owed": "credit",
  "reversal-owed": "credit",
  "network-fees": "debit",
  "owner-drawings": "debit",
  "swap-owed": "credit",
  suspense: "any",
  "float-free": "debit",
  "float-reserved": "debit",
  "float-seen": "any"
}

/** Whether a balance, debit positive, may stand on an account; undefined for an account of a kind no one knows. */
const mayStand = (account: string, balance: bigint): boolean | undefined => {
  const side = sides[account.split("/")[0] ?? ""]
  if (side === undefined) return undefined
  return side === "any" || (side === "debit" ? balance >= 0n : balance <= 0n)
}

const amountOf = (text: string): bigint | undefined => /^(?:0|-?[1-9]\d*)$/.test(text) ? BigInt(text) : undefined

const place = (account: string, asset: string): string => `${asset} of account ${account}`

/** A change set: the entries of one source at one instant, which the store judges by what all of them leave. */
interface Course {
  readonly source: string
  readonly at: number
  readonly left: Map<string, { readonly account: string; readonly amount: bigint; readonly entry: string }>
}

/** What stands on the accounts of one kind in one asset, smallest units, debit positive. */
export interface KindBalance {
  readonly kind: string
  readonly asset: string
  readonly amount: bigint
  readonly accounts: number
}

/** What the books show. */
export interface BooksReport {
  readonly verdicts: ReadonlyArray<Verdict>
  readonly entries: number
  readonly postings: number
  readonly trialBalance: ReadonlyArray<KindBalance>
}

class Books {
  entries = 0
  postings = 0
  readonly balances = new Map<string, KindBalance>()
  readonly balanced = new Inspection()
  readonly bounded = new Inspection()
  private readonly sums = new Map<string, bigint>()
  private course: Course | undefined

  entry(entry: EntryRow): void {
    const { at, postings, source } = entry
    this.entries++
    this.postings += postings.length
    const record = `entry ${entry.id}`
    if (this.course?.source !== source || this.course.at !== at) this.endCourse()
    this.course ??= { source, at, left: new Map() }
    if (postings.length === 1) {
      this.balanced.violation(
        record,
        "it has one posting, and one side alone moves nothing",
        "none, or two and more",
        "1"
      )
    }
    const total = new Map<string, bigint>()
    for (const posting of postings) {
      const amount = this.posting(record, posting)
      total.set(posting.asset, (total.get(posting.asset) ?? 0n) + amount)
    }
    for (const [asset, sum] of total) {
      this.balanced.require(sum === 0n, record, `its postings in ${asset} do not balance`, "sum 0", `sum ${sum}`)
    }
  }

  private posting(record: string, posting: PostingRow): bigint {
    this.balanced.look()
    const where = place(posting.account, posting.asset)
    const amount = amountOf(posting.amount)
    if (amount === undefined || amount === 0n) {
      this.balanced.violation(
        record,
        `its posting on ${where} moves nothing`,
        "a whole number other than 0",
        posting.amount
      )
      return 0n
    }
    const sum = (this.sums.get(where) ?? 0n) + amount
    this.sums.set(where, sum)
    if (posting.after !== undefined) {
      const problem = `the balance it left in ${where} is not the sum of the postings so far`
      this.balanced.require(posting.after === String(sum), record, problem, String(sum), posting.after)
      this.course?.left.set(where, { account: posting.account, amount: sum, entry: record })
    }
    return amount
  }

  // Where no balance is stored beside each posting, the order of the journal is not that of the balances.
  endCourse(): void {
    for (const [where, { account, amount, entry }] of this.course?.left ?? []) {
      const problem = `it left ${where} on the wrong side`
      this.bounded.require(mayStand(account, amount) !== false, entry, problem, sideInWords(account), String(amount))
    }
    this.course = undefined
  }

  balance(account: string, asset: string, text: string, totals: Map<string, bigint>): void {
    this.balanced.look()
    this.bounded.look()
    const where = place(account, asset)
    const record = `balance in ${where}`
    const amount = amountOf(text)
    const sum = this.sums.get(where) ?? 0n
    this.sums.delete(where)
    this.balanced.require(amount === sum, record, "it is not the sum of its postings", String(sum), text)
    if (amount === undefined) return
    totals.set(asset, (totals.get(asset) ?? 0n) + amount)
    const kind = account.split("/")[0] ?? ""
    const total = this.balances.get(`${asset} ${kind}`) ?? { kind, asset, amount: 0n, accounts: 0 }
    const { accounts, amount: before } = total
    this.balances.set(`${asset} ${kind}`, { ...total, amount: before + amount, accounts: accounts + 1 })
    const stands = mayStand(account, amount)
    if (stands === undefined) {
      const known = Object.keys(sides).join(", ")
      this.bounded.violation(
        record,
        "no one knows on which side this kind of account has to stand",
        `one of ${known}`,
        account
      )
    } else this.bounded.require(stands, record, "it is overdrawn", sideInWords(account), text)
  }

  /** What was posted to accounts that have no balance. */
  get withoutBalance(): ReadonlyMap<string, bigint> {
    return this.sums
  }
}

const sideInWords = (account: string): string =>
  sides[account.split("/")[0] ?? ""] === "debit" ? "0 or more (a debit balance)" : "0 or less (a credit balance)"

/** Reads the journal in its order, then the balances. */
export const inspectBooks = async (plane: Plane, seen: (entry: EntryRow) => void): Promise<BooksReport> => {
  const books = new Books()
  for await (const entry of plane.entries()) {
    books.entry(entry)
    seen(entry)
  }
  books.endCourse()
  const totals = new Map<string, bigint>()
  for await (const { account, amount, asset } of plane.balances()) books.balance(account, asset, amount, totals)
  for (const [where, sum] of books.withoutBalance) {
    books.balanced.violation(`balance in ${where}`, "there is none, but postings were made", String(sum), "no balance")
  }
  for (const [asset, sum] of totals) {
    books.balanced.require(
      sum === 0n,
      `asset ${asset}`,
      "its balances do not sum to 0: money came from nowhere or is gone",
      "0",
      String(sum)
    )
  }
  return {
    verdicts: [books.balanced.verdict(conservation), books.bounded.verdict(noOverdraft)],
    entries: books.entries,
    postings: books.postings,
    trialBalance: [...books.balances.values()].sort((a, b) =>
      a.asset === b.asset ? (a.kind < b.kind ? -1 : 1) : a.asset < b.asset ? -1 : 1
    )
  }
}
