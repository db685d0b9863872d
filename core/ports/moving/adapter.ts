// An adapter is one object: what use cases call and what movements call, of one provider. These make two services of it.
import { Context, Effect, Layer, type Scope } from "effect"
import { Chain } from "../chain.ts"
import { LightningNode } from "../lightning-node.ts"
import { PixRail } from "../pix-rail.ts"
import { SparkWallet } from "../spark-wallet.ts"
import { SwapPool } from "../swap-pool.ts"
import { ChainTransfers } from "./chain-transfers.ts"
import { LightningPayments } from "./lightning-payments.ts"
import { PixTransfers } from "./pix-transfers.ts"
import { PoolSwaps } from "./pool-swaps.ts"
import { SparkTransfers } from "./spark-transfers.ts"

/** The two services of one provider. */
export interface Adapted<Calls, CallsShape, Moves, MovesShape> {
  /** The service that use cases call. */
  readonly calls: Context.Key<Calls, CallsShape>
  /** Both services, of the adapter's object. */
  readonly services: (adapter: CallsShape & MovesShape) => Context.Context<Calls | Moves>
  /** The adapter's object, of both services. */
  readonly of: (services: Context.Context<Calls | Moves>) => CallsShape & MovesShape
  readonly succeed: (adapter: CallsShape & MovesShape) => Layer.Layer<Calls | Moves>
  readonly effect: <E, R>(
    adapter: Effect.Effect<CallsShape & MovesShape, E, R>
  ) => Layer.Layer<Calls | Moves, E, Exclude<R, Scope.Scope>>
}

const adapted = <Calls, CallsShape, Moves, MovesShape>(
  calls: Context.Key<Calls, CallsShape>,
  moves: Context.Key<Moves, MovesShape>
): Adapted<Calls, CallsShape, Moves, MovesShape> => {
  const services = (adapter: CallsShape & MovesShape): Context.Context<Calls | Moves> =>
    Context.add(Context.make(calls, adapter), moves, adapter)
  return {
    calls,
    services,
    of: (given) => ({ ...Context.get(given, calls), ...Context.get(given, moves) }),
    succeed: (adapter) => Layer.succeedContext(services(adapter)),
    effect: (adapter) => Layer.effectContext(Effect.map(adapter, services))
  }
}

export type PixRailAdapter = PixRail["Service"] & PixTransfers["Service"]
export const pixRailAdapter = adapted(PixRail, PixTransfers)

export type ChainAdapter = Chain["Service"] & ChainTransfers["Service"]
export const chainAdapter = adapted(Chain, ChainTransfers)

export type LightningNodeAdapter = LightningNode["Service"] & LightningPayments["Service"]
export const lightningNodeAdapter = adapted(LightningNode, LightningPayments)

export type SparkWalletAdapter = SparkWallet["Service"] & SparkTransfers["Service"]
export const sparkWalletAdapter = adapted(SparkWallet, SparkTransfers)

export type SwapPoolAdapter = SwapPool["Service"] & PoolSwaps["Service"]
export const swapPoolAdapter = adapted(SwapPool, PoolSwaps)
