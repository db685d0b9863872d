// The books: every entry sums to zero in each asset, no account stands where it must not, and the running balances of the
// store are the sums of what was posted.
import type { Balance } from "../../../core/engine/store/store.ts"
import type { Judge, Report } from "./judge.ts"

/** Accounts that may not owe us anything: money of others, and money that was earned. */
const creditOnly = [
  "deposit-owed",
  "surplus-owed",
  "fee-income",
  "wallet",
  "wallet-holds",
  "payout-owed",
  "reversal-owed",
  "swap-owed"
]

/** Accounts from which nothing comes back. */
const debitOnly = ["losses", "network-fees"]

const kindOf = (account: string): string => account.split("/", 1)[0] ?? account

export class Books implements Judge {
  /** Smallest units by `<account> <asset>`, debit positive. */
  readonly sums = new Map<string, bigint>()
  private readonly report: Report
  private readonly balances: () => ReadonlyArray<Balance>

  constructor(report: Report, balances: () => ReadonlyArray<Balance>) {
    this.report = report
    this.balances = balances
  }

  committed: NonNullable<Judge["committed"]> = ({ entries }) => {
    for (const { id, postings } of entries) {
      const totals = new Map<string, bigint>()
      for (const { account, asset, side, units } of postings) {
        const signed = side === "debit" ? units : -units
        totals.set(asset, (totals.get(asset) ?? 0n) + signed)
        const key = `${account} ${asset}`
        this.sums.set(key, (this.sums.get(key) ?? 0n) + signed)
      }
      for (const [asset, total] of totals) {
        if (total !== 0n) this.report("conservation", `entry ${id} does not sum to zero in ${asset}: ${total}`)
      }
      for (const { account, asset } of postings) this.stands(account, asset, id)
    }
  }

  /** What the store says of every account. */
  stored(): ReadonlyArray<Balance> {
    return this.balances()
  }

  after = (): void => {
    const stored = new Map(this.balances().map(({ account, amount, asset }) => [`${account} ${asset}`, amount]))
    for (const [key, sum] of this.sums) {
      if ((stored.get(key) ?? 0n) !== sum) {
        this.report("conservation", `the store says ${stored.get(key) ?? 0n} of ${key}, its postings sum to ${sum}`)
      }
    }
    for (const [key, amount] of stored) {
      if (amount !== 0n && !this.sums.has(key)) {
        this.report("conservation", `${key} stands at ${amount} without a posting`)
      }
    }
  }

  /** What an account kind holds altogether, debit positive. */
  total(kind: string, asset: string): bigint {
    let sum = 0n
    for (const [key, amount] of this.sums) if (kindOf(key) === kind && key.endsWith(` ${asset}`)) sum += amount
    return sum
  }

  private stands(account: string, asset: string, entry: string): void {
    const sum = this.sums.get(`${account} ${asset}`) ?? 0n
    const kind = kindOf(account)
    const isWrong = creditOnly.includes(kind) ? sum > 0n : debitOnly.includes(kind) && sum < 0n
    if (isWrong) this.report("no-overdraft", `after entry ${entry} the account ${account} stands at ${sum} of ${asset}`)
  }
}
