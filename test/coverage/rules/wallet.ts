// What wallets, their keys and their PINs have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "wallet-provisioned",
    text: "the first read makes the holder's wallet in the sandbox, once",
    source: "spec Sandbox rules 8"
  },
  { id: "wallet-sandbox-pin", text: "every sandbox wallet opens with the PIN 123456", source: "spec Sandbox rules 8" },
  {
    id: "wallet-keys",
    text: "the key material is real: a holder's own client opens it",
    source: "spec Sandbox rules 8"
  },
  {
    id: "wallet-not-provisioned",
    text: "no wallet, no keys and no creation where no PIN was set: 404",
    source: "spec Wallet endpoints"
  },
  { id: "wallet-read", text: "a read shows user, holder, time, addresses and balances", source: "spec Wallet" },
  { id: "wallet-read-fields", text: "walletId is shown only when one was supplied", source: "spec Wallet" },
  { id: "wallet-solana-hidden", text: "Solana addresses and BRS balances are not exposed", source: "spec Wallet" },
  { id: "wallet-get", text: "POST /api/wallet/get answers as GET /api/wallet", source: "spec Wallet endpoints" },
  {
    id: "wallet-email",
    text: "the e-mail is the holder's, or one made of the subaccount id",
    source: "0059"
  },
  {
    id: "wallet-create",
    text: "creation answers 201 with id, address, network, chain id, balance and key",
    source: "spec Wallet"
  },
  { id: "wallet-create-again", text: "each creation makes another wallet", source: "spec Wallet endpoints" },
  { id: "wallet-create-network", text: "only the requested network is provisioned", source: "spec Wallet endpoints" },
  {
    id: "wallet-create-chain",
    text: "the sandbox answers chain id 84532 and keeps the network's name",
    source: "spec Sandbox rules 7"
  },
  {
    id: "wallet-create-pin",
    text: "creation verifies the holder's PIN and counts a wrong one",
    source: "spec Wallet endpoints"
  },
  {
    id: "wallet-create-fields",
    text: "network and PIN are required, and have their types",
    source: "spec Wallet endpoints"
  },
  { id: "wallet-create-refusals", text: "a wrong PIN is 400, a locked wallet 429 with Retry-After", source: "C14" },
  { id: "wallet-create-solana", text: "a wallet on Solana is 501 in the sandbox", source: "spec Sandbox rules 6" },
  {
    id: "wallet-foreign",
    text: "a foreign wallet or holder is not found in the words of a missing one",
    source: "spec Status codes"
  },
  { id: "wallet-foreign-wire", text: "the same over the wire, byte for byte", source: "spec Status codes" },
  {
    id: "wallet-no-fallback",
    text: "a named wallet that does not fit is not found, and no other is spent from",
    source: "spec Wallet transfer"
  },
  {
    id: "wallet-paths",
    text: "keys and addresses follow the paths that other wallets use",
    source: "0059"
  },
  {
    id: "wallet-envelope",
    text: "the protected key is NIP-44 of a 32-byte key under the Argon2id key of the PIN",
    source: "0059"
  },
  { id: "wallet-salt", text: "the salt is the trimmed lower-case e-mail", source: "0059" },
  {
    id: "wallet-key-length",
    text: "symmetric keys of other than 32 bytes are refused",
    source: "0059"
  },
  { id: "wallet-seed", text: "the seed is 16 bytes of entropy, sealed twice", source: "0059" },
  {
    id: "wallet-canary",
    text: "no PIN, key or envelope is in a log or in the database's bytes",
    source: "0059"
  },
  {
    id: "keys-fields",
    text: "the keys record has walletId, key, e-mail and subAccountId, null for one's own",
    source: "spec Wallet"
  },
  { id: "keys-flag", text: "the keys endpoint needs WALLET_PAYOUT_API: 403", source: "spec Authentication 6" },
  { id: "keys-rate", text: "one request in 60.000 s, then 429 with whole seconds rounded up", source: "spec Limits" },
  { id: "keys-window-per-wallet", text: "each wallet has a window of its own", source: "spec Limits" },
  {
    id: "allowed-recipients",
    text: "an account with a list of recipients pays them alone, by payout, transfer and swap: 403",
    source: "0196"
  },
  {
    id: "keys-per-hour",
    text: "keys of a hundred wallets of an account in an hour, or as many as its setting says; then 429 and one review",
    source: "0195"
  },
  { id: "keys-query-or-body", text: "fields come in the query or in a JSON body", source: "spec Wallet endpoints" },
  { id: "pin-three-wrong", text: "three wrong PINs lock the holder's wallets", source: "spec Authentication 5" },
  { id: "pin-lock-24h", text: "the lock lasts exactly 24 hours from the third", source: "spec Limits" },
  { id: "pin-reset", text: "a right PIN forgives the wrong ones before it", source: "0061" },
  {
    id: "pin-hundred-at-once",
    text: "a hundred wrong PINs at once are checked three times",
    source: "0061"
  },
  { id: "pin-counted-before-checked", text: "an attempt counts before it is checked", source: "0061" },
  { id: "pin-one-derivation", text: "each attempt that is counted takes one derivation", source: "0207" },
  { id: "pin-per-holder", text: "wrong PINs count over all wallets and routes of a holder", source: "C56; 0194" },
  { id: "pin-other-holders", text: "other holders are not affected", source: "0061" },
  { id: "wallets-per-holder", text: "a holder has at most twenty wallets: 403 above", source: "0194" },
  {
    id: "unlocks-in-turn",
    text: "accounts take turns at derivations; what one has too many of is 429 and not counted",
    source: "0061, 0190"
  },
  {
    id: "pin-set",
    text: "a holder sets the first PIN on a page, which makes the wallet",
    source: "spec Authentication 5; 0062"
  },
  { id: "pin-form", text: "a PIN is six digits or more, or a passphrase of 8 to 64 characters", source: "0146" },
  {
    id: "pin-guessable",
    text: "a PIN that is easy to guess is refused where it is set, and never where it is checked",
    source: "0146"
  },
  { id: "pin-passphrase", text: "a passphrase opens wallets as a PIN does", source: "0146" },
  { id: "pin-composed", text: "a PIN is the same however a keyboard composes its characters", source: "0146" },
  {
    id: "pin-change",
    text: "a changed PIN changes every envelope and the e-mail, and nothing else",
    source: "spec Wallet; 0062"
  },
  { id: "pin-session", text: "a PIN page works once, for fifteen minutes", source: "0062" },
  { id: "pin-session-sandbox", text: "no PIN is set in the sandbox: 501", source: "spec Sandbox rules 8; 0062" },
  {
    id: "pin-page",
    text: "the PIN page runs its one script, asks this host alone and cannot be framed",
    source: "0062"
  },
  { id: "mirror-sync", text: "the books of a wallet follow its chain", source: "0063" },
  { id: "mirror-usdt-polygon", text: "only USDT on polygon is in the books", source: "spec Wallet transfer" },
  { id: "mirror-overdraft", text: "more than there is cannot be held", source: "0063" },
  { id: "mirror-in-flight", text: "the books do not follow while anything is on its way", source: "0063" }
]
