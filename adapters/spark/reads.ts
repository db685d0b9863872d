// What can be read of wallets without a seed. The SDK reads the wallet that it was opened for and no other.
import { Effect, Result } from "effect"
import { sparkIdentityOf } from "../../core/address/spark.ts"
import { unitsUnsafe } from "../../core/money/units.ts"
import { type SparkBalances, SparkUnavailable, type SparkWallet } from "../../core/ports/spark-wallet.ts"
import { type Wallets, synchronised } from "./wallets.ts"

export const reads = (
  { settlement }: Wallets,
  token: string
): Pick<SparkWallet["Service"], "balances" | "identity"> => ({
  identity: () => Effect.fail(new SparkUnavailable({ reason: "addresses on Spark are not kept" })),
  balances: Effect.fnUntraced(
    function*(sparkAddress) {
      const identity = Result.getOrUndefined(sparkIdentityOf(sparkAddress))
      const call = yield* settlement
      yield* synchronised(call)
      const { balanceSats, identityPubkey, tokenBalances } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
      if (identityPubkey !== identity) {
        return yield* new SparkUnavailable({ reason: "the SDK reads no wallet without its seed" })
      }
      return {
        depix: unitsUnsafe("DEPIX", tokenBalances.get(token)?.balance ?? 0n),
        sats: unitsUnsafe("BTC", BigInt(balanceSats))
      } satisfies SparkBalances
    },
    Effect.catchTags({
      SdkThrew: ({ reason }) => Effect.fail(new SparkUnavailable({ reason })),
      SdkAway: ({ reason }) => Effect.fail(new SparkUnavailable({ reason }))
    })
  )
})
