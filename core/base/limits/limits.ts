// The limits of the interface (spec "Limits"; C1, C7, C15, C23, C27, C29, C40), one constant a row. Windows are half-open; sizes of
// text count Unicode code points (C43).

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const mebibyte = 1_024 * 1_024

export const limits = {
  /** Characters of a subaccount's name. */
  subaccountName: { minimum: 1, maximum: 64 },
  /** Cents of a deposit. The ceiling is what a PIX can carry: ten digits of reais and two of cents. */
  depositValue: { minimum: 1, maximum: 999_999_999_999 },
  /** Characters of a caller's own id of a deposit. */
  externalId: { minimum: 1, maximum: 255 },
  /** Rows of one page of subaccounts. */
  subaccountPage: 50,
  /** Addresses and ranges in the allow-list of a key. */
  keyAddresses: 50,
  /** PIX keys, and addresses, in the list of recipients of an account. */
  recipients: 100,
  /** How long an order waits for a second operator. */
  approvalMs: day,
  /** How often the use of a key is noted, at most. */
  keyUseMs: minute,
  /** How long a charge can be paid, unless the account says otherwise. */
  chargeLifetimeMs: day,
  /** How long the page of a charge shows how it ended. */
  chargePageMs: day,
  /** How long a return waits for the payment that it returns before a person looks at it, unless the operator sets it. */
  earlyReturnMs: day,
  /** How long after its expiry a charge that the rail cannot look up waits before a person looks at it. */
  chargeUnknownMs: day,
  /** How long a rail that returns the payments of failed deposits by itself has to report such a return. */
  railReturnMs: day,
  /** How long the link of a receipt opens at least. */
  receiptLinkMs: 30 * day,
  /** What an account may pay out at once, unless it says otherwise, in cents. */
  perTransactionCents: 300_000n,
  /** How far the timestamp of a signed message may be from now, in both directions. */
  signatureToleranceMs: 5 * minute,
  /** How long deposit failure and refund events are tried again. */
  webhookRetryMs: 3 * day,
  /** Characters of an Idempotency-Key. */
  idempotencyKey: { minimum: 1, maximum: 255 },
  /** Bytes of a request body, and levels of its JSON. */
  body: { bytes: 65_536, depth: 32 },
  /** Requests of a connection that wait for the one before them. */
  pipelinedRequests: 4,
  /** Pieces that a body may come in, and the bytes that each beyond them brings on average. */
  bodyPieces: { count: 1_024, bytes: 64 },
  /** Headers of a request, and parameters of its query. */
  headers: 100,
  queryParameters: 64,
  /**
   * What a process holds at once of one address that no credential was seen from, of one that there was, of all strangers together,
   * and of everybody: open connections, requests being answered, probes being answered, and bytes of answers that were not read yet.
   * The share of an address that is not known yet is larger than a key owner's burst.
   */
  connections: { address: 256, knownAddress: 2_048, strangers: 2_048, all: 4_096 },
  requestsAtOnce: { address: 256, knownAddress: 1_024, strangers: 1_024, all: 2_048 },
  probesAtOnce: { address: 8, knownAddress: 32, strangers: 64, all: 64 },
  unreadBytes: { address: 16 * mebibyte, knownAddress: 64 * mebibyte, strangers: 32 * mebibyte, all: 96 * mebibyte },
  /** How long an address counts as known after a credential from it was right. */
  knownAddressMs: hour,
  /** Bytes of an answer that a client reads in this time at least; a slower one is cut off. */
  answerRate: { bytes: 65_536, withinMs: minute },
  /** Cents of a Lightning invoice that pays a PIX. */
  lightningInvoiceValue: { minimum: 10, maximum: 25_000 },
  /** How long such an invoice can be paid. */
  lightningInvoiceLifetimeMs: hour,
  /** Cents of a payout; the ceiling is the account's own, and what a PIX can carry. */
  payoutValue: { minimum: 10, maximum: 999_999_999_999 },
  /** Whole units of a transfer: above zero, at most this. */
  transferAmount: "10000",
  /** How long what a holder signed can be sent, by the data store's time. */
  spendMs: hour,
  /** Time between two transfers of one user. */
  transferRateMs: 30 * second,
  /** How long the same reference names the same transfer. */
  transferReplayMs: 2 * minute,
  /** Characters of a label or reference of the caller. */
  reference: { minimum: 1, maximum: 255 },
  /** Time between two reads of the keys of one wallet. */
  keysRateMs: minute,
  /** Wallets of an account whose keys may be read in an hour, unless the account says otherwise. */
  keysPerHour: 100,
  /** Digits that a PIN has at least, characters that a passphrase has at least, and the most that either has (NFC). */
  pin: { digits: 6, characters: 8, longest: 64 },
  /** Wallets of one holder, the first included. */
  walletsPerHolder: 20,
  /** Wrong PINs in a row, over all wallets of a holder, that lock them, and for how long. */
  pinAttempts: 3,
  pinLockMs: day,
  /** How long the page on which a holder sets a PIN can be used. */
  pinSessionMs: 15 * minute,
  /** Unlocks that the service works on at once: as many as Node has threads for them, so that none waits where no turn is kept. */
  unlocksAtOnce: 4,
  /** Unlocks of one account that wait for their turn beyond those, and how long. */
  unlocksWaiting: 8,
  unlockWaitMs: 10 * second,
  /** The time that one statement may cover, and that it covers by default. */
  statementWindowMs: 90 * day,
  statementDefaultMs: 30 * day,
  /** Rows of one page of a statement. */
  statementPage: { minimum: 1, maximum: 200, fallback: 50 },
  /** How long a quote is shown as current; it reserves nothing. */
  quoteValidityMs: 2 * minute,
  /** How old a price may be; an older one is none. */
  rateAgeMs: minute,
  /** How long a liveness page can be used. */
  livenessTokenMs: 5 * minute,
  /** How often a liveness capture may be confirmed from one address in a minute. */
  livenessPerMinute: 10,
  /** How long an upload address can be used. */
  uploadUrlMs: 15 * minute,
  /** Documents above the common size of a body that are received at once: in all, of one account, and from one address. */
  uploadsAtOnce: { all: 16, account: 8, address: 4 },
  /** Bytes that an upload brings in this time at least; a slower one is cut off. */
  uploadRate: { bytes: 32_768, withinMs: 5 * second },
  /** Bytes of an uploaded document. */
  documentBytes: 10 * 1_024 * 1_024,
  /** How long after a PIX its payer's bank can contest it (MED). */
  disputeWindowMs: 80 * day,
  /** How long records of payments and identities are kept after the erasure of their person was ordered, by default. */
  personRetentionMs: 3_653 * day,
  /** How long an erasure waits that finds something open when it is due. */
  erasureRetryMs: day,
  /** How long a document is kept that no submission names. */
  unattachedDocumentMs: 7 * day,
  /** Documents of one account that no submission names yet, and the bytes of their files. */
  unattachedDocuments: { count: 10_000, bytes: 10 * 1_024 * 1_024 * 1_024 },
  /** How long a hosted KYC or KYB attempt waits for its person. */
  hostedAttemptMs: day,
  /** Documents that may be begun on the hosted pages of one attempt in an hour. */
  hostedDocumentsPerHour: 30,
  /** How long the company page of an approved KYB takes proofs. */
  companyProofsMs: 30 * day,
  /** How often the provider of an attempt is asked at the latest. */
  kycPollMs: 30 * second,
  /** Characters of an import token. */
  importToken: { minimum: 1, maximum: 4_096 },
  /** Characters of an address to come back to. */
  redirectUrl: { minimum: 1, maximum: 2_048 },
  /** Decimals and whole DePix of a swap. */
  swapAmount: { decimals: 8, maximum: "10000" },
  /** Satoshis that a swap must bring at least. */
  swapMinimumOutputSats: { minimum: 400, fallback: 400 },
  /** Hundredths of a percent that a swap may slip. */
  swapSlippageBps: { minimum: 0, maximum: 1_000, fallback: 100 },
  /** Satoshis that a swap may spend on Lightning routing. */
  swapLightningFeeSats: { minimum: 0, maximum: 10_000, fallback: 10 },
  /** Characters of a swap's request id. */
  swapRequestId: { minimum: 1, maximum: 100 },
  /** How long a swap's authorization waits for the worker. */
  swapAuthorizationMs: 5 * minute,
  /** Requests of one key owner: a second, and at once (C40). The sandbox has no such limit. */
  requestRate: { perSecond: 100, burst: 200 },
  /** Pages and texts of the documentation that one address reads: a second, and at once. */
  documentationRate: { perSecond: 5, burst: 200 },
  /** Words and characters that the documentation is searched for at once. */
  documentationSearch: { words: 8, characters: 100 },
  /** Operator tokens, provider signatures and hosted links of one address that are refused before it is slowed down. */
  refusedCredentials: { tries: 20, withinMs: minute },
  /** How long an operator's invitation is good. */
  invitationMs: 72 * hour,
  /** Wrong tries in a row that lock the sign-in of an operator, and for how long. */
  signIn: { tries: 10, lockMs: 15 * minute },
  /** Sessions of one operator; how long one lasts, and how long without a request; how often its use is noted. */
  operatorSession: { most: 5, lifetimeMs: 12 * hour, idleMs: 30 * minute, seenMs: minute },
  /** Characters of an operator's password (NFKC). */
  operatorPassword: { minimum: 12, maximum: 128 },
  /** Recovery codes that an operator gets. */
  recoveryCodes: 10,
  /** Passwords that the service works on at once; those of one address that wait beyond those, and how long. */
  passwords: { atOnce: 2, waiting: 4, waitMs: 5 * second },
  /** Days that a service token is good. */
  serviceTokenDays: { minimum: 1, maximum: 365 },
  /** How long events are listed and can be sent again. */
  eventsKeptMs: 30 * day,
  /** Rows of one page of events, deliveries and operator lists. */
  eventPage: 50,
  /** Hex characters of a webhook secret. */
  webhookSecret: 64,
  /** How long the old key or webhook secret stays good after a rotation. */
  rotationOverlapMs: day,
  /** Endpoints of one key owner, and headers of one endpoint. */
  webhooks: { endpoints: 100, headers: 20 },
  /** Characters of a command's id, and of what is sealed for it (0110). */
  commandId: { minimum: 1, maximum: 128 },
  commandSeal: 16_384
} as const
