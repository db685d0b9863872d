// What a process of the service is asked by its parent, one message each, and who it is done for.
import type { BootstrapAccount } from "../../../core/operations/provisioning/bootstrap-file.ts"
import type { Served } from "./chains.ts"

/** A PIX that comes in and is delivered. `name` is ours: ordered twice, it happens once. */
export interface DepositOrder {
  readonly order: "deposit"
  readonly name: string
  readonly network: Served
  readonly asset: "USDC" | "BTC" | "DEPIX"
  /** Cents of BRL. */
  readonly value: number
  readonly address: string
}

/** A wallet that pays a PIX. */
export interface PayoutOrder {
  readonly order: "payout"
  readonly name: string
  readonly holder: number
  readonly network: "base" | "tron" | "solana"
  readonly asset: "USDC" | "USDT"
  readonly value: number
  readonly pixKey: string
}

/** A wallet that pays an address. */
export interface TransferOrder {
  readonly order: "transfer"
  readonly name: string
  readonly holder: number
  readonly network: "base" | "solana"
  readonly asset: "USDC" | "USDT"
  /** Whole units, as decimal text. */
  readonly amount: string
  readonly address: string
}

/** Where a holder's wallet is. */
export interface WalletQuestion {
  readonly order: "wallet"
  readonly holder: number
}

/** Looks after everything that is open at once, instead of when its job does. */
export interface Hurry {
  readonly order: "hurry"
  readonly movements: ReadonlyArray<string>
}

export type Order = DepositOrder | PayoutOrder | TransferOrder | WalletQuestion | Hurry

export interface Asked {
  readonly id: number
  readonly asked: Order
}

export interface Answer {
  readonly id: number
  readonly value?: unknown
  /** Why it was not done; nothing is known to have happened then. */
  readonly problem?: string
}

/** How many holders there are: each is an account with a wallet. */
export const holders = 4

export const keyOf = (holder: number): string => `pontepay_live_${`holder${holder}`.padEnd(32, "x")}`

/** Everything is allowed to them, also what exists in production alone. */
export const accountOf = (holder: number): BootstrapAccount => ({
  name: `holder ${holder}`,
  environment: "production",
  apiKey: keyOf(holder),
  taxId: "11144477735" as NonNullable<BootstrapAccount["taxId"]>,
  kyc: "APPROVED",
  flags: ["WALLET_PAYOUT_API", "TRON_PAYOUT", "AUTO_REFUND", "BTC_RAIL", "LIQUID_RAIL"],
  thirdParty: true,
  perTxLimitBrl: "1000000.00"
})

/** The PIN of every wallet of a sandbox. */
export const pin = "123456"

/** What a process is configured with, beside its data store. */
export const variables = {
  LOG_LEVEL: process.env["PONTEPAY_LONG_RUN_LOG"] ?? "none",
  PORT: "0",
  PONTEPAY_SECRETS_KEY: "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
  PONTEPAY_SANDBOX_PROVIDER_SECRET: "the provider's secret of the tests"
} as const
