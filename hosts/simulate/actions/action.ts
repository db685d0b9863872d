// Everything that somebody can do in a simulation, as data. A step that follows another names it by number.
import type { DepositRequest } from "../../../core/payments/deposit/admit-deposit.ts"
import type { LightningInvoiceRequest } from "../../../core/payments/lightning-invoice/lightning-invoice-request.ts"
import type { Turn } from "../operator.ts"
import type { DisputeStatus } from "../ports/disputes.ts"
import type { PayoutRequest } from "../../../core/payments/payout/admit-payout.ts"
import type { DocumentType } from "../../../core/customers/kyc/document.ts"
import type { SwapRequest } from "../../../core/payments/swap/swap-request.ts"
import type { TransferRequest } from "../../../core/payments/transfer/transfer-request.ts"

export type DepositAction =
  | { readonly do: "ask-deposit"; readonly account: number; readonly request: DepositRequest }
  /** The same request again, as by an app that lost the answer. */
  | { readonly do: "ask-deposit-again"; readonly deposit: number }
  | { readonly do: "pay-charge"; readonly deposit: number }
  /** A bank returns so many hundredths of what was paid first. */
  | { readonly do: "return-deposit"; readonly deposit: number; readonly percent: number }
  /** The operator looks at what would be done with the rest, and orders it. */
  | { readonly do: "order-rest"; readonly deposit: number; readonly purpose: "deliver" | "return" }

/** What opens a wallet of a simulation is added by the wallet's own app. */
type WithoutProof<A> = Omit<A, "walletPin" | "protectedSymmetricKey">

/** Whether the holder gives the right PIN. */
type Pin = "right" | "wrong"

export type PayoutAction =
  | {
    readonly do: "ask-payout"
    readonly account: number
    readonly request: WithoutProof<PayoutRequest>
    readonly pin: Pin
  }
  | { readonly do: "ask-payout-again"; readonly payout: number }
  /** The receiver's bank sends so many hundredths of a settled PIX back. */
  | { readonly do: "reverse-payout"; readonly payout: number; readonly percent: number }
  /** The operator orders that it is given back. */
  | { readonly do: "refund-payout"; readonly payout: number }

export type TransferAction =
  | {
    readonly do: "ask-transfer"
    readonly account: number
    readonly request: WithoutProof<TransferRequest>
    readonly pin: Pin
  }
  | { readonly do: "ask-transfer-again"; readonly transfer: number }

export type LightningInvoiceAction =
  | { readonly do: "ask-lightning-invoice"; readonly account: number; readonly request: LightningInvoiceRequest }
  | { readonly do: "ask-lightning-invoice-again"; readonly invoice: number }
  /** Somebody pays the sats, as far as the invoice can be paid. */
  | { readonly do: "pay-lightning-invoice"; readonly invoice: number }
  /** The receiver's bank sends so many hundredths of the PIX back. */
  | { readonly do: "reverse-lightning-invoice"; readonly invoice: number; readonly percent: number }
  /** The operator orders that the sats go back, to the invoice's own address or another one. */
  | { readonly do: "refund-lightning-invoice"; readonly invoice: number; readonly refundAddress?: string }

/** `payment` names the step that asked for the payout or the Lightning invoice. */
export type GivenBackAction =
  /** The operator says of a PIX of which its bank says nothing that it was not paid. */
  | { readonly do: "give-up-pix"; readonly account: number; readonly payment: number }
  /** The bank reports that it paid the PIX. */
  | { readonly do: "report-pix"; readonly payment: number }

export type SwapAction =
  | {
    readonly do: "ask-swap"
    readonly account: number
    readonly request: WithoutProof<SwapRequest>
    readonly pin: Pin
  }
  | { readonly do: "ask-swap-again"; readonly swap: number; readonly pin: Pin }

/** What a key owner does for a customer; subaccounts, documents and pages are named by the steps that asked for them. */
export type KycAction =
  | {
    readonly do: "make-subaccount"
    readonly account: number
    readonly accountType: "INDIVIDUAL" | "COMPANY"
    readonly email: boolean
  }
  | {
    readonly do: "register-document"
    readonly account: number
    readonly subaccount: number
    readonly documentType: DocumentType
  }
  | { readonly do: "fill-document"; readonly account: number; readonly document: number }
  | {
    readonly do: "submit-form"
    readonly account: number
    readonly subaccount: number
    readonly selfie: number
    readonly identity: number
  }
  | { readonly do: "start-hosted"; readonly account: number; readonly subaccount: number }
  | { readonly do: "start-kyb"; readonly account: number; readonly subaccount: number }
  | { readonly do: "fill-page"; readonly account: number; readonly hosted: number; readonly page: string }
  | { readonly do: "bring-token"; readonly account: number; readonly subaccount: number; readonly token: string }
  | {
    readonly do: "prove-company"
    readonly account: number
    readonly subaccount: number
    readonly document: number
    readonly proves: "address" | "capacity"
  }

export type DisputeAction =
  | {
    readonly do: "tell-dispute"
    readonly deposit: number
    readonly status: DisputeStatus
    /** Hundredths of the PIX that are contested. */
    readonly percent: number
  }
  /** A contest of a PIX that never reached us. */
  | { readonly do: "contest-nothing"; readonly status: DisputeStatus }

export type EdgeAction =
  /** Another value under the key of a deposit or payout that was answered, or under its external id with a new key. */
  | { readonly do: "ask-other-deposit"; readonly deposit: number; readonly isKeyNew: boolean }
  | { readonly do: "ask-other-payout"; readonly payout: number; readonly isKeyNew: boolean }

/** Something that the operator turns for an account. */
export type ConfigurationAction = { readonly do: "turn"; readonly account: number; readonly turn: Turn }

/** Somebody reads; a record is named by the step that made it. */
export type ReadAction =
  | { readonly do: "read-statement"; readonly account: number; readonly limit: number }
  | { readonly do: "read-events"; readonly account: number }
  | { readonly do: "read-record"; readonly account: number; readonly record: number }

export type Action =
  | ReadAction
  | ConfigurationAction
  | EdgeAction
  | LightningInvoiceAction
  | GivenBackAction
  | SwapAction
  | KycAction
  | DisputeAction
  | DepositAction
  | PayoutAction
  | TransferAction
