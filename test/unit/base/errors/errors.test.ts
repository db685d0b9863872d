// The catalogue of public errors: every refusal has one row, with the code of the interface, words for people and nothing
// that should stay inside (C14).
import { describe, expect, it } from "vitest"
import { catalogue, detailsOf, moreDetailsOf, rowOf } from "../../../../core/base/errors/catalogue.ts"
import {
  AccountBlocked,
  AlreadyApproved,
  BelowMinimum,
  Bolt11NotSupported,
  CodeNotPayable,
  DeclarationMissing,
  Deprecated,
  DocumentQuotaReached,
  DuplicatePayment,
  EmailTaken,
  EnvironmentUnknown,
  EvidenceUsed,
  FeatureNotEnabled,
  FinancialCapacityNotApproved,
  FormFieldRefused,
  FullKycRequired,
  IdempotencyConflict,
  ImportFailed,
  ImportInProgress,
  ImportNotEnabled,
  ImportTokenInvalid,
  ImportTokenUsed,
  InsufficientFunds,
  InvalidLightningDestination,
  InvalidPin,
  InvalidSparkAddress,
  InvalidSwapInput,
  InvalidSwapPin,
  KycNotApproved,
  LastOwner,
  NoSandboxUpstream,
  NoSparkWallet,
  NotAvailableInSandbox,
  NotFound,
  NotSecondOperator,
  OperationLimitExceeded,
  OutcomeUnknown,
  PackageNotInstalled,
  PairNotRoutable,
  PerTransactionLimitExceeded,
  PersonNotErasable,
  PersonRequired,
  PinLocked,
  QueueUnavailable,
  RateLimited,
  RecipientNotAllowed,
  type Refusal,
  RequestForged,
  RoleMissing,
  ScopeMissing,
  SecondOperatorRequired,
  SignInRefused,
  StateConflict,
  SwapNotEnabled,
  ThirdPartyNotEnabled,
  TransferRefused,
  Unauthorized,
  UnlockInProgress,
  UnsupportedMedia,
  UnsupportedPair,
  UploadExpired,
  UploadUsed,
  UpstreamUnavailable,
  ValidationFailed,
  WalletLimitReached,
  WebhookTestFailed,
  WebhookUrlNotAllowed,
  invalidField
} from "../../../../core/base/errors/errors.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"

/** One of every refusal, in the order of precedence, with its code and kind. */
const usdtPairs = [{ asset: "USDT", network: "polygon" }, { asset: "USDT", network: "arbitrum" }]

const refusals: ReadonlyArray<readonly [Refusal, string, string]> = [
  [new EnvironmentUnknown({ host: "x.example" }), "ENVIRONMENT_UNKNOWN", "misdirected"],
  [new Unauthorized({ problem: "missing" }), "UNAUTHORIZED", "unauthenticated"],
  [new SignInRefused(), "SIGN_IN_REFUSED", "unauthenticated"],
  [new RequestForged(), "REQUEST_FORGED", "forbidden"],
  [invalidField("value", "too small"), "VALIDATION_FAILED", "invalid"],
  [new UnsupportedPair({ asset: "USDT", network: "base", pairs: usdtPairs }), "UNSUPPORTED_PAIR", "invalid"],
  [new CodeNotPayable({ most: unitsUnsafe("BRL", 0n) }), "UNSUPPORTED_PAIR", "invalid"],
  [new DeclarationMissing({ operation: "deposit", fields: ["purpose"] }), "DECLARATION_REQUIRED", "invalid"],
  [
    new FormFieldRefused({ field: "state", message: "InvalidFieldError: state is invalid" }),
    "VALIDATION_FAILED",
    "invalid"
  ],
  [new AlreadyApproved({ subAccountId: "sub_1" }), "KYC_ALREADY_APPROVED", "invalid"],
  [new ImportTokenInvalid(), "INVALID_IMPORT_TOKEN", "invalid"],
  [new ImportTokenUsed(), "IMPORT_TOKEN_ALREADY_USED", "conflict"],
  [new ImportInProgress(), "IMPORT_IN_PROGRESS", "conflict"],
  [new ImportNotEnabled(), "IMPORT_NOT_ENABLED", "badUpstream"],
  [new ImportFailed({ reason: "The applicant is unknown" }), "IMPORT_FAILED", "invalid"],
  [new PairNotRoutable({ input: "BRL over TRON", output: "BTC over PIX", routes: [] }), "UNSUPPORTED_PAIR", "invalid"],
  [new InvalidSwapInput({ field: "amount", problem: "too many decimals" }), "INVALID_INPUT", "invalid"],
  [new InvalidSparkAddress(), "INVALID_SPARK_ADDRESS", "invalid"],
  [new InvalidLightningDestination(), "INVALID_LIGHTNING_DESTINATION", "invalid"],
  [new Bolt11NotSupported(), "BOLT11_NOT_SUPPORTED", "invalid"],
  [new NotAvailableInSandbox({ operation: "DePix swap" }), "NOT_AVAILABLE_IN_SANDBOX", "notImplemented"],
  [new NoSandboxUpstream({ host: "sandbox.example", path: "/api/x" }), "NOT_AVAILABLE_IN_SANDBOX", "notImplemented"],
  [new Deprecated({ replacement: "POST /api/wallet/payout" }), "DEPRECATED", "gone"],
  [new IdempotencyConflict({ field: "externalId" }), "IDEMPOTENCY_CONFLICT", "conflict"],
  [new NotFound({ resource: "Subaccount" }), "NOT_FOUND", "notFound"],
  [new NoSparkWallet(), "NO_SPARK_WALLET", "invalid"],
  [new SwapNotEnabled(), "NOT_ENABLED", "forbidden"],
  [new ScopeMissing({ scope: "payouts" }), "FEATURE_NOT_ENABLED", "forbidden"],
  [new RoleMissing({ role: "owner" }), "ROLE_REQUIRED", "forbidden"],
  [new PersonRequired(), "OPERATOR_REQUIRED", "forbidden"],
  [new FeatureNotEnabled({ flag: "SWAP" }), "FEATURE_NOT_ENABLED", "forbidden"],
  [new RecipientNotAllowed({ field: "pixKey" }), "RECIPIENT_NOT_ALLOWED", "forbidden"],
  [new KycNotApproved({ subAccountId: "sub_1" }), "KYC_REQUIRED", "forbidden"],
  [new FinancialCapacityNotApproved({ subAccountId: "sub_1" }), "KYC_REQUIRED", "forbidden"],
  [new ThirdPartyNotEnabled({ subAccountId: "sub_1" }), "THIRD_PARTY_NOT_ENABLED", "forbidden"],
  [new FullKycRequired({ subAccountId: "sub_1" }), "KYC_REQUIRED", "forbidden"],
  [new AccountBlocked({ accountId: "acc_01" }), "ACCOUNT_BLOCKED", "forbidden"],
  [new PerTransactionLimitExceeded({ valueCents: 2n, limitCents: 1n }), "PER_TX_LIMIT_EXCEEDED", "forbidden"],
  [new OperationLimitExceeded({ limit: 10_000_005n }), "PER_TX_LIMIT_EXCEEDED", "forbidden"],
  [new WalletLimitReached({ limit: 20 }), "WALLET_LIMIT_REACHED", "forbidden"],
  [new DuplicatePayment({ transactionId: "pay_1" }), "DUPLICATE_PAYMENT", "conflict"],
  [new BelowMinimum({ field: "value" }), "BELOW_MINIMUM", "invalid"],
  [new RateLimited({ retryAfterSeconds: 3 }), "RATE_LIMITED", "tooMany"],
  [new PinLocked({ retryAfterSeconds: 3 }), "RATE_LIMITED", "tooMany"],
  [new UnlockInProgress({ retryAfterSeconds: 3 }), "RATE_LIMITED", "tooMany"],
  [new InvalidPin(), "INVALID_PIN", "invalid"],
  [new InvalidSwapPin(), "INVALID_PIN", "unauthenticated"],
  [new InsufficientFunds({ asset: "USDT", network: "polygon" }), "INSUFFICIENT_FUNDS", "invalid"],
  [new TransferRefused({ transactionId: "trf_1" }), "TRANSFER_FAILED", "invalid"],
  [new DocumentQuotaReached(), "DOCUMENT_QUOTA_REACHED", "forbidden"],
  [new UploadUsed(), "UPLOAD_USED", "preconditionFailed"],
  [new UploadExpired(), "UPLOAD_EXPIRED", "gone"],
  [new UnsupportedMedia({ accepted: ["image/png"] }), "UNSUPPORTED_MEDIA_TYPE", "unsupportedMedia"],
  [new PackageNotInstalled({ what: "Receipts as PDF", packageName: "pdfkit" }), "NOT_AVAILABLE", "notImplemented"],
  [new WebhookUrlNotAllowed({ problem: { code: "notHttps" } }), "WEBHOOK_TEST_FAILED", "invalid"],
  [new WebhookTestFailed({ problem: { code: "answered", status: 500 } }), "WEBHOOK_TEST_FAILED", "invalid"],
  [new EmailTaken(), "EMAIL_TAKEN", "conflict"],
  [new LastOwner(), "LAST_OWNER", "conflict"],
  [new SecondOperatorRequired({ approvalId: "apr_1" }), "SECOND_OPERATOR_REQUIRED", "conflict"],
  [new EvidenceUsed({ evidence: "E1" }), "EVIDENCE_USED", "conflict"],
  [new StateConflict({ resource: "payout", state: "PENDING" }), "STATE_CONFLICT", "conflict"],
  [new PersonNotErasable({ open: [{ what: "is not final", id: "dep_1" }] }), "PERSON_NOT_ERASABLE", "conflict"],
  [new NotSecondOperator({ problem: "asked" }), "NOT_SECOND_OPERATOR", "forbidden"],
  [new QueueUnavailable({ swapId: "swp_1", retryAfterSeconds: 1 }), "QUEUE_UNAVAILABLE", "unavailable"],
  [
    new UpstreamUnavailable({ upstream: "The PIX provider", retryAfterSeconds: 5 }),
    "UPSTREAM_UNAVAILABLE",
    "unavailable"
  ],
  [new OutcomeUnknown({ retryAfterSeconds: 5 }), "UPSTREAM_UNAVAILABLE", "unavailable"]
]

describe("the catalogue", () => {
  it("has one row for every refusal, in the order in which they answer §error-catalogue", () => {
    expect(refusals.map(([refusal]) => refusal._tag)).toEqual(Object.keys(catalogue))
  })

  it.each(refusals.map(([refusal, errorCode, kind]) => [refusal._tag, errorCode, kind, refusal] as const))(
    "%s is %s, %s §error-catalogue",
    (_, errorCode, kind, refusal) => {
      const row = rowOf(refusal)
      expect(row).toMatchObject({ errorCode, kind })
      expect(row.message(refusal)).toMatch(/^[A-Za-z].{9,}/)
      expect(row.about).toMatch(/\.$/)
    }
  )

  it("tells the same of a missing and of a foreign thing §foreign-is-missing", () => {
    expect(rowOf(new NotFound({ resource: "Deposit" })).message(new NotFound({ resource: "Deposit" })))
      .toBe("Deposit not found")
  })

  it("says of third parties and of approved users what the specification says §error-words", () => {
    const thirdParty = new ThirdPartyNotEnabled({ subAccountId: "sub_1" })
    expect(rowOf(thirdParty).message(thirdParty)).toMatch(/third-party operations are not enabled.*contact support/i)
    const approved = new AlreadyApproved({ subAccountId: "sub_1" })
    expect(rowOf(approved).message(approved)).toMatch(/user already has an APPROVED attempt/)
  })

  it("tells a wrong operator's token from none", () => {
    const said = (problem: "operator" | "notOperator") => {
      const error = new Unauthorized({ problem })
      return rowOf(error).message(error)
    }
    expect(said("operator")).toMatch(/^An operator's token, or an API key/)
    expect(said("notOperator")).toBe("This is not an operator's token")
  })

  it.each(["missing", "malformed", "unknown", "typo", "wrongEnvironment", "proof"] as const)(
    "tells what is wrong with a key: %s §sandbox-old-keys",
    (problem) => {
      const error = new Unauthorized({ problem })
      expect(rowOf(error).message(error)).toMatch(/key/i)
    }
  )
})

describe("details", () => {
  it("of a validation name every field, and the message names them too §envelope-details", () => {
    const error = new ValidationFailed({
      details: [{ field: "value", message: "missing" }, { field: "address", message: "wrong" }]
    })
    expect(detailsOf(error)).toEqual(error.details)
    expect(rowOf(error).message(error)).toBe("Validation failed: value, address")
  })

  // S13
  it("of a validation are twenty at most, the rest is counted, and names are cut §envelope-details", () => {
    const wrong = (count: number) =>
      new ValidationFailed({ details: Array.from({ length: count }, (_, n) => ({ field: `f${n}`, message: "wrong" })) })
    const said = (
      error: ValidationFailed
    ) => [detailsOf(error).length, moreDetailsOf(error), rowOf(error).message(error)]
    const names = Array.from({ length: 20 }, (_, n) => `f${n}`).join(", ")
    expect(said(wrong(20))).toEqual([20, 0, `Validation failed: ${names}`])
    expect(said(wrong(21))).toEqual([20, 1, `Validation failed: ${names} and 1 more`])
    const named = (characters: number) => invalidField("x".repeat(characters), "is not a field of this request")
    expect(detailsOf(named(128))).toEqual(named(128).details)
    expect(detailsOf(named(129))).toEqual([{ field: `${"x".repeat(128)}…`, message: "is not a field of this request" }])
    expect(rowOf(named(129)).message(named(129))).toBe(`Validation failed: ${"x".repeat(128)}…`)
  })

  it("of a body that cannot be read give its message", () => {
    const error = invalidField("", "not JSON")
    expect(rowOf(error).message(error)).toBe("Validation failed: not JSON")
  })

  it.each(
    [
      [
        new UnsupportedPair({ asset: "USDT", network: "base", pairs: usdtPairs }),
        "network",
        "USDT is not available on base. Valid networks for USDT: polygon, arbitrum"
      ],
      [
        new UnsupportedPair({ asset: "BRS", network: "base", pairs: usdtPairs }),
        "network",
        "BRS is not available on base. Valid pairs: USDT on polygon, USDT on arbitrum"
      ],
      [
        new RecipientNotAllowed({ field: "qrCode" }),
        "qrCode",
        "is not in the account's list of recipients"
      ],
      [new DeclarationMissing({ operation: "deposit", fields: ["purpose"] }), "purpose", "is required here"],
      [new EmailTaken(), "email", "Another operator has this e-mail address"],
      [new DuplicatePayment({ transactionId: "pay_1" }), "duplicateReason", "needed because of pay_1"],
      [new PersonNotErasable({ open: [{ what: "is not final", id: "dep_1" }] }), "dep_1", "is not final"],
      [new BelowMinimum({ field: "value" }), "value", "The value is too small: nothing would be left after the fee"],
      [
        new IdempotencyConflict({ field: "externalId" }),
        "externalId",
        "externalId was already used for another request"
      ]
    ] as const
  )("of %s name the field that is to blame", (error, field, message) => {
    expect(detailsOf(error)).toEqual([{ field, message }])
  })

  it("of the others are none", () => {
    const named = new Set([
      "ValidationFailed",
      "UnsupportedPair",
      "CodeNotPayable",
      "DeclarationMissing",
      "FormFieldRefused",
      "InvalidSwapInput",
      "BelowMinimum",
      "IdempotencyConflict",
      "DuplicatePayment",
      "EmailTaken",
      "RecipientNotAllowed",
      "PersonNotErasable",
      "SecondOperatorRequired",
      "WebhookUrlNotAllowed"
    ])
    const others = refusals.map(([refusal]) => refusal).filter(({ _tag }) => !named.has(_tag))
    expect(others.flatMap(detailsOf)).toEqual([])
  })
})
