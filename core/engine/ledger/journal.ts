// Double entry, per asset, in exact smallest units. An entry is a balanced set of postings made for one reason; the
// journal only grows, and a correction is another entry.
import type { AssetCode } from "../../base/money/assets.ts"

// The chart of accounts. Each kind has a normal side and says whether a balance may cross it; a kind that many payments
// share is hot, and stores may stripe it.

/** A kind of account. `bound` is the side on which the balance must stay: "none" where the outside world decides. */
export interface AccountKind {
  readonly normal: "debit" | "credit"
  readonly bound: "debit" | "credit" | "none"
  readonly hot: boolean
  readonly about: string
}

/** Every kind of account of a data plane's books. */
export const chart = {
  "pix-settlement": {
    normal: "debit",
    bound: "none",
    hot: true,
    about: "BRL held at the PIX provider; its own books decide what it can pay"
  },
  treasury: {
    normal: "debit",
    bound: "none",
    hot: true,
    about: "assets on chains and Lightning from which deliveries are made, mirrored from there"
  },
  "deposit-owed": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "BRL received for a deposit and not yet delivered or returned, one account a key owner"
  },
  "surplus-owed": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "BRL received beyond what a charge requested, owed back to its payer"
  },
  conversion: {
    normal: "credit",
    bound: "none",
    hot: true,
    about: "the two legs of every exchange: BRL in one, the asset in the other"
  },
  "fee-income": { normal: "credit", bound: "credit", hot: true, about: "fees earned" },
  losses: {
    normal: "debit",
    bound: "debit",
    hot: true,
    about: "money returned to payers after the asset had left, and assets delivered after a full return"
  },
  wallet: {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "USDT on polygon that a wallet may spend, mirrored from the chain, one account a wallet"
  },
  "wallet-holds": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "the part of it that is on its way out, one account a wallet"
  },
  custody: {
    normal: "debit",
    bound: "none",
    hot: true,
    about: "what users' own chain accounts hold of the assets that are mirrored"
  },
  "payout-owed": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "BRL taken for payouts and Lightning invoices and not yet paid out or given back, one account a key owner"
  },
  "reversal-owed": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "BRL of settled payouts that came back and is owed to who paid, one account a key owner"
  },
  "owner-drawings": {
    normal: "debit",
    bound: "debit",
    hot: false,
    about: "what operators took out of treasuries, to the addresses of the configuration"
  },
  "network-fees": {
    normal: "debit",
    bound: "debit",
    hot: true,
    about: "what networks took for movements that the service pays for"
  },
  suspense: {
    normal: "debit",
    bound: "none",
    hot: false,
    about: "what moved beyond an order, or less of it, until it is known whose that is, one account a movement"
  },
  "float-free": {
    normal: "debit",
    bound: "debit",
    hot: true,
    about: "what can still be promised of a treasury, or of what the PIX provider holds, one account a place"
  },
  "float-reserved": {
    normal: "debit",
    bound: "debit",
    hot: true,
    about: "what movements that are under way take from it, one account a place"
  },
  "float-seen": {
    normal: "credit",
    bound: "none",
    hot: true,
    about: "the other side of both: what was seen to be there, less what has left since"
  },
  "swap-owed": {
    normal: "credit",
    bound: "credit",
    hot: false,
    about: "assets taken for swaps and not yet exchanged or delivered, one account a key owner"
  }
} as const satisfies Record<string, AccountKind>

/** The name of a kind, as the journal has it before the slash. */
export type AccountKindName = keyof typeof chart

/** An account: its kind alone where there is one a data plane, or the kind and whose it is. */
export type LedgerAccount = AccountKindName | `${AccountKindName}/${string}`

/** Of which kind an account is, by its name as the journal has it. */
export const kindNameOf = (account: string): AccountKindName => {
  const slash = account.indexOf("/")
  return (slash === -1 ? account : account.slice(0, slash)) as AccountKindName
}

/** The kind of an account by its name. */
export const kindOf = (account: LedgerAccount): AccountKind => chart[kindNameOf(account)]

/** Whether a balance (smallest units, debit positive) may stand on this account. */
export const mayStand = (account: LedgerAccount, balance: bigint): boolean => {
  switch (kindOf(account).bound) {
    case "none":
      return true
    case "debit":
      return balance >= 0n
    case "credit":
      return balance <= 0n
  }
}

/** One move on one account: always positive, the side says the direction. */
export interface Posting {
  readonly account: LedgerAccount
  readonly asset: AssetCode
  readonly side: "debit" | "credit"
  readonly units: bigint
}

/** The two postings that move an amount (smallest units) from the credited account to the debited one. */
export const move = (
  asset: AssetCode,
  units: bigint,
  debit: LedgerAccount,
  credit: LedgerAccount
): ReadonlyArray<Posting> => [
  { account: debit, asset, side: "debit", units },
  { account: credit, asset, side: "credit", units }
]

/** A balanced set of postings. `source` is the record that caused it, `template` the business fact. */
export interface Entry {
  readonly id: string
  readonly template: string
  readonly source: string
  readonly owner: string
  /** Unix milliseconds. */
  readonly at: number
  readonly postings: ReadonlyArray<Posting>
}

/** Smallest units with the sign of the books: a debit counts up, a credit down. */
export const signed = (posting: Posting): bigint => posting.side === "debit" ? posting.units : -posting.units

/** Assets in which the postings do not sum to zero; an entry is sound when there are none. */
export const unbalancedAssets = (postings: ReadonlyArray<Posting>): ReadonlyArray<AssetCode> => {
  const sums = new Map<AssetCode, bigint>()
  for (const posting of postings) sums.set(posting.asset, (sums.get(posting.asset) ?? 0n) + signed(posting))
  return [...sums].filter(([, sum]) => sum !== 0n).map(([asset]) => asset)
}

const problemOf = (postings: ReadonlyArray<Posting>): string | undefined => {
  const negative = postings.find((posting) => posting.units < 0n)
  if (negative !== undefined) {
    const { account, asset, side, units } = negative
    return `has a ${side} of ${units} ${asset} on ${account}: units are never negative, the side says the direction`
  }
  const assets = unbalancedAssets(postings)
  return assets.length === 0 ? undefined : `does not balance in ${assets.join(", ")}`
}

/** Leaves out empty postings, and throws on an entry that does not balance or counts below zero: a bug, not an input. */
export const entry = (parts: Entry): Entry => {
  const postings = parts.postings.filter((posting) => posting.units !== 0n)
  const wrong = problemOf(postings)
  if (wrong !== undefined) throw new Error(`Entry ${parts.template} of ${parts.source} ${wrong}`)
  return { ...parts, postings }
}
