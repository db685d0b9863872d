// Which use case each task runs. The worker holds no rule: a task name from a commit leads to the verb of that name.
import type { Effect } from "effect"
import { advanceBooks } from "../../core/books/advance-books.ts"
import { watchFloats } from "../../core/books/watch-floats.ts"
import { subjects } from "../../core/composition/subjects.ts"
import { expireRailReturn } from "../../core/deposit/expire-rail-return.ts"
import type { UpstreamUnavailable } from "../../core/errors/errors.ts"
import { applyEarlyReturns } from "../../core/inbox/apply-early-returns.ts"
import { applyKeptFact } from "../../core/inbox/apply-kept-fact.ts"
import { expireDeposit } from "../../core/inbox/expire-deposit.ts"
import { runCommand } from "../../core/inbox/run-command.ts"
import { compareRailBooks } from "../../core/inbox/compare-rail-books.ts"
import { sweepCharges } from "../../core/inbox/sweep-charges.ts"
import { advanceKycAttempt } from "../../core/kyc/advance-kyc-attempt.ts"
import { advanceKycImport } from "../../core/kyc/advance-kyc-import.ts"
import { expireDocuments } from "../../core/kyc/expire-documents.ts"
import { expireHostedAttempt } from "../../core/kyc/expire-hosted-attempt.ts"
import { expireLightningInvoice } from "../../core/lightning-invoice/expire-lightning-invoice.ts"
import { carryTransfers } from "../../core/movement/carry-transfers.ts"
import type { ValuePorts } from "../../core/movement/kinds.ts"
import { performMovement } from "../../core/movement/perform-movement.ts"
import { advanceErasure } from "../../core/person/advance-erasure.ts"
import type { Auditor } from "../../core/ports/auditor.ts"
import type { Chain } from "../../core/ports/chain.ts"
import type { DocumentStore } from "../../core/ports/document-store.ts"
import type { FxRates } from "../../core/ports/fx-rates.ts"
import type { Ids } from "../../core/ports/ids.ts"
import type { ClaimedJob, JobVerdict } from "../../core/ports/job-queue.ts"
import type { KycProvider } from "../../core/ports/kyc-provider.ts"
import type { LightningNode } from "../../core/ports/lightning-node.ts"
import type { Notifier } from "../../core/ports/notifier.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import type { ProviderInboxes } from "../../core/ports/provider-inbox.ts"
import type { Secrets } from "../../core/ports/secrets.ts"
import type { SparkWallet } from "../../core/ports/spark-wallet.ts"
import type { CommitError, Store } from "../../core/ports/store.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import type { WalletVault } from "../../core/ports/wallet-vault.ts"
import { auditPlane } from "../../core/reconcile/audit-plane.ts"
import { reconcileJobs } from "../../core/reconcile/reconcile-jobs.ts"
import { sealJournal } from "../../core/seal/seal-journal.ts"
import { advanceResealing } from "../../core/secrets/advance-resealing.ts"
import { syncWalletMirror } from "../../core/wallet/sync-wallet-mirror.ts"
import { advanceSwap } from "../../core/swap/advance-swap.ts"
import { expireSwap } from "../../core/swap/expire-swap.ts"
import { deliverWebhook, fanOutEvent } from "../../core/webhook/deliver-webhook.ts"

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
  "perform-movement": performMovement(subjects),
  "carry-transfers": carryTransfers,
  "watch-floats": watchFloats,
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
