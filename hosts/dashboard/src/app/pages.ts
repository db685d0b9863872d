// Every entry of the navigation: where it leads, and which endpoint somebody must be allowed for it to be there.
import type { EndpointName } from "../../../http/api/definition/management.ts"
import type { Words } from "../i18n/words.ts"
import type { IconName } from "../parts/icon.tsx"
import type { Session } from "./session.tsx"

export interface Entry {
  readonly name: Exclude<keyof Words["nav"], "label" | "search">
  readonly path: ReadonlyArray<string>
  readonly icon: IconName
  readonly needs: EndpointName
}

export interface Group {
  readonly name?: "payments" | "customers" | "money" | "operations" | "developers"
  readonly entries: ReadonlyArray<Entry>
}

const entry = (name: Entry["name"], path: string, icon: IconName, needs: EndpointName): Entry => ({
  name,
  path: [path],
  icon,
  needs
})

const developers = (accountId: string | undefined): ReadonlyArray<Entry> =>
  accountId === undefined ? [] : [
    { name: "keys", path: ["accounts", accountId, "keys"], icon: "keys", needs: "listKeys" },
    { name: "webhooks", path: ["accounts", accountId, "webhooks"], icon: "webhooks", needs: "listWebhooks" },
    { name: "account", path: ["accounts", accountId], icon: "accounts", needs: "readAccount" }
  ]

/** The navigation of a viewer. */
export const groupsOf = (session: Session): ReadonlyArray<Group> => {
  const own = session.viewer.who === "owner" ? session.viewer.accountId : undefined
  const groups: ReadonlyArray<Group> = [
    { entries: [{ name: "overview", path: [], icon: "overview", needs: "readSeries" }] },
    {
      name: "payments",
      entries: [
        entry("deposits", "deposits", "deposits", "listDeposits"),
        entry("payouts", "payouts", "payouts", "listPayouts"),
        entry("invoices", "invoices", "invoices", "listLightningInvoices"),
        entry("transfers", "transfers", "transfers", "listTransfers"),
        entry("swaps", "swaps", "swaps", "listSwaps"),
        entry("disputes", "disputes", "disputes", "listDisputes")
      ]
    },
    {
      name: "customers",
      entries: [
        ...(own === undefined ? [entry("accounts", "accounts", "accounts", "listAccounts")] : []),
        entry("subaccounts", "subaccounts", "subaccounts", "listSubaccounts"),
        entry("kyc", "kyc", "kyc", "listKycAttempts")
      ]
    },
    {
      name: "money",
      entries: [
        entry("statement", "statement", "statement", "readStatement"),
        entry("ledger", "ledger", "ledger", "readTrialBalance"),
        entry("closings", "closings", "ledger", "readClosings")
      ]
    },
    {
      name: "operations",
      entries: [
        entry("open", "open", "open", "listOpen"),
        entry("deadJobs", "dead-jobs", "deadJobs", "listDeadJobs"),
        entry("reviews", "reviews", "reviews", "listReviews"),
        entry("approvals", "approvals", "approvals", "listApprovals"),
        entry("acts", "acts", "acts", "listActs"),
        entry("operators", "operators", "operators", "listOperators")
      ]
    },
    { name: "developers", entries: [...developers(own), entry("sandbox", "sandbox", "sandbox", "readTime")] }
  ]
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ needs }) => session.may.includes(needs)) }))
    .filter(({ entries }) => entries.length > 0)
}
