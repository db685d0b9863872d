// Prints the books as a page: every account of the chart, and every template with what it debits and credits. Exhaustive by
// its type, so a template without an example does not compile.
import { unitsUnsafe } from "../../base/money/units.ts"
import { type AccountKind, type Posting, chart } from "./journal.ts"
import * as movement from "./movement-templates.ts"
import * as payout from "./payout-templates.ts"
import * as swap from "./swap-templates.ts"
import * as deposit from "./templates.ts"
import * as wallet from "./wallet-templates.ts"

type Examples<T> = { readonly [K in keyof T]: ReadonlyArray<Posting> }

const owner = "{owner}"
const id = "{wallet}"
const cents = unitsUnsafe("BRL", 1n)
// Stands for whichever asset an operation has: no template names this one.
const asset = "USDB"

const deposits: Examples<typeof deposit> = {
  depositReceived: deposit.depositReceived(owner, cents),
  depositDelivered: deposit.depositDelivered(owner, cents, asset, 1n),
  feeEarned: deposit.feeEarned(owner, cents),
  depositReturned: deposit.depositReturned(owner, cents),
  returnedAfterDelivery: deposit.returnedAfterDelivery(cents),
  lossRecognised: deposit.lossRecognised(owner, cents),
  surplusReceived: deposit.surplusReceived(owner, cents),
  surplusReturned: deposit.surplusReturned(owner, cents),
  receivingFeePaid: deposit.receivingFeePaid(cents),
  routingFeePaid: deposit.routingFeePaid(unitsUnsafe("BTC", 1n))
}

const payouts: Examples<typeof payout> = {
  payoutDebited: payout.payoutDebited(owner, cents, asset, 1n),
  payoutSettled: payout.payoutSettled(owner, cents),
  payoutFeeEarned: payout.payoutFeeEarned(owner, cents),
  payoutRestored: payout.payoutRestored(owner, cents, asset, 1n),
  payoutReversed: payout.payoutReversed(owner, cents),
  reversalRefunded: payout.reversalRefunded(owner, cents, asset, 1n),
  paidPayoutRefunded: payout.paidPayoutRefunded(cents, asset, 1n),
  settledAfterRestoring: payout.settledAfterRestoring(cents),
  lossCovered: payout.lossCovered(owner, cents, cents),
  returnedAfterRestoring: payout.returnedAfterRestoring(cents),
  lossRecovered: payout.lossRecovered(owner, cents),
  networkFeePaid: payout.networkFeePaid(asset, 1n)
}

const swaps: Examples<typeof swap> = {
  swapReceived: swap.swapReceived(owner, 1n),
  swapExchanged: swap.swapExchanged(owner, 1n, 1n),
  swapDelivered: swap.swapDelivered(owner, 1n)
}

const wallets: Examples<typeof wallet> = {
  walletReceived: wallet.walletReceived(id, asset, 1n),
  walletReduced: wallet.walletReduced(id, asset, 1n),
  walletHeld: wallet.walletHeld(id, asset, 1n),
  walletReleased: wallet.walletReleased(id, asset, 1n),
  walletSpent: wallet.walletSpent(id, asset, 1n)
}

const network = "base"

const movements: Examples<typeof movement> = {
  railFeePaid: movement.railFeePaid(cents),
  movedMore: movement.movedMore("{movement}", asset, 1n),
  movedLess: movement.movedLess("{movement}", asset, 1n),
  excessLost: movement.excessLost("{movement}", asset, 1n),
  treasurySwept: movement.treasurySwept(asset, 1n),
  floatRaised: movement.floatRaised(network, asset, 1n),
  floatLowered: movement.floatLowered(network, asset, 1n),
  floatReserved: movement.floatReserved(network, asset, 1n),
  floatReleased: movement.floatReleased(network, asset, 1n),
  floatSpent: movement.floatSpent(network, asset, 1n)
}

const groups = [
  { heading: "Deposits", entries: "depositEntries", examples: deposits },
  { heading: "Payouts and Lightning invoices", entries: "payoutEntries", examples: payouts },
  { heading: "Movements", entries: "movementEntries", examples: movements },
  { heading: "Swaps", entries: "swapEntries", examples: swaps },
  { heading: "Wallets", entries: "walletEntries", examples: wallets }
]

const stays = { credit: "never a debit", debit: "never a credit", none: "either side" } satisfies Record<
  AccountKind["bound"],
  string
>

const accountRow = ([name, { about, bound, hot, normal }]: readonly [string, AccountKind]): string =>
  `| \`${name}\` | ${normal} | ${stays[bound]} | ${hot ? "yes" : ""} | ${about} |`

const accountsOf = (postings: ReadonlyArray<Posting>, side: Posting["side"]): string =>
  postings.filter((posting) => posting.side === side).map((posting) =>
    `${posting.asset === asset ? "asset" : posting.asset} \`${posting.account}\``
  ).join("; ")

/** The page. `aboutOf` says of a template which business fact it is. */
export const renderLedger = (aboutOf: (template: string) => string): string =>
  [
    "# Ledger",
    "",
    "Printed from `chart.ts` and the templates; the tests fail when it is stale. Double entry for each asset, in smallest",
    "units: an entry is a balanced set of postings, the journal only grows, and a correction is another entry.",
    "",
    "## Accounts",
    "",
    "A name may go on after a slash with whose account it is, as in `deposit-owed/{owner}`. A balance that would cross the",
    "side where it has to stay is refused with the whole commit.",
    "",
    "| account | normal side | balance | shared by many | what it holds |",
    "| --- | --- | --- | --- | --- |",
    ...Object.entries<AccountKind>(chart).map(accountRow),
    "",
    "## Templates",
    "",
    "One for each business fact: a function that gives the postings.",
    ...groups.flatMap(({ entries, examples, heading }) => [
      "",
      `### ${heading}`,
      "",
      `In \`pontepay\` as \`${entries}\`.`,
      "",
      "| template | fact | debits | credits |",
      "| --- | --- | --- | --- |",
      ...Object.entries<ReadonlyArray<Posting>>(examples).map(([template, postings]) =>
        `| \`${template}\` | ${aboutOf(template)} | ${accountsOf(postings, "debit")} | ${
          accountsOf(postings, "credit")
        } |`
      )
    ]),
    ""
  ].join("\n")
