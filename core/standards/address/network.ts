// Networks a payment can be sent to, and the family of address each one uses. Only mainnet forms exist here.
import { Schema } from "effect"

/** Networks by the name the interface gives them. */
export const Network = Schema.Literals([
  "polygon",
  "arbitrum",
  "base",
  "gnosis",
  "tron",
  "solana",
  "lightning",
  "bitcoin",
  "liquid",
  "spark"
])
export type Network = typeof Network.Type

/** Networks on which users have wallets. */
export const WalletNetwork = Schema.Literals(["polygon", "base", "tron", "solana"])
export type WalletNetwork = typeof WalletNetwork.Type

export type AddressFamily = "evm" | "tron" | "solana" | "lightning" | "bitcoin" | "liquid" | "spark"

/** Address family of each network. */
export const familyOf: Readonly<Record<Network, AddressFamily>> = {
  polygon: "evm",
  arbitrum: "evm",
  base: "evm",
  gnosis: "evm",
  tron: "tron",
  solana: "solana",
  lightning: "lightning",
  bitcoin: "bitcoin",
  liquid: "liquid",
  spark: "spark"
}
