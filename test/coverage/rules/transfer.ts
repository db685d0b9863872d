// What wallet transfers have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "transfer-endpoint", text: "POST /api/wallet/transfer answers 200", source: "spec Wallet endpoints" },
  {
    id: "transfer-response",
    text: "the answer has hash, addresses, amount, asset and transactionId",
    source: "spec Wallet transfer"
  },
  { id: "transfer-pairs", text: "the listed pairs are taken, any other is 400", source: "spec Wallet transfer" },
  { id: "transfer-defaults", text: "USDT on polygon by default", source: "spec Wallet transfer" },
  { id: "transfer-solana-sandbox", text: "Solana is 501 in the sandbox", source: "spec Sandbox rules 6" },
  {
    id: "transfer-brs-flag",
    text: "BRS exists on Solana in production, after the wallet was found",
    source: "spec Authentication 6"
  },
  { id: "transfer-one-recipient", text: "exactly one of three recipients", source: "spec Wallet transfer" },
  { id: "transfer-checksum", text: "an EVM recipient has its EIP-55 checksum", source: "spec Wallet transfer" },
  {
    id: "transfer-internal",
    text: "a subaccount or user receives at its address on the same network",
    source: "spec Wallet transfer"
  },
  {
    id: "transfer-foreign-recipient",
    text: "a foreign recipient is not found like a missing one",
    source: "spec Status codes"
  },
  {
    id: "transfer-from",
    text: "the source is the caller's own wallet or the subaccount's that is named",
    source: "spec Wallet transfer"
  },
  { id: "transfer-amount", text: "above 0, at most 10000, at most the asset's decimals", source: "spec Limits; C19" },
  {
    id: "transfer-ledger",
    text: "USDT on polygon debits the ledger, nothing else does",
    source: "spec Wallet transfer"
  },
  {
    id: "transfer-insufficient",
    text: "too little is 400, to the last unit, by ledger or chain",
    source: "spec Status codes"
  },
  { id: "transfer-gates", text: "gates answer in their order and a refusal leaves nothing", source: "C13; 0197" },
  { id: "transfer-flag", text: "a transfer needs WALLET_PAYOUT_API", source: "spec Authentication 6" },
  { id: "transfer-kyc", text: "the holder's latest KYC attempt has to be APPROVED", source: "spec line 10; C64" },
  { id: "transfer-blocked", text: "a blocked source account transfers nothing", source: "spec Status codes" },
  { id: "transfer-pin", text: "a wrong PIN is 400, a locked wallet 429", source: "C14" },
  { id: "transfer-rate", text: "one transfer in 30.000 s and holder", source: "spec Limits" },
  {
    id: "transfer-reference",
    text: "the same reference within two minutes is alreadyProcessed; at two minutes it is new",
    source: "spec Limits; C18"
  },
  { id: "transfer-reference-length", text: "a reference has 1 to 255 characters", source: "0065" },
  { id: "transfer-reference-conflict", text: "the same reference for another request is 409", source: "0065" },
  {
    id: "transfer-reference-in-flight",
    text: "after two minutes an unfinished transfer keeps its reference: 409",
    source: "C17"
  },
  { id: "transfer-replay-before-rate", text: "a replay is never 429", source: "C18" },
  { id: "transfer-replay-bytes", text: "a replay gives the same bytes", source: "C1" },
  { id: "transfer-idempotency-key", text: "an Idempotency-Key stands for its transfer", source: "C1" },
  { id: "transfer-failed-again", text: "a failed transfer lets the same reference move again", source: "spec Limits" },
  { id: "transfer-stored-first", text: "signed and stored before it is sent", source: "0059" },
  { id: "transfer-unknown", text: "a lost answer is found out and never sent twice", source: "C10" },
  { id: "transfer-pending", text: "202 while no one knows", source: "0064" },
  { id: "transfer-states", text: "every state and fact has its answer", source: "0064" },
  {
    id: "transfer-duplicate",
    text: "409 for a transfer equal to one of the same day whose outcome is unknown, where the account has it so",
    source: "0116"
  },
  { id: "transfer-duplicate-reason", text: "a reason of 1 to 140 characters lets it pass and is kept", source: "0116" },
  { id: "transfer-errors", text: "refusals over the wire have their status and code", source: "spec Status codes" }
]
