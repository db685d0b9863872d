// All rules: those that the code lists, and those of each part of the interface in our own words.
import { printedRules } from "./printed-rules.ts"
import type { Rule } from "./rule.ts"
import { rules as admin } from "./rules/admin.ts"
import { rules as deposit } from "./rules/deposit.ts"
import { rules as dispute } from "./rules/dispute.ts"
import { rules as errors } from "./rules/errors.ts"
import { rules as event } from "./rules/event.ts"
import { rules as evm } from "./rules/evm.ts"
import { rules as conventions } from "./rules/interface.ts"
import { rules as kyc } from "./rules/kyc.ts"
import { rules as kycDocument } from "./rules/kyc-document.ts"
import { rules as lightningInvoice } from "./rules/lightning-invoice.ts"
import { rules as limits } from "./rules/limits.ts"
import { rules as payout } from "./rules/payout.ts"
import { rules as quote } from "./rules/quote.ts"
import { rules as statement } from "./rules/statement.ts"
import { rules as subaccount } from "./rules/subaccount.ts"
import { rules as swap } from "./rules/swap.ts"
import { rules as transfer } from "./rules/transfer.ts"
import { rules as wallet } from "./rules/wallet.ts"
import { rules as webhook } from "./rules/webhook.ts"

/** A group of rules with the heading of the page. */
export interface RuleGroup {
  readonly heading: string
  readonly rules: ReadonlyArray<Rule>
}

/** Every group, in the order of the page. */
export const ruleGroups = (): ReadonlyArray<RuleGroup> => [
  { heading: "The interface at large", rules: conventions },
  { heading: "Subaccounts", rules: subaccount },
  { heading: "KYC and KYB", rules: kyc },
  { heading: "KYC documents, liveness and hosted pages", rules: kycDocument },
  { heading: "Wallets, keys and PINs", rules: wallet },
  { heading: "Wallet transfers", rules: transfer },
  { heading: "Wallet payouts", rules: payout },
  { heading: "Deposits", rules: deposit },
  { heading: "Lightning invoices", rules: lightningInvoice },
  { heading: "Quotes", rules: quote },
  { heading: "DePix swaps", rules: swap },
  { heading: "Account statement", rules: statement },
  { heading: "Events to read", rules: event },
  { heading: "Webhooks", rules: webhook },
  { heading: "Disputes", rules: dispute },
  { heading: "Settling on an EVM network", rules: evm },
  { heading: "Operators", rules: admin },
  { heading: "Refusals by environment", rules: errors },
  { heading: "Request rate", rules: limits },
  { heading: "Listed by the code", rules: printedRules() }
]
