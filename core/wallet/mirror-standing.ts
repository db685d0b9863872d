// Brings the books of a wallet to what its chain says, so that what came in, was topped up, or left by other ways counts.
// The chain is asked between two readings of the books that have to agree: while anything of ours is on its way, nobody can
// say what a difference means, and it waits for the next time.
import { Clock, Effect, Option } from "effect"
import { Chain } from "../ports/chain.ts"
import { type Stored, get, insert, replace } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { type WalletMirror, WalletMirrors, adjustment } from "./mirror.ts"
import type { Wallet } from "./wallet.ts"

/** Books the difference between chain and ledger when nothing is in flight; leaves it when somebody else is at it. */
export const syncMirror = Effect.fnUntraced(function*(wallet: Wallet) {
  const mirror = Option.getOrUndefined(yield* get(WalletMirrors, wallet.id))
  const booked = yield* quietBalance(wallet.id)
  if (booked === undefined) return
  const held = yield* Chain.use((chain) =>
    chain.spendable({ asset: "USDT", network: "polygon", addresses: wallet.addresses })
  )
  if (held === booked || (yield* quietBalance(wallet.id)) !== booked) return
  const at = yield* Clock.currentTimeMillis
  const entries = adjustment(wallet, { at, booked, held, version: mirror?.version ?? 0 })
  yield* Store.use((store) => store.commit(changeSet({ writes: [mirrorWrite(wallet, mirror, at)], entries }))).pipe(
    Effect.catchTags({
      VersionConflict: () => Effect.void,
      DuplicateKey: () => Effect.void,
      // Something was held meanwhile, out of what is no longer there.
      Overdraft: () => Effect.void
    })
  )
})

/** USDT that the ledger lets a wallet spend, smallest units; undefined while an operation is in flight. */
const quietBalance = Effect.fnUntraced(function*(walletId: string) {
  const [free, holds] = yield* Effect.all([balanceOf(`wallet/${walletId}`), balanceOf(`wallet-holds/${walletId}`)])
  return holds === 0n ? free : undefined
})

const balanceOf = (account: string) =>
  Store.use((store) => store.balances(account)).pipe(
    // The books count a credit down.
    Effect.map((balances) => balances.reduce((sum, { amount, asset }) => asset === "USDT" ? sum - amount : sum, 0n))
  )

const mirrorWrite = (wallet: Wallet, before: Stored<WalletMirror> | undefined, syncedAt: number) => {
  const after: WalletMirror = { id: wallet.id, owner: wallet.owner, syncedAt }
  return before === undefined ? insert(WalletMirrors, after) : replace(WalletMirrors, before, after)
}
