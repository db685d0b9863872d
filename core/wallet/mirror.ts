// The books' view of what a wallet may spend. Only USDT on polygon is decided by the ledger (spec "Wallet transfer"); for
// it, spending is held first and becomes final or is released with what the chain says. Every other pair has no entries:
// the chain decides. Ids are made of the operation, so that each is booked once.
import { Schema } from "effect"
import type { AssetCode } from "../money/assets.ts"
import { type Entry, entry } from "../ledger/journal.ts"
import { walletHeld, walletReceived, walletReduced, walletReleased, walletSpent } from "../ledger/wallet-templates.ts"
import { recordKind } from "../ports/records.ts"
import type { NewJob } from "../ports/store.ts"
import type { Wallet } from "./wallet.ts"

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

export const WalletMirrors = recordKind({ kind: "walletMirror", schema: WalletMirror })

/** Books what the chain holds beyond the ledger, or less than it; nothing when they agree. Smallest units. */
export const adjustment = (
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
