// Public names of the core: what an embedder, an adapter's author or a simulation builds with.
export { type Caller, callerOf } from "./access/caller.ts"
export { type Environment, environmentOfHost } from "./environment/environment.ts"
export { applyBootstrap } from "./provisioning/apply-bootstrap.ts"
export { type BootstrapAccount, type BootstrapWebhook, readBootstrapFile } from "./provisioning/bootstrap-file.ts"
export { createAccount } from "./provisioning/create-account.ts"
export { createKey } from "./account/create-key.ts"
export { updateAccount } from "./provisioning/update-account.ts"
export { type CommandRequest, newCommand } from "./command/command-request.ts"
export { createDeposit } from "./deposit/create-deposit.ts"
export { deliverRest } from "./deposit/deliver-rest.ts"
export { expireRailReturn } from "./deposit/expire-rail-return.ts"
export { previewDeposit } from "./deposit/preview-deposit.ts"
export { previewRest } from "./deposit/preview-rest.ts"
export { readCharge } from "./deposit/read-charge.ts"
export { readDeposit } from "./deposit/read-deposit.ts"
export { refundDeposit } from "./deposit/refund-deposit.ts"
export { returnRest } from "./deposit/return-rest.ts"
export { settleDeposit } from "./deposit/settle-deposit.ts"
export { depositStates } from "./deposit/deposit.states.ts"
export { applyDisputeEvent } from "./dispute/apply-dispute-event.ts"
export { disputeStates } from "./dispute/dispute.states.ts"
export { catalogue } from "./errors/catalogue.ts"
export { type FieldProblem, type Refusal, ValidationFailed } from "./errors/errors.ts"
export { type FeeLines, feeFor, feeLines } from "./fees/fee.ts"
export { type FeeOperation, type FeeOverrides, type FeeRow, feeSchedule } from "./fees/schedule.ts"
export { expireDeposit } from "./inbox/expire-deposit.ts"
export { compareRailBooks } from "./inbox/compare-rail-books.ts"
export { watchFloats } from "./books/watch-floats.ts"
export { type FloatMark, FloatMarks, floatMarksLayer } from "./ports/float-marks.ts"
export { carryTransfers } from "./movement/carry-transfers.ts"
export { sweepCharges } from "./inbox/sweep-charges.ts"
export { followSettlements } from "./inbox/follow-settlements.ts"
export { type Sender, takeProviderFacts } from "./inbox/take-provider-facts.ts"
export { advanceKycAttempt } from "./kyc/advance-kyc-attempt.ts"
export { advanceKycImport } from "./kyc/advance-kyc-import.ts"
export { applyKycDecision } from "./kyc/apply-kyc-decision.ts"
export { expireHostedAttempt } from "./kyc/expire-hosted-attempt.ts"
export { kycStates } from "./kyc/kyc-attempt.states.ts"
export { readHostedAttempt } from "./kyc/read-hosted-attempt.ts"
export { registerHostedDocument } from "./kyc/register-hosted-document.ts"
export { submitHostedForm } from "./kyc/submit-hosted-form.ts"
export { submitHostedProof } from "./kyc/submit-hosted-proof.ts"
export { readDocument } from "./kyc/read-document.ts"
export { readKyc } from "./kyc/read-kyc.ts"
export { readKycAttempt } from "./kyc/read-kyc-attempt.ts"
export { registerDocument } from "./kyc/register-document.ts"
export { startKyb } from "./kyc/start-kyb.ts"
export { startKyc } from "./kyc/start-kyc.ts"
export { submitHostedAttempt } from "./kyc/submit-hosted-attempt.ts"
export { submitImportToken } from "./kyc/submit-import-token.ts"
export { submitKybProof } from "./kyc/submit-kyb-proof.ts"
export { submitKycForm } from "./kyc/submit-kyc-form.ts"
export { uploadDocument } from "./kyc/upload-document.ts"
export { validateLiveness } from "./kyc/validate-liveness.ts"
export type { HostedForm } from "./identity/hosted-form.ts"
export type { KycLevel, KycReport } from "./identity/kyc-report.ts"
export type { KycSubmission } from "./identity/kyc-submission.ts"
export {
  type AccountKind,
  type AccountKindName,
  type Entry,
  type LedgerAccount,
  type Posting,
  chart,
  entry,
  kindOf,
  mayStand,
  move,
  signed,
  unbalancedAssets
} from "./ledger/journal.ts"
export { type ChainLink, type JournalEntry, chainStart, linkHash } from "./ledger/journal-chain.ts"
export * as depositEntries from "./ledger/templates.ts"
export * as payoutEntries from "./ledger/payout-templates.ts"
export * as swapEntries from "./ledger/swap-templates.ts"
export * as movementEntries from "./ledger/movement-templates.ts"
export * as walletEntries from "./ledger/wallet-templates.ts"
export { type Move, step } from "./machine/machine.ts"
export { renderMarkdown, renderMermaid } from "./machine/render.ts"
export type { Bolt11Network } from "./address/bolt11.ts"
export type { Network, WalletNetwork } from "./address/network.ts"
export type { WalletAddresses, WalletFamily } from "./address/wallet-addresses.ts"
export type { Id, IdPrefix, OwnedPrefix, RootPrefix } from "./ids/ids.ts"
export { type AssetCode, assets, decimalsOf, wholeUnit } from "./money/assets.ts"
export { NativeCoin, coinDecimals } from "./money/coins.ts"
export { type DecimalError, parseDecimal, printDecimal } from "./money/decimal.ts"
export {
  type Rate,
  type RateError,
  assetForCents,
  assetToCharge,
  centsForAsset,
  centsToCharge,
  pegRate,
  rateFromDecimal,
  rateNumber
} from "./money/rate.ts"
export {
  type Cents,
  type Sats,
  type Units,
  type UnitsError,
  add,
  mulDivCeil,
  mulDivFloor,
  mulDivHalfUp,
  subtract,
  units,
  unitsUnsafe,
  zero
} from "./money/units.ts"
export { createLightningInvoice } from "./lightning-invoice/create-lightning-invoice.ts"
export { expireLightningInvoice } from "./lightning-invoice/expire-lightning-invoice.ts"
export { lightningInvoiceStates } from "./lightning-invoice/lightning-invoice.states.ts"
export { readLightningInvoice } from "./lightning-invoice/read-lightning-invoice.ts"
export { refundLightningInvoice } from "./lightning-invoice/refund-lightning-invoice.ts"
export { settleLightningInvoice } from "./lightning-invoice/settle-lightning-invoice.ts"
export { createPayout } from "./payout/create-payout.ts"
export { payoutStates } from "./payout/payout.states.ts"
export { previewPayout } from "./payout/preview-payout.ts"
export { previewPayoutRefund } from "./payout/preview-payout-refund.ts"
export { readPayout } from "./payout/read-payout.ts"
export { refundPayout } from "./payout/refund-payout.ts"
export { decodePaymentString } from "./payment-string/decode.ts"
export { type AuditFinding, type AuditState, Auditor } from "./ports/auditor.ts"
export { parseBrCode } from "./pix/parse-br-code.ts"
export type { PixKeyType } from "./pix/pix-key.ts"
export { printBrCode } from "./pix/br-code.ts"
export { type CallCount, type CallLimit, CallWindow } from "./ports/call-window.ts"
export {
  type LimitsOfTreasuries,
  type TreasuryLimit,
  TreasuryLimits,
  treasuryLimitsLayer
} from "./ports/treasury-limits.ts"
export {
  type OfficialRate,
  type OfficialRateReader,
  OfficialRateUnavailable,
  OfficialRates,
  officialRatesLayer
} from "./ports/official-rate.ts"
export { type KeyHolder, PixDirectory, type PixDirectoryReader, pixDirectoryLayer } from "./ports/pix-directory.ts"
export {
  type BooksPage,
  type BooksStretch,
  RailBooks,
  type RailBooksReader,
  RailBooksUnavailable,
  railBooksLayer
} from "./ports/rail-books.ts"
export {
  Chain,
  type ChainCost,
  type ChainPlace,
  ChainUnavailable,
  type DeliveryOrder,
  type DeliveryReceipt,
  type Float,
  type Holding,
  type LiquidView,
  type OnLiquid,
  type SignedSpend,
  type SpendOrder
} from "./ports/chain.ts"
export { DocumentStore, DocumentStoreUnavailable } from "./ports/document-store.ts"
export { DataKey, type KeyRing, KeyRings } from "./ports/key-ring.ts"
export { MasterKey, MasterKeyUnknown } from "./ports/master-key.ts"
export { type CustomerSide, RateSpreads, type SpreadsOfRates, rateSpreadsLayer } from "./ports/rate-spreads.ts"
export { FxRates, type PriceSource, RateUnavailable, freshRates } from "./ports/fx-rates.ts"
export { Ids, type NextId } from "./ports/ids.ts"
export {
  type ClaimRequest,
  type ClaimedJob,
  type DeadPlace,
  JobQueue,
  type JobVerdict,
  type Lane,
  type QueueDepth,
  type QueuedJob,
  Wake,
  again,
  backOffMs,
  finish,
  finished
} from "./ports/job-queue.ts"
export {
  type HostedPage,
  type HostedRequest,
  type HostedSession,
  type HostedSubmission,
  type ImportAnswer,
  type KybPages,
  KycProvider,
  KycProviderUnavailable,
  type KycSubject,
  type KycSubmissionRequest
} from "./ports/kyc-provider.ts"
export { LivenessProvider, LivenessUnavailable } from "./ports/liveness-provider.ts"
export type { AbsentAfter } from "./ports/moving/absent-after.ts"
export {
  type Adapted,
  type ChainAdapter,
  type LightningNodeAdapter,
  type PixRailAdapter,
  type SparkWalletAdapter,
  type SwapPoolAdapter,
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "./ports/moving/adapter.ts"
export { ChainTransfers } from "./ports/moving/chain-transfers.ts"
export { LightningPayments } from "./ports/moving/lightning-payments.ts"
export { PixTransfers } from "./ports/moving/pix-transfers.ts"
export { PoolSwaps } from "./ports/moving/pool-swaps.ts"
export { SparkTransfers } from "./ports/moving/spark-transfers.ts"
export { PublicOrigin } from "./ports/public-origin.ts"
export { ReceiptPrinter } from "./ports/receipt-printer.ts"
export { readReceipt } from "./receipt/read-receipt.ts"
export { type ReceiptLines, receiptLines } from "./pix/receipt-lines.ts"
export {
  AddressUnresolved,
  type Invoice,
  type InvoiceRequest,
  LightningNode,
  type LightningPayment,
  type LightningReceipt,
  NodeSilent
} from "./ports/lightning-node.ts"
export { type Notification, Notifier, type NotifierAnswer } from "./ports/notifier.ts"
export {
  type Absent,
  type Done,
  type Held,
  type HoldReason,
  type LookUp,
  type Outcome,
  type Refused,
  type Sending,
  type Unknown,
  absent,
  done,
  held,
  refused,
  unknown
} from "./ports/outcome.ts"
export {
  type Charge,
  type ChargeLookUp,
  type ChargePayment,
  type ChargeRequest,
  type PaymentReceipt,
  type PaymentRequest,
  type PixDestination,
  PixRail,
  type PixReceiver,
  type ReturnReceipt,
  type ReturnRequest
} from "./ports/pix-rail.ts"
export { type Payer, ProviderFact } from "./ports/provider-fact.ts"
export {
  type ClientCertificate,
  InboxUnavailable,
  type NamedInbox,
  ProofRefused,
  ProviderInbox,
  ProviderInboxes,
  type ProviderMessage
} from "./ports/provider-inbox.ts"
export { Secrets } from "./ports/secrets.ts"
export {
  type SatsTransfer,
  type SparkBalances,
  type SparkIdentity,
  type SparkReceipt,
  SparkUnavailable,
  SparkWallet,
  type TokenTransfer,
  type UserPayment,
  type UserPaymentReceipt
} from "./ports/spark-wallet.ts"
export {
  type Balance,
  type BookedEntry,
  type ChangeSet,
  type CommitError,
  type CommitRefusal,
  CommitUnknown,
  DuplicateKey,
  type FeedPage,
  type FinishedJob,
  type JournalPage,
  LeaseLost,
  type ListPage,
  type Listed,
  type NewJob,
  type Orphans,
  Overdraft,
  type OwedJob,
  type Owes,
  type OwingCount,
  type OwingPage,
  type PostedLine,
  type Question,
  type RawRecord,
  type RecordName,
  type SingleReads,
  type Span,
  type SpanPage,
  Store,
  StoreUnavailable,
  VersionConflict,
  type Write,
  answerOne,
  changeSet
} from "./ports/store.ts"
export { HasherBusy, PasswordHasher } from "./ports/password-hasher.ts"
export { type PoolQuote, type PoolReceipt, type PoolSwap, PoolUnavailable, SwapPool } from "./ports/swap-pool.ts"
export {
  type PinProof,
  VaultBusy,
  VaultRefused,
  type WalletKeys,
  type WalletLock,
  WalletVault
} from "./ports/wallet-vault.ts"
export { performMovement } from "./movement/perform-movement.ts"
export { movementStates } from "./movement/movement.states.ts"
export { subjects } from "./composition/subjects.ts"
export { createQuote } from "./quote/create-quote.ts"
export { listStatement } from "./statement/list-statement.ts"
export { readStatement } from "./statement/read-statement.ts"
export { createSubaccount } from "./subaccount/create-subaccount.ts"
export { listSubaccounts } from "./subaccount/list-subaccounts.ts"
export { readSubaccount } from "./browse/read-subaccount.ts"
export { advanceSwap } from "./swap/advance-swap.ts"
export { createSwap } from "./swap/create-swap.ts"
export { expireSwap } from "./swap/expire-swap.ts"
export { readSwap } from "./swap/read-swap.ts"
export { swapStates } from "./swap/swap.states.ts"
export { listEvents } from "./event/list-events.ts"
export { readExplanation } from "./explain/read-explanation.ts"
export { readTrialBalance } from "./explain/read-trial-balance.ts"
export { registerWebhook } from "./webhook/register-webhook.ts"
export { replayEvent } from "./webhook/replay-event.ts"
export { createTransfer } from "./transfer/create-transfer.ts"
export { transferStates } from "./transfer/transfer.states.ts"
export { createWallet } from "./wallet/create-wallet.ts"
export { readWallet } from "./wallet/read-wallet.ts"
export { readWalletKeys } from "./wallet/read-wallet-keys.ts"
export { startPinSession } from "./wallet/start-pin-session.ts"
export { submitPin } from "./wallet/submit-pin.ts"
export { deliverWebhook, fanOutEvent } from "./webhook/deliver-webhook.ts"
export { isGenuine, signatureOf } from "./webhook/webhook.ts"
