// The addresses of one wallet: one key a family of networks, all derived from the wallet's seed.
import { Schema } from "effect"

export const WalletAddresses = Schema.Struct({
  /** Checksummed (EIP-55); the same on every EVM network. */
  evm: Schema.String,
  tron: Schema.String,
  solana: Schema.String
})
export type WalletAddresses = typeof WalletAddresses.Type

export type WalletFamily = keyof WalletAddresses
