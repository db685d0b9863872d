// What can be read of wallets without a seed: their addresses, which are kept since wallets are made with them, and what the settlement
// wallet holds. The SDK reads the wallet that it was opened for and no other.
import { Effect, Option, Result } from "effect"
import { sparkIdentityOf } from "../../core/standards/address/spark.ts"
import { get } from "../../core/engine/store/records.ts"
import { type SparkIdentity, SparkUnavailable } from "../../core/ports/spark-wallet.ts"
import { Wallets as WalletRecords } from "../../core/customers/wallet/wallet.ts"
import { type Wallets, amountOf, synchronised } from "./wallets.ts"

/** Where a wallet is; undefined for one from before its address was kept. */
export const identityOf = (walletId: string) =>
  get(WalletRecords, walletId).pipe(
    Effect.map((found): SparkIdentity | undefined => {
      const sparkAddress = Option.getOrUndefined(found)?.value.spark
      return sparkAddress === undefined ? undefined : { sparkAddress, lightningAddress: null }
    }),
    Effect.catchTag(
      "StoreUnavailable",
      () => Effect.fail(new SparkUnavailable({ reason: "the records of wallets cannot be asked" }))
    )
  )

/** What a wallet holds; undefined for any but the settlement wallet. */
export const balancesIn = ({ settlement }: Wallets, token: string) =>
  Effect.fnUntraced(
    function*(sparkAddress: string) {
      const identity = Result.getOrUndefined(sparkIdentityOf(sparkAddress))
      const call = yield* settlement
      const { identityPubkey } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
      if (identityPubkey !== identity) return undefined
      yield* synchronised(call)
      const { balanceSats, tokenBalances } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
      return {
        depix: yield* amountOf("DEPIX", tokenBalances.get(token)?.balance ?? 0n),
        sats: yield* amountOf("BTC", balanceSats)
      }
    },
    Effect.catchTags({
      SdkThrew: ({ reason }) => Effect.fail(new SparkUnavailable({ reason })),
      SdkAway: ({ reason }) => Effect.fail(new SparkUnavailable({ reason }))
    })
  )
