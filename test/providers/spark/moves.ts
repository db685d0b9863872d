// The three ways to move something on Spark, as the service asks for them, for tests that treat them alike.
import type { Effect } from "effect"
import { unitsUnsafe } from "../../../core/base/money/units.ts"
import type { SparkWalletAdapter } from "../../../core/ports/moving/adapter.ts"
import type { LookUp, Sending } from "../../../core/ports/outcome.ts"
import type { SparkBench } from "./bench.ts"

export interface Move {
  readonly word: "token" | "sats" | "payment"
  readonly ask: (wallet: SparkWalletAdapter, id: string) => Effect.Effect<Sending<unknown>>
  readonly lookUp: (wallet: SparkWalletAdapter, id: string) => Effect.Effect<LookUp<unknown>>
  readonly moved: (id: string) => Promise<ReadonlyArray<bigint>>
}

/** What each of them moves. */
export const amount = 1_000n

export const movesOn = (bench: SparkBench): ReadonlyArray<Move> => [
  {
    word: "token",
    ask: (wallet, operationId) =>
      wallet.transferToken({
        operationId,
        from: bench.user.address,
        units: unitsUnsafe("DEPIX", amount),
        sendBefore: Date.now() + 3_600_000
      }, bench.user.seed()),
    lookUp: (wallet, operationId) =>
      wallet.lookUpTransfer({ operationId, from: bench.user.address, units: unitsUnsafe("DEPIX", amount) }),
    moved: bench.movedTokens
  },
  {
    word: "sats",
    ask: (wallet, operationId) =>
      wallet.transferSats({ operationId, to: bench.receiver, sats: unitsUnsafe("BTC", amount) }),
    lookUp: (wallet, operationId) =>
      wallet.lookUpTransfer({ operationId, to: bench.receiver, sats: unitsUnsafe("BTC", amount) }),
    moved: bench.movedSats
  },
  {
    word: "payment",
    ask: (wallet, operationId) =>
      wallet.payInvoice({
        operationId,
        from: bench.user.address,
        bolt11: bench.invoice(operationId, amount),
        maximumFee: unitsUnsafe("BTC", 10n),
        sendBefore: Date.now() + 3_600_000
      }, bench.user.seed()),
    lookUp: (wallet, operationId) =>
      wallet.lookUpPayment({
        operationId,
        from: bench.user.address,
        bolt11: bench.invoice(operationId, amount),
        maximumFee: unitsUnsafe("BTC", 10n)
      }),
    moved: bench.paid
  }
]
