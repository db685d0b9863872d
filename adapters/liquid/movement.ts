// What is kept of a delivery on Liquid, under our operation id: the recipe, the signed bytes of each transaction that was made of it, and what
// became of it; and which coin belongs to which delivery. Invariants: every transaction of a delivery spends all of its coins, so that
// one of them can take effect at most, also of those that take its coins back; a recipe and its coins are one commit; bytes are stored before they are sent.
import { Schema } from "effect"
import { assetCodes } from "../../core/base/money/assets.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import { Verdict } from "../coins/verdict.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

/** An output of the treasury, with what opens it. Bytes are hex. */
const Coin = Schema.Struct({
  txid: Schema.String,
  vout: Schema.Int,
  /** The asset's id as it is shown. */
  asset: Schema.String,
  units: Schema.BigInt,
  assetBlinder: Schema.String,
  valueBlinder: Schema.String
})
export type Coin = typeof Coin.Type

/** One signed transaction of a delivery. */
const Attempt = Schema.Struct({
  txid: Schema.String,
  /** In hex. */
  raw: Schema.String,
  /** Smallest units of L-BTC, and how many of them for 1,000 virtual bytes. */
  fee: Schema.BigInt,
  rate: Schema.BigInt,
  /** What opens its first output, which is the receiver's where it pays one. In hex. */
  assetBlinder: Schema.String,
  valueBlinder: Schema.String,
  /** Unix milliseconds. */
  madeAt: Schema.Int
})
export type Attempt = typeof Attempt.Type

const LiquidMovement = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  /** Genesis hash of the network. */
  network: Schema.String,
  asset: Schema.Literals(assetCodes),
  /** The asset's id as it is shown. */
  assetId: Schema.String,
  /** Address of the receiver, and the smallest units that it gets. */
  to: Schema.String,
  units: Schema.BigInt,
  /** What is spent. None where it was given up before anything was signed. */
  coins: Schema.Array(Coin),
  /** What the first transaction pays for 1,000 virtual bytes. */
  rate: Schema.BigInt,
  /** Oldest first. None until the first is signed. */
  attempts: Schema.Array(Attempt),
  /** Since when it is not wanted any more, in Unix milliseconds, and the transactions that take its coins back, oldest first. */
  withdrawnAt: Schema.optionalKey(Schema.Int),
  releases: Schema.optionalKey(Schema.Array(Attempt)),
  /** Number of the newest block before the coins were taken: none of them is spent up to there. */
  after: Schema.BigInt,
  verdict: Schema.NullOr(Verdict),
  /** The transaction of somebody else that took the place of what was Done, for good. */
  lostTo: Schema.NullOr(Schema.String),
  /** When its coins were taken: Unix milliseconds. */
  createdAt: Schema.Int
})
export type LiquidMovement = typeof LiquidMovement.Type

/** What is signed and sent of a delivery now: what pays the receiver, or what takes its coins back once it is not wanted any more. */
export const liveOf = ({ verdict, withdrawnAt }: LiquidMovement): "attempts" | "releases" =>
  withdrawnAt === undefined || verdict?._tag === "Done" ? "attempts" : "releases"

/** Every transaction of a delivery. */
export const madeFor = ({ attempts, releases = [] }: LiquidMovement): ReadonlyArray<Attempt> => [
  ...attempts,
  ...releases
]

export const LiquidMovements = recordKind({
  kind: "liquidMovement",
  schema: LiquidMovement,
  personal: noPersonalData("signed bytes and addresses of a chain"),
  lists: {
    network: (movement: LiquidMovement) => movement.network,
    lost: (movement: LiquidMovement) => movement.lostTo === null ? undefined : movement.network
  }
})

const LiquidCoin = Schema.Struct({
  /** Transaction and output, as `<txid>:<vout>`. */
  id: Schema.String,
  owner: Schema.String,
  /** The delivery that it belongs to; null after it was given back. */
  movement: Schema.NullOr(Schema.String)
})
export type LiquidCoin = typeof LiquidCoin.Type

/** One row a coin that was ever taken: whoever takes it inserts or replaces it. */
export const LiquidCoins = recordKind({
  kind: "liquidCoin",
  schema: LiquidCoin,
  personal: noPersonalData("a coin of the treasury and an id")
})

export const coinId = ({ txid, vout }: { readonly txid: string; readonly vout: number }): string => `${txid}:${vout}`
