// Feature flags of an account, as data (spec "Authentication" 6). Stored are those that are on. The specification's
// THIRD_PARTY_DISABLED is an inverted flag that is on by default: inside it is THIRD_PARTY, off by default.
import { Schema } from "effect"

export const flags = {
  WALLET_PAYOUT_API: "keys endpoint, transfer and payout",
  TRON_PAYOUT: "payout on tron",
  BRS_RAIL: "BRS on solana",
  SWAP: "DePix swap",
  AUTO_REFUND: "automatic on-chain refund on failure or reversal",
  BTC_RAIL: "deposits delivered in BTC on bitcoin",
  LIQUID_RAIL: "deposits delivered in DEPIX or LBTC on liquid",
  THIRD_PARTY: "operations for a beneficiary other than the subaccount's own taxId"
} as const

export type Flag = keyof typeof flags

export const Flag = Schema.Literals(Object.keys(flags) as ReadonlyArray<Flag>)
