// Wallets on Spark and the price of DePix there, by Breez SDK Spark 0.19.2 (decision record 0246). It was built on the SDK's types and
// a simulated ledger: no live run was made.
import { Effect, type Layer } from "effect"
import { reason } from "../../core/base/reason/reason.ts"
import { type SparkWalletAdapter, sparkWalletAdapter, swapPoolAdapter } from "../../core/ports/moving/adapter.ts"
import type { PoolSwaps } from "../../core/ports/moving/pool-swaps.ts"
import type { SparkTransfers } from "../../core/ports/moving/spark-transfers.ts"
import { type Done, type Unknown, absent, differs, done, unknown } from "../../core/ports/outcome.ts"
import type { Provider } from "../../core/ports/provider-state.ts"
import type { Stored } from "../../core/engine/store/records.ts"
import type { SparkReceipt, SparkWallet, UserPaymentReceipt } from "../../core/ports/spark-wallet.ts"
import type { Store } from "../../core/engine/store/store.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import { type SecretSource, readSecret } from "../http-client/secret-file.ts"
import { type SparkMovement, stored } from "./movement.ts"
import { pool } from "./pool.ts"
import { balancesIn, identityOf } from "./reads.ts"
import { satsTransfers } from "./sats-transfers.ts"
import { type SparkModule, loadSdk } from "./sdk.ts"
import { type Found, verdictOf } from "./sending.ts"
import { tokenTransfers } from "./token-transfers.ts"
import { userPayments } from "./user-payments.ts"
import { openWallets } from "./wallets.ts"

/** What opens wallets, and what may be done with them. */
export interface SparkSettings {
  /** The key that Breez gives for its services. */
  readonly apiKey: SecretSource
  /** The words of the settlement wallet: a key of its own, which nothing else uses. */
  readonly mnemonic: SecretSource
  /** The token of DePix on Spark, as `btkn1...`. */
  readonly depixToken: string
  /** A folder of this process alone, where the SDK keeps what it has seen of each wallet. */
  readonly directory: string
  /** Whether a person converts DePix of the settlement wallet, each time a swap waits for it; without it there are no swaps. */
  readonly hasManualConversions?: boolean
  /** How long the SDK is waited for, in milliseconds: one call 10,000, a whole movement 18,000 unless given. */
  readonly patience?: { readonly callMs?: number; readonly answerMs?: number }
  /** The SDK; the installed package unless given. */
  readonly sdk?: () => Promise<SparkModule>
}

export interface Spark {
  readonly sparkWallet: Layer.Layer<SparkWallet | SparkTransfers, never, Store>
  readonly swapPool: Layer.Layer<SwapPool | PoolSwaps>
  readonly providers: ReadonlyArray<Provider>
}

interface Evidence {
  readonly transferId: string
  readonly fee: bigint
}

const withReceipt =
  <A>(of: (evidence: Evidence) => A) =>
  <Rest extends { readonly _tag: "Refused" | "Unknown" | "Held" | "Absent" }>(
    answer: Done<Evidence> | Rest
  ): Done<A> | Rest => answer._tag === "Done" ? done(of(answer.value)) : answer

const transferReceipt = withReceipt(({ transferId }): SparkReceipt => ({ transferId }))
const paymentReceipt = withReceipt(({ fee, transferId }): UserPaymentReceipt => ({
  requestId: transferId,
  fee: unitsUnsafe("BTC", fee)
}))

/** Adapters that stand on the SDK. */
export const spark = (settings: SparkSettings): Spark => {
  const { depixToken: token, directory, hasManualConversions = false, patience = {}, sdk = loadSdk } = settings
  const wallets = openWallets({
    load: sdk,
    apiKey: readSecret(settings.apiKey),
    mnemonic: readSecret(settings.mnemonic),
    directory,
    callMs: patience.callMs ?? 10_000
  })
  const tokens = tokenTransfers(wallets, token)
  const sats = satsTransfers(wallets)
  const payments = userPayments(wallets)
  const answerMs = patience.answerMs ?? 18_000

  const adapter = Effect.map(Effect.context<Store>(), (context): SparkWalletAdapter => {
    // An answer in any case, and in time: what cannot be known is Unknown.
    const answered = <A, E>(answer: Effect.Effect<A, E, Store>): Effect.Effect<A | Unknown> =>
      answer.pipe(
        Effect.timeoutOrElse({
          duration: answerMs,
          orElse: () => Effect.succeed(unknown("noAnswer", `within ${answerMs} ms`))
        }),
        Effect.catch((error: unknown) => Effect.succeed(unknown("noAnswer", reasonOf(error)))),
        Effect.provide(context)
      )

    // Another amount or receiver than is looked up was never asked under this id.
    const looked = (
      operationId: string,
      asked: { readonly units: bigint; readonly place: string } | undefined,
      ask: (movement: Stored<SparkMovement>) => Effect.Effect<Found, unknown, Store>,
      unrecorded: Effect.Effect<Found, unknown> = Effect.succeed(absent)
    ) =>
      answered(Effect.flatMap(stored(operationId), (movement): Effect.Effect<Found, unknown, Store> => {
        if (movement === undefined) return unrecorded
        const { from, sentAt, to, units, verdict } = movement.value
        if (asked !== undefined && (units !== asked.units || (to ?? from) !== asked.place)) {
          return Effect.succeed(differs("another amount or wallet was asked under this id"))
        }
        if (verdict !== null) return Effect.succeed(verdictOf(verdict))
        return sentAt === null ? Effect.succeed(absent) : ask(movement)
      }))

    return {
      account: wallets.account,
      identity: (walletId) => Effect.provide(identityOf(walletId), context),
      balances: balancesIn(wallets, token),
      transferToken: (transfer, seed) => Effect.map(answered(tokens.transfer(transfer, seed)), transferReceipt),
      transferSats: (transfer) => Effect.map(answered(sats.transfer(transfer)), transferReceipt),
      lookUpTransfer: (transfer) =>
        Effect.map(
          "sats" in transfer
            ? looked(
              transfer.operationId,
              { units: transfer.sats, place: transfer.to },
              sats.lookUp,
              sats.unrecorded(transfer)
            )
            : looked(transfer.operationId, { units: transfer.units, place: transfer.from }, tokens.lookUp),
          transferReceipt
        ),
      lookUpReceived: (transfer) => Effect.map(answered(tokens.unrecorded(transfer)), transferReceipt),
      payInvoice: (payment, seed) => Effect.map(answered(payments.pay(payment, seed)), paymentReceipt),
      lookUpPayment: ({ operationId }) =>
        Effect.map(
          looked(operationId, undefined, () => Effect.succeed(unknown(reason("needsSeed")))),
          paymentReceipt
        )
    }
  })

  return {
    sparkWallet: sparkWalletAdapter.effect(adapter),
    swapPool: swapPoolAdapter.succeed(pool({ wallets, token, isManual: hasManualConversions })),
    providers: [{ name: "breez", ports: ["sparkWallet", "swapPool"], state: wallets.state }]
  }
}

const reasonOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "reason" in error && typeof error.reason === "string"
    ? error.reason
    : "the records of Spark cannot be asked"
