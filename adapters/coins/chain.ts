// The port of a network whose treasury is coins. Users have no wallets there that pay: nothing is spent from one.
import { Effect } from "effect"
import { ChainUnavailable, type DeliveryOrder, type DeliveryReceipt, type Float } from "../../core/ports/chain.ts"
import type { ChainAdapter } from "../../core/ports/moving/adapter.ts"
import { type LookUp, type Sending, absent, unknown } from "../../core/ports/outcome.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { available, outcome } from "../rpc-quorum/problems.ts"

interface Moving<Delivery> {
  readonly stored: (operationId: string) => Effect.Effect<Delivery | undefined, unknown, Store>
  readonly look: (delivery: Delivery) => Effect.Effect<LookUp<DeliveryReceipt>, unknown, Store>
}

export interface CoinChainParts<Delivery> {
  /** What is said of spends. */
  readonly noSpends: string
  readonly deliver: (order: DeliveryOrder) => Effect.Effect<Sending<DeliveryReceipt>, unknown, Store>
  readonly movements: Moving<Delivery>
  /** Address of the treasury. */
  readonly treasury: string
  /** Fees come out of the same coins, so there is no fuel beside them. */
  readonly floats: Effect.Effect<ReadonlyArray<Float>, unknown, Store>
}

export const coinChain = <Delivery>(
  { deliver, floats, movements, noSpends, treasury }: CoinChainParts<Delivery>
): Effect.Effect<ChainAdapter, never, Store> =>
  Effect.map(Effect.context<Store>(), (context): ChainAdapter => ({
    absentAfterMs: 0,
    account: (network) => Effect.succeed(`${network}:${treasury}`),
    deliver: (order) => Effect.provide(outcome(deliver(order)), context),
    lookUp: ({ operationId }) =>
      Effect.flatMap(
        movements.stored(operationId),
        (found) => found === undefined ? Effect.succeed(absent) : movements.look(found)
      ).pipe(outcome, Effect.provide(context)),
    submit: () => Effect.succeed(unknown("notSupported", noSpends)),
    sign: () => Effect.fail(new ChainUnavailable({ reason: noSpends })),
    settlement: () => ({ chainId: 0, family: "evm" }),
    treasury: () => Effect.succeed(treasury),
    spendable: () => Effect.succeed(0n),
    holdings: () => Effect.succeed([]),
    floats: () => Effect.provide(available(floats), context)
  }))
