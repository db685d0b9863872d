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
    about: "BRL received beyond what a charge asked for, owed back to its payer"
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
  "network-fees": {
    normal: "debit",
    bound: "debit",
    hot: true,
    about: "what networks took for movements that the service pays for"
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
