// What is kept of a delivery on Liquid, under our operation id: the coins that it spends, every transaction that was signed to make it,
// and what became of it. Invariant: every one of these transactions spends all of these coins, so that one at most can land, and each is
// stored before its first byte leaves.
import { Schema } from "effect"
import { assetCodes } from "../../core/money/assets.ts"
import { recordKind } from "../../core/ports/records.ts"

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

/** A signed transaction. */
const Version = Schema.Struct({
  txid: Schema.String,
  /** The bytes that are broadcast, hex. */
  raw: Schema.String,
  /** Smallest units of L-BTC, and how many of them for 1,000 virtual bytes. */
  fee: Schema.BigInt,
  rate: Schema.BigInt,
  /** What opens the receiver's output. */
  assetBlinder: Schema.String,
  valueBlinder: Schema.String,
  signedAt: Schema.Int
})
export type Version = typeof Version.Type

const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    txid: Schema.String,
    place: Schema.Struct({ height: Schema.BigInt, hash: Schema.String }),
    fee: Schema.BigInt
  }),
  Schema.TaggedStruct("Refused", { reason: Schema.String })
])
export type Verdict = typeof Verdict.Type

const LiquidMovement = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  asset: Schema.Literals(assetCodes),
  /** The asset's id as it is shown. */
  assetId: Schema.String,
  units: Schema.BigInt,
  address: Schema.String,
  /** None while nothing was signed and the coins were given back. */
  coins: Schema.Array(Coin),
  /** Oldest first. */
  versions: Schema.Array(Version),
  /** Number of the newest block before the coins were taken: none of them is spent up to there. */
  after: Schema.BigInt,
  /** Null until it is known. */
  verdict: Schema.NullOr(Verdict),
  /** Whether nothing is done for it any more: it is refused, or its block is so deep that it stays. */
  isOver: Schema.Boolean,
  createdAt: Schema.Int
})
export type LiquidMovement = typeof LiquidMovement.Type

/** The list that has all of them. */
const everything = "all"

export const LiquidMovements = recordKind({
  kind: "liquidMovement",
  schema: LiquidMovement,
  lists: { all: () => everything }
})

const LiquidCoin = Schema.Struct({
  /** Transaction and output, as `txid:vout`. */
  id: Schema.String,
  owner: Schema.String,
  /** The movement that has it; null when it was given back. */
  movement: Schema.NullOr(Schema.String)
})
export type LiquidCoin = typeof LiquidCoin.Type

/** One row a coin that a movement has or had. A coin belongs to one movement at a time. */
export const LiquidCoins = recordKind({ kind: "liquidCoin", schema: LiquidCoin })

export const coinId = ({ txid, vout }: { readonly txid: string; readonly vout: number }): string => `${txid}:${vout}`

const LiquidProgress = Schema.Struct({
  /** The genesis block's hash. */
  id: Schema.String,
  owner: Schema.String,
  /** Place in the list of movements up to which all are over. */
  seq: Schema.BigInt
})
export type LiquidProgress = typeof LiquidProgress.Type

/** From where the movements that are carried on are looked for: one row. */
export const LiquidProgresses = recordKind({ kind: "liquidProgress", schema: LiquidProgress })

/** Whose records these are: the operator's. */
export const operator = "operator"
