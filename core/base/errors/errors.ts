// Every refusal that a caller can meet, in the order in which they answer when several hold (C13). A refusal carries
// data, not sentences and no transport: words and codes are in `catalogue.ts`, statuses at the host.
import { Data } from "effect"
import type { Cents } from "../money/units.ts"
import type { Reason } from "../reason/reason.ts"

/** One field that is wrong, by its name on the wire. */
export interface FieldProblem {
  readonly field: string
  readonly message: string
}

/** The host that was asked names no environment (C35). */
export class EnvironmentUnknown extends Data.TaggedError("EnvironmentUnknown")<{ readonly host: string }> {}

/** No key, an unknown key, or a key of another environment. */
export class Unauthorized extends Data.TaggedError("Unauthorized")<{
  readonly problem:
    | "missing"
    | "malformed"
    | "unknown"
    | "typo"
    | "metrics"
    | "wrongEnvironment"
    | "proof"
    | "operator"
    | "notOperator"
    | "bootstrapOver"
    | "session"
    | "address"
}> {}

/** E-mail address, password and code do not sign in: the same for each of them, and while the sign-in is locked. */
export class SignInRefused extends Data.TaggedError("SignInRefused")<{}> {}

/** A request with a session's cookie that its own page did not send. */
export class RequestForged extends Data.TaggedError("RequestForged")<{}> {}

/** The input has the wrong shape. */
export class ValidationFailed extends Data.TaggedError("ValidationFailed")<{
  readonly details: ReadonlyArray<FieldProblem>
}> {}

/** An asset on a network, by their names on the wire. */
export interface Pair {
  readonly asset: string
  readonly network: string
}

/** The asset is not available on that network; `pairs` are those that the operation takes in this environment. */
export class UnsupportedPair extends Data.TaggedError("UnsupportedPair")<
  Pair & { readonly pairs: ReadonlyArray<Pair> }
> {}

/** The receiver of a dynamic code names its amount when it is paid, and no provider here holds him to that of the order above `most`. */
export class CodeNotPayable extends Data.TaggedError("CodeNotPayable")<{ readonly most: Cents }> {}

/** A field of the KYC form is wrong; the sentence is the specification's own. */
export class FormFieldRefused extends Data.TaggedError("FormFieldRefused")<{
  readonly field: string
  readonly message: string
}> {}

/** The subaccount is approved already, so there is nothing to examine. */
export class AlreadyApproved extends Data.TaggedError("AlreadyApproved")<{ readonly subAccountId: string }> {}

/** The import token is missing, empty, malformed, expired, or refused by who issued it. */
export class ImportTokenInvalid extends Data.TaggedError("ImportTokenInvalid")<{}> {}

/** The token was consumed before, or this user has imported one. */
export class ImportTokenUsed extends Data.TaggedError("ImportTokenUsed")<{}> {}

/** An earlier import of this subaccount is still running. */
export class ImportInProgress extends Data.TaggedError("ImportInProgress")<{}> {}

/** Imports are not enabled for the account at the provider. */
export class ImportNotEnabled extends Data.TaggedError("ImportNotEnabled")<{}> {}

/** The provider refused the import for another reason. */
export class ImportFailed extends Data.TaggedError("ImportFailed")<{ readonly reason: string }> {}

/** Nothing converts the one into the other in that way; `routes` are the conversions that can be quoted. */
export class PairNotRoutable extends Data.TaggedError("PairNotRoutable")<{
  readonly input: string
  readonly output: string
  readonly routes: ReadonlyArray<{ readonly input: string; readonly output: string }>
}> {}

/** An input of the swap is wrong. */
export class InvalidSwapInput extends Data.TaggedError("InvalidSwapInput")<{
  readonly field: string
  readonly problem: string
}> {}

/** The Spark destination is no mainnet Spark address. */
export class InvalidSparkAddress extends Data.TaggedError("InvalidSparkAddress")<{}> {}

/** The Lightning address is missing or malformed. */
export class InvalidLightningDestination extends Data.TaggedError("InvalidLightningDestination")<{}> {}

/** A swap is delivered to a Lightning address, never to an invoice of a fixed amount. */
export class Bolt11NotSupported extends Data.TaggedError("Bolt11NotSupported")<{}> {}

/** The operation does not exist in the sandbox. */
export class NotAvailableInSandbox extends Data.TaggedError("NotAvailableInSandbox")<{ readonly operation: string }> {}

/** What the sandbox would have to ask does not exist: named by host and path. */
export class NoSandboxUpstream extends Data.TaggedError("NoSandboxUpstream")<{
  readonly host: string
  readonly path: string
}> {}

/** The endpoint was replaced (C32). */
export class Deprecated extends Data.TaggedError("Deprecated")<{ readonly replacement: string }> {}

/** The idempotency key was used for another request. */
export class IdempotencyConflict extends Data.TaggedError("IdempotencyConflict")<{ readonly field: string }> {}

/** There is no such thing for this caller: the same answer for a missing and for a foreign one. */
export class NotFound extends Data.TaggedError("NotFound")<{
  readonly resource:
    | "Subaccount"
    | "Deposit"
    | "Ticket"
    | "Charge"
    | "Receipt"
    | "Route"
    | "Attempt"
    | "Document"
    | "Wallet"
    | "Payout"
    | "Payment"
    | "Invoice"
    | "Swap"
    | "Account"
    | "Person"
    | "Key"
    | "Webhook"
    | "Event"
    | "Delivery"
    | "Job"
    | "Approval"
    | "Review"
    | "Record"
    | "Sweep address"
    | "Operator"
    | "Invitation"
    | "Token"
}> {}

/** The wallet has no Spark identity or no sealed seed. */
export class NoSparkWallet extends Data.TaggedError("NoSparkWallet")<{}> {}

/** Swaps are not enabled for the account. */
export class SwapNotEnabled extends Data.TaggedError("SwapNotEnabled")<{}> {}

/** The API key is not for this (0186). */
export class ScopeMissing extends Data.TaggedError("ScopeMissing")<{ readonly scope: string }> {}

/** The operator's role is not enough. */
export class RoleMissing extends Data.TaggedError("RoleMissing")<{ readonly role: string }> {}

/** Only a person who signed in has a password and sessions. */
export class PersonRequired extends Data.TaggedError("PersonRequired")<{}> {}

/** The account lacks the feature flag. */
export class FeatureNotEnabled extends Data.TaggedError("FeatureNotEnabled")<{ readonly flag: string }> {}

/** The account pays listed recipients alone, and this is none of them; `field` is what the request named it by. */
export class RecipientNotAllowed extends Data.TaggedError("RecipientNotAllowed")<{
  readonly field: "pixKey" | "qrCode" | "recipientAddress" | "toSubAccountId" | "address"
}> {}

/** The most recent KYC attempt of the subaccount is not APPROVED. */
export class KycNotApproved extends Data.TaggedError("KycNotApproved")<{ readonly subAccountId: string }> {}

/** A company may move US dollars once its Proof of Financial Capacity is APPROVED. */
export class FinancialCapacityNotApproved extends Data.TaggedError("FinancialCapacityNotApproved")<{
  readonly subAccountId: string
}> {}

/** The declared beneficiary is somebody else, and the account may not act for others. */
export class ThirdPartyNotEnabled extends Data.TaggedError("ThirdPartyNotEnabled")<{ readonly subAccountId: string }> {}

/** The statement needs full KYC. */
export class FullKycRequired extends Data.TaggedError("FullKycRequired")<{ readonly subAccountId: string }> {}

/** The source account is blocked by the operator. */
export class AccountBlocked extends Data.TaggedError("AccountBlocked")<{ readonly accountId: string }> {}

/** More than the account may pay out at once; amounts in cents. */
export class PerTransactionLimitExceeded extends Data.TaggedError("PerTransactionLimitExceeded")<{
  readonly valueCents: bigint
  readonly limitCents: bigint
}> {}

/** The holder has as many wallets as one may have. */
/** The limit is in cents of a dollar. */
export class OperationLimitExceeded extends Data.TaggedError("OperationLimitExceeded")<{ readonly limit: bigint }> {}

export class WalletLimitReached extends Data.TaggedError("WalletLimitReached")<{ readonly limit: number }> {}

/** What the configuration requires to be declared of an operation is not. */
export class DeclarationMissing extends Data.TaggedError("DeclarationMissing")<{
  readonly operation: string
  readonly fields: ReadonlyArray<string>
}> {}

/** So little that nothing would be left to deliver after the fee, or less than `least`, which is what the field would have to say. */
export class BelowMinimum extends Data.TaggedError("BelowMinimum")<{
  readonly field: string
  readonly least?: string
}> {}

/** Too many requests. */
export class RateLimited extends Data.TaggedError("RateLimited")<{
  readonly retryAfterSeconds: number
  /** How many go through in the window that is full, where it is one of a few. */
  readonly limit?: number
}> {}

/** Three wrong PINs: the wallets of this holder are locked. */
export class PinLocked extends Data.TaggedError("PinLocked")<{ readonly retryAfterSeconds: number }> {}

/** The wallet is being unlocked by as many requests as it may be, or the service by as many as it can. */
export class UnlockInProgress extends Data.TaggedError("UnlockInProgress")<{ readonly retryAfterSeconds: number }> {}

/** PIN and key envelope do not unlock the wallet. */
export class InvalidPin extends Data.TaggedError("InvalidPin")<{}> {}

/** The same on a swap, which answers with another status. */
export class InvalidSwapPin extends Data.TaggedError("InvalidSwapPin")<{}> {}

/** The wallet holds less than the operation takes. */
export class InsufficientFunds extends Data.TaggedError("InsufficientFunds")<{
  readonly asset: string
  readonly network: string
}> {}

/** The chain refused a transfer that was signed: it did not take effect and never will. */
export class TransferRefused extends Data.TaggedError("TransferRefused")<{ readonly transactionId: string }> {}

/** The upload address was used: what it holds is never replaced. */
export class UploadUsed extends Data.TaggedError("UploadUsed")<{}> {}

/** The account keeps as many documents as it may that no submission names. */
export class DocumentQuotaReached extends Data.TaggedError("DocumentQuotaReached")<{}> {}

/** The upload address has expired or was never given out. */
export class UploadExpired extends Data.TaggedError("UploadExpired")<{}> {}

/** The file is of none of the types that are taken, or is not what it is declared as. */
export class UnsupportedMedia extends Data.TaggedError("UnsupportedMedia")<{
  readonly accepted: ReadonlyArray<string>
}> {}

/** A payment equal to this one may have been made: its outcome is not known yet. */
export class DuplicatePayment extends Data.TaggedError("DuplicatePayment")<{ readonly transactionId: string }> {}

/** The server lacks an optional package that this needs; `what` is in the plural. */
export class PackageNotInstalled extends Data.TaggedError("PackageNotInstalled")<{
  readonly what: string
  readonly packageName: string
}> {}

/** Webhooks are not sent to this URL: it is not public HTTPS. Nothing was sent or saved. */
export class WebhookUrlNotAllowed extends Data.TaggedError("WebhookUrlNotAllowed")<{ readonly problem: Reason }> {}

/** The endpoint did not accept the signed test event, so the webhook was not saved. */
export class WebhookTestFailed extends Data.TaggedError("WebhookTestFailed")<{ readonly problem: Reason }> {}

/** Another operator who is not disabled has this e-mail address. */
export class EmailTaken extends Data.TaggedError("EmailTaken")<{}> {}

/** The operator is the only active owner: without him no one could let others in. */
export class LastOwner extends Data.TaggedError("LastOwner")<{}> {}

/** What the operator asked for does not fit the state that the record is in. */
export class EvidenceUsed extends Data.TaggedError("EvidenceUsed")<{ readonly evidence: string }> {}

/** The record is not in a state that allows it. */
export class StateConflict extends Data.TaggedError("StateConflict")<{
  readonly resource: string
  readonly state: string
}> {}

/** Something of the person is still open: what it is, and its id. Nothing is erased. */
export class PersonNotErasable extends Data.TaggedError("PersonNotErasable")<{
  readonly open: ReadonlyArray<{ readonly what: string; readonly id: string }>
}> {}

/** The order is worth more than one operator may decide: it waits for a second one. */
export class SecondOperatorRequired extends Data.TaggedError("SecondOperatorRequired")<{
  readonly approvalId: string
}> {}

/** Whoever would approve is not a second operator: he asked for it himself, or is no person. */
export class NotSecondOperator extends Data.TaggedError("NotSecondOperator")<{ readonly problem: "asked" | "token" }> {}

/** The swap was stored but not handed to the worker. */
export class QueueUnavailable extends Data.TaggedError("QueueUnavailable")<{
  readonly swapId: string
  readonly retryAfterSeconds: number
}> {}

/** Something that this environment needs has no provider behind it; nothing happened. */
export class UpstreamUnavailable extends Data.TaggedError("UpstreamUnavailable")<{
  readonly upstream: string
  readonly retryAfterSeconds: number
  /** Fields whose value has no provider here, with what would have one. */
  readonly details?: ReadonlyArray<{ readonly field: string; readonly message: string }>
}> {}

/** The store broke off while committing: the request may have taken effect. Sending it again unchanged is safe with a key. */
export class OutcomeUnknown extends Data.TaggedError("OutcomeUnknown")<{ readonly retryAfterSeconds: number }> {}

export type Refusal =
  | EnvironmentUnknown
  | Unauthorized
  | SignInRefused
  | RequestForged
  | ValidationFailed
  | UnsupportedPair
  | CodeNotPayable
  | DeclarationMissing
  | FormFieldRefused
  | AlreadyApproved
  | ImportTokenInvalid
  | ImportTokenUsed
  | ImportInProgress
  | ImportNotEnabled
  | ImportFailed
  | PairNotRoutable
  | InvalidSwapInput
  | InvalidSparkAddress
  | InvalidLightningDestination
  | Bolt11NotSupported
  | NotAvailableInSandbox
  | NoSandboxUpstream
  | Deprecated
  | IdempotencyConflict
  | NotFound
  | NoSparkWallet
  | SwapNotEnabled
  | ScopeMissing
  | RoleMissing
  | PersonRequired
  | FeatureNotEnabled
  | RecipientNotAllowed
  | KycNotApproved
  | FinancialCapacityNotApproved
  | ThirdPartyNotEnabled
  | FullKycRequired
  | AccountBlocked
  | PerTransactionLimitExceeded
  | OperationLimitExceeded
  | WalletLimitReached
  | DuplicatePayment
  | BelowMinimum
  | RateLimited
  | PinLocked
  | UnlockInProgress
  | InvalidPin
  | InvalidSwapPin
  | InsufficientFunds
  | TransferRefused
  | DocumentQuotaReached
  | UploadUsed
  | UploadExpired
  | UnsupportedMedia
  | PackageNotInstalled
  | WebhookUrlNotAllowed
  | WebhookTestFailed
  | EmailTaken
  | LastOwner
  | EvidenceUsed
  | StateConflict
  | PersonNotErasable
  | SecondOperatorRequired
  | NotSecondOperator
  | QueueUnavailable
  | UpstreamUnavailable
  | OutcomeUnknown

/** Refuses an input for one field. */
export const invalidField = (field: string, message: string): ValidationFailed =>
  new ValidationFailed({ details: [{ field, message }] })
