// The requests, answers and events of the interface. Printed from its definition by `npm run print`: change that instead.

export interface SubaccountRequest {
  /** For a company, the legal name */
  readonly name: string
  /** A COMPANY needs it to be resolved for KYB */
  readonly email?: string
  /** INDIVIDUAL by default; it never changes */
  readonly accountType?: "INDIVIDUAL" | "COMPANY"
  /** Where the holder is resident for tax: ISO 3166-1 alpha-3 */
  readonly taxResidence?: string
}

export interface SubaccountCreated {
  /** Permanent */
  readonly subAccountId: string
}

export interface SubaccountPage {
  /** One page of subaccounts: the key owner's own first, then the newest */
  readonly subAccounts: ReadonlyArray<{
    /** Id of the subaccount */
    readonly subAccountId: string
    /** E-mail address; null if none is known */
    readonly email: string | null
    /** SELF is the key owner's own, CUSTOMER one created for a customer */
    readonly owner: "SELF" | "CUSTOMER"
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string
  }>
  /** Null on the last page */
  readonly nextCursor: string | null
}

export interface ListSubaccountsQuery {
  /** Part of the name, whatever its case */
  readonly name?: string
  /** The nextCursor of the page before */
  readonly cursor?: string
}

export interface SubaccountDetail {
  /** Id of the subaccount */
  readonly subAccountId: string
  /** Name of the person or company */
  readonly name: string
  /** E-mail address; null if none is known */
  readonly email: string | null
  /** Whether the subaccount is a person or a company */
  readonly accountType: "INDIVIDUAL" | "COMPANY"
  /** SELF is the key owner's own, CUSTOMER one created for a customer */
  readonly owner: "SELF" | "CUSTOMER"
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
  /** The latest attempt */
  readonly kyc: {
    /** Where it stands */
    readonly status: "NONE" | "PENDING" | "REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"
    /** Level of the KYC: `LIGHT` or `FULL` */
    readonly level: "LIGHT" | "FULL" | null
    /** When the KYC was approved, ISO 8601 in UTC; null unless it was */
    readonly approvedAt: string | null
  }
  /** What the approved proofs of a company have opened; empty for everybody else */
  readonly unlocked: ReadonlyArray<"USD_OPERATIONS" | "RAISED_LIMITS">
  /** Ids of the subaccount's wallets */
  readonly walletIds: ReadonlyArray<string>
}

export interface WalletCreateRequest {
  /** Whose wallet; the caller's own by default */
  readonly subAccountId?: string
  /** The only network that the new wallet is on */
  readonly network: "polygon" | "base" | "tron" | "solana"
  /** The holder's PIN: 6 digits or more, or a passphrase of 8 to 64 characters */
  readonly walletPin: string
}

export interface WalletCreated {
  /** 24 hexadecimal characters; save it as `walletId` */
  readonly id: string
  /** Address on the network that is named */
  readonly address: string
  /** Network on which the asset moves, such as `base` */
  readonly network: "polygon" | "base" | "tron" | "solana"
  /** Where the network settles; 84532 for every network of the sandbox */
  readonly chainId: number
  /** Whole units of the network's first asset: USDT, on base USDC */
  readonly balance: number
  /** NIP-44 version 2, base64: the symmetric key under the Argon2id key of PIN and e-mail */
  readonly protectedSymmetricKey: string
}

export interface WalletRecord {
  /** Id of the user that the subaccount stands for */
  readonly userId: string
  /** Null for the caller's own wallet */
  readonly subAccountId: string | null
  /** When the balances were read from the chain */
  readonly syncedAt: string | null
  /** Address by network; Solana is not shown */
  readonly addresses: Readonly<Record<string, string>>
  /** Balance of each asset on each network */
  readonly balances: ReadonlyArray<{
    /** Code of the asset, such as `USDC` */
    readonly asset: string
    /** Network on which the balance is */
    readonly network: string
    /** Whole units */
    readonly amount: string
  }>
  /** Only when one was named */
  readonly walletId?: string
}

export interface ReadWalletQuery {
  /** Whose wallet; the caller's own by default */
  readonly subAccountId?: string
  /** One wallet, exactly: no other takes its place */
  readonly walletId?: string
}

export interface WalletSelection {
  /** Whose wallet; the caller's own by default */
  readonly subAccountId?: string
  /** One wallet, exactly: no other takes its place */
  readonly walletId?: string
}

export interface WalletKeys {
  /** 24 hexadecimal characters */
  readonly walletId: string
  /** NIP-44 version 2, base64: the symmetric key under the Argon2id key of PIN and e-mail */
  readonly protectedSymmetricKey: string
  /** Salts the Argon2id key of the PIN */
  readonly email: string
  /** Null for the caller's own wallet */
  readonly subAccountId: string | null
}

export interface ReadWalletKeysQuery {
  /** Whose wallet; the caller's own by default */
  readonly subAccountId?: string
  /** One wallet, exactly: no other takes its place */
  readonly walletId?: string
}

export interface StartPinSessionRequest {
  /** Whose wallet; the caller's own by default */
  readonly subAccountId?: string
}

export interface PinSession {
  /** Id of the session */
  readonly sessionId: string
  /** Send the holder there; it works once. Pass it on as it is: the fragment is the proof */
  readonly url: string
  /** When it expires, ISO 8601 in UTC */
  readonly expiresAt: string
}

export interface WalletTransferRequestFields {
  /** An EVM address with its EIP-55 checksum on polygon and base, base58 on solana; one of three */
  readonly recipientAddress?: string
  /** A subaccount of the key owner; one of three */
  readonly toSubAccountId?: string
  /** The user of such a subaccount; one of three */
  readonly toUserId?: string
  /** Whose wallet; the caller's own by default */
  readonly fromSubAccountId?: string
  /** Whole units of the asset as a decimal string, above 0 and at most 10000 */
  readonly amount: string
  /** The same one within two minutes is the same transfer */
  readonly reference?: string
  /** One wallet, exactly: no other takes its place */
  readonly walletId?: string
  /** Why this is no duplicate: needed where the account refuses payments equal to one that is not known to have ended; kept with the payment */
  readonly duplicateReason?: string
  /** What it is for, in words or as a code of the central bank */
  readonly purpose?: string
  /** Who is on the other side */
  readonly counterpartyName?: string
  /** His tax number, of whatever country */
  readonly counterpartyTaxId?: string
  /** Where he is: ISO 3166-1 alpha-3 */
  readonly counterpartyCountry?: string
  /** Whose the address is: the customer's own, somebody else's, or a provider's who keeps it for others */
  readonly walletOwner?: "self" | "other" | "provider"
  /** How the owner of the address was proven */
  readonly walletProof?: "signed_message" | "micro_payment" | "declaration"
  /** The holder's PIN: 6 digits or more, or a passphrase of 8 to 64 characters */
  readonly walletPin: string
  /** From the keys endpoint, exactly as it was returned */
  readonly protectedSymmetricKey: string
}

export interface WalletTransferRequestPolygon extends WalletTransferRequestFields {
  /** Asset to transfer; USDT by default */
  readonly asset?: "USDT" | "USDC" | "BRLA"
  /** Network of the transfer; polygon by default */
  readonly network?: "polygon"
}

export interface WalletTransferRequestBase extends WalletTransferRequestFields {
  /** Asset to transfer; USDT by default */
  readonly asset: "USDC" | "BRLA"
  /** Network of the transfer; polygon by default */
  readonly network: "base"
}

export interface WalletTransferRequestSolana extends WalletTransferRequestFields {
  /** Asset to transfer; USDT by default */
  readonly asset?: "USDT" | "USDC" | "BRS"
  /** Network of the transfer; polygon by default */
  readonly network: "solana"
}

export type WalletTransferRequest = WalletTransferRequestPolygon | WalletTransferRequestBase | WalletTransferRequestSolana

export interface WalletTransferResponse {
  /** Transaction on the chain */
  readonly txHash: string
  /** Address of the wallet that pays */
  readonly senderAddress: string
  /** Address that receives */
  readonly recipientAddress: string
  /** Whole units of the asset */
  readonly amount: string
  /** Code of the asset, such as `USDC` */
  readonly asset: "USDT" | "USDC" | "BRLA" | "BRS"
  /** The service's id of the transfer */
  readonly transactionId: string
  /** Where it stands */
  readonly status: "CONFIRMED"
  /** This reference stands for a transfer that was made before */
  readonly alreadyProcessed?: true
}

export interface WalletTransferPending {
  /** Null: the transaction is not confirmed yet */
  readonly txHash: null
  /** Address of the wallet that pays */
  readonly senderAddress: string
  /** Address that receives */
  readonly recipientAddress: string
  /** Whole units of the asset */
  readonly amount: string
  /** Code of the asset, such as `USDC` */
  readonly asset: "USDT" | "USDC" | "BRLA" | "BRS"
  /** The service's id of the transfer */
  readonly transactionId: string
  /** Where it stands */
  readonly status: "PENDING"
  /** This reference stands for a transfer that was made before */
  readonly alreadyProcessed?: true
}

export interface WalletPayoutRequestFields {
  /** What the receiver gets, in BRL cents; the fee comes on top. The ceiling is the account's own */
  readonly value: number
  /** PIX key of the receiver, or `qrCode` */
  readonly pixKey?: string
  /** Needed where a key may be of two types; else found out */
  readonly pixKeyType?: "PHONE" | "CPF" | "EMAIL" | "RANDOM" | "CNPJ"
  /** PIX BR Code to pay, or `pixKey`; an amount inside it has to be `value` */
  readonly qrCode?: string
  /** The holder's PIN: 6 digits or more, or a passphrase of 8 to 64 characters */
  readonly walletPin?: string
  /** From the keys endpoint, exactly as it was returned */
  readonly protectedSymmetricKey?: string
  /** CPF of the beneficiary, digits only; left out for the account holder */
  readonly taxId?: string
  /** Whose wallet pays; the main account's by default */
  readonly subAccountId?: string
  /** Idempotency key, echoed by PAYOUT_SUCCESSFUL */
  readonly externalId?: string
  /** Why this is no duplicate: needed where the account refuses payments equal to one that is not known to have ended; kept with the payment */
  readonly duplicateReason?: string
  /** What it is for, in words or as a code of the central bank */
  readonly purpose?: string
  /** Who is on the other side */
  readonly counterpartyName?: string
  /** His tax number, of whatever country */
  readonly counterpartyTaxId?: string
  /** Where he is: ISO 3166-1 alpha-3 */
  readonly counterpartyCountry?: string
}

export interface WalletPayoutRequestPolygon extends WalletPayoutRequestFields {
  /** polygon: USDT (default), BRLA; base: USDC (default), BRLA; tron: USDT, whatever is sent; solana: USDT (default), USDC, BRS with the flag BRS_RAIL */
  readonly asset?: "USDT" | "BRLA"
  /** Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone */
  readonly network: "polygon"
}

export interface WalletPayoutRequestBase extends WalletPayoutRequestFields {
  /** polygon: USDT (default), BRLA; base: USDC (default), BRLA; tron: USDT, whatever is sent; solana: USDT (default), USDC, BRS with the flag BRS_RAIL */
  readonly asset?: "USDC" | "BRLA"
  /** Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone */
  readonly network: "base"
}

export interface WalletPayoutRequestTron extends WalletPayoutRequestFields {
  /** polygon: USDT (default), BRLA; base: USDC (default), BRLA; tron: USDT, whatever is sent; solana: USDT (default), USDC, BRS with the flag BRS_RAIL */
  readonly asset?: "USDT"
  /** Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone */
  readonly network: "tron"
}

export interface WalletPayoutRequestSolana extends WalletPayoutRequestFields {
  /** polygon: USDT (default), BRLA; base: USDC (default), BRLA; tron: USDT, whatever is sent; solana: USDT (default), USDC, BRS with the flag BRS_RAIL */
  readonly asset?: "USDT" | "USDC" | "BRS"
  /** Where the asset is; tron needs the flag TRON_PAYOUT, solana exists in production alone */
  readonly network: "solana"
}

export type WalletPayoutRequest = WalletPayoutRequestPolygon | WalletPayoutRequestBase | WalletPayoutRequestTron | WalletPayoutRequestSolana

export interface WalletPayoutResponse {
  /** The service's id of the payout; null in a dry run */
  readonly transactionId: string | null
  /** The debit and the PIX follow in the background */
  readonly status: "PROCESSING"
  /** What the wallet pays, in whole units: value and fee */
  readonly stableAmount: string
  /** What the receiver gets: BRL, two decimals */
  readonly valueInBrl: string
  /** On top of the value: BRL, two decimals */
  readonly fee: string
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** The job that debits the wallet; null in a dry run */
  readonly jobId: string | null
}

export interface CreatePayoutQuery {
  /** `true`: all gates but the PIN, and the price; no payout and no effect */
  readonly dryRun?: "true" | "false"
}

export interface PayoutRecord {
  /** The service's id of the payment */
  readonly transactionId: string
  /** PENDING until the PIX has settled, or the asset is back */
  readonly status: "PENDING" | "COMPLETED" | "FAILED" | "REFUNDED"
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** The debit of the wallet on its chain */
  readonly txHash: string | null
  /** End-to-end id of the PIX */
  readonly endToEndId: string | null
  /** BRL, two decimals */
  readonly valueInBrl: string
  /** BRL, two decimals */
  readonly fee: string
  /** In its normal form */
  readonly pixKey: string | null
  /** PIX BR Code, copy and paste; null if there is none */
  readonly qrCode: string | null
  /** The rail */
  readonly provider: string
  /** The `externalId` of the request */
  readonly correlationID: string | null
  /** A sentence for customers */
  readonly failureReason: string | null
  /** Once the PIX has settled; the same as in PAYOUT_SUCCESSFUL */
  readonly receipt: {
    /** Compare it without regard to case */
    readonly endToEndId: string | null
    /** When the PIX settled, ISO 8601 in UTC; null until then */
    readonly paidAt: string | null
    /** The rail that paid, such as `PIX`; null if it is not known */
    readonly rail: string | null
    /** BRL that the PIX paid, two decimals; null if the bank does not say */
    readonly amountInBrl: string | null
    /** ISPB of the bank that paid; null if it is not known */
    readonly payerIspb: string | null
    /** Who received the PIX */
    readonly receiver: {
      /** Name of the receiver; null if the bank does not say */
      readonly name: string | null
      /** A CPF is masked, a CNPJ whole */
      readonly taxId: string | null
      /** PIX key that was paid; null if it is not known */
      readonly pixKey: string | null
      /** Name of the receiver's bank; null if it is not known */
      readonly bankName: string | null
      /** ISPB of the receiver's bank: 8 characters; null if it is not known */
      readonly ispb: string | null
      /** Branch of the receiver's account; null if it is not known */
      readonly branch: string | null
      /** Masked to its last four digits */
      readonly account: string | null
      /** Type of the receiver's account, as the bank names it; null if it does not say */
      readonly accountType: string | null
    }
  } | null
  /** The receipt as PDF, once the PIX has settled: a link that opens for 30 days */
  readonly receiptUrl: string | null
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
  /** When it last changed, ISO 8601 in UTC */
  readonly updatedAt: string
}

export interface DocumentRequest {
  /** Whose document it is */
  readonly subAccountId: string
  /** SELFIE-FROM-LIVENESS is captured on a page, every other type is uploaded; PROOF is for KYB proofs */
  readonly documentType: "SELFIE-FROM-LIVENESS" | "SELFIE" | "ID" | "DRIVERS-LICENSE" | "PASSPORT" | "PROOF"
  /** `true` gives a second upload address, for the back */
  readonly isDoubleSided?: boolean
}

export interface DocumentRegistered1 {
  /** Id of the document */
  readonly documentId: string
  /** PUT the file here once within 15 minutes: If-None-Match: *, a JPEG, PNG or PDF with its Content-Type, at most 10 MiB */
  readonly uploadUrlFront: string
  /** The same for the back; only when double-sided */
  readonly uploadUrlBack?: string
}

export interface DocumentRegistered2 {
  /** Id of the document */
  readonly documentId: string
  /** Id of the session */
  readonly sessionId: string
  /** Send the person here within five minutes; it cannot be framed. Pass it on unmodified */
  readonly livenessUrl: string
  /** The same session on the provider's page */
  readonly aveniaLivenessUrl: string
  /** Confirms the capture; a JWT that expires after five minutes */
  readonly validateLivenessToken: string
}

export type DocumentRegistered = DocumentRegistered1 | DocumentRegistered2

export interface DocumentReadiness {
  /** Id of the document */
  readonly documentId: string
  /** Every side has come: the document can be submitted */
  readonly ready: boolean
  /** Type of the document */
  readonly documentType: "SELFIE-FROM-LIVENESS" | "SELFIE" | "ID" | "DRIVERS-LICENSE" | "PASSPORT" | "PROOF"
  /** WAITING-UPLOAD before a liveness capture, PENDING before an upload */
  readonly uploadStatusFront: "PENDING" | "PROCESSING" | "COMPLETED" | "EXPIRED" | "WAITING-UPLOAD"
  /** Only when it failed */
  readonly uploadErrorFront?: string
  /** WAITING-UPLOAD before a liveness capture, PENDING before an upload */
  readonly uploadStatusBack?: "PENDING" | "PROCESSING" | "COMPLETED" | "EXPIRED" | "WAITING-UPLOAD"
  /** Only when it failed */
  readonly uploadErrorBack?: string
}

export interface ReadDocumentQuery {
  /** Whose document it is */
  readonly subAccountId: string
}

export interface LivenessValidateRequest {
  /** From the registration */
  readonly validateLivenessToken: string
}

export interface LivenessValidated {
  /** Id of the document */
  readonly documentId: string
  /** Where it stands */
  readonly status: "COMPLETED"
}

export interface KycCreateRequest {
  /** Who is examined; the key owner by default */
  readonly subAccountId?: string
  /** FULL by default */
  readonly level?: "LIGHT" | "FULL"
  /** Where the person goes afterwards */
  readonly redirectUrl?: string
}

export interface KycStarted {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Where it stands */
  readonly status: "PENDING"
  /** Send the person here; pass it on unmodified */
  readonly url: string
  /** Until when the page can be filled in */
  readonly expiresAt: string | null
}

export interface KycSubmitFormRequest {
  /** Who is examined */
  readonly subAccountId: string
  /** As on the document */
  readonly fullName: string
  /** YYYY-MM-DD */
  readonly dateOfBirth: string
  /** The country that issued the tax number, ISO 3166-1 alpha-3 */
  readonly countryOfTaxId: string
  /** CPF, with or without punctuation */
  readonly taxIdNumber: string
  /** The one on file; it becomes the subaccount's when there is none */
  readonly email: string
  /** E.164 */
  readonly phone?: string
  /** The country of residence, ISO 3166-1 alpha-3 */
  readonly country: string
  /** ISO 3166-2 code without the country: SP, not BR-SP */
  readonly state: string
  /** City of the address */
  readonly city: string
  /** Postal code (CEP) */
  readonly zipCode: string
  /** Street and number */
  readonly streetAddress: string
  /** A SELFIE-FROM-LIVENESS document that is ready */
  readonly uploadedSelfieId: string
  /** An ID, DRIVERS-LICENSE or PASSPORT that is ready */
  readonly uploadedDocumentId: string
  /** Sandbox only: `true` ends in REJECTED with SANDBOX_SIMULATED */
  readonly sandboxReject?: boolean
}

export interface KycSubmitted {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Where it stands */
  readonly status: "PENDING"
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
}

export interface KycState {
  /** Of the most recent attempt; NONE when nothing was submitted */
  readonly status: "NONE" | "PENDING" | "REVIEW" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"
  /** Level of the KYC: `LIGHT` or `FULL` */
  readonly level: "LIGHT" | "FULL"
  /** Id of the latest attempt; null if there is none */
  readonly lastAttemptId: string | null
  /** When the KYC was approved, ISO 8601 in UTC; null unless it was */
  readonly approvedAt: string | null
}

export interface ReadKycQuery {
  /** The key owner by default */
  readonly subAccountId?: string
}

export interface KycImportTokenRequest {
  /** An INDIVIDUAL subaccount of yours; the key owner by default */
  readonly subAccountId?: string
  /** Share token of the other identity provider */
  readonly importToken?: string
}

export interface KycImported {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Where it stands */
  readonly status: "PENDING"
  /** Where the identity comes from */
  readonly source: "EXTERNAL_IMPORT"
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
}

export interface KycAttempt {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount */
  readonly subAccountId: string
  /** PENDING is under examination, also by a person; EXPIRED wants a new attempt */
  readonly status: "PENDING" | "APPROVED" | "REJECTED" | "EXPIRED" | "FAILED"
  /** 1 is LIGHT, 2 is FULL; an imported attempt has the opaque text external-token-<client-id> */
  readonly level: number | string
  /** A sentence for people */
  readonly rejectionReason: string | null
  /** For programs; screening detail is not for end users */
  readonly rejectionLabels: ReadonlyArray<"OBIT_INDICATION" | "NAME_MISMATCH" | "BIRTHDATE_MISMATCH" | "TAX_ID_NOT_FOUND" | "TAX_ID_IRREGULAR" | "UNDERAGE" | "PEP" | "SANCTIONS" | "KYC_STATUS_FAILED" | "CRIMINAL_LAWSUITS" | "EXCESSIVE_LAWSUITS" | "DOCUMENT_UNREADABLE" | "DOCUMENT_NAME_MISMATCH" | "INCONCLUSIVE" | "COMPROMISED_PERSONS" | "ADVERSE_MEDIA" | "CRIMINAL" | "DOCUMENT_IRREGULARITY" | "SELFIE_MISMATCH" | "FRAUDULENT_LIVENESS" | "NOT_DOCUMENT" | "FACE_MATCH_FAILED" | "SOURCE_FACE_CONFIDENCE_TOO_LOW" | "IMAGE_QUALITY_INSUFFICIENT" | "FACE_POSE_NOT_SUITABLE" | "FACE_PARTIALLY_OBSTRUCTED" | "NO_FACE_DETECTED" | "IMAGE_TOO_BLURRY" | "IMAGE_OVEREXPOSED" | "IMAGE_UNDEREXPOSED" | "DICT_MARK">
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
  /** When it last changed, ISO 8601 in UTC */
  readonly updatedAt: string
}

export interface KybRequest {
  /** A COMPANY subaccount with an email */
  readonly subAccountId: string
  /** Where people go after each page */
  readonly redirectUrl?: string
}

export interface KybStarted {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Where it stands */
  readonly status: "PENDING"
  /** For the company */
  readonly basicCompanyDataUrl: string
  /** For who signs for it */
  readonly authorizedRepresentativeUrl: string
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
}

export interface ProofOfAddressRequest {
  /** A COMPANY subaccount that KYB approved */
  readonly subAccountId: string
  /** A PROOF document that is ready */
  readonly documentId: string
}

export interface ProofOfFinancialCapacityRequest {
  /** A COMPANY subaccount that KYB approved */
  readonly subAccountId: string
  /** A PROOF document that is ready */
  readonly documentId: string
  /** Annual revenue in BRL, as a decimal string */
  readonly annualRevenueInBrl: string
}

export interface DepositAssetRequestFields {
  /** What the payer pays, in BRL cents */
  readonly value: number
  /** Destination: a BOLT11 invoice, LNURL or Lightning address for LIGHTNING, else an address of the network. An invoice must not have expired, and names no amount or exactly what is delivered */
  readonly address: string
  /** Idempotency key; made if omitted */
  readonly externalId?: string
  /** CPF of the beneficiary, digits only; left out for the account holder */
  readonly taxId?: string
  /** On whose behalf; the main account by default */
  readonly subAccountId?: string
  /** What it is for, in words or as a code of the central bank */
  readonly purpose?: string
  /** Who is on the other side */
  readonly counterpartyName?: string
  /** His tax number, of whatever country */
  readonly counterpartyTaxId?: string
  /** Where he is: ISO 3166-1 alpha-3 */
  readonly counterpartyCountry?: string
  /** Whose the address is: the customer's own, somebody else's, or a provider's who keeps it for others */
  readonly walletOwner?: "self" | "other" | "provider"
  /** How the owner of the address was proven */
  readonly walletProof?: "signed_message" | "micro_payment" | "declaration"
}

export interface DepositAssetRequestLIGHTNING extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "LIGHTNING"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network?: "lightning"
}

export interface DepositAssetRequestBTC extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "BTC"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "bitcoin"
}

export interface DepositAssetRequestUSDT extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "USDT"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "polygon" | "arbitrum"
}

export interface DepositAssetRequestUSDC extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "USDC"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "polygon" | "base" | "gnosis"
}

export interface DepositAssetRequestUSDCE extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "USDCE"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "gnosis"
}

export interface DepositAssetRequestBRLA extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "BRLA"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "polygon" | "base"
}

export interface DepositAssetRequestDEPIX extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "DEPIX"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "liquid"
}

export interface DepositAssetRequestLBTC extends DepositAssetRequestFields {
  /** What is delivered; an asset that no deposit delivers is refused as a pair */
  readonly asset: "LBTC"
  /** Where it is delivered; LIGHTNING needs none */
  readonly network: "liquid"
}

export type DepositAssetRequest = DepositAssetRequestLIGHTNING | DepositAssetRequestBTC | DepositAssetRequestUSDT | DepositAssetRequestUSDC | DepositAssetRequestUSDCE | DepositAssetRequestBRLA | DepositAssetRequestDEPIX | DepositAssetRequestLBTC

export interface DepositAssetResponse {
  /** The id given, or the one that was made; empty in a dry run without one */
  readonly externalId: string
  /** PIX BR Code, copy and paste; null in a dry run */
  readonly qrCode: string | null
  /** BRL cents, part of `value` */
  readonly fee: number
  /** BRL for one unit of the asset */
  readonly fxRateAtTx: number
  /** The service's id of the charge; null in a dry run */
  readonly walletCharge: string | null
  /** The provider's ticket of the charge; null in a dry run */
  readonly trackId: string | null
  /** The page on which the payer pays the charge and follows it; null in a dry run, and where no address is known */
  readonly chargeUrl: string | null
}

export interface CreateDepositQuery {
  /** `true`: all gates and prices, no charge and no effect */
  readonly dryRun?: "true" | "false"
}

export interface DepositRecord {
  /** Your own id of the operation, from the request */
  readonly externalId: string
  /** The service's id of the charge */
  readonly walletCharge: string
  /** The provider's ticket of the charge */
  readonly trackId: string | null
  /** PENDING until the PIX settles, PROCESSING until the asset is delivered */
  readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED" | "REFUNDED"
  /** `DEPOSIT_DELIVERY_FAILED` when the asset cannot be delivered */
  readonly errorCode: string | null
  /** Why it failed, for customers; null unless it did */
  readonly errorDescription: string | null
  /** True only after a full confirmed refund */
  readonly retryable: boolean
  /** For the whole deposit: CONFIRMED once everything that was paid has gone back */
  readonly refundStatus: "PARTIALLY_REFUNDED" | "CONFIRMED" | null
  /** Cumulative confirmed refunds, BRL cents */
  readonly refundedValue: number | null
  /** When the money went back, ISO 8601 in UTC; null until then */
  readonly refundedAt: string | null
  /** Id of the latest return */
  readonly refundEndToEndId: string | null
  /** `LATE_PAYMENT` or `DELIVERY_UNKNOWN`, where one applies */
  readonly processingStep: string | null
  /** Code of the asset, such as `USDC` */
  readonly asset: string
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** Address on the network that is named */
  readonly address: string
  /** BRL cents */
  readonly value: number
  /** BRL, two decimals */
  readonly valueInBrl: string
  /** BRL cents */
  readonly fee: number
  /** BRL, two decimals */
  readonly feeInBrl: string
  /** BRL for one unit of the asset */
  readonly fxRateAtTx: number | null
  /** Smallest units of the asset: an exact JSON integer that may pass 2^53 */
  readonly receivedAmount: bigint | null
  /** Decimals of the asset: `receivedAmount` divided by 10 to this power is in whole units. Null until it is delivered */
  readonly receivedAmountDecimals: number | null
  /** Transaction that delivered the asset; null until it is delivered */
  readonly transactionHash: string | null
  /** PIX BR Code, copy and paste; null if there is none */
  readonly qrCode: string | null
  /** End-to-end id of the PIX that funded the deposit */
  readonly endToEndId: string | null
  /** When the PIX settled */
  readonly paidAt: string | null
  /** BRL cents that the PIX paid: the charge, or more, of which the surplus goes back; null until then */
  readonly paidValue: number | null
  /** Only for accounts that own a virtual account */
  readonly payer: {
    /** Name of the payer; null if the bank does not say */
    readonly name: string | null
    /** CPF or CNPJ, no punctuation */
    readonly taxId: string | null
  } | null
  /** When the delivery was confirmed */
  readonly confirmedAt: string | null
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
  /** When it last changed, ISO 8601 in UTC */
  readonly updatedAt: string
  /** The page on which the payer pays the charge and follows it; null where no address is known */
  readonly chargeUrl: string | null
}

export interface LightningInvoiceRequest {
  /** What the receiver of the PIX gets, in BRL cents: R$0.10 to R$250.00 */
  readonly value: number
  /** PIX key to pay; either this or `qrCode` */
  readonly pixKey?: string
  /** Type of `pixKey`; needed where eleven digits may be a CPF or a phone */
  readonly pixKeyType?: "PHONE" | "CPF" | "EMAIL" | "RANDOM" | "CNPJ"
  /** PIX BR Code to pay; an amount in it must equal `value` */
  readonly qrCode?: string
  /** Lightning address that gets the sats back when the PIX cannot be paid */
  readonly refundAddress?: string
  /** What it is for, in words or as a code of the central bank */
  readonly purpose?: string
  /** Who is on the other side */
  readonly counterpartyName?: string
  /** His tax number, of whatever country */
  readonly counterpartyTaxId?: string
  /** Where he is: ISO 3166-1 alpha-3 */
  readonly counterpartyCountry?: string
}

export interface LightningInvoiceResponse {
  /** BOLT11; in the sandbox a look-alike that cannot be paid */
  readonly invoice: string
  /** What the invoice asks for: value and fee, rounded up */
  readonly valueInSatoshis: number
  /** The key in its normal form */
  readonly pixKey: string | null
  /** PIX BR Code, copy and paste; null if there is none */
  readonly qrCode: string | null
  /** BRL that the receiver gets, two decimals */
  readonly valueInBrl: string
  /** BRL on top of it, two decimals */
  readonly fee: string
  /** Names the invoice from here on: 64 hex characters */
  readonly paymentHash: string
}

export interface LightningInvoiceRecord {
  /** Payment hash that names the invoice: 64 hex characters */
  readonly paymentHash: string
  /** The payment hash */
  readonly transactionId: string
  /** PENDING until the invoice is paid, PAID until the PIX settles */
  readonly status: "PENDING" | "PAID" | "COMPLETED" | "FAILED" | "REFUNDED" | "EXPIRED"
  /** Network on which the asset moves, such as `base` */
  readonly network: "lightning"
  /** BOLT11 */
  readonly invoice: string
  /** Satoshis of the invoice */
  readonly valueInSatoshis: number
  /** The invoice again, where payouts have their debit */
  readonly txHash: string | null
  /** End-to-end id of the PIX */
  readonly endToEndId: string | null
  /** BRL, two decimals */
  readonly valueInBrl: string
  /** BRL, two decimals */
  readonly fee: string
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** PIX BR Code, copy and paste; null if there is none */
  readonly qrCode: string | null
  /** The rail that pays the PIX */
  readonly provider: string
  /** The `externalId` of the request; null if it had none */
  readonly correlationID: string | null
  /** Why it failed, for customers; null unless it did */
  readonly failureReason: string | null
  /** Where the money goes back to if the PIX cannot be paid; null if none is known */
  readonly refundAddress: string | null
  /** The invoice by which the satoshis go back */
  readonly refundInvoice: string | null
  /** Lightning payment id of the refund */
  readonly refundTxId: string | null
  /** When the money went back, ISO 8601 in UTC; null until then */
  readonly refundedAt: string | null
  /** Receipt of the PIX; null until it settles */
  readonly receipt: {
    /** Compare it without regard to case */
    readonly endToEndId: string | null
    /** When the PIX settled, ISO 8601 in UTC; null until then */
    readonly paidAt: string | null
    /** The rail that paid, such as `PIX`; null if it is not known */
    readonly rail: string | null
    /** BRL that the PIX paid, two decimals; null if the bank does not say */
    readonly amountInBrl: string | null
    /** ISPB of the bank that paid; null if it is not known */
    readonly payerIspb: string | null
    /** Who received the PIX */
    readonly receiver: {
      /** Name of the receiver; null if the bank does not say */
      readonly name: string | null
      /** A CPF is masked, a CNPJ whole */
      readonly taxId: string | null
      /** PIX key that was paid; null if it is not known */
      readonly pixKey: string | null
      /** Name of the receiver's bank; null if it is not known */
      readonly bankName: string | null
      /** ISPB of the receiver's bank: 8 characters; null if it is not known */
      readonly ispb: string | null
      /** Branch of the receiver's account; null if it is not known */
      readonly branch: string | null
      /** Masked to its last four digits */
      readonly account: string | null
      /** Type of the receiver's account, as the bank names it; null if it does not say */
      readonly accountType: string | null
    }
  } | null
  /** Link to the receipt as a PDF, which opens for 30 days; null until the PIX settles */
  readonly receiptUrl: string | null
  /** Until when the invoice is offered */
  readonly expiresAt: string
  /** When it was created, ISO 8601 in UTC */
  readonly createdAt: string
  /** When it last changed, ISO 8601 in UTC */
  readonly updatedAt: string
}

export interface QuoteRequest {
  /** Currency that is paid in */
  readonly inputCurrency: "BRL" | "USDT" | "USDC" | "USDB" | "BTC"
  /** How the input is paid */
  readonly inputPaymentMethod: "PIX" | "POLYGON" | "BASE" | "TRON" | "LIGHTNING" | "SPARK"
  /** Currency that is paid out */
  readonly outputCurrency: "BRL" | "USDT" | "USDC" | "USDB" | "BTC"
  /** How the output is paid */
  readonly outputPaymentMethod: "PIX" | "POLYGON" | "BASE" | "TRON" | "LIGHTNING" | "SPARK"
  /** What is paid, a decimal string in whole units; exactly one of the two */
  readonly inputAmount?: string
  /** What is received, a decimal string in whole units; exactly one of the two */
  readonly outputAmount?: string
  /** PIX BR Code that is paid: routes and prices alone, and permits nothing */
  readonly outputBrCode?: string
}

export interface QuoteResponse {
  /** For your records: no endpoint takes it */
  readonly quoteToken: string
  /** The asset and the currency that its price is in, such as `USDT/BRL` */
  readonly pairName: string
  /** BRL for one unit of the asset, before fees */
  readonly basePrice: number
  /** Currency that is paid in */
  readonly inputCurrency: "BRL" | "USDT" | "USDC" | "USDB" | "BTC"
  /** Currency that is paid out */
  readonly outputCurrency: "BRL" | "USDT" | "USDC" | "USDB" | "BTC"
  /** Whole units of its currency */
  readonly inputAmount: string
  /** Whole units of its currency */
  readonly outputAmount: string
  /** Only from BTC to BRL with `outputAmount` given */
  readonly inputAmountSats?: number
  /** Only from BRL to BTC with `inputAmount` given */
  readonly outputAmountSats?: number
  /** The total fee, what is special to the account included; it is in the amounts already */
  readonly feeInCents: number
  /** What the fee is made of */
  readonly appliedFees: ReadonlyArray<{
    /** A fixed amount, or a percentage of the value */
    readonly type: "FIXED" | "PERCENTAGE"
    /** BRL, two decimals */
    readonly amount: string
    /** Currency of the fee */
    readonly currency: "BRL"
  }>
  /** Two minutes after creation: then the price is stale */
  readonly expiresAt: string
}

export interface Statement {
  /** What the wallets of the subaccount hold together, in whole units */
  readonly balances: ReadonlyArray<{
    /** Code of the asset, such as `USDC` */
    readonly asset: string
    /** Network on which the balance is; null for balances that are on none */
    readonly network: string | null
    /** Balance in whole units of the asset, as a decimal string */
    readonly amount: string
  }>
  /** Newest first */
  readonly operations: ReadonlyArray<{
    /** Of the operation; a fee's is that of its operation with `/fee` after it */
    readonly id: string
    /** A FEE row follows the operation that it is the fee of */
    readonly type: "DEPOSIT_ASSET" | "PIX_OUT" | "LIGHTNING_OUT" | "WALLET_TRANSFER" | "FEE"
    /** Where it stands */
    readonly status: string
    /** Code of the asset, such as `USDC` */
    readonly asset: string
    /** Network on which the asset moves, such as `base` */
    readonly network: string
    /** BRL, two decimals; null for a transfer of an asset that is not pegged to BRL */
    readonly valueInBrl: string | null
    /** Whole units of a stablecoin; null for anything else */
    readonly stableAmount: string | null
    /** BRL, two decimals; the sum of this column is what was charged */
    readonly fee: string
    /** On-chain id, or the bolt11 invoice of a Lightning-funded payout */
    readonly txHash: string | null
    /** Of the PIX */
    readonly endToEndId: string | null
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string
    /** When it last changed, ISO 8601 in UTC */
    readonly updatedAt: string
  }>
  /** 1 + rows before / pageSize */
  readonly page: number
  /** How many rows a page has at most */
  readonly pageSize: number
  /** Rows of all pages, fees included */
  readonly total: number
  /** Null on the last page */
  readonly nextCursor: string | null
}

export interface ReadStatementQuery {
  /** ISO date or datetime; 30 days ago by default */
  readonly from?: string
  /** ISO date or datetime; not part of the window itself; now by default. At most 90 days after `from` */
  readonly to?: string
  /** Rows of a page: 1 to 200, 50 by default */
  readonly limit?: number
  /** The nextCursor of the page before */
  readonly cursor?: string
  /** Which operations; repeat it for several */
  readonly type?: ReadonlyArray<"deposit" | "withdraw" | "payout" | "transfer"> | "deposit" | "withdraw" | "payout" | "transfer"
}

export interface StatementRequest {
  /** Whose statement; the main account's by default */
  readonly subAccountId?: string
  /** ISO date or datetime; 30 days ago by default */
  readonly from?: string
  /** ISO date or datetime; not part of the window itself; now by default. At most 90 days after `from` */
  readonly to?: string
  /** Rows of a page, 50 by default */
  readonly limit?: number
  /** The nextCursor of the page before */
  readonly cursor?: string
  /** Which operations; all by default */
  readonly type?: ReadonlyArray<"deposit" | "withdraw" | "payout" | "transfer">
}

export interface EventPage {
  /** One page of events, oldest first */
  readonly events: ReadonlyArray<unknown>
  /** Where to go on from; also at the end, for what comes later */
  readonly nextCursor: string
  /** Whether there is more to be had at once */
  readonly hasMore: boolean
}

export interface ListEventsQuery {
  /** The nextCursor of the page before */
  readonly cursor?: string
}

export interface SwapRequest {
  /** Required: `DEPIX` */
  readonly fromAsset?: "DEPIX"
  /** Required: `BTC` */
  readonly toAsset?: "BTC"
  /** Where the satoshis go; `lightning` by default, so name it */
  readonly network?: "spark" | "lightning"
  /** Required: whole DePix as a decimal string, up to 8 decimals, at most 10000 */
  readonly amount?: string
  /** Required: your id of the swap; the same one is the same swap */
  readonly clientRequestId?: string
  /** Required: the holder's PIN */
  readonly walletPin?: string
  /** Required: from the keys endpoint */
  readonly protectedSymmetricKey?: string
  /** Whose wallet is debited; the caller's own by default */
  readonly subAccountId?: string
  /** A mainnet Spark address, or a Lightning address; the wallet's own by default */
  readonly address?: string
  /** Satoshis that have to arrive at least, a Lightning fee allowance not counted */
  readonly minAmountOutSats?: number
  /** How far the price may move, in hundredths of a percent */
  readonly maxSlippageBps?: number
  /** Satoshis that routing may take; of no account on spark */
  readonly maxLightningFeeSats?: number
  /** A label for your books; no idempotency key */
  readonly reference?: string
  /** What it is for, in words or as a code of the central bank */
  readonly purpose?: string
  /** Who is on the other side */
  readonly counterpartyName?: string
  /** His tax number, of whatever country */
  readonly counterpartyTaxId?: string
  /** Where he is: ISO 3166-1 alpha-3 */
  readonly counterpartyCountry?: string
  /** Whose the address is: the customer's own, somebody else's, or a provider's who keeps it for others */
  readonly walletOwner?: "self" | "other" | "provider"
  /** How the owner of the address was proven */
  readonly walletProof?: "signed_message" | "micro_payment" | "declaration"
}

export interface SwapAccepted {
  /** The service's id of the swap */
  readonly swapId: string
  /** Your id of the swap: the same id and request give the same swap */
  readonly clientRequestId: string
  /** FAILED: nothing moved. STRANDED: something did, or may have, and support has to look at it */
  readonly status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "STRANDED"
  /** Asset that is sold: `DEPIX` */
  readonly fromAsset: "DEPIX"
  /** Asset that is bought: `BTC` */
  readonly toAsset: "BTC"
  /** Raw units: 1 DePix is 100000000 */
  readonly amountIn: string
  /** Network on which the asset moves, such as `base` */
  readonly network: "spark" | "lightning"
  /** Where the satoshis go: a Spark address or a Lightning address */
  readonly destination: string
  /** Satoshis that must arrive at least */
  readonly minAmountOutSats: number
  /** How far the price may move, in hundredths of a percent */
  readonly maxSlippageBps: number
  /** 0 on spark */
  readonly maxLightningFeeSats: number
}

export interface SwapRecord {
  /** The service's id of the swap */
  readonly swapId: string
  /** Your id of the swap: the same id and request give the same swap */
  readonly clientRequestId: string
  /** FAILED: nothing moved. STRANDED: something did, or may have, and support has to look at it */
  readonly status: "PENDING" | "RUNNING" | "COMPLETED" | "FAILED" | "STRANDED"
  /** Asset that is sold: `DEPIX` */
  readonly fromAsset: "DEPIX"
  /** Asset that is bought: `BTC` */
  readonly toAsset: "BTC"
  /** Raw units: 1 DePix is 100000000 */
  readonly amountIn: string
  /** Network on which the asset moves, such as `base` */
  readonly network: "spark" | "lightning"
  /** Where the satoshis go: a Spark address or a Lightning address */
  readonly destination: string
  /** Satoshis that must arrive at least */
  readonly minAmountOutSats: number
  /** How far the price may move, in hundredths of a percent */
  readonly maxSlippageBps: number
  /** 0 on spark */
  readonly maxLightningFeeSats: number
  /** Your label of the swap; null if the request had none */
  readonly reference: string | null
  /** Why it failed; null unless it did */
  readonly error: "AUTHORIZATION_EXPIRED" | "INSUFFICIENT_BALANCE" | "INSUFFICIENT_OUTPUT" | "SLIPPAGE_EXCEEDED" | "TRANSFER_REFUSED" | "LIGHTNING_FAILED" | "OUTCOME_UNKNOWN" | null
  /** The steps of the swap, in their order */
  readonly legs: ReadonlyArray<{
    /** 0: DePix to the service. 1: the pool. 2: satoshis to Spark. 3: Lightning */
    readonly leg: number
    /** Where it stands */
    readonly status: "PENDING" | "SUBMITTED" | "CONFIRMED" | "FAILED" | "UNKNOWN"
    /** Chain that this step takes from */
    readonly originChain: string
    /** Chain that this step delivers to */
    readonly destinationChain: string
    /** Transaction on the origin chain; null until there is one */
    readonly originTxHash: string | null
    /** Transaction on the destination chain; null until there is one */
    readonly destinationTxHash: string | null
    /** Satoshis */
    readonly actualAmountOut: string | null
    /** Why it failed; null unless it did */
    readonly error: "AUTHORIZATION_EXPIRED" | "INSUFFICIENT_BALANCE" | "INSUFFICIENT_OUTPUT" | "SLIPPAGE_EXCEEDED" | "TRANSFER_REFUSED" | "LIGHTNING_FAILED" | "OUTCOME_UNKNOWN" | null
    /** Leg 1: the pool's id of the swap */
    readonly swapRequestId?: string | null
    /** Leg 3: what routing took */
    readonly feeSats?: number | null
  }>
}

export interface ReadSwapQuery {
  /** Whose swap it has to be */
  readonly subAccountId?: string
}

export interface ProviderEvent {
  /** Name of the event */
  readonly event: {
    /** The provider's id of the event */
    readonly id?: string
    /** TICKET, PIX-RETURN, PIX-OUT, KYC, DISPUTE or LIGHTNING; others are accepted and left alone */
    readonly subscription: string
    /** What the operation answers */
    readonly data: unknown
  }
}

export interface ProviderWebhookAnswer {
}

export interface NamedProviderWebhookAnswer {
}

export interface DepositAssetSuccessData {
  /** True in every answer that is not a refusal */
  readonly success: true
  /** BRL cents */
  readonly value: number
  /** Code of the asset, such as `USDC` */
  readonly asset: string
  /** Your own id of the operation, from the request */
  readonly externalId: string
  /** BRL decimal string */
  readonly fee: string
  /** BRL for one unit of the asset */
  readonly fxRateAtTx: number
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** What kind of destination the asset went to, such as `ADDRESS` */
  readonly finalDestinationKind: string
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Whole units of the asset that were delivered */
  readonly valueInCurrency: number
  /** The provider's ticket of the charge; null if there is none */
  readonly trackId: string | null
  /** Only for accounts that own a virtual account; left out otherwise */
  readonly payer?: {
    /** Name of the payer; null if the bank does not say */
    readonly name: string | null
    /** CPF or CNPJ of the payer, no punctuation; null if the bank does not say */
    readonly taxId: string | null
  } | null
  /** End-to-end id of the PIX; null until it settles */
  readonly endToEndId?: string | null
  /** When the PIX settled, ISO 8601 in UTC; null until then */
  readonly paidAt?: string | null
}

export interface DepositAssetFailedData {
  /** Stable over retries: deduplicate by it */
  readonly eventId: string
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Your own id of the operation, from the request */
  readonly externalId: string
  /** The service's id of the charge */
  readonly walletCharge: string
  /** The provider's ticket of the charge; null if there is none */
  readonly trackId?: string | null
  /** Code of the asset, such as `USDC` */
  readonly asset: string
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** True in every answer that is not a refusal */
  readonly success: false
  /** Where it stands */
  readonly status: "FAILED"
  /** Why it failed, for programs */
  readonly errorCode: "DEPOSIT_DELIVERY_FAILED"
  /** Why it failed, for customers */
  readonly errorDescription: string
  /** Whether the same payment can be made again: true only after a full confirmed refund */
  readonly retryable: false
}

export interface DepositAssetRefundedData {
  /** Stable over retries: deduplicate by it */
  readonly eventId: string
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Your own id of the operation, from the request */
  readonly externalId: string
  /** The service's id of the charge */
  readonly walletCharge: string
  /** The provider's ticket of the charge; null if there is none */
  readonly trackId?: string | null
  /** Code of the asset, such as `USDC` */
  readonly asset: string
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** True in every answer that is not a refusal */
  readonly success: true
  /** Where it stands */
  readonly status: "PENDING" | "PROCESSING" | "COMPLETED" | "FAILED" | "EXPIRED" | "REFUNDED"
  /** `CONFIRMED`: this refund is final */
  readonly refundStatus: "CONFIRMED"
  /** This refund, BRL cents */
  readonly refundValue: number
  /** All refunds so far, BRL cents: the total */
  readonly refundedValue: number
  /** Id of the return, which is different for each: deduplicate by it */
  readonly refundEndToEndId: string
  /** Whether a part of the value is still to go back */
  readonly partial: boolean
  /** Whether the same payment can be made again: true only after a full confirmed refund */
  readonly retryable: boolean
}

export interface PayoutSuccessfulData {
  /** True in every answer that is not a refusal */
  readonly success: true
  /** The service's id of the payment */
  readonly transactionId: string
  /** Your own id of the payout, from the request; null if it had none */
  readonly externalId: string | null
  /** The provider's ticket of the charge; null if there is none */
  readonly trackId: string | null
  /** Where it stands */
  readonly status: "COMPLETED"
  /** Code of the asset, such as `USDC` */
  readonly asset: string | null
  /** Network on which the asset moves, such as `base` */
  readonly network: string | null
  /** BRL decimal string */
  readonly valueInBrl: string
  /** BRL decimal string */
  readonly fee: string
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** End-to-end id of the PIX; null until it settles */
  readonly endToEndId: string | null
  /** Transaction on the chain; null until there is one */
  readonly txHash: string | null
  /** Receipt of the PIX; null until it settles */
  readonly receipt: {
    /** End-to-end id of the PIX; null until it settles */
    readonly endToEndId: string | null
    /** When the PIX settled, ISO 8601 in UTC; null until then */
    readonly paidAt: string | null
    /** The rail that paid, such as `PIX`; null if it is not known */
    readonly rail: string | null
    /** BRL decimal string */
    readonly amountInBrl: string | null
    /** ISPB of the bank that paid; null if it is not known */
    readonly payerIspb: string | null
    /** Who received the PIX; null if the bank does not say */
    readonly receiver: {
      /** Name of the receiver; null if the bank does not say */
      readonly name: string | null
      /** A CPF is masked, a CNPJ comes whole */
      readonly taxId: string | null
      /** PIX key that was paid; null if it is not known */
      readonly pixKey: string | null
      /** Name of the receiver's bank; null if it is not known */
      readonly bankName: string | null
      /** ISPB of the receiver's bank: 8 characters; null if it is not known */
      readonly ispb: string | null
      /** Branch of the receiver's account; null if it is not known */
      readonly branch: string | null
      /** Masked to its last four digits */
      readonly account: string | null
      /** Type of the receiver's account, as the bank names it; null if it does not say */
      readonly accountType: string | null
    } | null
  } | null
  /** Link to the receipt as a PDF, which opens for 30 days; null until the PIX settles */
  readonly receiptUrl: string | null
  /** The prices and amounts that the payout was made at */
  readonly quote: {
    /** BRL decimal string */
    readonly brlAmount: string
    /** Whole units of the asset that was sold, fee included, as a decimal string; null if it is not known */
    readonly assetAmount: string | null
    /** BRL for one unit of the asset */
    readonly fxRateAtTx: number | null
    /** BTC that the invoice was paid with, fee included */
    readonly btcAmount?: number
    /** Satoshis */
    readonly satoshis?: number
    /** BRL for one unit of the asset */
    readonly btcToBrlRate?: number
  }
  /** Legacy alias of txHash */
  readonly invoice: string | null
  /** Satoshis */
  readonly valueInSatoshis?: number
}

export interface PayoutFailedData {
  /** True in every answer that is not a refusal */
  readonly success: false
  /** On-chain transaction, or the BOLT11 invoice */
  readonly invoice: string | null
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Why it failed, for programs */
  readonly errorCode: string
  /** Why it failed, for customers */
  readonly errorDescription: string
}

export interface PayoutRefundedData1 {
  /** True in every answer that is not a refusal */
  readonly success: true
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** BRL decimal string */
  readonly valueInBrl: string
  /** The service's id of the payment */
  readonly transactionId: string
  /** End-to-end id of the PIX; null until it settles */
  readonly endToEndId: string | null
  /** BRL that came back; size the reversal by it */
  readonly returnedAmount: string
  /** The service's id of the payout that was reversed */
  readonly originalTicketId: string
  /** Deduplicate by it */
  readonly reversalTicketId: string
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
  /** Null: reversed, and the refund waits for a person */
  readonly refundTxId: string | null
  /** Where the money goes back to if the PIX cannot be paid; null if none is known */
  readonly refundAddress: string | null
}

export interface PayoutRefundedData2 {
  /** True in every answer that is not a refusal */
  readonly success: true
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** BRL decimal string */
  readonly valueInBrl: string
  /** The service's id of the payment */
  readonly transactionId: string
  /** Deduplicate by it */
  readonly refundTxId: string
  /** Where the money goes back to if the PIX cannot be paid */
  readonly refundAddress: string
  /** Code of the asset, such as `USDC` */
  readonly asset: string
  /** Network on which the asset moves, such as `base` */
  readonly network: string
  /** Whole units of the asset that went back, as a decimal string */
  readonly stableAmount: string
  /** When the money went back, ISO 8601 in UTC */
  readonly refundedAt: string
}

export interface PayoutRefundedData3 {
  /** True in every answer that is not a refusal */
  readonly success: true
  /** PIX key of the receiver in its normal form; null if a BR Code was paid */
  readonly pixKey: string | null
  /** BRL decimal string */
  readonly valueInBrl: string
  /** The original BOLT11 invoice */
  readonly invoice: string
  /** Where the money goes back to if the PIX cannot be paid; null if none is known */
  readonly refundAddress: string | null
  /** BOLT11 invoice by which the satoshis went back */
  readonly refundInvoice: string
  /** Deduplicate by it */
  readonly refundTxId: string
  /** Satoshis */
  readonly valueInSatoshis: number
  /** When the money went back, ISO 8601 in UTC */
  readonly refundedAt: string
}

export type PayoutRefundedData = PayoutRefundedData1 | PayoutRefundedData2 | PayoutRefundedData3

export interface KycApprovedData {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount; null for the key owner's own */
  readonly subAccountId: string | null
  /** Id of the subaccount's user; null for the key owner's own */
  readonly userId: string | null
  /** Level of the KYC: `LIGHT` or `FULL` */
  readonly level: string
  /** When the KYC was approved, ISO 8601 in UTC */
  readonly approvedAt: string
}

export interface KycRejectedData {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount; null for the key owner's own */
  readonly subAccountId: string | null
  /** Id of the subaccount's user; null for the key owner's own */
  readonly userId: string | null
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
}

export interface KycExpiredData {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount; null for the key owner's own */
  readonly subAccountId: string | null
  /** Id of the subaccount's user; null for the key owner's own */
  readonly userId: string | null
  /** When it expired, ISO 8601 in UTC */
  readonly expiredAt: string
}

export interface KycFailedData {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount; null for the key owner's own */
  readonly subAccountId: string | null
  /** Id of the subaccount's user; null for the key owner's own */
  readonly userId: string | null
  /** Why the attempt failed, for people */
  readonly error: string
}

export interface KycCompletedData {
  /** Id of the KYC or KYB attempt */
  readonly attemptId: string
  /** Id of the subaccount */
  readonly subAccountId: string | null
  /** Where it stands */
  readonly status: string
}

export interface DisputeCreatedData {
  /** Where it stands */
  readonly status: "CREATED"
  /** Status in the provider's own words; null if there is none */
  readonly providerStatus: string | null
  /** The provider's id of the dispute; null if it has none */
  readonly disputeId: string | null
  /** Deduplicate by it: one MED a PIX */
  readonly endToEndId: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
  /** Name of the payer; null if the bank does not say */
  readonly payerName: string | null
  /** When the disputed PIX settled, ISO 8601 in UTC; null if it is not known */
  readonly transactionDate: string | null
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Null when the PIX funded no charge */
  readonly walletCharge: {
    /** The service's id of the charge */
    readonly id: string
    /** Your own id of the deposit; null if there is none */
    readonly externalId: string | null
    /** The provider's ticket of the charge; null if there is none */
    readonly trackId: string | null
    /** The `externalId` of the request; null if it had none */
    readonly correlationID: string | null
    /** Code of the asset, such as `USDC` */
    readonly asset: string | null
    /** Network on which the asset moves, such as `base` */
    readonly network: string | null
    /** Status of the deposit; null if it is not known */
    readonly status: string | null
    /** BRL decimal string */
    readonly valueInBrl: string
    /** BRL decimal string */
    readonly fee: string | number
    /** Transaction that delivered the asset; null until it is delivered */
    readonly transactionHash: string | null
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string | null
  } | null
}

export interface DisputeAcceptedData {
  /** Where it stands */
  readonly status: "ACCEPTED"
  /** Status in the provider's own words; null if there is none */
  readonly providerStatus: string | null
  /** The provider's id of the dispute; null if it has none */
  readonly disputeId: string | null
  /** Deduplicate by it: one MED a PIX */
  readonly endToEndId: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
  /** Name of the payer; null if the bank does not say */
  readonly payerName: string | null
  /** When the disputed PIX settled, ISO 8601 in UTC; null if it is not known */
  readonly transactionDate: string | null
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Null when the PIX funded no charge */
  readonly walletCharge: {
    /** The service's id of the charge */
    readonly id: string
    /** Your own id of the deposit; null if there is none */
    readonly externalId: string | null
    /** The provider's ticket of the charge; null if there is none */
    readonly trackId: string | null
    /** The `externalId` of the request; null if it had none */
    readonly correlationID: string | null
    /** Code of the asset, such as `USDC` */
    readonly asset: string | null
    /** Network on which the asset moves, such as `base` */
    readonly network: string | null
    /** Status of the deposit; null if it is not known */
    readonly status: string | null
    /** BRL decimal string */
    readonly valueInBrl: string
    /** BRL decimal string */
    readonly fee: string | number
    /** Transaction that delivered the asset; null until it is delivered */
    readonly transactionHash: string | null
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string | null
  } | null
}

export interface DisputeRejectedData {
  /** Where it stands */
  readonly status: "REJECTED"
  /** Status in the provider's own words; null if there is none */
  readonly providerStatus: string | null
  /** The provider's id of the dispute; null if it has none */
  readonly disputeId: string | null
  /** Deduplicate by it: one MED a PIX */
  readonly endToEndId: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
  /** Name of the payer; null if the bank does not say */
  readonly payerName: string | null
  /** When the disputed PIX settled, ISO 8601 in UTC; null if it is not known */
  readonly transactionDate: string | null
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Null when the PIX funded no charge */
  readonly walletCharge: {
    /** The service's id of the charge */
    readonly id: string
    /** Your own id of the deposit; null if there is none */
    readonly externalId: string | null
    /** The provider's ticket of the charge; null if there is none */
    readonly trackId: string | null
    /** The `externalId` of the request; null if it had none */
    readonly correlationID: string | null
    /** Code of the asset, such as `USDC` */
    readonly asset: string | null
    /** Network on which the asset moves, such as `base` */
    readonly network: string | null
    /** Status of the deposit; null if it is not known */
    readonly status: string | null
    /** BRL decimal string */
    readonly valueInBrl: string
    /** BRL decimal string */
    readonly fee: string | number
    /** Transaction that delivered the asset; null until it is delivered */
    readonly transactionHash: string | null
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string | null
  } | null
}

export interface DisputeCanceledData {
  /** Where it stands */
  readonly status: "CANCELED"
  /** Status in the provider's own words; null if there is none */
  readonly providerStatus: string | null
  /** The provider's id of the dispute; null if it has none */
  readonly disputeId: string | null
  /** Deduplicate by it: one MED a PIX */
  readonly endToEndId: string
  /** BRL cents */
  readonly value: number
  /** BRL decimal string */
  readonly valueInBrl: string
  /** Why, as the provider says it; null if it does not */
  readonly reason: string | null
  /** Name of the payer; null if the bank does not say */
  readonly payerName: string | null
  /** When the disputed PIX settled, ISO 8601 in UTC; null if it is not known */
  readonly transactionDate: string | null
  /** When it happened, ISO 8601 in UTC */
  readonly occurredAt: string
  /** Null when the PIX funded no charge */
  readonly walletCharge: {
    /** The service's id of the charge */
    readonly id: string
    /** Your own id of the deposit; null if there is none */
    readonly externalId: string | null
    /** The provider's ticket of the charge; null if there is none */
    readonly trackId: string | null
    /** The `externalId` of the request; null if it had none */
    readonly correlationID: string | null
    /** Code of the asset, such as `USDC` */
    readonly asset: string | null
    /** Network on which the asset moves, such as `base` */
    readonly network: string | null
    /** Status of the deposit; null if it is not known */
    readonly status: string | null
    /** BRL decimal string */
    readonly valueInBrl: string
    /** BRL decimal string */
    readonly fee: string | number
    /** Transaction that delivered the asset; null until it is delivered */
    readonly transactionHash: string | null
    /** When it was created, ISO 8601 in UTC */
    readonly createdAt: string | null
  } | null
}

export interface CommandSucceededData {
  /** The id that the backend gave; deduplicate by it */
  readonly commandId: string
  /** Name of the command */
  readonly name: "create-deposit" | "create-payout" | "create-transfer" | "create-swap" | "provider-event"
  /** What the endpoint of the same name would have answered */
  readonly result: unknown
}

export interface CommandFailedData {
  /** The id that the backend gave; deduplicate by it */
  readonly commandId: string
  /** Name of the person or company */
  readonly name: "create-deposit" | "create-payout" | "create-transfer" | "create-swap" | "provider-event"
  /** The refusal */
  readonly error: {
    /** The errorCode of the refusal */
    readonly code: string
    /** What is wrong, for people */
    readonly message: string
    /** What is wrong with each field */
    readonly details: ReadonlyArray<{
      /** Name of the field on the wire */
      readonly field: string
      /** What is wrong, for people */
      readonly message: string
    }>
  }
}

export interface WebhookTestData {
  /** Id of the webhook that is tested */
  readonly webhookId: string
  /** When the test was sent, ISO 8601 in UTC */
  readonly sentAt: string
}

/** The JSON body of each operation. */
export interface Bodies {
  readonly createSubaccount: SubaccountRequest
  readonly createWallet: WalletCreateRequest
  readonly getWallet: WalletSelection
  readonly readWalletKeys: WalletSelection
  readonly startPinSession: StartPinSessionRequest
  readonly createTransfer: WalletTransferRequest
  readonly createPayout: WalletPayoutRequest
  readonly registerDocument: DocumentRequest
  readonly validateLiveness: LivenessValidateRequest
  readonly startKyc: KycCreateRequest
  readonly submitKyc: KycSubmitFormRequest
  readonly importKyc: KycImportTokenRequest
  readonly startKyb: KybRequest
  readonly proveAddress: ProofOfAddressRequest
  readonly proveFinancialCapacity: ProofOfFinancialCapacityRequest
  readonly createDeposit: DepositAssetRequest
  readonly createLightningInvoice: LightningInvoiceRequest
  readonly createQuote: QuoteRequest
  readonly postStatement: StatementRequest
  readonly createSwap: SwapRequest
  readonly providerWebhook: ProviderEvent
}

/** The query of each operation. */
export interface Queries {
  readonly listSubaccounts: ListSubaccountsQuery
  readonly readWallet: ReadWalletQuery
  readonly readWalletKeys: ReadWalletKeysQuery
  readonly createPayout: CreatePayoutQuery
  readonly readDocument: ReadDocumentQuery
  readonly readKyc: ReadKycQuery
  readonly createDeposit: CreateDepositQuery
  readonly readStatement: ReadStatementQuery
  readonly listEvents: ListEventsQuery
  readonly readSwap: ReadSwapQuery
}

/** What each operation answers. */
export interface Answers {
  readonly createSubaccount: SubaccountCreated
  readonly listSubaccounts: SubaccountPage
  readonly readSubaccount: SubaccountDetail
  readonly createWallet: WalletCreated
  readonly readWallet: WalletRecord
  readonly getWallet: WalletRecord
  readonly readWalletKeys: WalletKeys
  readonly startPinSession: PinSession
  readonly createTransfer: WalletTransferResponse | WalletTransferPending
  readonly createPayout: WalletPayoutResponse
  readonly readPayout: PayoutRecord
  readonly registerDocument: DocumentRegistered
  readonly readDocument: DocumentReadiness
  readonly validateLiveness: LivenessValidated
  readonly startKyc: KycStarted
  readonly submitKyc: KycSubmitted
  readonly readKyc: KycState
  readonly importKyc: KycImported
  readonly readKycAttempt: KycAttempt
  readonly startKyb: KybStarted
  readonly proveAddress: KycSubmitted
  readonly proveFinancialCapacity: KycSubmitted
  readonly createDeposit: DepositAssetResponse
  readonly readDeposit: DepositRecord
  readonly createLightningInvoice: LightningInvoiceResponse
  readonly readLightningInvoice: LightningInvoiceRecord
  readonly createQuote: QuoteResponse
  readonly readStatement: Statement
  readonly postStatement: Statement
  readonly listEvents: EventPage
  readonly createSwap: SwapAccepted
  readonly readSwap: SwapRecord
  readonly providerWebhook: ProviderWebhookAnswer
  readonly namedProviderWebhook: NamedProviderWebhookAnswer
}

/** The `data` of each event. */
export interface EventPayloads {
  readonly DEPOSIT_ASSET_SUCCESS: DepositAssetSuccessData
  readonly DEPOSIT_ASSET_FAILED: DepositAssetFailedData
  readonly DEPOSIT_ASSET_REFUNDED: DepositAssetRefundedData
  readonly PAYOUT_SUCCESSFUL: PayoutSuccessfulData
  readonly PAYOUT_FAILED: PayoutFailedData
  readonly PAYOUT_REFUNDED: PayoutRefundedData
  readonly KYC_APPROVED: KycApprovedData
  readonly KYC_REJECTED: KycRejectedData
  readonly KYC_EXPIRED: KycExpiredData
  readonly KYC_FAILED: KycFailedData
  readonly "kyc.completed": KycCompletedData
  readonly DISPUTE_CREATED: DisputeCreatedData
  readonly DISPUTE_ACCEPTED: DisputeAcceptedData
  readonly DISPUTE_REJECTED: DisputeRejectedData
  readonly DISPUTE_CANCELED: DisputeCanceledData
  readonly COMMAND_SUCCEEDED: CommandSucceededData
  readonly COMMAND_FAILED: CommandFailedData
  readonly WEBHOOK_TEST: WebhookTestData
}
