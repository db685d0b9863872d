// The port of a network whose treasury is coins. Users have no wallets there that pay: nothing is spent from one.
import { Effect } from "effect"
import {
  ChainUnavailable,
  type DeliveryOrder,
  type DeliveryReceipt,
  type Float,
  type Outflow
} from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type LookUp, type Sending, absent, unknown } from "../../core/ports/outcome.ts"
import type { LeastDelivery } from "../../core/ports/way.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { available, outcome } from "../rpc-quorum/problems.ts"

interface Moving<Delivery> {
  readonly stored: (operationId: string) => Effect.Effect<Delivery | undefined, unknown, Store>
  readonly look: (delivery: Delivery) => Effect.Effect<LookUp<DeliveryReceipt>, unknown, Store>
  readonly withdraw: (operationId: string) => Effect.Effect<LookUp<DeliveryReceipt>, unknown, Store>
}

export interface CoinChainParts<Delivery> {
  /** What is said of spends. */
  readonly noSpends: string
  readonly leastDelivery: LeastDelivery
  readonly deliver: (order: DeliveryOrder) => Effect.Effect<Sending<DeliveryReceipt>, unknown, Store>
  readonly movements: Moving<Delivery>
  /** Address of the treasury. */
  readonly treasury: string
  /** Fees come out of the same coins, so there is no fuel beside them. */
  readonly floats: Effect.Effect<ReadonlyArray<Float>, unknown, Store>
  /** The chain and the treasury's script, whatever key its amounts are blinded with. */
  readonly account: string
  /** Everything that left the treasury since an instant (Unix milliseconds), by the chain alone. */
  readonly sentSince: (since: number) => Effect.Effect<ReadonlyArray<Outflow>, unknown>
}

export const coinChain = <Delivery>(
  { account, deliver, floats, leastDelivery, movements, noSpends, sentSince, treasury }: CoinChainParts<Delivery>
): Effect.Effect<ChainAdapter, never, Store> =>
  Effect.map(Effect.context<Store>(), (context): ChainAdapter => ({
    absentAfterMs: 0,
    leastDelivery,
    deliver: (order) => Effect.provide(outcome(deliver(order)), context),
    lookUp: ({ operationId }) =>
      Effect.flatMap(
        movements.stored(operationId),
        (found) => found === undefined ? Effect.succeed(absent) : movements.look(found)
      ).pipe(outcome, Effect.provide(context)),
    cancel: ({ operationId }) => Effect.provide(outcome(movements.withdraw(operationId)), context),
    account: () => Effect.succeed(account),
    sentSince: ({ since }) => available(sentSince(since)),
    markOf: () => null,
    // Bytes that were signed live until their coins are spent, and whoever has them may send them at any time.
    livesMs: () => Number.POSITIVE_INFINITY,
    submit: () => Effect.succeed(unknown("notSupported", noSpends)),
    sign: () => Effect.fail(new ChainUnavailable({ reason: noSpends })),
    settlement: () => ({ chainId: 0, family: "evm" }),
    treasury: () => Effect.succeed(treasury),
    spendable: () => Effect.succeed(0n),
    holdings: () => Effect.succeed([]),
    floats: () => Effect.provide(available(floats), context)
  }))
