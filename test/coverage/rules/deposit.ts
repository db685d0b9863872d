// Deposits: request, record, states, events and what the sandbox does with them (spec "Deposit"; C2, C4, C7, C8, C41, C42).
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "deposit-create",
    text: "creation answers with externalId, qrCode, fee, rate and walletCharge",
    source: "spec DepositAssetResponse"
  },
  { id: "deposit-value", text: "value is an integer of at least 1 cent", source: "spec DepositAssetRequest" },
  {
    id: "deposit-fields",
    text: "each wrong field is named, unknown ones included",
    source: "spec DepositAssetRequest; C15"
  },
  { id: "deposit-network", text: "network is required but for LIGHTNING", source: "spec DepositAssetRequest" },
  {
    id: "deposit-address",
    text: "address is one of the network, its checksum holding",
    source: "spec DepositAssetRequest"
  },
  {
    id: "deposit-address-lightning",
    text: "LIGHTNING takes an invoice or an LNURL-style address",
    source: "spec DepositAssetRequest"
  },
  {
    id: "deposit-invoice-amount",
    text: "an invoice as the destination names no amount or exactly what is delivered, and has not expired",
    source: "C4; C8; C38"
  },
  {
    id: "ways",
    text:
      "an order is made only where each of its legs has a provider or an operator, and a fifth above its network's least: 503, 400",
    source: "C69; decision 0260"
  },
  {
    id: "ways-start",
    text: "a start says what is sold of which an operator does a part by hand",
    source: "C69; decision 0260"
  },
  {
    id: "ways-taken-out",
    text: "what was accepted and has lost its provider is held, and goes out once it is configured again",
    source: "C69; decision 0260"
  },
  {
    id: "deposit-lightning",
    text: "a deposit of LIGHTNING is paid by the Lightning node, within a bound of what routing may take",
    source: "C69; decision 0261"
  },
  { id: "deposit-pairs", text: "each listed pair is taken, any other is 400", source: "spec DepositAssetRequest" },
  { id: "deposit-no-brs", text: "BRS is not available", source: "spec DepositAssetRequest" },
  {
    id: "deposit-flags",
    text: "BTC needs BTC_RAIL, DEPIX and LBTC need LIQUID_RAIL: 403, and no fallback",
    source: "C38"
  },
  {
    id: "deposit-external-id-made",
    text: "an externalId is made for who gives none",
    source: "spec DepositAssetRequest"
  },
  { id: "deposit-external-id", text: "externalId has 1 to 255 code points", source: "C2; C43" },
  {
    id: "deposit-external-id-replay",
    text: "the same externalId and request give the first answer, whatever has happened since",
    source: "C2"
  },
  {
    id: "deposit-external-id-conflict",
    text: "the same externalId for another request is 409, without effect",
    source: "C2"
  },
  { id: "deposit-external-id-owner", text: "an externalId belongs to its key owner", source: "C2" },
  { id: "deposit-external-id-twins", text: "many requests with one externalId at once make one charge", source: "C2" },
  {
    id: "deposit-external-id-and-key",
    text: "externalId and Idempotency-Key hold together and each alone",
    source: "C1; C2"
  },
  {
    id: "deposit-main-account",
    text: "without a subaccount it is the main account's, and naming that is the same",
    source: "spec DepositAssetRequest; C34"
  },
  { id: "deposit-tax-id", text: "taxId is a CPF in digits", source: "spec DepositAssetRequest" },
  {
    id: "deposit-third-party",
    text: "another's taxId is 403 unless enabled; one's own or none is always allowed",
    source: "spec Authentication 7"
  },
  {
    id: "deposit-kyc",
    text: "the subaccount's own latest attempt has to be APPROVED: 403",
    source: "spec Authentication 8"
  },
  { id: "deposit-gate-order", text: "of refusals that hold together the first of the order answers", source: "C13" },
  { id: "deposit-refusal-leaves-nothing", text: "a refused request leaves nothing", source: "C13" },
  { id: "deposit-below-minimum", text: "a value of which nothing would be left to deliver is 400", source: "C14" },
  {
    id: "deposit-foreign-subaccount",
    text: "a foreign subaccount is 404 like a missing one",
    source: "spec Status codes"
  },
  { id: "deposit-br-code", text: "qrCode is a valid BR Code of the charge", source: "spec DepositAssetResponse" },
  {
    id: "deposit-sandbox-br-code",
    text: "a sandbox code carries a marker that no banking app takes",
    source: "spec Sandbox rules 10"
  },
  {
    id: "deposit-fee-inside",
    text: "the fee is inside the value: what is delivered is worth value less fee",
    source: "C4"
  },
  { id: "deposit-fee-account", text: "an account's own fee is taken in place of the table's", source: "C6" },
  { id: "deposit-fee-cents", text: "answer and record have the fee in integer cents", source: "C44" },
  { id: "deposit-dry-run", text: "a dry run passes every gate and price and has no effect", source: "our addition" },
  { id: "deposit-read", text: "GET shows the record with every field", source: "spec Deposit status record" },
  { id: "deposit-foreign", text: "a foreign externalId answers like a missing one", source: "spec Status codes" },
  {
    id: "deposit-record-pending",
    text: "a pending charge has nothing of payment or delivery",
    source: "spec Deposit status record"
  },
  { id: "deposit-record-expired", text: "an expired charge shows EXPIRED", source: "spec Deposit status record" },
  {
    id: "deposit-record-paid",
    text: "a paid charge shows PROCESSING, endToEndId and paidAt",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-completed",
    text: "a completed one shows what was received, its decimals, transaction and instant",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-failed",
    text: "a failed one has an errorCode and words that are safe for customers",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-processing-step",
    text: "processingStep tells a late payment and a delivery that is not known",
    source: "spec Deposit status record; C8"
  },
  {
    id: "deposit-record-refund",
    text: "refundStatus is PARTIALLY_REFUNDED or CONFIRMED, with value, instant and id of the return",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-retryable",
    text: "retryable only after a full confirmed return",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-payer",
    text: "payer is shown only to owners of a virtual account",
    source: "spec Deposit status record"
  },
  {
    id: "deposit-record-exact",
    text: "receivedAmount is an exact integer of the smallest unit, beyond 2^53 too",
    source: "C36"
  },
  {
    id: "deposit-answer-stays",
    text: "the answer of creation stays the same whatever becomes of the deposit",
    source: "C2"
  },
  {
    id: "deposit-settles",
    text: "a settled PIX on a pending charge makes it PROCESSING, booked in the same commit, then delivers",
    source: "spec Deposit status, row 1; C7"
  },
  {
    id: "deposit-completed",
    text: "a delivery that succeeds makes it COMPLETED",
    source: "spec Deposit status, row 1"
  },
  {
    id: "deposit-sandbox-delivery-fails",
    text: "a delivery that fails in the sandbox makes it FAILED for good",
    source: "spec Deposit status, row 2; spec Sandbox rules 10"
  },
  {
    id: "deposit-unknown",
    text: "an ambiguous delivery stays PROCESSING, tells nothing and is never requested twice",
    source: "spec Deposit status, row 3; C10"
  },
  {
    id: "deposit-failed",
    text: "a definitive failure of delivery makes a paid charge FAILED",
    source: "spec Deposit status, row 4"
  },
  {
    id: "deposit-refunded-full",
    text: "returns that make up the value make it REFUNDED from any status",
    source: "spec Deposit status, row 5"
  },
  { id: "deposit-refunded-part", text: "a partial return keeps the status", source: "spec Deposit status, row 6" },
  {
    id: "deposit-delivery-failed-ticket",
    text: "a DELIVERY-FAILED ticket marks no charge paid",
    source: "spec Deposit status"
  },
  { id: "deposit-expires", text: "a charge expires after 24 hours, or after the account's own time", source: "C7" },
  {
    id: "deposit-late-payment",
    text: "a PIX after the expire is delivered at the rate of its settlement",
    source: "C8"
  },
  {
    id: "deposit-settled-once",
    text: "a PIX counts once, however often, in whatever words and whoever tells it",
    source: "spec Sandbox rules 10"
  },
  {
    id: "deposit-late-time",
    text: "a payment is late by the rail's time of it, whatever job ran before and whatever clock learns of it",
    source: "C48"
  },
  {
    id: "deposit-amount",
    text: "a PIX below the charge goes back whole, and of one above it the difference goes back",
    source: "C45"
  },
  {
    id: "deposit-surplus",
    text: "a second PIX on a paid charge goes back to its payer, and is no refund of the deposit",
    source: "C41"
  },
  {
    id: "deposit-delivered-after-return",
    text: "a delivery confirmed after a full return is a loss, reviewed and not announced",
    source: "C42"
  },
  {
    id: "deposit-return-once",
    text: "a return counts once by its id, and returns add up",
    source: "spec Deposit status, rows 5 and 6"
  },
  {
    id: "deposit-return-beyond",
    text: "returns beyond the value change nothing but the operator's list",
    source: "spec Deposit status"
  },
  {
    id: "rail-books",
    text: "what the provider's books have and no one reported is found, and what cannot be placed is reviewed",
    source: "0184"
  },
  {
    id: "deposit-return-early",
    text: "a return that is reported before its payment is applied at settlement, before anything is delivered",
    source: "C52"
  },
  {
    id: "deposit-returned-unsent",
    text:
      "after a partial return before the delivery was sent nothing is delivered, and a person decides about the rest",
    source: "C60"
  },
  {
    id: "deposit-charge-look-up",
    text:
      "a charge is looked up at the rail before it expires, and a payment found so is treated like a reported one; while the rail is away it stays PENDING",
    source: "C47"
  },
  {
    id: "deposit-charge-sweep",
    text: "open charges are looked up at the rail from time to time, oldest first",
    source: "C47"
  },
  {
    id: "deposit-rest",
    text:
      "an operator delivers or returns the rest of a payment that nothing happens to any more, once, and not while more has come back",
    source: "C60"
  },
  {
    id: "deposit-failed-return",
    text:
      "the payment of a failed deposit is returned by our order, or by the rail within a day; else a person looks at it",
    source: "C46"
  },
  {
    id: "deposit-worth-nothing",
    text: "a late payment that is worth less than the smallest unit of the asset fails and goes back",
    source: "C46"
  },
  {
    id: "deposit-return-ours",
    text: "a return of ours that the rail reports is the outcome of that return, and is not booked again",
    source: "0175"
  },
  {
    id: "deposit-return-unknown",
    text: "a return whose payment is unknown waits for it, and is reviewed after a day",
    source: "spec Deposit status"
  },
  {
    id: "deposit-ticket-unknown",
    text: "an unknown or foreign ticket is not found",
    source: "spec Endpoints, provider webhook"
  },
  {
    id: "deposit-delivered-once",
    text: "the exact amount is delivered once, whoever's worker dies or is slow",
    source: "C10"
  },
  {
    id: "deposit-books",
    text: "the books owe what was paid and neither delivered nor returned, and sum to zero",
    source: "C37"
  },
  {
    id: "deposit-success-event",
    text: "DEPOSIT_ASSET_SUCCESS has the extended form, fee as BRL text",
    source: "spec DEPOSIT_ASSET_SUCCESS; C44"
  },
  {
    id: "deposit-success-event-virtual",
    text: "payer, endToEndId and paidAt are there for virtual accounts and left out otherwise",
    source: "spec DEPOSIT_ASSET_SUCCESS"
  },
  {
    id: "deposit-success-event-late",
    text: "a late payment's event has the rate that it was delivered at",
    source: "C8"
  },
  {
    id: "deposit-failed-event",
    text: "DEPOSIT_ASSET_FAILED has its code, safe words and retryable false",
    source: "spec Deposit failure and refund events"
  },
  {
    id: "deposit-refunded-event-part",
    text: "DEPOSIT_ASSET_REFUNDED of a part keeps the status: partial, not retryable",
    source: "spec Deposit failure and refund events"
  },
  {
    id: "deposit-refunded-event-full",
    text: "DEPOSIT_ASSET_REFUNDED of the rest is REFUNDED, cumulative and retryable",
    source: "spec Deposit failure and refund events"
  },
  { id: "deposit-event-id", text: "eventId is of the fact, the same over all tries", source: "spec Delivery" },
  {
    id: "deposit-event-once",
    text: "a fact is told once, and nothing of a charge that is not paid",
    source: "spec Events"
  },
  { id: "deposit-magic-dead", text: "an EVM address ending in dead is refused", source: "README Sandbox" },
  {
    id: "deposit-magic-0510",
    text: "an EVM address ending in 0510 is unknown for 3 s, then found delivered, once",
    source: "README Sandbox"
  },
  { id: "deposit-crash", text: "processes that die lose no deposit and deliver none twice", source: "C10" }
]
