// What DePix swaps have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "swap-sandbox", text: "501 with a sandbox key, before anything of the request", source: "spec Sandbox 6" },
  { id: "swap-unauthorized", text: "a key is needed first", source: "spec Authentication 1" },
  {
    id: "swap-output",
    text: "what a pool is said to have given is no less than was agreed, and no more than was to be expected",
    source: "C71; decision 0263"
  },
  { id: "swap-accepted", text: "202 with the fields of the specification", source: "spec DePix swap" },
  { id: "swap-replay-status", text: "200 for an identical replay", source: "spec Endpoints, Wallet" },
  { id: "swap-defaults", text: "what is left out has its default", source: "spec DePix swap" },
  { id: "swap-default-network", text: "lightning is the default network", source: "spec DePix swap" },
  {
    id: "swap-default-address",
    text: "the wallet's own address is the default destination",
    source: "spec DePix swap"
  },
  { id: "swap-invalid-input", text: "every wrong field is INVALID_INPUT", source: "spec Error codes" },
  { id: "swap-missing-secrets", text: "PIN and key are needed", source: "spec DePix swap" },
  { id: "swap-limits", text: "every limit is taken at its edges", source: "spec Limits" },
  {
    id: "swap-invalid-spark-address",
    text: "a destination that is no mainnet Spark address",
    source: "spec Error codes"
  },
  { id: "swap-invalid-lightning", text: "a missing or malformed Lightning address", source: "spec Error codes" },
  { id: "swap-bolt11", text: "invoices are refused", source: "spec Error codes" },
  { id: "swap-lightning-fee-ignored", text: "maxLightningFeeSats is ignored for spark", source: "spec DePix swap" },
  { id: "swap-scope", text: "the subaccount's own wallet, and no fallback", source: "spec DePix swap" },
  { id: "swap-not-enabled", text: "the flag SWAP", source: "spec Authentication 6" },
  { id: "swap-kyc", text: "the holder's latest KYC attempt has to be APPROVED", source: "spec line 10; C64" },
  { id: "swap-no-spark-wallet", text: "a wallet without a Spark identity", source: "spec Error codes" },
  { id: "swap-invalid-pin", text: "a wrong PIN or key is 401 INVALID_PIN", source: "spec Error codes" },
  { id: "swap-pin-lock", text: "three wrong PINs lock the wallet for 24 hours", source: "spec Limits" },
  { id: "swap-rate-limited", text: "another unlock in progress is RATE_LIMITED", source: "spec Error codes" },
  {
    id: "swap-queue-unavailable",
    text: "503 names the swap, and the same request finds out",
    source: "spec Error codes; 0103"
  },
  { id: "swap-error-codes", text: "each refusal has its status and code over the wire", source: "spec Error codes" },
  {
    id: "swap-replay",
    text: "an identical request answers the original with its status, PIN unread",
    source: "spec DePix swap"
  },
  {
    id: "swap-replay-failed",
    text: "a replay of a failed request does not begin again",
    source: "spec States, DePix swap"
  },
  { id: "swap-conflict", text: "changed parameters are 409", source: "spec Endpoints, Wallet, detail 4" },
  { id: "swap-request-id", text: "clientRequestId is unique to its owner, and one swap", source: "spec DePix swap" },
  { id: "swap-idempotency-key", text: "an Idempotency-Key gives the first answer byte for byte", source: "C1" },
  { id: "swap-read", text: "tracking shows status, error and legs", source: "spec DePix swap" },
  { id: "swap-read-missing", text: "an unknown swap is 404", source: "spec Endpoints, Wallet" },
  { id: "swap-read-scope", text: "404 for an unrelated key or the wrong subaccount", source: "spec Endpoints, Wallet" },
  { id: "swap-states", text: "PENDING, RUNNING, COMPLETED, FAILED, STRANDED", source: "spec States, DePix swap" },
  { id: "swap-leg-statuses", text: "PENDING, SUBMITTED, CONFIRMED, FAILED, UNKNOWN", source: "C30" },
  { id: "swap-legs", text: "three legs to Spark, each with its evidence", source: "spec DePix swap, legs" },
  { id: "swap-claimed", text: "RUNNING when the worker claims it", source: "spec States, DePix swap" },
  {
    id: "swap-completed-spark",
    text: "COMPLETED when the Spark transfer is confirmed",
    source: "spec States, DePix swap"
  },
  {
    id: "swap-completed-lightning",
    text: "COMPLETED when the Lightning payment is confirmed",
    source: "spec States, DePix swap"
  },
  {
    id: "swap-lightning-delivery",
    text: "the output goes to the user's wallet, which pays output less allowance",
    source: "spec DePix swap"
  },
  {
    id: "swap-lightning-stranded",
    text: "a Lightning failure after delivery is STRANDED",
    source: "spec States, DePix swap"
  },
  {
    id: "swap-lightning-bounded",
    text: "an unconfirmed Lightning payment is STRANDED after bounded checks",
    source: "spec States, DePix swap"
  },
  {
    id: "swap-insufficient-output",
    text: "too little output, allowance reserved, is FAILED",
    source: "spec States, DePix swap"
  },
  { id: "swap-slippage", text: "too much slippage is FAILED", source: "spec DePix swap" },
  { id: "swap-balance", text: "too little balance is FAILED, shown by tracking", source: "spec Errors" },
  {
    id: "swap-authorization-expiry",
    text: "the authorization expires at five minutes exactly",
    source: "spec Limits; 0102"
  },
  { id: "swap-seed-sealed", text: "the seed is kept sealed, PIN and key not at all", source: "0102" },
  { id: "swap-seed-wiped", text: "the authorization is wiped in the commit that uses it", source: "0102" },
  { id: "swap-leg-fates", text: "every leg, whatever becomes of it, ends as the tables say", source: "C10, C30; 0104" },
  { id: "swap-leg-once", text: "no leg is repeated; leg 0 happens once at most", source: "spec States, DePix swap" },
  { id: "swap-leg-deadline", text: "a leg of the user's seed is given up from its deadline on", source: "0104" },
  { id: "swap-hand-over", text: "a run without the seed leaves leg 3 to one that may have it", source: "0104" },
  { id: "swap-unknown-legs", text: "a leg that stays unknown strands the swap", source: "spec States, DePix swap" },
  { id: "swap-confirmed-legs", text: "confirmed legs stay when a later one fails", source: "spec States, DePix swap" },
  { id: "swap-ledger", text: "each leg on our side is one balanced entry", source: "C37" },
  { id: "swap-value-conserved", text: "value is conserved whatever happens", source: "C37" },
  { id: "swap-no-deposit-event", text: "no DEPOSIT_ASSET_SUCCESS", source: "spec Events" }
]
