// Spark and the pool of a test: scripted like every other movement, with what wallets hold and what the pool gives. Nothing
// here knows a rule of the core.
import { Effect, type Layer, Redacted } from "effect"
import { type Sats, unitsUnsafe } from "../../core/base/money/units.ts"
import { sparkWalletAdapter, swapPoolAdapter } from "../../core/ports/moving/adapter.ts"
import type { PoolSwaps } from "../../core/ports/moving/pool-swaps.ts"
import type { SparkTransfers } from "../../core/ports/moving/spark-transfers.ts"
import {
  type SatsTransfer,
  type SparkIdentity,
  type SparkReceipt,
  SparkUnavailable,
  type SparkWallet,
  type TokenTransfer,
  type UserPayment,
  type UserPaymentReceipt
} from "../../core/ports/spark-wallet.ts"
import { type LookUp, absent, unknown } from "../../core/ports/outcome.ts"
import { type PoolReceipt, type PoolSwap, PoolUnavailable, type SwapPool } from "../../core/ports/swap-pool.ts"
import type { Way } from "../../core/ports/way.ts"
import { Actor, accountOf } from "./ports.ts"

const sats = (value: bigint): Sats => unitsUnsafe("BTC", value)

/** A Spark address and a Lightning address of its wallet. */
export const ownSpark = "spark1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2"
export const ownLightning = "ana@own.example.com"

export class FakeSpark {
  isUp = true
  identity: SparkIdentity | undefined = { sparkAddress: ownSpark, lightningAddress: ownLightning }
  /** Raw units of DePix that the wallet holds. */
  depix = 1_000_000_000_000n
  /** Whether it reads wallets without their seed. */
  readsBalances = true
  /** What routing a payment takes, in satoshis. */
  routingFee = 2n
  /** Seeds that were used, as hex, with what they were used for. */
  readonly seeds: Array<readonly [operationId: string, seed: string]> = []
  /** Deadlines that were given with what was sent by a seed. */
  readonly deadlines = new Map<string, number>()
  /** Which settlement wallet this is. */
  account: string | undefined = "settlement:1"
  /** What the settlement wallet shows under our id to a store that lost its record; undefined where it cannot be looked up. */
  received: LookUp<SparkReceipt> | undefined = absent
  /** Leg 0. */
  readonly tokens = new Actor<TokenTransfer, SparkReceipt>((id) => ({ transferId: `token-${id}` }))
  /** Leg 2. */
  readonly transfers = new Actor<SatsTransfer, SparkReceipt>((id) => ({ transferId: `sats-${id}` }))
  /** Leg 3. */
  readonly payments = new Actor<UserPayment, UserPaymentReceipt>((id) => ({
    requestId: `request-${id}`,
    fee: sats(this.routingFee)
  }))

  /** Notes what a seed was used for, as it was at that moment. */
  use(operationId: string, sendBefore: number, seed: Redacted.Redacted<Uint8Array>): void {
    this.seeds.push([operationId, Buffer.from(Redacted.value(seed)).toString("hex")])
    this.deadlines.set(operationId, sendBefore)
  }
}

export class FakePool {
  /** How it converts. */
  readonly ways: { swaps: Way } = { swaps: "provider" }
  isUp = true
  account: string | undefined = "pool:1"
  /** What it gives for anything, in satoshis. */
  gives = 10_000n
  slippageBps = 0
  /** Leg 1. */
  readonly swaps = new Actor<PoolSwap, PoolReceipt>((id) => ({
    requestId: `pool-${id}`,
    transferId: `pool-transfer-${id}`,
    sats: sats(this.gives)
  }))
}

const whileUp = <A, E>(isUp: () => boolean, answer: () => A, away: () => E): Effect.Effect<A, E> =>
  Effect.suspend(() => isUp() ? Effect.succeed(answer()) : Effect.fail(away()))

export const sparkLayer = (spark: FakeSpark): Layer.Layer<SparkWallet | SparkTransfers> => {
  const away = () => new SparkUnavailable({ reason: "Spark is down" })
  return sparkWalletAdapter.succeed({
    account: accountOf(spark),
    identity: () => whileUp(() => spark.isUp, () => spark.identity, away),
    balances: () =>
      whileUp(
        () => spark.isUp,
        () => spark.readsBalances ? { depix: unitsUnsafe("DEPIX", spark.depix), sats: sats(0n) } : undefined,
        away
      ),
    transferToken: (transfer, seed) =>
      Effect.suspend(() => {
        spark.use(transfer.operationId, transfer.sendBefore, seed)
        return spark.tokens.ask(transfer.operationId, transfer)
      }),
    transferSats: (transfer) => spark.transfers.ask(transfer.operationId, transfer),
    lookUpTransfer: ({ operationId: id }) =>
      id.startsWith("leg-0/") ? spark.tokens.lookUp(id) : spark.transfers.lookUp(id),
    lookUpReceived: () => Effect.sync(() => spark.received ?? unknown("noAnswer", "Spark is down")),
    payInvoice: (payment, seed) =>
      Effect.suspend(() => {
        spark.use(payment.operationId, payment.sendBefore, seed)
        return spark.payments.ask(payment.operationId, payment)
      }),
    lookUpPayment: ({ operationId }) => spark.payments.lookUp(operationId)
  })
}

export const poolLayer = (pool: FakePool): Layer.Layer<SwapPool | PoolSwaps> =>
  swapPoolAdapter.succeed({
    account: accountOf(pool),
    ways: pool.ways,
    simulate: () =>
      whileUp(
        () => pool.isUp,
        () => ({ sats: sats(pool.gives), slippageBps: pool.slippageBps }),
        () => new PoolUnavailable({ reason: "the pool is down" })
      ),
    swap: (request) => pool.swaps.ask(request.operationId, request),
    lookUpSwap: ({ operationId }) => pool.swaps.lookUp(operationId)
  })
