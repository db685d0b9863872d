// Which use case each task runs. The worker holds no rule: a task name from a commit leads to the verb of that name.
import type { Effect } from "effect"
import { advanceBooks } from "../../core/reports/books/advance-books.ts"
import { closeDays } from "../../core/reports/closing/close-days.ts"
import { watchFloats } from "../../core/reports/books/watch-floats.ts"
import { subjects } from "../../core/payments/resources.ts"
import { expireRailReturn } from "../../core/payments/deposit/expire-rail-return.ts"
import type { UpstreamUnavailable } from "../../core/base/errors/errors.ts"
import { applyEarlyReturns } from "../../core/inbox/apply-early-returns.ts"
import { applyKeptFact } from "../../core/inbox/apply-kept-fact.ts"
import { expireDeposit } from "../../core/inbox/expire-deposit.ts"
import { runCommand } from "../../core/inbox/run-command.ts"
import { compareRailBooks } from "../../core/inbox/compare-rail-books.ts"
import { sweepCharges } from "../../core/inbox/sweep-charges.ts"
import { explainOutflows } from "../../core/inbox/explain-outflows.ts"
import { watchAccounts } from "../../core/inbox/watch-accounts.ts"
import { watchMovements } from "../../core/inbox/watch-movements.ts"
import { advanceKycAttempt } from "../../core/customers/kyc/advance-kyc-attempt.ts"
import { advanceKycImport } from "../../core/customers/kyc/advance-kyc-import.ts"
import { expireDocuments } from "../../core/customers/kyc/expire-documents.ts"
import { expireHostedAttempt } from "../../core/customers/kyc/expire-hosted-attempt.ts"
import { expireLightningInvoice } from "../../core/payments/lightning-invoice/expire-lightning-invoice.ts"
import { carryTransfers } from "../../core/payments/movement/carry-transfers.ts"
import type { ValuePorts } from "../../core/payments/movement/kinds.ts"
import { performMovement } from "../../core/payments/movement/perform-movement.ts"
import { watchSuspense } from "../../core/payments/movement/watch-suspense.ts"
import { advanceErasure } from "../../core/operations/person/advance-erasure.ts"
import type { Auditor } from "../../core/ports/auditor.ts"
import type { Chain } from "../../core/ports/chain.ts"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import type { Ids } from "../../core/engine/store/ids.ts"
import type { ClaimedJob, JobVerdict } from "../../core/engine/store/job-queue.ts"
import type { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import type { Notifier } from "../../core/ports/notifier.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { PublicOrigin } from "../../core/ports/public-origin.ts"
import type { ProviderInboxes } from "../../core/ports/provider-inbox.ts"
import type { Restricting } from "../../core/ports/restrictions.ts"
import type { Secrets } from "../../core/engine/store/secrets.ts"
import type { SparkWallet } from "../../core/ports/spark-wallet.ts"
import type { CommitError, Store } from "../../core/engine/store/store.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import type { WalletVault } from "../../core/ports/wallet-vault.ts"
import { auditPlane } from "../../core/upkeep/reconcile/audit-plane.ts"
import { reconcileJobs } from "../../core/upkeep/reconcile/reconcile-jobs.ts"
import { sealJournal } from "../../core/engine/seal/seal-journal.ts"
import { advanceResealing } from "../../core/upkeep/secrets/advance-resealing.ts"
import { syncWalletMirror } from "../../core/customers/wallet/sync-wallet-mirror.ts"
import { advanceSwap } from "../../core/payments/swap/advance-swap.ts"
import { expireSwap } from "../../core/payments/swap/expire-swap.ts"
import { deliverWebhook, fanOutEvent } from "../../core/webhooks/webhook/deliver-webhook.ts"

/** What the steps of the worker need. */
export type TaskServices =
  | Store
  | Auditor
  | Chain
  | DocumentStore
  | PixRail
  | ValuePorts
  | LightningNode
  | SparkWallet
  | SwapPool
  | KycProvider
  | FxRates
  | Ids
  | Notifier
  | ProviderInboxes
  | PublicOrigin
  | Restricting
  | Secrets
  | WalletVault

/** Every error that a step may fail with. */
export type TaskFailure = CommitError | UpstreamUnavailable

type Task = (job: ClaimedJob) => Effect.Effect<JobVerdict, TaskFailure, TaskServices>

/** Use cases by the names of their tasks. */
export type Tasks = Readonly<Record<string, Task>>

export const tasks: Tasks = {
  "expire-deposit": expireDeposit,
  "expire-rail-return": expireRailReturn,
  "sweep-charges": sweepCharges,
  "compare-rail-books": compareRailBooks,
  "close-days": closeDays,
  "perform-movement": performMovement(subjects),
  "watch-suspense": watchSuspense,
  "carry-transfers": carryTransfers,
  "watch-accounts": watchAccounts,
  "explain-outflows": explainOutflows,
  "watch-floats": watchFloats,
  "watch-movements": watchMovements,
  "expire-lightning-invoice": expireLightningInvoice,
  "sync-wallet-mirror": syncWalletMirror,
  "advance-kyc-attempt": advanceKycAttempt,
  "advance-kyc-import": advanceKycImport,
  "expire-documents": expireDocuments,
  "advance-erasure": advanceErasure,
  "expire-hosted-attempt": expireHostedAttempt,
  "advance-swap": advanceSwap,
  "expire-swap": expireSwap,
  "fan-out-event": fanOutEvent,
  "deliver-webhook": deliverWebhook,
  "apply-early-returns": applyEarlyReturns,
  "apply-kept-fact": applyKeptFact,
  "run-command": runCommand,
  "audit-plane": auditPlane,
  "reconcile-jobs": reconcileJobs,
  "seal-journal": sealJournal,
  "advance-resealing": advanceResealing,
  "advance-books": advanceBooks
}
