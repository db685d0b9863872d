// Which wallet a request means: the one it names, or the holder's first when it names none. There is no third way: a
// wallet that is named and does not fit is not found, and no other takes its place (spec "Wallet transfer", walletId).
// And what stands in its books before it spends.
import { Clock, Effect, Option, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import type { WalletNetwork } from "../../standards/address/network.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { type Entry, entry } from "../../engine/ledger/journal.ts"
import {
  walletHeld,
  walletReceived,
  walletReduced,
  walletReleased,
  walletSpent
} from "../../engine/ledger/wallet-templates.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { Chain } from "../../ports/chain.ts"
import {
  type ListedRecord,
  type Stored,
  find,
  get,
  insert,
  list,
  recordKind,
  replace
} from "../../engine/store/records.ts"
import { type NewJob, Store, changeSet } from "../../engine/store/store.ts"
import { type Wallet, Wallets, walletInScope } from "./wallet.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

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
// The chain is asked between two readings of the books that have to agree: while anything of ours is on its way, no one can
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

// The books' view of what a wallet may spend. Only USDT on polygon is decided by the ledger (spec "Wallet transfer"); for
// it, spending is held first and becomes final or is released with what the chain says. Every other pair has no entries:
// the chain decides. Ids are made of the operation, so that each is booked once.

/** What a wallet spends in one operation: smallest units of the asset, at Unix milliseconds. */
export interface Spending {
  readonly asset: AssetCode
  readonly network: string
  readonly units: bigint
  /** Our id of the operation, as the chain knows it. */
  readonly operationId: string
  readonly at: number
}

type WalletRef = Pick<Wallet, "id" | "owner">

/** Whether the ledger decides what a wallet may spend of this. */
export const isMirrored = ({ asset, network }: Pick<Spending, "asset" | "network">): boolean =>
  asset === "USDT" && network === "polygon"

const templates = { walletHeld, walletReleased, walletSpent }

const entriesOf = (template: keyof typeof templates) => (wallet: WalletRef, spending: Spending): ReadonlyArray<Entry> =>
  isMirrored(spending)
    ? [entry({
      id: `${spending.operationId}/${template}`,
      template,
      source: spending.operationId,
      owner: wallet.owner,
      at: spending.at,
      postings: templates[template](wallet.id, spending.asset, spending.units)
    })]
    : []

/** The operation begins: what it takes cannot be spent again. The store refuses it as an overdraft when there is less. */
export const heldEntries = entriesOf("walletHeld")

/** The operation is final. */
export const spentEntries = entriesOf("walletSpent")

/** The operation will never take effect. */
export const releasedEntries = entriesOf("walletReleased")

/** When the books of a wallet were last brought to what its chain says; its version keeps two of us apart. */
const WalletMirror = Schema.Struct({
  /** The wallet's own id. */
  id: Schema.String,
  owner: Schema.String,
  syncedAt: Schema.Int
})
export type WalletMirror = typeof WalletMirror.Type

export const WalletMirrors = recordKind({
  kind: "walletMirror",
  schema: WalletMirror,
  personal: noPersonalData("an instant")
})

/** Books what the chain holds beyond the ledger, or less than it; nothing when they agree. Smallest units. */
const adjustment = (
  wallet: WalletRef,
  { at, booked, held, version }: {
    readonly at: number
    readonly booked: bigint
    readonly held: bigint
    /** Of the mirror that this replaces. */
    readonly version: number
  }
): ReadonlyArray<Entry> => {
  if (booked === held) return []
  const template = held > booked ? "walletReceived" : "walletReduced"
  const postings = held > booked
    ? walletReceived(wallet.id, "USDT", held - booked)
    : walletReduced(wallet.id, "USDT", booked - held)
  return [entry({
    id: `${wallet.id}/${template}/${version}`,
    template,
    source: wallet.id,
    owner: wallet.owner,
    at,
    postings
  })]
}

/** The job that follows a movement to a wallet. */
export const syncMirrorJob = (walletId: string, movementId: string, runAt: number): NewJob => ({
  id: `sync-mirror/${movementId}`,
  task: "sync-wallet-mirror",
  subject: walletId,
  runAt
})
