// The one list of public errors: tag -> kind, errorCode, message and whether asking again can help. Hosts map the kind
// to their transport; pages and clients read the same rows. Exhaustive over `Refusal` by its type.
import { printBrl } from "../money/decimal.ts"
import { englishReason } from "../reason/english.ts"
import type { FieldProblem, Pair, Refusal } from "./errors.ts"

/** What sort of refusal it is; a host has one status for each. */
export type ErrorKind =
  | "unauthenticated"
  | "misdirected"
  | "invalid"
  | "notFound"
  | "forbidden"
  | "conflict"
  | "tooMany"
  | "unavailable"
  | "gone"
  | "preconditionFailed"
  | "unsupportedMedia"
  | "notImplemented"
  | "badUpstream"

/** When the same request can be sent again with another outcome. */
export type Retry = "never" | "after approval" | "after the wait" | "with another key" | "with the same key"

interface CatalogueRow<E> {
  readonly kind: ErrorKind
  readonly errorCode: string
  readonly message: (error: E) => string
  readonly retry: Retry
  /** One sentence for the error page. */
  readonly about: string
  /** Only operators meet it, at management, which the client for customers does not call. */
  readonly isForOperators?: true
}

type Catalogue = { readonly [Tag in Refusal["_tag"]]: CatalogueRow<Extract<Refusal, { readonly _tag: Tag }>> }

const unauthorized = {
  missing: "API key required: send it as Authorization: Bearer <API_KEY>",
  malformed: "Invalid API key: it has no known prefix",
  unknown: "Invalid API key, or a key of another environment",
  typo: "Invalid API key: its checksum does not match, so it was mistyped or cut",
  wrongEnvironment: "This API key belongs to another environment than the address that was asked",
  proof: "A provider signature or a sandbox API key is required",
  operator:
    "An operator's token, or an API key where owners may, is required: send it as Authorization: Bearer <TOKEN>",
  metrics: "The token of the metrics is required: send it as Authorization: Bearer <TOKEN>",
  notOperator: "This is not an operator's token",
  bootstrapOver:
    "Operators sign in here, so the operator's token opens nothing any more: use the dashboard, or a service token",
  session: "The session has ended, or is none: sign in again",
  address: "This API key does not work from this address"
} as const

const validPairs = (asset: string, pairs: ReadonlyArray<Pair>): string => {
  const networks = pairs.filter((pair) => pair.asset === asset).map(({ network }) => network)
  return networks.length > 0
    ? `Valid networks for ${asset}: ${networks.join(", ")}`
    : `Valid pairs: ${pairs.map((pair) => `${pair.asset} on ${pair.network}`).join(", ")}`
}

// A small request can be wrong in thousands of fields, or in one with a name of thousands of characters: what is answered stays
// small whatever is sent.
const names = 20
const characters = 128

const shown = (details: ReadonlyArray<FieldProblem>): ReadonlyArray<FieldProblem> =>
  details.slice(0, names).map(({ field, message }) => ({ field: cut(field), message }))

const cut = (name: string): string => name.length > characters ? `${name.slice(0, characters)}…` : name

/** How many wrong fields a refusal has beyond those that its details name. */
export const moreDetailsOf = (error: Refusal): number =>
  error._tag === "ValidationFailed" ? Math.max(0, error.details.length - names) : 0

export const catalogue: Catalogue = {
  EnvironmentUnknown: {
    kind: "misdirected",
    errorCode: "ENVIRONMENT_UNKNOWN",
    message: (error) => `The host ${error.host} belongs to no environment of this service`,
    retry: "never",
    about: "The Host header names neither the sandbox nor production; no environment is guessed."
  },
  Unauthorized: {
    kind: "unauthenticated",
    errorCode: "UNAUTHORIZED",
    message: (error) => unauthorized[error.problem],
    retry: "never",
    about: "The key is missing, unknown, or of another environment."
  },
  SignInRefused: {
    kind: "unauthenticated",
    errorCode: "SIGN_IN_REFUSED",
    message: () => "E-mail address, password and code do not sign in",
    retry: "never",
    about:
      "Operators: the e-mail address, the password or the code is wrong, the code was used, or too many wrong tries locked the sign-in for a while.",
    isForOperators: true
  },
  RequestForged: {
    kind: "forbidden",
    errorCode: "REQUEST_FORGED",
    message: () => "This request was not sent by the dashboard's own page",
    retry: "never",
    about: "A request with the cookie of a session lacks its X-CSRF-Token, or comes from a page of another origin.",
    isForOperators: true
  },
  ValidationFailed: {
    kind: "invalid",
    errorCode: "VALIDATION_FAILED",
    message: (error) => {
      const named = shown(error.details).map((each) => each.field === "" ? each.message : each.field).join(", ")
      const more = moreDetailsOf(error)
      return `Validation failed: ${named}${more === 0 ? "" : ` and ${more} more`}`
    },
    retry: "never",
    about: "The request has the wrong shape; `details` names each field, 20 at most, and `moreDetails` counts the rest."
  },
  UnsupportedPair: {
    kind: "invalid",
    errorCode: "UNSUPPORTED_PAIR",
    message: ({ asset, network, pairs }) => `${asset} is not available on ${network}. ${validPairs(asset, pairs)}`,
    retry: "never",
    about: "The asset is not available on that network; the message lists the valid networks or pairs."
  },
  CodeNotPayable: {
    kind: "invalid",
    errorCode: "UNSUPPORTED_PAIR",
    message: ({ most }) =>
      most === 0n
        ? "The PIX provider cannot pay this kind of code safely: its receiver may still change its amount. Use his PIX key or a static code"
        : `The PIX provider pays this kind of code up to R$${
          printBrl(most)
        } alone: its receiver may still change its amount`,
    retry: "never",
    about:
      "A dynamic PIX code names its amount when it is paid. This provider's payment cannot hold it to that of the order, and the value is above what the operator allows."
  },
  DeclarationMissing: {
    kind: "invalid",
    errorCode: "DECLARATION_REQUIRED",
    message: (error) => `A ${error.operation} needs ${error.fields.join(", ")} here`,
    retry: "never",
    about: "The operator requires fields that the interface leaves optional; `details` names each that is missing."
  },
  FormFieldRefused: {
    kind: "invalid",
    errorCode: "VALIDATION_FAILED",
    message: (error) => error.message,
    retry: "never",
    about: "A field of the KYC form is wrong; `error` has the exact sentence."
  },
  AlreadyApproved: {
    kind: "invalid",
    errorCode: "KYC_ALREADY_APPROVED",
    message: () => "The user already has an APPROVED attempt",
    retry: "never",
    about: "There is nothing to examine: the latest attempt is APPROVED."
  },
  ImportTokenInvalid: {
    kind: "invalid",
    errorCode: "INVALID_IMPORT_TOKEN",
    message: () => "The import token is missing, malformed, expired or was refused by its issuer",
    retry: "never",
    about: "The import token cannot be used."
  },
  ImportTokenUsed: {
    kind: "conflict",
    errorCode: "IMPORT_TOKEN_ALREADY_USED",
    message: () => "The import token was consumed, or this user has imported one already",
    retry: "never",
    about: "Import tokens are single use, one a user."
  },
  ImportInProgress: {
    kind: "conflict",
    errorCode: "IMPORT_IN_PROGRESS",
    message: () => "An earlier import for this subaccount is running; poll the existing attempt",
    retry: "after the wait",
    about: "One import a subaccount at a time."
  },
  ImportNotEnabled: {
    kind: "badUpstream",
    errorCode: "IMPORT_NOT_ENABLED",
    message: () => "Imports are not enabled for this account",
    retry: "after approval",
    about: "The provider does not take imports of this account."
  },
  ImportFailed: {
    kind: "invalid",
    errorCode: "IMPORT_FAILED",
    message: (error) => error.reason,
    retry: "never",
    about: "The provider refused the import for another reason; `error` has it."
  },
  PairNotRoutable: {
    kind: "invalid",
    errorCode: "UNSUPPORTED_PAIR",
    message: ({ input, output, routes }) =>
      `${input} to ${output} is not routable. Valid conversions: ${
        routes.map((each) => `${each.input} to ${each.output}`).join(", ")
      }`,
    retry: "never",
    about: "Nothing converts the one into the other in that way; the message lists the valid conversions."
  },
  InvalidSwapInput: {
    kind: "invalid",
    errorCode: "INVALID_INPUT",
    message: (error) => `${error.field}: ${error.problem}`,
    retry: "never",
    about: "Swap: request id, amount, precision or a limit is wrong."
  },
  InvalidSparkAddress: {
    kind: "invalid",
    errorCode: "INVALID_SPARK_ADDRESS",
    message: () => "The destination is not a mainnet Spark address",
    retry: "never",
    about: "Swap: the Spark destination is invalid or of another network."
  },
  InvalidLightningDestination: {
    kind: "invalid",
    errorCode: "INVALID_LIGHTNING_DESTINATION",
    message: () => "The destination is not a Lightning address",
    retry: "never",
    about: "Swap: the Lightning address is missing or malformed."
  },
  Bolt11NotSupported: {
    kind: "invalid",
    errorCode: "BOLT11_NOT_SUPPORTED",
    message: () => "Use a Lightning address: a BOLT11 invoice has a fixed amount",
    retry: "never",
    about: "Swap: invoices are not accepted as destination."
  },
  NotAvailableInSandbox: {
    kind: "notImplemented",
    errorCode: "NOT_AVAILABLE_IN_SANDBOX",
    message: (error) => `${error.operation} is not available in the sandbox`,
    retry: "never",
    about: "The operation exists in production alone."
  },
  NoSandboxUpstream: {
    kind: "notImplemented",
    errorCode: "NOT_AVAILABLE_IN_SANDBOX",
    message: (error) => `No sandbox upstream for ${error.host}${error.path}`,
    retry: "never",
    about: "What the sandbox would ask does not exist; the message names host and path."
  },
  Deprecated: {
    kind: "gone",
    errorCode: "DEPRECATED",
    message: (error) => `This endpoint is gone: use ${error.replacement}`,
    retry: "never",
    about: "The endpoint was replaced by the one that the message names."
  },
  IdempotencyConflict: {
    kind: "conflict",
    errorCode: "IDEMPOTENCY_CONFLICT",
    message: (error) => `${error.field} was already used for another request`,
    retry: "with another key",
    about: "The idempotency key was used before with other parameters; nothing was done."
  },
  NotFound: {
    kind: "notFound",
    errorCode: "NOT_FOUND",
    message: (error) => `${error.resource} not found`,
    retry: "never",
    about: "There is no such thing for this key; a foreign id answers the same."
  },
  NoSparkWallet: {
    kind: "invalid",
    errorCode: "NO_SPARK_WALLET",
    message: () => "The wallet has no Spark identity",
    retry: "never",
    about: "Swap: the wallet has no Spark identity or no sealed seed."
  },
  SwapNotEnabled: {
    kind: "forbidden",
    errorCode: "NOT_ENABLED",
    message: () => "Swaps are not enabled for this account",
    retry: "after approval",
    about: "Swap: the account lacks the flag SWAP."
  },
  ScopeMissing: {
    kind: "forbidden",
    errorCode: "FEATURE_NOT_ENABLED",
    message: ({ scope }) => `This API key does not have the scope ${scope}`,
    retry: "after approval",
    about: "The API key has scopes, and the one that the operation needs is not among them."
  },
  RoleMissing: {
    kind: "forbidden",
    errorCode: "ROLE_REQUIRED",
    message: ({ role }) => `This needs the role ${role}`,
    retry: "after approval",
    about: "The role of the operator or of the service token is not enough; the message names the one that is needed.",
    isForOperators: true
  },
  PersonRequired: {
    kind: "forbidden",
    errorCode: "OPERATOR_REQUIRED",
    message: () => "This needs an operator who signed in: a token has neither password nor sessions",
    retry: "never",
    about: "Passwords and sessions belong to operators; the request was made with a token.",
    isForOperators: true
  },
  FeatureNotEnabled: {
    kind: "forbidden",
    errorCode: "FEATURE_NOT_ENABLED",
    message: (error) => `This account does not have ${error.flag} enabled`,
    retry: "after approval",
    about: "The account lacks the feature flag that gates the operation."
  },
  RecipientNotAllowed: {
    kind: "forbidden",
    errorCode: "RECIPIENT_NOT_ALLOWED",
    message: () => "This account pays only recipients that the operator has listed, and this is none of them",
    retry: "after approval",
    about:
      "The account has a list of recipients, and the payout, transfer or swap goes to another one; `details` names the field."
  },
  KycNotApproved: {
    kind: "forbidden",
    errorCode: "KYC_REQUIRED",
    message: () => "The most recent KYC attempt of this subaccount is not APPROVED",
    retry: "after approval",
    about: "The subaccount may not transact until its latest KYC attempt is APPROVED."
  },
  FinancialCapacityNotApproved: {
    kind: "forbidden",
    errorCode: "KYC_REQUIRED",
    message: () => "The Proof of Financial Capacity of this company is not APPROVED; assets in US dollars need it",
    retry: "after approval",
    about: "A company moves USDT, USDC and USDCE once its Proof of Financial Capacity is APPROVED."
  },
  ThirdPartyNotEnabled: {
    kind: "forbidden",
    errorCode: "THIRD_PARTY_NOT_ENABLED",
    message: () => "Third-party operations are not enabled for this account; contact support",
    retry: "after approval",
    about: "The declared taxId is not the one that KYC approved."
  },
  FullKycRequired: {
    kind: "forbidden",
    errorCode: "KYC_REQUIRED",
    message: () => "Full KYC is required",
    retry: "after approval",
    about: "The statement needs an APPROVED attempt of level FULL."
  },
  AccountBlocked: {
    kind: "forbidden",
    errorCode: "ACCOUNT_BLOCKED",
    message: () => "The source account is blocked; contact support",
    retry: "after approval",
    about: "The operator has blocked the account that money would leave."
  },
  PerTransactionLimitExceeded: {
    kind: "forbidden",
    errorCode: "PER_TX_LIMIT_EXCEEDED",
    message: () => "The value is above the limit of this account for one transaction",
    retry: "never",
    about: "A payout above `perTxLimitBrl` of the account."
  },
  OperationLimitExceeded: {
    kind: "forbidden",
    errorCode: "PER_TX_LIMIT_EXCEEDED",
    message: ({ limit }) =>
      `The operation is above the limit of US$ ${String(limit).padStart(3, "0").replace(/(?=..$)/, ".")}`,
    retry: "never",
    about:
      "A deposit, payout, Lightning invoice, transfer or swap is worth more than one operation may be, in dollars at the official rate of the day."
  },
  WalletLimitReached: {
    kind: "forbidden",
    errorCode: "WALLET_LIMIT_REACHED",
    message: ({ limit }) => `This holder has ${limit} wallets, which is the most that one may have`,
    retry: "never",
    about: "The holder has as many wallets as one may have."
  },
  DuplicatePayment: {
    kind: "conflict",
    errorCode: "DUPLICATE_PAYMENT",
    message: (error) =>
      `${error.transactionId} of today is equal and not known to have ended; send duplicateReason if both are meant`,
    retry: "never",
    about: "An equal payment of the same day may have been made; this account refuses another one without a reason."
  },
  BelowMinimum: {
    kind: "invalid",
    errorCode: "BELOW_MINIMUM",
    message: ({ least }) =>
      least === undefined
        ? "The value is too small: nothing would be left after the fee"
        : `The value is too small to be delivered there: the least is ${least}`,
    retry: "never",
    about:
      "The amount is below what the operation can deliver, or less than a fifth above the least that its network takes."
  },
  RateLimited: {
    kind: "tooMany",
    errorCode: "RATE_LIMITED",
    message: (error) => `Too many requests; try again in ${error.retryAfterSeconds} s`,
    retry: "after the wait",
    about: "A limit was reached; Retry-After says when to come back."
  },
  PinLocked: {
    kind: "tooMany",
    errorCode: "RATE_LIMITED",
    message: (error) => `Three wrong PINs locked this holder's wallets; try again in ${error.retryAfterSeconds} s`,
    retry: "after the wait",
    about: "Three wrong PINs lock all wallets of a holder for 24 hours."
  },
  UnlockInProgress: {
    kind: "tooMany",
    errorCode: "RATE_LIMITED",
    message: (error) => `Another unlock is in progress; try again in ${error.retryAfterSeconds} s`,
    retry: "with the same key",
    about: "The wallet, or the service, has as many unlocks in flight as it may."
  },
  InvalidPin: {
    kind: "invalid",
    errorCode: "INVALID_PIN",
    message: () => "PIN and key do not unlock this wallet",
    retry: "never",
    about: "The PIN is wrong, or the key is not the one that the keys endpoint gives."
  },
  InvalidSwapPin: {
    kind: "unauthenticated",
    errorCode: "INVALID_PIN",
    message: () => "PIN and key do not unlock this wallet",
    retry: "never",
    about: "Swap: PIN and key envelope do not unlock the selected wallet."
  },
  InsufficientFunds: {
    kind: "invalid",
    errorCode: "INSUFFICIENT_FUNDS",
    message: (error) => `The wallet does not hold enough ${error.asset} on ${error.network}`,
    retry: "never",
    about: "The wallet holds less than the operation takes, fee included."
  },
  TransferRefused: {
    kind: "invalid",
    errorCode: "TRANSFER_FAILED",
    message: (error) => `The transfer ${error.transactionId} was refused on-chain; nothing was moved`,
    retry: "with another key",
    about: "The chain refused the transfer: it did not take effect and never will."
  },
  DocumentQuotaReached: {
    kind: "forbidden",
    errorCode: "DOCUMENT_QUOTA_REACHED",
    message: () =>
      "This account has too many documents that no KYC form or proof names; name them, or wait for their deletion",
    retry: "never",
    about: "Documents that no submission names have a quota of number and size; they are deleted after seven days."
  },
  UploadUsed: {
    kind: "preconditionFailed",
    errorCode: "UPLOAD_USED",
    message: () => "This upload address was used already",
    retry: "never",
    about: "An upload address takes one file; register the document again."
  },
  UploadExpired: {
    kind: "gone",
    errorCode: "UPLOAD_EXPIRED",
    message: () => "This upload address has expired; register the document again",
    retry: "never",
    about: "Upload addresses are short-lived."
  },
  UnsupportedMedia: {
    kind: "unsupportedMedia",
    errorCode: "UNSUPPORTED_MEDIA_TYPE",
    message: ({ accepted }) => `Send a file that is, and is declared as, one of ${accepted.join(", ")}`,
    retry: "never",
    about: "The uploaded file is of another type than is taken, or than its Content-Type says."
  },
  PackageNotInstalled: {
    kind: "notImplemented",
    errorCode: "NOT_AVAILABLE",
    message: ({ packageName, what }) =>
      `${what} need the package ${packageName}, which is not installed on the server: npm install ${packageName}`,
    retry: "never",
    about: "The server lacks an optional package; the message names it."
  },
  WebhookUrlNotAllowed: {
    kind: "invalid",
    errorCode: "WEBHOOK_TEST_FAILED",
    message: (error) => `This webhook URL is not allowed: ${englishReason(error.problem)}`,
    retry: "never",
    about: "A webhook URL is public HTTPS; nothing was sent. The details say how to test locally."
  },
  WebhookTestFailed: {
    kind: "invalid",
    errorCode: "WEBHOOK_TEST_FAILED",
    message: (error) => `The endpoint did not accept the signed WEBHOOK_TEST event: ${englishReason(error.problem)}`,
    retry: "never",
    about: "A webhook is saved only when its endpoint answers the test with 2xx."
  },
  EmailTaken: {
    kind: "conflict",
    errorCode: "EMAIL_TAKEN",
    message: () => "Another operator has this e-mail address",
    retry: "never",
    about: "An e-mail address belongs to one operator at a time; that of a disabled one is free.",
    isForOperators: true
  },
  LastOwner: {
    kind: "conflict",
    errorCode: "LAST_OWNER",
    message: () => "This is the only active owner: make another one first",
    retry: "never",
    about: "The last active owner can be neither disabled, nor lowered, nor invited again.",
    isForOperators: true
  },
  SecondOperatorRequired: {
    kind: "conflict",
    errorCode: "SECOND_OPERATOR_REQUIRED",
    message: ({ approvalId }) => `This waits for a second operator to approve ${approvalId}; nothing was done yet`,
    retry: "never",
    about: "The order is worth more than one operator may decide. A second one approves it, which carries it out.",
    isForOperators: true
  },
  EvidenceUsed: {
    kind: "conflict",
    errorCode: "EVIDENCE_USED",
    message: ({ evidence }) => `${evidence} settled another movement: one proof settles one`,
    retry: "never",
    about: "What was given as the proof of a movement has settled another one."
  },
  StateConflict: {
    kind: "conflict",
    errorCode: "STATE_CONFLICT",
    message: (error) => `This cannot be done to a ${error.resource} that is ${error.state}`,
    retry: "never",
    about: "The record is not in a state that allows it."
  },
  PersonNotErasable: {
    kind: "conflict",
    errorCode: "PERSON_NOT_ERASABLE",
    message: () => "Something of this person is still open; nothing was erased",
    retry: "never",
    about: "A person is erased once nothing of his is open: payments, returns, disputes and the time for them, money.",
    isForOperators: true
  },
  NotSecondOperator: {
    kind: "forbidden",
    errorCode: "NOT_SECOND_OPERATOR",
    message: ({ problem }) =>
      problem === "asked"
        ? "Another operator than the one who asked has to approve this"
        : "A person has to approve this, signed in as an operator",
    retry: "never",
    about: "Whoever asked cannot approve, and neither can a token.",
    isForOperators: true
  },
  QueueUnavailable: {
    kind: "unavailable",
    errorCode: "QUEUE_UNAVAILABLE",
    message: (error) => `The swap ${error.swapId} is stored but not queued; send the same request again`,
    retry: "with the same key",
    about: "Swap: stored but not handed to the worker."
  },
  UpstreamUnavailable: {
    kind: "unavailable",
    errorCode: "UPSTREAM_UNAVAILABLE",
    message: (error) => `${error.upstream} is not available; nothing was done`,
    retry: "after the wait",
    about:
      "A provider or the store could not be asked, or none is configured for a part of the operation; the request had no effect."
  },
  OutcomeUnknown: {
    kind: "unavailable",
    errorCode: "UPSTREAM_UNAVAILABLE",
    message: () => "The outcome is not known; send the same request again with the same idempotency key",
    retry: "with the same key",
    about: "The store broke off while committing; the same request with the same key finds out."
  }
}

/** What a webhook URL has to be, and how to test with one that is not. */
export const webhookUrlRule =
  "Webhook URLs must use https on port 443 and resolve to a public address. To test locally, run "
  + "`pontepay listen --forward http://127.0.0.1:9999/hook`, or start the sandbox with PONTEPAY_ALLOW_PRIVATE_WEBHOOKS=true."

/** The row of a refusal. */
export const rowOf = <E extends Refusal>(error: E): CatalogueRow<E> =>
  catalogue[error._tag] as unknown as CatalogueRow<E>

/** Whether a failure is a public refusal, and no fault. */
export const isRefusal = (failure: unknown): failure is Refusal =>
  failure instanceof Error && "_tag" in failure && typeof failure._tag === "string" && failure._tag in catalogue

/** The details that go with a refusal, field by field. */
export const detailsOf = (error: Refusal): ReadonlyArray<{ readonly field: string; readonly message: string }> => {
  switch (error._tag) {
    case "ValidationFailed":
      return shown(error.details)
    case "UnsupportedPair":
      return [{ field: "network", message: rowOf(error).message(error) }]
    case "CodeNotPayable":
      return [{ field: "qrCode", message: rowOf(error).message(error) }]
    case "DeclarationMissing":
      return error.fields.map((field) => ({ field, message: "is required here" }))
    case "FormFieldRefused":
    case "InvalidSwapInput":
    case "BelowMinimum":
    case "IdempotencyConflict":
      return [{ field: error.field, message: rowOf(error).message(error) }]
    case "RecipientNotAllowed":
      return [{ field: error.field, message: "is not in the account's list of recipients" }]
    case "PersonNotErasable":
      return error.open.map(({ id, what }) => ({ field: id, message: what }))
    case "DuplicatePayment":
      return [{ field: "duplicateReason", message: `needed because of ${error.transactionId}` }]
    case "SecondOperatorRequired":
      return [{ field: "approvalId", message: error.approvalId }]
    case "WebhookUrlNotAllowed":
      return [{ field: "url", message: webhookUrlRule }]
    case "EmailTaken":
      return [{ field: "email", message: rowOf(error).message(error) }]
    case "EnvironmentUnknown":
    case "Unauthorized":
    case "SignInRefused":
    case "RequestForged":
    case "RoleMissing":
    case "PersonRequired":
    case "LastOwner":
    case "WalletLimitReached":
    case "AlreadyApproved":
    case "ImportTokenInvalid":
    case "ImportTokenUsed":
    case "ImportInProgress":
    case "ImportNotEnabled":
    case "ImportFailed":
    case "PairNotRoutable":
    case "InvalidSparkAddress":
    case "InvalidLightningDestination":
    case "Bolt11NotSupported":
    case "NotAvailableInSandbox":
    case "NoSandboxUpstream":
    case "Deprecated":
    case "NotFound":
    case "NoSparkWallet":
    case "SwapNotEnabled":
    case "ScopeMissing":
    case "FeatureNotEnabled":
    case "KycNotApproved":
    case "FinancialCapacityNotApproved":
    case "ThirdPartyNotEnabled":
    case "FullKycRequired":
    case "AccountBlocked":
    case "PerTransactionLimitExceeded":
    case "OperationLimitExceeded":
    case "RateLimited":
    case "PinLocked":
    case "UnlockInProgress":
    case "InvalidPin":
    case "InvalidSwapPin":
    case "InsufficientFunds":
    case "TransferRefused":
    case "UploadUsed":
    case "UploadExpired":
    case "DocumentQuotaReached":
    case "UnsupportedMedia":
    case "PackageNotInstalled":
    case "WebhookTestFailed":
    case "EvidenceUsed":
    case "StateConflict":
    case "NotSecondOperator":
    case "QueueUnavailable":
    case "OutcomeUnknown":
      return []
    case "UpstreamUnavailable":
      return error.details ?? []
  }
}
