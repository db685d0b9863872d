// Tokens, satoshis and Lightning payments out of wallets on Spark. Only movements call it.
import { Context, type Effect, type Redacted } from "effect"
import type { LookUp, Sending } from "../outcome.ts"
import type { SatsTransfer, SparkReceipt, TokenTransfer, UserPayment, UserPaymentReceipt } from "../spark-wallet.ts"
import type { ProviderAccount } from "../provider-account.ts"

/** An order as it is looked up, whenever that is. */
type Unsigned<A> = Omit<A, "sendBefore">
type WalletSeed = Redacted.Redacted<Uint8Array>

export class SparkTransfers extends Context.Service<SparkTransfers, {
  /** Which settlement wallet pays and is paid. */
  readonly account: ProviderAccount
  /** Signs and sends with the user's seed (BIP-39 entropy), which is forgotten when this returns. */
  readonly transferToken: (transfer: TokenTransfer, seed: WalletSeed) => Effect.Effect<Sending<SparkReceipt>>
  readonly transferSats: (transfer: SatsTransfer) => Effect.Effect<Sending<SparkReceipt>>
  /** What became of a transfer, of tokens or of satoshis. Another amount than was ordered is `differs`, and never Done. */
  readonly lookUpTransfer: (transfer: Unsigned<TokenTransfer> | SatsTransfer) => Effect.Effect<LookUp<SparkReceipt>>
  /**
   * What the settlement wallet received for a transfer of tokens of our id since an instant (Unix milliseconds), by the other side
   * alone: asked where our own record of it may be gone. Absent where it was asked and has nothing of it.
   */
  readonly lookUpReceived?: (
    transfer: Pick<TokenTransfer, "operationId" | "units"> & { readonly since: number }
  ) => Effect.Effect<LookUp<SparkReceipt>>
  /** Signs and sends with the user's seed, which is forgotten when this returns. */
  readonly payInvoice: (payment: UserPayment, seed: WalletSeed) => Effect.Effect<Sending<UserPaymentReceipt>>
  readonly lookUpPayment: (payment: Unsigned<UserPayment>) => Effect.Effect<LookUp<UserPaymentReceipt>>
}>()("pontepay/core/ports/SparkTransfers") {}
