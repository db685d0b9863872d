// What Lightning invoices that pay a PIX have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "lightning-create",
    text: "an invoice is issued over the wire",
    source: "spec Endpoints, Deposits and Lightning"
  },
  {
    id: "lightning-answer",
    text: "the answer has the fields of the specification and the payment hash",
    source: "spec Lightning invoice; C20"
  },
  {
    id: "lightning-sandbox-invoice",
    text: "a sandbox invoice looks like BOLT11 and cannot be paid",
    source: "spec Sandbox 11"
  },
  { id: "lightning-no-kyc", text: "neither wallet nor KYC nor flag is needed", source: "spec What the service does" },
  { id: "lightning-unauthorized", text: "a key is needed", source: "spec Authentication 1" },
  { id: "lightning-validation", text: "every wrong field is named, unknown ones included", source: "spec Errors; C15" },
  { id: "lightning-value", text: "value is an integer of 10 to 25000 cents", source: "spec Lightning invoice" },
  {
    id: "lightning-pix-key",
    text: "the key has to be one, of its type, and is normalised",
    source: "spec Lightning invoice"
  },
  {
    id: "lightning-destination-one",
    text: "pixKey and qrCode exclude each other, and one is needed",
    source: "spec Lightning invoice"
  },
  {
    id: "lightning-qr-code",
    text: "a BR Code is paid, of the same amount or of none",
    source: "spec Lightning invoice; 0073"
  },
  { id: "lightning-qr-amount", text: "a BR Code of another amount is refused", source: "0073" },
  { id: "lightning-qr-kinds", text: "codes that no PIX can pay are refused", source: "0073" },
  { id: "lightning-refund-address", text: "refundAddress is a Lightning address", source: "spec Lightning invoice" },
  { id: "lightning-fee", text: "the fee is on top of value, half up to the cent", source: "C4, C5, C6" },
  { id: "lightning-sats-round-up", text: "satoshis cover value and fee, rounded up", source: "C4, C5" },
  {
    id: "lightning-idempotency-key",
    text: "the same key and request give the first answer again, another request 409",
    source: "C1"
  },
  { id: "lightning-read", text: "the record is read by payment hash, with the payout's fields", source: "C20" },
  { id: "lightning-foreign-hash", text: "a foreign hash answers like a missing one", source: "spec Status codes 404" },
  {
    id: "lightning-status-names",
    text: "internal states show as PENDING, PAID, COMPLETED, FAILED, REFUNDED, EXPIRED",
    source: "C20"
  },
  {
    id: "lightning-settlements",
    text: "a node that tells by itself what was paid is listened to, and each payment counts once",
    source: "0095"
  },
  { id: "lightning-paid", text: "a paid invoice pays the PIX under its id", source: "spec What the service does" },
  { id: "lightning-settled-once", text: "told often and at once it is booked once and paid once", source: "C10" },
  {
    id: "lightning-unknown-looked-up",
    text: "an answer that was lost is looked up, never repeated, never a failure",
    source: "C10"
  },
  { id: "lightning-hold", text: "a PIX that has not settled waits for a PIX-OUT event, by either id", source: "C20" },
  { id: "lightning-refused-by-event", text: "a PAYOUT-FAILED event fails the invoice", source: "README Sandbox" },
  {
    id: "lightning-early-event",
    text: "a word about a PIX that was not requested is kept until it was",
    source: "decision 0070"
  },
  { id: "lightning-event-order", text: "provider events in any order and twice end the same", source: "C10" },
  {
    id: "lightning-key-cannot-settle",
    text: "an API key cannot tell that an invoice was paid",
    source: "spec Endpoints, provider webhook"
  },
  { id: "lightning-expiry", text: "an unpaid invoice is EXPIRED after its hour", source: "C20" },
  { id: "lightning-paid-late", text: "sats that come after it are paid out all the same", source: "0095" },
  { id: "lightning-paid-unseen", text: "the node is asked before an invoice expires", source: "0095" },
  { id: "lightning-refund", text: "with a refundAddress the sats of a refused PIX go back at once", source: "C21" },
  { id: "lightning-refund-none", text: "without one FAILED, a liability, and the operator", source: "C20" },
  {
    id: "lightning-refund-amount",
    text: "an address's invoice of another amount, expired or unsigned is neither stored nor paid",
    source: "C59; 0164"
  },
  {
    id: "lightning-refund-invoice-once",
    text: "one invoice of the address is stored before it is paid",
    source: "0096"
  },
  {
    id: "lightning-reversed",
    text: "a PIX that the bank sends back is REFUNDED and owed",
    source: "spec Payout status; 0097"
  },
  {
    id: "lightning-later-part",
    text: "a later part of what the bank sends back is owed, and an order gives back what has not gone back yet",
    source: "0178"
  },
  { id: "lightning-manual-refund", text: "the operator sends sats back, once", source: "spec PAYOUT_REFUNDED; 0098" },
  {
    id: "event-payout-successful-lightning",
    text: "PAYOUT_SUCCESSFUL with the satoshi fields",
    source: "spec PAYOUT_SUCCESSFUL"
  },
  { id: "event-payout-failed-lightning", text: "PAYOUT_FAILED names the invoice", source: "spec PAYOUT_FAILED" },
  { id: "event-payout-refunded-lightning", text: "PAYOUT_REFUNDED, Lightning case", source: "spec PAYOUT_REFUNDED" },
  {
    id: "event-payout-refunded-reversed-lightning",
    text: "PAYOUT_REFUNDED of a reversed PIX, refund pending",
    source: "spec PAYOUT_REFUNDED"
  },
  { id: "lightning-magic-fail", text: "fail@sandbox.test is refused", source: "README Sandbox" },
  { id: "lightning-magic-hold", text: "hold@sandbox.test waits for an event", source: "README Sandbox" },
  { id: "lightning-magic-timeout", text: "timeout@sandbox.test is lost, then found settled", source: "README Sandbox" },
  { id: "lightning-magic-reverse", text: "reverse@sandbox.test completes and comes back", source: "README Sandbox" }
]
