// Wallets of holders on Liquid, for showing alone: where they are, and what they hold, opened with their blinding keys.
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Redacted, Semaphore } from "effect"
import type { AssetCode } from "../../core/base/money/assets.ts"
import type { Holding, LiquidView, OnLiquid } from "../../core/ports/chain.ts"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { blindingKeyOf, publicBlindingKey } from "./blinding-key.ts"
import { unitsIn } from "./choose.ts"
import { makeCoins } from "./coins.ts"
import type { AddressForms } from "./network.ts"
import type { LiquidNode } from "./node.ts"
import { confidentialAddress } from "./receiver.ts"
import { witnessScript } from "./sign.ts"

export interface WalletsConfig {
  readonly forms: AddressForms
  /** Ids of assets as they are shown, by our codes. */
  readonly assets: ReadonlyArray<readonly [AssetCode, string]>
  /** Blocks that a coin has to be deep. */
  readonly depth: bigint
  /** How many nodes have to find a coin. */
  readonly agree: number
}

export const makeWallets = ({ agree, assets, depth, forms }: WalletsConfig, quorum: Quorum<LiquidNode>) => {
  // A node makes one scan of its outputs at a time.
  const turn = Semaphore.makeUnsafe(1)

  return ({ blindingKey, program }: LiquidView): Effect.Effect<OnLiquid, NodeAway> => {
    const script = witnessScript(hexToBytes(program))
    const viewKey = blindingKeyOf(hexToBytes(Redacted.value(blindingKey)), script)
    return makeCoins({ script, viewKey, depth, agree }, quorum).pipe(
      turn.withPermits(1),
      Effect.map(({ agreed }): OnLiquid => ({
        address: confidentialAddress(script, publicBlindingKey(viewKey), forms),
        holdings: assets.map(([asset, id]): Holding => ({ asset, network: "liquid", units: unitsIn(agreed, id) }))
          .filter(({ units }) => units > 0n)
      }))
    )
  }
}
