// Public names of the core: what an embedder, an adapter's author or a simulation builds with.
export { type Caller, callerOf } from "./customers/access/caller.ts"
export { type Environment, environmentOfHost } from "./base/environment/environment.ts"
export { applyBootstrap } from "./operations/provisioning/apply-bootstrap.ts"
export {
  type BootstrapAccount,
  type BootstrapWebhook,
  readBootstrapFile
} from "./operations/provisioning/bootstrap-file.ts"
export { createAccount } from "./operations/provisioning/create-account.ts"
export { createKey } from "./customers/account/create-key.ts"
export { updateAccount } from "./operations/provisioning/update-account.ts"
export { type CommandRequest, newCommand } from "./engine/command/command-request.ts"
export { createDeposit } from "./payments/deposit/create-deposit.ts"
export { deliverRest } from "./payments/deposit/deliver-rest.ts"
export { expireRailReturn } from "./payments/deposit/expire-rail-return.ts"
export { previewDeposit } from "./payments/deposit/preview-deposit.ts"
export { previewRest } from "./payments/deposit/preview-rest.ts"
export { readCharge } from "./payments/deposit/read-charge.ts"
export { readDeposit } from "./payments/deposit/read-deposit.ts"
export { refundDeposit } from "./payments/deposit/refund-deposit.ts"
export { returnRest } from "./payments/deposit/return-rest.ts"
export { settleDeposit } from "./payments/deposit/settle-deposit.ts"
export { depositStates } from "./payments/deposit/deposit.states.ts"
export { applyDisputeEvent } from "./payments/dispute/apply-dispute-event.ts"
export { disputeStates } from "./payments/dispute/dispute.states.ts"
export { catalogue } from "./base/errors/catalogue.ts"
export { type FieldProblem, type Refusal, ValidationFailed } from "./base/errors/errors.ts"
export { type FeeLines, feeFor, feeLines } from "./base/fees/fee.ts"
export { type FeeOperation, type FeeOverrides, type FeeRow, feeSchedule } from "./base/fees/schedule.ts"
export { expireDeposit } from "./inbox/expire-deposit.ts"
export { compareRailBooks } from "./inbox/compare-rail-books.ts"
export { closeDays } from "./reports/closing/close-days.ts"
export { watchFloats } from "./reports/books/watch-floats.ts"
export { type FloatMark, FloatMarks } from "./ports/float-marks.ts"
export { carryTransfers } from "./payments/movement/carry-transfers.ts"
export { sweepCharges } from "./inbox/sweep-charges.ts"
export { explainOutflows } from "./inbox/explain-outflows.ts"
export { watchAccounts } from "./inbox/watch-accounts.ts"
export { followSettlements } from "./inbox/follow-settlements.ts"
export { type Sender, takeProviderFacts } from "./inbox/take-provider-facts.ts"
export { advanceKycAttempt } from "./customers/kyc/advance-kyc-attempt.ts"
export { advanceKycImport } from "./customers/kyc/advance-kyc-import.ts"
export { applyKycDecision } from "./customers/kyc/apply-kyc-decision.ts"
export { expireHostedAttempt } from "./customers/kyc/expire-hosted-attempt.ts"
export { kycStates } from "./customers/kyc/kyc-attempt.states.ts"
export { readHostedAttempt } from "./customers/kyc/read-hosted-attempt.ts"
export { registerHostedDocument } from "./customers/kyc/register-hosted-document.ts"
export { submitHostedForm } from "./customers/kyc/submit-hosted-form.ts"
export { submitHostedProof } from "./customers/kyc/submit-hosted-proof.ts"
export { readDocument } from "./customers/kyc/read-document.ts"
export { readKyc } from "./customers/kyc/read-kyc.ts"
export { readKycAttempt } from "./customers/kyc/read-kyc-attempt.ts"
export { registerDocument } from "./customers/kyc/register-document.ts"
export { startKyb } from "./customers/kyc/start-kyb.ts"
export { startKyc } from "./customers/kyc/start-kyc.ts"
export { submitHostedAttempt } from "./customers/kyc/submit-hosted-attempt.ts"
export { submitImportToken } from "./customers/kyc/submit-import-token.ts"
export { submitKybProof } from "./customers/kyc/submit-kyb-proof.ts"
export { submitKycForm } from "./customers/kyc/submit-kyc-form.ts"
export { uploadDocument } from "./customers/kyc/upload-document.ts"
export { validateLiveness } from "./customers/kyc/validate-liveness.ts"
export type { HostedForm } from "./standards/identity/hosted-form.ts"
export type { KycLevel, KycReport } from "./standards/identity/kyc-report.ts"
export type { KycSubmission } from "./standards/identity/kyc-submission.ts"
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
} from "./engine/ledger/journal.ts"
export { type ChainLink, type JournalEntry, chainStart, linkHash } from "./engine/ledger/journal-chain.ts"
export * as depositEntries from "./engine/ledger/templates.ts"
export * as payoutEntries from "./engine/ledger/payout-templates.ts"
export * as swapEntries from "./engine/ledger/swap-templates.ts"
export * as movementEntries from "./engine/ledger/movement-templates.ts"
export * as walletEntries from "./engine/ledger/wallet-templates.ts"
export { type Move, step } from "./engine/machine/machine.ts"
export { renderMarkdown, renderMermaid } from "./engine/machine/render.ts"
export type { Bolt11Network } from "./standards/address/bolt11.ts"
export type { Network, WalletNetwork } from "./standards/address/network.ts"
export type { WalletAddresses, WalletFamily } from "./standards/address/wallet-addresses.ts"
export type { Id, IdPrefix, OwnedPrefix, RootPrefix } from "./base/ids/ids.ts"
export { type AssetCode, assets, decimalsOf, wholeUnit } from "./base/money/assets.ts"
export { NativeCoin, coinDecimals } from "./base/money/coins.ts"
export { type DecimalError, parseDecimal, printDecimal } from "./base/money/decimal.ts"
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
} from "./base/money/rate.ts"
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
} from "./base/money/units.ts"
export type { Reason } from "./base/reason/reason.ts"
export { createLightningInvoice } from "./payments/lightning-invoice/create-lightning-invoice.ts"
export { expireLightningInvoice } from "./payments/lightning-invoice/expire-lightning-invoice.ts"
export { lightningInvoiceStates } from "./payments/lightning-invoice/lightning-invoice.states.ts"
export { readLightningInvoice } from "./payments/lightning-invoice/read-lightning-invoice.ts"
export { refundLightningInvoice } from "./payments/lightning-invoice/refund-lightning-invoice.ts"
export { settleLightningInvoice } from "./payments/lightning-invoice/settle-lightning-invoice.ts"
export { createPayout } from "./payments/payout/create-payout.ts"
export { payoutStates } from "./payments/payout/payout.states.ts"
export { previewPayout } from "./payments/payout/preview-payout.ts"
export { previewPayoutRefund } from "./payments/payout/preview-payout-refund.ts"
export { readPayout } from "./payments/payout/read-payout.ts"
export { refundPayout } from "./payments/payout/refund-payout.ts"
export { decodePaymentString } from "./decode/payment-string/decode.ts"
export { type AuditFinding, type AuditState, Auditor } from "./ports/auditor.ts"
export { parseBrCode } from "./standards/pix/parse-br-code.ts"
export type { PixKeyType } from "./standards/pix/pix-key.ts"
export { printBrCode } from "./standards/pix/br-code.ts"
export { type CallCount, type CallLimit, CallWindow } from "./ports/call-window.ts"
export {
  OperationLimit,
  type Restricting,
  type Restrictions,
  SecondOperatorAbove,
  restrictions
} from "./ports/restrictions.ts"
export { RequiredFields } from "./standards/identity/declaration.ts"
export { type LimitsOfTreasuries, type TreasuryLimit, TreasuryLimits } from "./ports/treasury-limits.ts"
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
  type Outflow,
  type SignedSpend,
  type SpendOrder
} from "./ports/chain.ts"
export { DocumentRetention, DocumentStore, DocumentStoreUnavailable } from "./ports/document-store.ts"
export { PersonRetention } from "./ports/person-retention.ts"
export { DataKey, type KeyRing, KeyRings } from "./engine/store/key-ring.ts"
export { MasterKey, MasterKeyUnknown } from "./engine/store/master-key.ts"
export { type CustomerSide, RateSpreads, type SpreadsOfRates, rateSpreadsLayer } from "./ports/rate-spreads.ts"
export { FxRates, type PriceSource, RateUnavailable, freshRates } from "./ports/fx-rates.ts"
export { Ids, type NextId } from "./engine/store/ids.ts"
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
} from "./engine/store/job-queue.ts"
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
export { AccountUnread, type ProviderAccount } from "./ports/provider-account.ts"
export type { DeliveryPlace, LeastDelivery, Way } from "./ports/way.ts"
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
export { readReceipt } from "./payments/receipt/read-receipt.ts"
export { type ReceiptLines, receiptLines } from "./standards/pix/receipt-lines.ts"
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
  differs,
  done,
  held,
  otherAmount,
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
  PixRail,
  type ReturnReceipt,
  type ReturnRequest
} from "./ports/pix-rail.ts"
export { ProviderFact } from "./ports/provider-fact.ts"
export type { Payer, PixDestination, PixReceiver } from "./standards/pix/pix-parties.ts"
export {
  type ClientCertificate,
  InboxUnavailable,
  type NamedInbox,
  ProofRefused,
  ProviderInbox,
  ProviderInboxes,
  type ProviderMessage
} from "./ports/provider-inbox.ts"
export { Secrets } from "./engine/store/secrets.ts"
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
} from "./engine/store/store.ts"
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
export { performMovement } from "./payments/movement/perform-movement.ts"
export { movementStates } from "./payments/movement/movement.states.ts"
export { subjects } from "./payments/resources.ts"
export { createQuote } from "./payments/quote/create-quote.ts"
export { listStatement } from "./reports/statement/list-statement.ts"
export { readStatement } from "./reports/statement/read-statement.ts"
export { createSubaccount } from "./customers/subaccount/create-subaccount.ts"
export { listSubaccounts } from "./customers/subaccount/list-subaccounts.ts"
export { readSubaccount } from "./reports/browse/read-subaccount.ts"
export { advanceSwap } from "./payments/swap/advance-swap.ts"
export { createSwap } from "./payments/swap/create-swap.ts"
export { expireSwap } from "./payments/swap/expire-swap.ts"
export { readSwap } from "./payments/swap/read-swap.ts"
export { swapStates } from "./payments/swap/swap.states.ts"
export { listEvents } from "./webhooks/event/list-events.ts"
export { readExplanation } from "./reports/explain/read-explanation.ts"
export { readTrialBalance } from "./reports/explain/read-trial-balance.ts"
export { registerWebhook } from "./webhooks/webhook/register-webhook.ts"
export { replayEvent } from "./webhooks/webhook/replay-event.ts"
export { createTransfer } from "./payments/transfer/create-transfer.ts"
export { transferStates } from "./payments/transfer/transfer.states.ts"
export { createWallet } from "./customers/wallet/create-wallet.ts"
export { readWallet } from "./customers/wallet/read-wallet.ts"
export { readWalletKeys } from "./customers/wallet/read-wallet-keys.ts"
export { startPinSession } from "./customers/wallet/start-pin-session.ts"
export { submitPin } from "./customers/wallet/submit-pin.ts"
export { deliverWebhook, fanOutEvent } from "./webhooks/webhook/deliver-webhook.ts"
export { isGenuine, signatureOf } from "./webhooks/webhook/webhook.ts"
