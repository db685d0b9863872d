// The rows of the exported journal: one for each posting, with what its operation says, and what a report would lack (0227).
import { type AssetCode, isBrlPegged } from "../../base/money/assets.ts"
import { printBrl, printDecimal } from "../../base/money/decimal.ts"
import { type Rate, centsForAsset, pegRate } from "../../base/money/rate.ts"
import type { Cents, Units } from "../../base/money/units.ts"
import type { BookedEntry } from "../../engine/store/store.ts"
import { dateInSaoPaulo, isoInstant } from "../../base/time/instant.ts"
import type { Customer } from "./customers.ts"
import type { OperationFacts } from "../../engine/resource/booked.ts"
import { operationOf } from "./operation-facts.ts"

/** A row: amounts are exact decimals, one of debit and credit is set; what is not known is null. */
export interface JournalRow {
  /** The civil day in São Paulo. */
  readonly date: string
  readonly at: string
  readonly entryId: string
  /** The number of the posting in its entry, from 1. */
  readonly line: string
  readonly accountId: string
  readonly subAccountId: string | null
  readonly operation: string | null
  readonly operationId: string | null
  /** The business fact: the name of the entry's template. */
  readonly fact: string
  readonly ledgerAccount: string
  readonly asset: string
  readonly network: string | null
  readonly debit: string | null
  readonly credit: string | null
  readonly valueInBrl: string | null
  /** The fee of the operation, on its reported row alone, so that the column can be added up. */
  readonly feeInBrl: string | null
  readonly customerTaxId: string | null
  readonly taxResidence: string | null
  /** Who is on the other side of the PIX, or of the address outside as far as it was declared. */
  readonly counterpartyName: string | null
  readonly counterpartyTaxId: string | null
  readonly counterpartyCountry: string | null
  readonly purpose: string | null
  readonly walletOwner: string | null
  readonly walletProof: string | null
  /** The columns that a report of this row needs and that are empty, separated by spaces. */
  readonly lacks: string
}

/** The columns in their order. */
export const journalColumns = [
  "date",
  "at",
  "entryId",
  "line",
  "accountId",
  "subAccountId",
  "operation",
  "operationId",
  "fact",
  "ledgerAccount",
  "asset",
  "network",
  "debit",
  "credit",
  "valueInBrl",
  "feeInBrl",
  "customerTaxId",
  "taxResidence",
  "counterpartyName",
  "counterpartyTaxId",
  "counterpartyCountry",
  "purpose",
  "walletOwner",
  "walletProof",
  "lacks"
] as const satisfies ReadonlyArray<keyof JournalRow>

/** What is reported of a fact: on one row of its entry, the one that moves `side`, the asset or the reais. */
interface Reported {
  readonly side: "asset" | "reais"
  readonly needs: ReadonlyArray<keyof JournalRow>
  readonly hasFee?: true
  /** Only of this operation; of any by default. */
  readonly of?: string
}

const exchanged = ["customerTaxId", "taxResidence", "valueInBrl", "purpose"] as const
/** What a report needs of what was sent to an address outside. */
export const sentOut = [...exchanged, "walletOwner", "walletProof", "counterpartyCountry"] as const
const paid = ["customerTaxId", "taxResidence", "counterpartyName", "counterpartyTaxId", "purpose"] as const

/** The facts that are reported: what was bought, sold, sent out, and paid by PIX. */
const reported: Readonly<Record<string, Reported>> = {
  depositReceived: { side: "reais", needs: paid },
  depositDelivered: { side: "asset", needs: sentOut, hasFee: true },
  payoutDebited: { side: "asset", needs: exchanged },
  payoutSettled: { side: "reais", needs: paid, hasFee: true },
  walletSpent: { side: "asset", needs: sentOut, of: "transfer" },
  swapExchanged: { side: "asset", needs: exchanged },
  swapDelivered: { side: "asset", needs: exchanged }
}

/** The facts of a PIX that the other side is known of: before them it is not booked who that was. */
const withCounterparty: ReadonlySet<string> = new Set([
  "depositReceived",
  "depositReturned",
  "returnedAfterDelivery",
  "payoutSettled",
  "payoutFeeEarned",
  "payoutReversed"
])

type BookedPosting = BookedEntry["postings"][number]

const absolute = (amount: bigint): bigint => amount < 0n ? -amount : amount

const printed = ({ amount, asset }: BookedPosting): string =>
  printDecimal(asset as AssetCode, absolute(amount) as Units<AssetCode>)

/** What an amount is worth by its own peg; undefined for what is not pegged to the real. */
export const centsByPeg = (asset: string, amount: bigint): Cents | undefined => {
  if (asset === "BRL") return amount as Cents
  const code = asset as AssetCode
  return isBrlPegged(code) ? centsForAsset(pegRate(code), amount as Units<typeof code>) : undefined
}

/** What an amount is worth at the price of its operation; undefined where that has none. */
export const centsByRate = (rate: Rate | null | undefined, asset: string, amount: bigint): Cents | undefined =>
  rate?.base === asset ? centsForAsset(rate, amount as Units<AssetCode>) : undefined

const pegged = ({ amount, asset }: BookedPosting): Cents | undefined => centsByPeg(asset, absolute(amount))

// By its own peg, by the reais that it was exchanged for in the same entry, or by the price of its operation.
const worth = (
  posting: BookedPosting,
  { postings }: BookedEntry,
  operation: OperationFacts | undefined
): string | null => {
  const own = pegged(posting)
  if (own !== undefined) return printBrl(own)
  const exchange = postings.filter(({ amount }) => amount > 0n).map(pegged).filter((cents) => cents !== undefined)
  if (exchange.length > 0) return printBrl(exchange.reduce((sum, cents) => sum + cents, 0n) as Cents)
  const priced = centsByRate(operation?.rate, posting.asset, absolute(posting.amount))
  return priced === undefined ? null : printBrl(priced)
}

const isReported = (posting: BookedPosting, entry: BookedEntry, { side }: Reported): boolean =>
  entry.postings.find(({ asset }) => (asset === "BRL") === (side === "reais")) === posting

/** Who is on the other side of a fact: of its PIX, whom the bank names; of an address outside, who was declared. */
const counterpartyOf = (fact: string, operation: OperationFacts | undefined) => {
  const { declared } = operation ?? {}
  const banks = withCounterparty.has(fact) ? operation?.counterparty : null
  // What is declared of a deposit is about its address, and says nothing of who pays it.
  if (fact === "depositReceived" || banks?.name || banks?.taxId) return banks
  return declared === undefined ? null : { name: declared.counterpartyName, taxId: declared.counterpartyTaxId }
}

/** The rows of an entry, by what its operation says and whose it is. */
export const rowsOfEntry = (
  entry: BookedEntry,
  operation: OperationFacts | undefined,
  customer: Customer
): ReadonlyArray<JournalRow> => {
  const named = operationOf(entry.source)
  const report = reported[entry.template]
  const applies = report !== undefined && (report.of ?? named?.operation) === named?.operation
  return entry.postings.map((posting, index) => {
    const isReport = applies && isReported(posting, entry, report)
    const party = counterpartyOf(entry.template, operation)
    const row = {
      date: dateInSaoPaulo(entry.at),
      at: isoInstant(entry.at),
      entryId: entry.id,
      line: String(index + 1),
      accountId: entry.owner,
      subAccountId: operation?.subAccountId ?? null,
      operation: named?.operation ?? null,
      operationId: operation?.id ?? named?.id ?? null,
      fact: entry.template,
      ledgerAccount: posting.account,
      asset: posting.asset,
      network: operation?.network ?? null,
      debit: posting.amount > 0n ? printed(posting) : null,
      credit: posting.amount < 0n ? printed(posting) : null,
      valueInBrl: worth(posting, entry, operation),
      feeInBrl: isReport && report.hasFee && operation?.fee ? printBrl(operation.fee) : null,
      customerTaxId: customer.taxId,
      taxResidence: customer.taxResidence,
      counterpartyName: party?.name ?? null,
      counterpartyTaxId: party?.taxId ?? null,
      counterpartyCountry: operation?.declared?.counterpartyCountry ?? null,
      purpose: operation?.declared?.purpose ?? null,
      walletOwner: operation?.declared?.walletOwner ?? null,
      walletProof: operation?.declared?.walletProof ?? null,
      lacks: ""
    }
    return isReport ? { ...row, lacks: report.needs.filter((name) => row[name] === null).join(" ") } : row
  })
}
