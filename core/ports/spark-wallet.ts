// Wallets on Spark: a user's own, moved with his seed, and the service's settlement wallet. Every movement has an id of ours:
// asked twice, it happens once, and what became of it is looked up by that id.
import { Context, Data, type Effect } from "effect"
import type { Sats, Units } from "../base/money/units.ts"

/** Where a wallet is reached on Spark, and over Lightning if it has an address there. */
export interface SparkIdentity {
  readonly sparkAddress: string
  readonly lightningAddress: string | null
}

export interface SparkBalances {
  readonly depix: Units<"DEPIX">
  readonly sats: Sats
}

/** DePix of a user to the settlement wallet. */
export interface TokenTransfer {
  /** Our id of the movement. */
  readonly operationId: string
  readonly from: string
  readonly units: Units<"DEPIX">
  /** Unix milliseconds from which nothing more is sent for it, so that an Absent after it is for ever. */
  readonly sendBefore: number
}

/** Satoshis of the settlement wallet to a Spark address. */
export interface SatsTransfer {
  readonly operationId: string
  readonly to: string
  readonly sats: Sats
}

/** An invoice that a user pays from his Spark wallet. */
export interface UserPayment {
  readonly operationId: string
  readonly from: string
  readonly bolt11: string
  readonly maximumFee: Sats
  /** As of a token transfer. */
  readonly sendBefore: number
}

/** Evidence of a movement on Spark. */
export interface SparkReceipt {
  readonly transferId: string
}

/** Evidence of a Lightning payment out of a Spark wallet. */
export interface UserPaymentReceipt {
  readonly requestId: string
  readonly fee: Sats
}

/** Spark cannot be asked; nothing happened. */
export class SparkUnavailable extends Data.TaggedError("SparkUnavailable")<{ readonly reason: string }> {}

/** Identities and balances: what use cases ask of Spark. What moves value is `SparkTransfers`. */
export class SparkWallet extends Context.Service<SparkWallet, {
  /** The Spark identity of a wallet of ours; undefined when it has none. */
  readonly identity: (walletId: string) => Effect.Effect<SparkIdentity | undefined, SparkUnavailable>
  /** What a wallet holds; undefined where wallets of others are not read without their seed. */
  readonly balances: (sparkAddress: string) => Effect.Effect<SparkBalances | undefined, SparkUnavailable>
}>()("pontepay/core/ports/SparkWallet") {}
