// The entries that the facts of a deposit ask for, worked out from the record and compared with those in the journal.
import type { DepositFile } from "./evidence.ts"
import type { EntryRow } from "./plane.ts"

/** Moves of an entry: account, asset and amount (debit positive). */
export type Moves = ReadonlyArray<readonly [account: string, asset: string, amount: bigint]>

const inWords = (moves: Moves): string =>
  moves.filter(([, , amount]) => amount !== 0n)
    .map(([account, asset, amount]) => `${account} ${amount > 0n ? "+" : ""}${amount} ${asset}`).toSorted().join("; ")
  || "no postings"

/** What an entry moved, in words that two equal entries share. */
export const movedBy = (entry: EntryRow): string =>
  inWords(
    entry.postings.map(({ account, amount, asset }) => [account, asset, /^-?\d+$/.test(amount) ? BigInt(amount) : 0n])
  )

const brl = (cents: bigint, debit: string, credit: string): string =>
  inWords([[debit, "BRL", cents], [credit, "BRL", -cents]])

/** The last part of an entry's id: the id of the receipt or return that it books. */
export const factOf = (entry: EntryRow): string => entry.id.slice(entry.id.lastIndexOf("/") + 1)

/** The entries of a deposit that were made from one template. */
export const entriesOf = (file: DepositFile, template: string): ReadonlyArray<EntryRow> =>
  file.entries.filter((entry) => entry.template === template)

/** What each entry of a deposit has to move; `cents` where the record alone does not say how much. */
export const movesOf = ({ deposit }: DepositFile) => {
  const { delivers, fee, owner, units, value } = deposit
  const net = BigInt(value) - BigInt(fee)
  const owed = `deposit-owed/${owner}`
  const surplus = `surplus-owed/${owner}`
  return {
    depositReceived: brl(BigInt(value), "pix-settlement", owed),
    depositDelivered: inWords([
      [owed, "BRL", net],
      ["conversion", "BRL", -net],
      ["conversion", delivers, BigInt(units)],
      ["treasury", delivers, -BigInt(units)]
    ]),
    feeEarned: brl(BigInt(fee), owed, "fee-income"),
    surplusReceived: brl(BigInt(value), "pix-settlement", surplus),
    surplusReturned: brl(BigInt(value), surplus, "pix-settlement"),
    depositReturned: (cents: bigint) => brl(cents, owed, "pix-settlement"),
    returnedAfterDelivery: (cents: bigint) => brl(cents, "losses", "pix-settlement"),
    lossRecognised: (cents: bigint) => brl(cents, "losses", owed)
  }
}

/** Cents that went back while the asset had not been delivered: the entries of those returns say so. */
export const returnedBeforeDelivery = (file: DepositFile): bigint => {
  const ids = new Set(entriesOf(file, "depositReturned").map(factOf))
  return file.returns.filter(({ id }) => ids.has(id)).reduce((sum, { value }) => sum + BigInt(value), 0n)
}

/** Every template that a deposit's entries are made from. */
export const depositTemplates: ReadonlyArray<string> = [
  "depositReceived",
  "depositDelivered",
  "feeEarned",
  "surplusReceived",
  "surplusReturned",
  "depositReturned",
  "returnedAfterDelivery",
  "lossRecognised"
]

/** Whether only deposits have entries of a template. */
export const isOfDeposits = (template: string): boolean => depositTemplates.includes(template)
