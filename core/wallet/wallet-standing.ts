// Which wallet a request means: the one it names, or the holder's first when it names none. There is no third way: a
// wallet that is named and does not fit is not found, and no other takes its place (spec "Wallet transfer", walletId).
import { Effect, Option } from "effect"
import type { WalletNetwork } from "../address/network.ts"
import type { Caller } from "../access/caller.ts"
import { NotFound } from "../errors/errors.ts"
import { type ListedRecord, find, get, list } from "../ports/records.ts"
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
