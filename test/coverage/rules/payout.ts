// Rules of payouts.
import type { Rule } from "../rule.ts"

const payout = "spec Wallet payout"
const events = "spec Events"
const status = "spec Payout status"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "payout-response",
    text: "creation answers 202 with id, PROCESSING, price, fee, network and job",
    source: payout
  },
  { id: "payout-fee-on-top", text: "value is what the receiver gets; R$1.50 and 2.5 % are on top", source: "C4" },
  { id: "payout-value-min", text: "value is an integer of at least 10 cents", source: "spec Limits" },
  { id: "payout-per-tx-limit", text: "a value above the account's limit is 403", source: "spec Limits" },
  { id: "payout-fields", text: "each field has its shape, and unknown ones are refused by name", source: payout },
  { id: "payout-pix-key-or-qr-code", text: "pixKey and qrCode exclude each other, and one is needed", source: payout },
  { id: "payout-pix-key", text: "a PIX key is taken in its normal form", source: payout },
  { id: "payout-pix-key-type", text: "the type is needed where a key may be of two", source: payout },
  { id: "payout-qr-code", text: "a BR Code is paid; one that pays nothing is refused", source: "decision 0073" },
  { id: "payout-qr-code-amount", text: "an amount inside a code is the value", source: "decision 0073" },
  {
    id: "payout-dynamic-code",
    text: "a dynamic code is refused where its payment does not carry the amount, above what the operator allows",
    source: "C71; decision 0259"
  },
  {
    id: "payout-sandbox-code",
    text: "a sandbox charge can be paid in the sandbox, and stays open",
    source: "decision 0073"
  },
  { id: "payout-wallet-pin", text: "a missing walletPin is 400 by its name", source: payout },
  { id: "payout-protected-symmetric-key", text: "a missing envelope is 400 by its name", source: payout },
  { id: "payout-invalid-pin", text: "a wrong PIN is 400, and three lock the wallet", source: "spec Errors; C13" },
  { id: "payout-pairs", text: "each pair of the table is paid, and no other", source: payout },
  { id: "payout-default-asset", text: "each network has a default; tron ignores the asset", source: payout },
  { id: "payout-solana", text: "solana is 501 in the sandbox, and open in production", source: "C39" },
  {
    id: "payout-flags",
    text: "WALLET_PAYOUT_API for all, TRON_PAYOUT and BRS_RAIL for their pairs",
    source: "spec Authentication 6"
  },
  { id: "payout-blocked", text: "no money leaves a blocked account", source: "spec Errors" },
  { id: "payout-scope", text: "another's subaccount answers like a missing one", source: "spec Errors" },
  { id: "payout-kyc", text: "the latest KYC attempt has to be APPROVED", source: "spec Authentication 8" },
  { id: "payout-third-party", text: "another's declared taxId is 403 unless enabled", source: "spec Authentication 7" },
  {
    id: "payout-wallet-missing",
    text: "without a wallet of the subaccount the answer is 404",
    source: "decision 0074"
  },
  { id: "payout-insufficient-funds", text: "more than the wallet holds is 400", source: "spec Errors" },
  {
    id: "payout-held",
    text: "USDT on polygon is held in the ledger until the debit ends",
    source: "spec Wallet transfer"
  },
  { id: "payout-gate-order", text: "of two gates that refuse the earlier answers, and nothing is left", source: "C13" },
  { id: "payout-statuses", text: "each refusal has its status and code", source: "spec Errors; C14" },
  { id: "payout-external-id", text: "the same externalId is the same payout, or a conflict", source: "C3" },
  { id: "payout-idempotency-key", text: "the same Idempotency-Key gives the first answer byte for byte", source: "C1" },
  { id: "payout-dry-run", text: "a dry run has gates and price, no PIN and no effect", source: "decision 0074" },
  {
    id: "payout-debit-first",
    text: "the signed debit is stored with the payout, then sent, then the PIX",
    source: "spec Endpoints, Wallet 3"
  },
  { id: "payout-states", text: "every cell of the lifecycle is decided", source: status },
  { id: "payout-status-names", text: "what is under way shows as PENDING", source: "C9" },
  { id: "payout-completed", text: "a settled PIX completes the payout, with its end-to-end id", source: status },
  { id: "payout-debit-late", text: "what the holder signed an hour ago is not sent", source: "0182" },
  { id: "payout-debit-refused", text: "a refused debit fails the payout and releases the hold", source: status },
  { id: "payout-debit-unknown", text: "an unknown debit is looked up, never repeated", source: "C10" },
  {
    id: "payout-pix-unknown",
    text: "an unknown PIX is looked up, and paid again only where it never arrived",
    source: "C10"
  },
  { id: "payout-restored-in-full", text: "a refused PIX gives the whole asset back, fee included", source: status },
  {
    id: "payout-failed-auto-refund",
    text: "AUTO_REFUND decides between giving back and owing",
    source: "spec Authentication 6"
  },
  { id: "payout-failed-restored", text: "FAILED is said once the asset is back", source: "C9" },
  { id: "payout-failed-owed", text: "without AUTO_REFUND the payout is owed and in the operator's list", source: "C9" },
  {
    id: "payout-late-success",
    text: "a settlement after a refusal completes what is still owed",
    source: "decision 0070"
  },
  {
    id: "payout-late-success-loss",
    text: "a settlement after the asset is back is a loss and a review",
    source: "decision 0070"
  },
  { id: "payout-late-failure", text: "a refusal never undoes a settlement", source: "decision 0070" },
  { id: "payout-settled-by-event", text: "the provider's event settles a payout once", source: "README Sandbox" },
  {
    id: "payout-early-event",
    text: "a word about a PIX that was not requested is kept until it was",
    source: "decision 0070"
  },
  { id: "payout-reversal-implies-success", text: "a return proves the settlement", source: "decision 0070" },
  {
    id: "payout-paid-not-restored",
    text: "a paid payout whose asset cannot be given back completes, and is never announced as failed",
    source: "decision 0070"
  },
  {
    id: "reversal-parts",
    text: "a part of a return without an id is known by its event, else a person decides",
    source: "C53"
  },
  { id: "reversal-rest", text: "a return without a value brings what had not come back yet", source: "C53" },
  { id: "second-settlement", text: "a second settlement under another end-to-end id is for a person", source: "C53" },
  { id: "payout-partial-returns", text: "returns count once by id, up to the value", source: events },
  {
    id: "payout-refunded-auto-refund",
    text: "AUTO_REFUND decides whether a return is given back by itself",
    source: events
  },
  {
    id: "payout-reversal-refund",
    text: "a return is given back at the payout's own price, on its network",
    source: "decision 0071"
  },
  { id: "payout-reversal-pending", text: "without AUTO_REFUND a return waits for a person", source: events },
  { id: "payout-mirror-restored", text: "what comes back enters the wallet's books", source: "spec Wallet transfer" },
  {
    id: "payout-manual-refund",
    text: "the operator can give back what is owed, returned or paid",
    source: "decision 0072"
  },
  {
    id: "payout-manual-refund-loss",
    text: "a manual refund of a paid payout is a loss until it is returned",
    source: "decision 0072"
  },
  {
    id: "payout-manual-refund-conflict",
    text: "an order with nothing to give back is a conflict",
    source: "decision 0072"
  },
  { id: "payout-end-to-end-id", text: "the end-to-end id is filled in when it becomes known", source: status },
  { id: "payout-event-successful", text: "PAYOUT_SUCCESSFUL has every field of a stablecoin payout", source: events },
  { id: "payout-event-failed", text: "PAYOUT_FAILED names no provider", source: events },
  { id: "payout-event-reversed-pending", text: "a reversal without a refund has null for it", source: events },
  {
    id: "payout-event-reversed-refunded",
    text: "a reversal with its refund names transaction and address",
    source: events
  },
  { id: "payout-event-manual-refund", text: "a manual stablecoin refund has its own fields", source: events },
  { id: "payout-event-once", text: "one PAYOUT_REFUNDED a reversal", source: "decision 0071" },
  { id: "payout-record", text: "the record shows every field, null where there is nothing", source: payout },
  { id: "payout-record-receipt", text: "the record has the receipt of the event", source: payout },
  { id: "payout-receipt-masking", text: "a CPF and an account are masked, a CNPJ is whole", source: events },
  { id: "payout-foreign", text: "another's payout answers like a missing one", source: "spec Errors" },
  {
    id: "payout-tron-refund",
    text:
      "from tron: a failed PIX is restored on tron, a reversal waits for a person, and by hand USDT goes out on polygon",
    source: "spec PAYOUT_REFUNDED data; C55"
  },
  { id: "payout-sandbox-header", text: "the sandbox says that the PIX is simulated", source: "spec Sandbox rules 9" },
  {
    id: "payout-sandbox-receiver",
    text: "the receiver of a PIX follows a CPF or CNPJ key, and is a fixed person for other keys",
    source: "README Sandbox"
  },
  { id: "payout-sandbox-fail", text: "fail@ is refused and given back", source: "README Sandbox" },
  { id: "payout-sandbox-hold", text: "hold@ waits for an event", source: "README Sandbox" },
  {
    id: "payout-sandbox-timeout",
    text: "timeout@ is unknown, then found settled, paid once",
    source: "README Sandbox"
  },
  { id: "payout-sandbox-reverse", text: "reverse@ completes and comes back", source: "README Sandbox" },
  {
    id: "payout-money",
    text: "books and events agree with what happened, whatever the sequence",
    source: "spec Payout status"
  },
  { id: "payout-race", text: "work that meets ends as if one had come after the other", source: "C10" },
  { id: "payout-orders", text: "the provider's words end the same in any order and twice", source: "decision 0070" },
  {
    id: "payout-duplicate",
    text: "409 for a payout equal to one of the same day whose outcome is unknown, where the account has it so",
    source: "0116"
  },
  { id: "payout-duplicate-reason", text: "a reason of 1 to 140 characters lets it pass and is kept", source: "0116" },
  { id: "payout-duplicate-day", text: "the day is that of São Paulo", source: "0116" },
  {
    id: "payout-duplicate-wire",
    text: "the refusal over the wire is DUPLICATE_PAYMENT and names the earlier payout",
    source: "0116"
  },
  { id: "payout-crash", text: "a worker that dies at any point changes nothing in the end", source: "C10" }
]
