// Which wallet a request means: the one it names, or the holder's first when it names none. There is no third way: a
// wallet that is named and does not fit is not found, and no other takes its place (spec "Wallet transfer", walletId).
// And what stands in its books before it spends.
import { Clock, Effect, Option } from "effect"
import type { WalletNetwork } from "../address/network.ts"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { Chain } from "../ports/chain.ts"
import { type ListedRecord, type Stored, find, get, insert, list, replace } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { type WalletMirror, WalletMirrors, adjustment } from "./mirror.ts"
import { type Wallet, Wallets, walletInScope } from "./wallet.ts"

/** The wallet of a holder that a request names, its first one when it names none. */
export const walletOf = Effect.fnUntraced(function*(
  caller: Caller,
  { subAccountId, walletId }: { readonly subAccountId: string; readonly walletId?: string | undefined }
) {
  const found = yield* walletId === undefined
    ? find(Wallets, "defaultOf", subAccountId)
    : get(Wallets, walletId.toLowerCase())
  return yield* walletInScope(caller, subAccountId, Option.getOrUndefined(found)?.value)
})

/** The wallet that an operation spends from: it has to be on the operation's network. */
export const spendingWallet = Effect.fnUntraced(function*(
  caller: Caller,
  asked: {
    readonly subAccountId: string
    readonly network: WalletNetwork
    readonly walletId?: string | undefined
  }
) {
  const wallet: Wallet = yield* walletOf(caller, asked)
  return wallet.networks.includes(asked.network) ? wallet : yield* new NotFound({ resource: "Wallet" })
})

const page = 200

/** Every wallet of a holder with its version, newest first. */
export const walletsOf = Effect.fnUntraced(function*(subAccountId: string) {
  const all: Array<ListedRecord<Wallet>> = []
  for (let before: bigint | undefined;;) {
    const limit = page
    const rows = yield* list(
      Wallets,
      "bySubAccount",
      subAccountId,
      before === undefined ? { limit } : { limit, before }
    )
    all.push(...rows)
    if (rows.length < page) return all
    before = rows.at(-1)?.seq
  }
})

// Brings the books of a wallet to what its chain says, so that what came in, was topped up, or left by other ways counts.
// The chain is asked between two readings of the books that have to agree: while anything of ours is on its way, nobody can
// say what a difference means, and it waits for the next time.

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
