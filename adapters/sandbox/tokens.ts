// Test tokens that move in the sandbox for the assets they mirror (spec "Sandbox rules" 9), and the chain that all of its
// networks settle on.
import { type AssetCode, decimalsOf } from "../../core/money/assets.ts"

const testTokens: Partial<Record<AssetCode, TestToken>> = {
  BRLA: "BRLH",
  BRLH: "BRLH",
  USDC: "USDH",
  USDT: "USDH",
  USDH: "USDH"
}

export type TestToken = "BRLH" | "USDH"

export const testTokensHeld: ReadonlyArray<TestToken> = ["BRLH", "USDH"]

/** Base Sepolia. */
export const sandboxChainId = 84_532

/** The token that moves in place of an asset; the asset itself where none stands for it. */
export const tokenOf = (asset: AssetCode): AssetCode => testTokens[asset] ?? asset

/** The test token that stands for an asset; undefined for one that no wallet of the sandbox holds. */
export const testTokenOf = (asset: AssetCode): TestToken | undefined => testTokens[asset]

/** What a wallet begins with, and is topped up to whenever a debit confirms: 10,000 of each. */
export const startOf = (token: TestToken): bigint => 10_000n * 10n ** BigInt(decimalsOf(token))
