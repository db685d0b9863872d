// All rules: those that the code lists, and those of each part of the interface in our own words.
import { printedRules } from "./printed-rules.ts"
import type { Rule } from "./rule.ts"
import { rules as addresses } from "./rules/admission.ts"
import { rules as admin } from "./rules/admin.ts"
import { rules as cli } from "./rules/cli.ts"
import { rules as client } from "./rules/client.ts"
import { rules as commands } from "./rules/commands.ts"
import { rules as dashboard } from "./rules/dashboard.ts"
import { rules as dashboardPage } from "./rules/dashboard-page.ts"
import { rules as deposit } from "./rules/deposit.ts"
import { rules as dispute } from "./rules/dispute.ts"
import { rules as docs } from "./rules/docs.ts"
import { rules as errors } from "./rules/errors.ts"
import { rules as event } from "./rules/event.ts"
import { rules as banks } from "./rules/banks.ts"
import { rules as evm } from "./rules/evm.ts"
import { rules as conventions } from "./rules/interface.ts"
import { rules as hosted } from "./rules/hosted.ts"
import { rules as kyc } from "./rules/kyc.ts"
import { rules as kycDocument } from "./rules/kyc-document.ts"
import { rules as lightningInvoice } from "./rules/lightning-invoice.ts"
import { rules as limits } from "./rules/limits.ts"
import { rules as operator } from "./rules/operator.ts"
import { rules as shipped } from "./rules/package.ts"
import { rules as mount } from "./rules/mount.ts"
import { rules as payout } from "./rules/payout.ts"
import { rules as queue } from "./rules/queue.ts"
import { rules as quote } from "./rules/quote.ts"
import { rules as receipt } from "./rules/receipt.ts"
import { rules as reconcile } from "./rules/reconcile.ts"
import { rules as secrets } from "./rules/secrets.ts"
import { rules as statement } from "./rules/statement.ts"
import { rules as subaccount } from "./rules/subaccount.ts"
import { rules as swap } from "./rules/swap.ts"
import { rules as telemetry } from "./rules/telemetry.ts"
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
  { heading: "What addresses may have", rules: addresses },
  { heading: "Subaccounts", rules: subaccount },
  { heading: "KYC and KYB", rules: kyc },
  { heading: "KYC documents, liveness and hosted pages", rules: kycDocument },
  { heading: "Pages for end users", rules: hosted },
  { heading: "Receipts", rules: receipt },
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
  { heading: "Commands of a backend", rules: commands },
  { heading: "The command line", rules: cli },
  { heading: "Disputes", rules: dispute },
  { heading: "The client", rules: client },
  { heading: "Settling on an EVM network", rules: evm },
  { heading: "Banks of the PIX interface", rules: banks },
  { heading: "Operators", rules: admin },
  { heading: "Keys that seal secrets", rules: secrets },
  { heading: "Operators as persons", rules: operator },
  { heading: "The dashboard", rules: dashboard },
  { heading: "The dashboard in a browser", rules: dashboardPage },
  { heading: "What is open", rules: reconcile },
  { heading: "Jobs and the processes that share them", rules: queue },
  { heading: "Refusals by environment", rules: errors },
  { heading: "Request rate", rules: limits },
  { heading: "Documents and examples", rules: docs },
  { heading: "Under a framework", rules: mount },
  { heading: "What the service tells of itself", rules: telemetry },
  { heading: "The package and how it is run", rules: shipped },
  { heading: "Listed by the code", rules: printedRules() }
]
