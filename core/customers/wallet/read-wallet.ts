// GET /api/wallet and POST /api/wallet/get: addresses and balances of a wallet (spec "Wallet"). Balances are read from the
// chain at this moment, which is what `syncedAt` says.
import { Clock, Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, answered, once } from "../idempotency/idempotency.ts"
import { Chain } from "../../ports/chain.ts"
import { SparkWallet } from "../../ports/spark-wallet.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { onLiquid } from "./liquid-blinding.ts"
import { provisionedWallet } from "./first-wallet.ts"
import { walletOf } from "./find-wallet.ts"
import type { WalletSelection } from "./wallet-request.ts"
import { walletRead } from "./wallet-view.ts"
import type { Wallet } from "./wallet.ts"

// Where there is no Spark, or it cannot be asked, the rest of the wallet is shown without it.
const onSpark = ({ id }: Wallet) =>
  SparkWallet.use((spark) =>
    Effect.gen(function*() {
      const identity = yield* spark.identity(id)
      if (identity === undefined) return undefined
      const balances = yield* spark.balances(identity.sparkAddress)
      return balances === undefined ? undefined : { address: identity.sparkAddress, balances }
    })
  ).pipe(Effect.catchTag("SparkUnavailable", () => Effect.undefined))

/** The wallet that is named, or the holder's first, which the sandbox makes at the first look. */
export const readWallet = Effect.fnUntraced(function*(caller: Caller, { subAccountId, walletId }: WalletSelection) {
  const holder = yield* subaccountInScope(caller, subAccountId)
  const wallet = yield* walletId === undefined
    ? provisionedWallet(holder)
    : walletOf(caller, { subAccountId: holder.id, walletId })
  const chain = yield* Chain
  const held = yield* chain.holdings(wallet.addresses).pipe(
    Effect.catchTag(
      "ChainUnavailable",
      () => Effect.fail(upstreamAway("The chain"))
    )
  )
  return walletRead(caller, wallet, {
    held,
    // Away, it is left out, as Spark is.
    liquid: yield* Effect.catchTag(onLiquid(wallet), "ChainUnavailable", () => Effect.undefined),
    spark: yield* onSpark(wallet),
    syncedAt: yield* Clock.currentTimeMillis,
    family: (network) => chain.settlement(network).family,
    isNamed: walletId !== undefined
  })
})

/** The wallet in its envelope, as it is answered. */
interface WalletShown {
  readonly success: true
  readonly data: ReturnType<typeof walletRead>
}

export interface ReadWalletOnce {
  readonly caller: Caller
  readonly selection: WalletSelection
  readonly attempt?: Attempt<WalletShown> | undefined
}

/** The wallet, or what its Idempotency-Key was answered before: addresses and balances of that moment (C1). */
export const readWalletOnce = ({ attempt, caller, selection }: ReadWalletOnce) =>
  once(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      const answer: WalletShown = { success: true, data: yield* readWallet(caller, selection) }
      const writes = remember(answer, yield* Clock.currentTimeMillis)
      if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
      return answered(answer)
    }))
