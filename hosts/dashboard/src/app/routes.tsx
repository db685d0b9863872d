// From a place to its page.
import { AccountPage } from "../pages/account.tsx"
import { AccountsPage } from "../pages/accounts.tsx"
import { ActsPage } from "../pages/acts.tsx"
import { ApprovalsPage } from "../pages/approvals.tsx"
import { ClosingsPage } from "../pages/closings.tsx"
import { DeadJobsPage } from "../pages/dead-jobs.tsx"
import { EventPage } from "../pages/event.tsx"
import { KycPage } from "../pages/kyc.tsx"
import { LedgerPage } from "../pages/ledger.tsx"
import { MissingPage } from "../pages/missing.tsx"
import { OpenPage } from "../pages/open.tsx"
import { OperationsPage } from "../pages/operations.tsx"
import { OperatorsPage } from "../pages/operators.tsx"
import { OverviewPage } from "../pages/overview.tsx"
import { OwnPage } from "../pages/own.tsx"
import { RecordPage } from "../pages/record.tsx"
import { ReviewsPage } from "../pages/reviews.tsx"
import { SandboxPage } from "../pages/sandbox.tsx"
import { SearchPage } from "../pages/search.tsx"
import { StatementPage } from "../pages/statement.tsx"
import { SubaccountPage } from "../pages/subaccount.tsx"
import { SubaccountsPage } from "../pages/subaccounts.tsx"
import { WebhookPage } from "../pages/webhook.tsx"
import type { Place } from "./router.ts"
import { useMay } from "./session.tsx"

export const Routes = ({ place }: { readonly place: Place }) => {
  const may = useMay()
  const { path, query } = place
  const [page, id, part] = path
  const missing = <MissingPage />
  if (page === undefined) return <OverviewPage query={query} />
  switch (page) {
    case "deposits":
      return <OperationsPage kind="deposit" place={place} />
    case "payouts":
      return <OperationsPage kind="payout" place={place} />
    case "invoices":
      return <OperationsPage kind="lightningInvoice" place={place} />
    case "transfers":
      return <OperationsPage kind="transfer" place={place} />
    case "swaps":
      return <OperationsPage kind="swap" place={place} />
    case "disputes":
      return <OperationsPage kind="dispute" place={place} />
    case "records":
      return id === undefined ? missing : <RecordPage id={id} />
    case "search":
      return <SearchPage text={query["q"] ?? ""} />
    case "subaccounts":
      return id === undefined ? <SubaccountsPage place={place} /> : <SubaccountPage id={id} />
    case "kyc":
      return <KycPage place={place} />
    case "statement":
      return <StatementPage place={place} />
    case "accounts":
      return id === undefined ? <AccountsPage /> : <AccountPage accountId={id} part={part} />
    case "webhooks":
      return id === undefined ? missing : <WebhookPage id={id} />
    case "events":
      return id === undefined ? missing : <EventPage id={id} />
    case "ledger":
      return may("readBooks") ? <LedgerPage query={query} /> : missing
    case "closings":
      return may("readClosings") ? <ClosingsPage query={query} /> : missing
    case "open":
      return may("listOpen") ? <OpenPage query={query} /> : missing
    case "dead-jobs":
      return may("listDeadJobs") ? <DeadJobsPage /> : missing
    case "reviews":
      return may("listReviews") ? <ReviewsPage place={place} /> : missing
    case "acts":
      return may("listActs") ? <ActsPage /> : missing
    case "approvals":
      return may("listApprovals") ? <ApprovalsPage /> : missing
    case "operators":
      return may("listOperators") ? <OperatorsPage /> : missing
    case "own":
      return <OwnPage />
    case "sandbox":
      return may("readTime") ? <SandboxPage /> : missing
    default:
      return missing
  }
}
