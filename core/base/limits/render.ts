// Prints the limits as a page: a row for each, with its figure in words and where it comes from. Exhaustive by its type, so a
// limit without a row does not compile.
import { timeInWords } from "../time/instant.ts"
import { limits } from "./limits.ts"

interface LimitRow {
  readonly scope: string
  readonly limit: string
  readonly source: string
}

const thousands = (count: number | bigint | string): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ",")

const cents = (count: number | bigint): string => {
  const digits = String(count).padStart(3, "0")
  return `R$${thousands(digits.slice(0, -2))}.${digits.slice(-2)}`
}

const range = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }): string =>
  `${thousands(minimum)} to ${thousands(maximum)}`

const characters = (length: { readonly minimum: number; readonly maximum: number }): string =>
  `${range(length)} characters`

const mebibyte = 1_048_576

const kibibytes = (bytes: number): string => bytes % mebibyte === 0 ? `${bytes >> 20} MiB` : `${bytes >> 10} KiB`

interface Shares {
  readonly address: number
  readonly knownAddress: number
  readonly strangers: number
  readonly all: number
}

const shares = (
  { address, all, knownAddress, strangers }: Shares,
  inWords: (count: number) => string = thousands
): string =>
  `${inWords(all)}, of strangers ${inWords(strangers)}; of one address ${inWords(address)}, `
  + `of a known one ${inWords(knownAddress)}`

const rows: { readonly [K in keyof typeof limits]: LimitRow } = {
  subaccountName: { scope: "Subaccount name", limit: characters(limits.subaccountName), source: "spec Limits" },
  depositValue: {
    scope: "Deposit value",
    limit: `${cents(limits.depositValue.minimum)} to ${cents(limits.depositValue.maximum)}`,
    source: "spec Limits; a PIX carries no more"
  },
  externalId: { scope: "externalId", limit: characters(limits.externalId), source: "C2, C3" },
  approvalMs: { scope: "Order that waits for a second operator", limit: "24 hours", source: "0217" },
  keyAddresses: { scope: "Allow-list of a key", limit: `${limits.keyAddresses} addresses or ranges`, source: "C57" },
  recipients: {
    scope: "List of recipients of an account",
    limit: `${limits.recipients} PIX keys and ${limits.recipients} addresses`,
    source: "0196"
  },
  keyUseMs: { scope: "Noting that a key was used", limit: `once in ${timeInWords(limits.keyUseMs)}`, source: "C57" },
  subaccountPage: { scope: "Page of subaccounts", limit: `${limits.subaccountPage} rows`, source: "C27" },
  chargeLifetimeMs: {
    scope: "Time to pay a charge",
    limit: `${timeInWords(limits.chargeLifetimeMs)}, unless the account has its own`,
    source: "C7"
  },
  chargePageMs: {
    scope: "Page of a charge",
    limit: `${timeInWords(limits.chargePageMs)} after it has ended or expired`,
    source: "0141"
  },
  earlyReturnMs: {
    scope: "Return before its payment",
    limit: `${timeInWords(limits.earlyReturnMs)} until a person looks at it`,
    source: "C52"
  },
  chargeUnknownMs: {
    scope: "Expired charge that the rail cannot look up",
    limit: `${timeInWords(limits.chargeUnknownMs)} until a person looks at it`,
    source: "C47"
  },
  railReturnMs: {
    scope: "Return that a rail makes by itself of a failed deposit",
    limit: `${timeInWords(limits.railReturnMs)} until a person looks at it`,
    source: "C46"
  },
  receiptLinkMs: {
    scope: "Link of a receipt",
    limit: `${timeInWords(limits.receiptLinkMs)}, and on to the end of the day (UTC)`,
    source: "0143"
  },
  perTransactionCents: {
    scope: "One payout",
    limit: `at most ${cents(limits.perTransactionCents)}, unless the account has its own; 403 above`,
    source: "spec Limits"
  },
  signatureToleranceMs: {
    scope: "Timestamp of a signed message",
    limit: `${timeInWords(limits.signatureToleranceMs)} in both directions`,
    source: "spec Limits"
  },
  webhookRetryMs: {
    scope: "Deposit failure and refund events",
    limit: `every minute for ${timeInWords(limits.webhookRetryMs)}`,
    source: "spec Limits; C23"
  },
  idempotencyKey: { scope: "Idempotency-Key", limit: `${range(limits.idempotencyKey)} printable ASCII`, source: "C1" },
  body: {
    scope: "Request body",
    limit: `${kibibytes(limits.body.bytes)}, JSON of at most ${limits.body.depth} levels`,
    source: "C15"
  },
  pipelinedRequests: {
    scope: "Requests of a connection that wait for the one before them",
    limit: `${limits.pipelinedRequests}; the connection is closed above`,
    source: "0250"
  },
  bodyPieces: {
    scope: "Chunks of a request body",
    limit:
      `${
        thousands(limits.bodyPieces.count)
      }, and one more for each ${limits.bodyPieces.bytes} bytes; the connection is `
      + "closed above",
    source: "0250"
  },
  headers: { scope: "Headers of a request", limit: `${limits.headers}; 431 above`, source: "0250" },
  queryParameters: {
    scope: "Parameters of a query",
    limit: `${limits.queryParameters}; 400 above`,
    source: "0250"
  },
  connections: {
    scope: "Open connections to a process",
    limit: `${shares(limits.connections)}; above, the one is closed that has waited longest for its client`,
    source: "0250"
  },
  requestsAtOnce: {
    scope: "Requests that a process answers at once",
    limit: `${shares(limits.requestsAtOnce)}; 503 with Retry-After above`,
    source: "0250"
  },
  probesAtOnce: {
    scope: "Reads of /health and /ready that a process answers at once, beside those",
    limit: `${shares(limits.probesAtOnce)}; 503 with Retry-After above`,
    source: "0250"
  },
  unreadBytes: {
    scope: "Answers of a process that wait for being read",
    limit: `${shares(limits.unreadBytes, kibibytes)}; the connection is closed above`,
    source: "0250"
  },
  knownAddressMs: {
    scope: "Known address",
    limit: `${timeInWords(limits.knownAddressMs)} after its last right credential`,
    source: "0250"
  },
  answerRate: {
    scope: "Speed at which an answer is read",
    limit:
      `at least ${kibibytes(limits.answerRate.bytes)} in ${timeInWords(limits.answerRate.withinMs)}; the connection `
      + "is closed below",
    source: "0250"
  },
  lightningInvoiceValue: {
    scope: "Lightning invoice value",
    limit: `${cents(limits.lightningInvoiceValue.minimum)} to ${cents(limits.lightningInvoiceValue.maximum)}`,
    source: "spec Limits"
  },
  lightningInvoiceLifetimeMs: {
    scope: "Time to pay a Lightning invoice",
    limit: timeInWords(limits.lightningInvoiceLifetimeMs),
    source: "C20"
  },
  payoutValue: {
    scope: "Payout value",
    limit: `at least ${cents(limits.payoutValue.minimum)}; the ceiling is the account's own`,
    source: "spec Limits"
  },
  transferAmount: {
    scope: "Transfer amount",
    limit: `above 0, at most ${thousands(limits.transferAmount)} whole units`,
    source: "spec Limits; C19"
  },
  spendMs: {
    scope: "Time to send what a holder signed",
    limit: `${timeInWords(limits.spendMs)}; what was not sent by then fails`,
    source: "0182"
  },
  transferRateMs: {
    scope: "Transfer rate",
    limit: `one in ${timeInWords(limits.transferRateMs)} a user; 429 with Retry-After`,
    source: "spec Limits"
  },
  transferReplayMs: {
    scope: "Transfer reference",
    limit: `names the same transfer for ${timeInWords(limits.transferReplayMs)}`,
    source: "spec Limits; C17, C18"
  },
  reference: { scope: "Labels and references", limit: characters(limits.reference), source: "C43" },
  keysRateMs: {
    scope: "Keys of a wallet",
    limit: `one read in ${timeInWords(limits.keysRateMs)} a wallet; 429 with Retry-After`,
    source: "spec Limits"
  },
  keysPerHour: {
    scope: "Wallets whose keys an account reads",
    limit: `${limits.keysPerHour} in an hour, unless the account has its own number; 429 with Retry-After`,
    source: "0195"
  },
  pin: {
    scope: "PIN that is set",
    limit:
      `${limits.pin.digits} digits or more, or a passphrase of ${limits.pin.characters} characters or more; at most `
      + `${limits.pin.longest}`,
    source: "0146"
  },
  walletsPerHolder: {
    scope: "Wallets of a holder",
    limit: `${limits.walletsPerHolder}, the first included; 403 above`,
    source: "0194"
  },
  pinAttempts: {
    scope: "Wrong PINs",
    limit: `${limits.pinAttempts} in a row, over all wallets of a holder, lock them`,
    source: "spec Limits; C56"
  },
  pinLockMs: { scope: "Lock after wrong PINs", limit: timeInWords(limits.pinLockMs), source: "spec Limits" },
  pinSessionMs: {
    scope: "Page on which a PIN is set",
    limit: `${timeInWords(limits.pinSessionMs)}, one use`,
    source: "our own"
  },
  unlocksAtOnce: {
    scope: "Wallets being unlocked",
    limit: `${limits.unlocksAtOnce} at once in the service, accounts in turn`,
    source: "0190"
  },
  unlocksWaiting: {
    scope: "Wallets of one account that wait to be unlocked",
    limit: `${limits.unlocksWaiting} beyond those; 429 above`,
    source: "0190"
  },
  unlockWaitMs: {
    scope: "Waiting to be unlocked",
    limit: `at most ${timeInWords(limits.unlockWaitMs)}, then 429`,
    source: "0190"
  },
  rateAgeMs: { scope: "Age of a price", limit: `at most ${timeInWords(limits.rateAgeMs)}`, source: "own choice" },
  kycPollMs: {
    scope: "KYC polling",
    limit: `the provider is asked every ${timeInWords(limits.kycPollMs)} at the latest`,
    source: "spec Limits"
  },
  statementWindowMs: {
    scope: "Statement window",
    limit: `at most ${timeInWords(limits.statementWindowMs)}`,
    source: "spec Limits"
  },
  statementDefaultMs: {
    scope: "Statement window by default",
    limit: `the last ${timeInWords(limits.statementDefaultMs)}`,
    source: "spec Limits"
  },
  statementPage: {
    scope: "Page of a statement",
    limit: `${range(limits.statementPage)} rows, ${limits.statementPage.fallback} by default`,
    source: "spec Limits"
  },
  quoteValidityMs: {
    scope: "Quote",
    limit: `current for ${timeInWords(limits.quoteValidityMs)}; reserves nothing`,
    source: "spec Limits"
  },
  livenessTokenMs: {
    scope: "Liveness page",
    limit: `usable for ${timeInWords(limits.livenessTokenMs)}`,
    source: "spec Limits"
  },
  livenessPerMinute: {
    scope: "Liveness validation",
    limit: `${limits.livenessPerMinute} a minute and address; 429 above`,
    source: "C29"
  },
  uploadUrlMs: {
    scope: "Upload address",
    limit: `one file, within ${timeInWords(limits.uploadUrlMs)}`,
    source: "spec Limits"
  },
  disputeWindowMs: {
    scope: "Dispute of a PIX (MED)",
    limit: `${timeInWords(limits.disputeWindowMs)} after the PIX, in which no one who is party to it is erased`,
    source: "0209"
  },
  personRetentionMs: {
    scope: "Payments and identities of an erased person",
    limit: `${timeInWords(limits.personRetentionMs)} after the order, by default`,
    source: "0209"
  },
  erasureRetryMs: {
    scope: "Erasure that finds something open when it is due",
    limit: `again after ${timeInWords(limits.erasureRetryMs)}`,
    source: "0209"
  },
  unattachedDocumentMs: {
    scope: "Document that no submission names",
    limit: `${timeInWords(limits.unattachedDocumentMs)}, then it is deleted`,
    source: "0200"
  },
  unattachedDocuments: {
    scope: "Documents of an account that no submission names",
    limit: `${thousands(limits.unattachedDocuments.count)}, with files of ${
      thousands(limits.unattachedDocuments.bytes)
    } bytes; 403 above`,
    source: "0201"
  },
  uploadsAtOnce: {
    scope: `Documents above ${kibibytes(limits.body.bytes)} being received`,
    limit:
      `${limits.uploadsAtOnce.all} at once in the service, else 503; ${limits.uploadsAtOnce.account} of one account and `
      + `${limits.uploadsAtOnce.address} from one address, else 429`,
    source: "0191"
  },
  uploadRate: {
    scope: "Speed of an upload",
    limit: `at least ${kibibytes(limits.uploadRate.bytes)} in ${timeInWords(limits.uploadRate.withinMs)}; 408 below`,
    source: "0191"
  },
  documentBytes: { scope: "Document", limit: kibibytes(limits.documentBytes), source: "C15" },
  hostedDocumentsPerHour: {
    scope: "Documents begun on the pages of one hosted attempt",
    limit: `${limits.hostedDocumentsPerHour} in an hour`,
    source: "0145"
  },
  companyProofsMs: {
    scope: "Proofs on the company page of an approved KYB",
    limit: `${timeInWords(limits.companyProofsMs)} after the approval`,
    source: "0145"
  },
  hostedAttemptMs: {
    scope: "Hosted KYC or KYB",
    limit: `waits ${timeInWords(limits.hostedAttemptMs)}`,
    source: "spec States"
  },
  importToken: { scope: "Import token", limit: `${characters(limits.importToken)}, single use`, source: "spec Limits" },
  redirectUrl: { scope: "Address to come back to", limit: characters(limits.redirectUrl), source: "C43" },
  swapAmount: {
    scope: "Swap amount",
    limit: `at most ${thousands(limits.swapAmount.maximum)} DePix, ${limits.swapAmount.decimals} decimals`,
    source: "spec Limits"
  },
  swapMinimumOutputSats: {
    scope: "Swap minimum output",
    limit: `at least ${limits.swapMinimumOutputSats.minimum} sats, ${limits.swapMinimumOutputSats.fallback} by default`,
    source: "spec Limits"
  },
  swapSlippageBps: {
    scope: "Swap slippage",
    limit: `${range(limits.swapSlippageBps)} basis points, ${limits.swapSlippageBps.fallback} by default`,
    source: "spec Limits"
  },
  swapLightningFeeSats: {
    scope: "Swap Lightning fee",
    limit: `${range(limits.swapLightningFeeSats)} sats, ${limits.swapLightningFeeSats.fallback} by default`,
    source: "spec Limits"
  },
  swapRequestId: { scope: "Swap request id", limit: characters(limits.swapRequestId), source: "spec Limits" },
  swapAuthorizationMs: {
    scope: "Swap authorization",
    limit: `waits ${timeInWords(limits.swapAuthorizationMs)} for the worker`,
    source: "spec Limits"
  },
  requestRate: {
    scope: "Requests of a key owner",
    limit:
      `${limits.requestRate.perSecond} a second, ${limits.requestRate.burst} at once, in production unless the account `
      + "has its own rate; 429 with Retry-After",
    source: "C40"
  },
  documentationRate: {
    scope: "Documentation read from one address",
    limit:
      `${limits.documentationRate.perSecond} pages a second, ${limits.documentationRate.burst} at once; 429 with Retry-After`,
    source: "0153"
  },
  documentationSearch: {
    scope: "Search of the documentation",
    limit:
      `at most ${limits.documentationSearch.words} words and ${limits.documentationSearch.characters} characters; 400 above`,
    source: "0153"
  },
  refusedCredentials: {
    scope: "Credentials refused at /admin, /provider and hosted pages",
    limit:
      `${limits.refusedCredentials.tries} in ${
        timeInWords(limits.refusedCredentials.withinMs)
      } from one address, then 429 `
      + "with Retry-After",
    source: "0193"
  },
  invitationMs: {
    scope: "Invitation of an operator",
    limit: `${timeInWords(limits.invitationMs)}, one use`,
    source: "0213"
  },
  signIn: {
    scope: "Wrong sign-ins of an operator",
    limit: `${limits.signIn.tries} in a row lock it for ${timeInWords(limits.signIn.lockMs)}`,
    source: "0214"
  },
  operatorSession: {
    scope: "Session of an operator",
    limit: `${timeInWords(limits.operatorSession.lifetimeMs)}, ${
      timeInWords(limits.operatorSession.idleMs)
    } without a request; ${limits.operatorSession.most} at once, the oldest goes`,
    source: "0215"
  },
  operatorPassword: {
    scope: "Password of an operator",
    limit: `${characters(limits.operatorPassword)}, not a common or guessable one`,
    source: "0214"
  },
  recoveryCodes: { scope: "Recovery codes", limit: `${limits.recoveryCodes}, each for one use`, source: "0214" },
  passwords: {
    scope: "Passwords of operators being checked",
    limit:
      `${limits.passwords.atOnce} at once in the service, addresses in turn; ${limits.passwords.waiting} of one wait, ${
        timeInWords(limits.passwords.waitMs)
      } at most, then 429`,
    source: "0214"
  },
  serviceTokenDays: {
    scope: "Service token",
    limit: `good for ${range(limits.serviceTokenDays)} days`,
    source: "0216"
  },
  eventsKeptMs: {
    scope: "Events",
    limit: `listed, and sent again by hand, for ${timeInWords(limits.eventsKeptMs)}`,
    source: "0088"
  },
  eventPage: { scope: "Page of events and of operator lists", limit: `${limits.eventPage} rows`, source: "0088, 0089" },
  webhookSecret: { scope: "Webhook secret", limit: `${limits.webhookSecret} hex characters`, source: "spec Limits" },
  rotationOverlapMs: {
    scope: "Old key or webhook secret after a rotation",
    limit: `good for ${timeInWords(limits.rotationOverlapMs)}`,
    source: "0087"
  },
  webhooks: {
    scope: "Webhooks of a key owner",
    limit: `${limits.webhooks.endpoints} endpoints, ${limits.webhooks.headers} headers each`,
    source: "0086"
  },
  commandId: {
    scope: "Id of a command",
    limit: `${limits.commandId.minimum} to ${limits.commandId.maximum} visible ASCII characters`,
    source: "0110"
  },
  commandSeal: {
    scope: "What is sealed for a command",
    limit: `1 to ${limits.commandSeal} characters`,
    source: "0110"
  }
}

/** The page of limits. */
export const renderLimits = (): string =>
  [
    "# Limits",
    "",
    "Printed from `limits.ts`; the tests fail when it is stale. Times are half-open: a limit of a minute is over after exactly",
    "60 seconds. Lengths count Unicode code points (C43).",
    "",
    "| what | limit | source |",
    "| --- | --- | --- |",
    ...Object.values(rows).map(({ limit, scope, source }) => `| ${scope} | ${limit} | ${source} |`),
    ""
  ].join("\n")
