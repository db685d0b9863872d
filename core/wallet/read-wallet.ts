// GET /api/wallet and POST /api/wallet/get: addresses and balances of a wallet (spec "Wallet"). Balances are read from the
// chain at this moment, which is what `syncedAt` says.
import { Clock, Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { UpstreamUnavailable } from "../errors/errors.ts"
import { Chain } from "../ports/chain.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { provisionedWallet } from "./holder-standing.ts"
import { walletOf } from "./wallet-standing.ts"
import type { WalletSelection } from "./wallet-request.ts"
import { walletRead } from "./wallet-view.ts"

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
      () => Effect.fail(new UpstreamUnavailable({ upstream: "The chain", retryAfterSeconds: 5 }))
    )
  )
  return walletRead(caller, wallet, {
    held,
    syncedAt: yield* Clock.currentTimeMillis,
    family: (network) => chain.settlement(network).family,
    isNamed: walletId !== undefined
  })
})
