// The entries that the facts of a deposit ask for, worked out from the record and compared with those in the journal.
import type { DepositFile } from "./evidence.ts"
import { brl, factOf, inWords } from "./moves.ts"
import type { EntryRow } from "./plane.ts"

/** The entries of a deposit that were made from one template. */
export const entriesOf = (file: DepositFile, template: string): ReadonlyArray<EntryRow> =>
  file.entries.filter((entry) => entry.template === template)

/** What each entry of a deposit has to move; `cents` where the record alone does not say how much. */
export const movesOf = ({ deposit }: DepositFile) => {
  const { delivers, fee, owner, units, value, withheld } = deposit
  const net = BigInt(value) - BigInt(fee) - BigInt(withheld)
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
    routingFeePaid: (sats: bigint) => inWords([["network-fees", "BTC", sats], ["treasury", "BTC", -sats]]),
    surplusReceived: (cents: bigint) => brl(cents, "pix-settlement", surplus),
    surplusReturned: (cents: bigint) => brl(cents, surplus, "pix-settlement"),
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
