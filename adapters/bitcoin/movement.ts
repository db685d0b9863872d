// What is kept of a delivery, under our operation id: the recipe and the signed bytes of each transaction that was made for it, and what
// became of it; and which coin belongs to which delivery. Invariants: every transaction of a delivery spends its anchor, so that
// one of them can take effect at most, also of those that take its coins back; a recipe and its coins are one commit; bytes are stored before they are sent.
import { Schema } from "effect"
import { recordKind } from "../../core/engine/store/records.ts"
import { Verdict } from "../coins/verdict.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

const Coin = Schema.Struct({
  /** As `<txid>:<index>`. */
  outpoint: Schema.String,
  units: Schema.BigInt
})

/** One transaction of a delivery: its recipe, and its bytes once it is signed. */
const Attempt = Schema.Struct({
  txid: Schema.String,
  /** What it spends; the first is the anchor. */
  coins: Schema.Array(Coin),
  fee: Schema.BigInt,
  /** What comes back to us; 0 where nothing does. */
  change: Schema.BigInt,
  /** What was to be paid for 1,000 virtual bytes, in satoshis. */
  rate: Schema.BigInt,
  /** In hex; null until it is signed. */
  raw: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  madeAt: Schema.Int
})
export type Attempt = typeof Attempt.Type

const BitcoinMovement = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  /** Genesis hash of the network. */
  network: Schema.String,
  /** Address and script of the receiver, and the satoshis that it gets. */
  to: Schema.String,
  script: Schema.String,
  units: Schema.BigInt,
  /** Oldest first. None where the first was given up before it was signed. */
  attempts: Schema.Array(Attempt),
  /** Since when it is not wanted any more, in Unix milliseconds, and the transactions that take its anchor back, oldest first. */
  withdrawnAt: Schema.optionalKey(Schema.Int),
  releases: Schema.optionalKey(Schema.Array(Attempt)),
  /** Hash of a block before anything was sent. */
  after: Schema.String,
  verdict: Schema.NullOr(Verdict),
  /** The transaction of somebody else that took the place of what was Done, for good. */
  lostTo: Schema.NullOr(Schema.String),
  createdAt: Schema.Int
})
export type BitcoinMovement = typeof BitcoinMovement.Type

export const BitcoinMovements = recordKind({
  kind: "bitcoinMovement",
  schema: BitcoinMovement,
  personal: noPersonalData("signed bytes and addresses of a chain"),
  lists: {
    network: (movement: BitcoinMovement) => movement.network,
    lost: (movement: BitcoinMovement) => movement.lostTo === null ? undefined : movement.network
  }
})

const BitcoinCoin = Schema.Struct({
  /** The outpoint. */
  id: Schema.String,
  owner: Schema.String,
  /** The delivery that it belongs to; null while it is free. */
  movement: Schema.NullOr(Schema.String),
  /** Whether it is what comes back of a delivery of ours that one transaction was made for, and of which. */
  isChange: Schema.Boolean,
  of: Schema.optionalKey(Schema.String)
})
export type BitcoinCoin = typeof BitcoinCoin.Type

/** One row a coin that was ever taken or comes back to us: whoever takes it inserts or replaces it. */
export const BitcoinCoins = recordKind({
  kind: "bitcoinCoin",
  schema: BitcoinCoin,
  personal: noPersonalData("a coin of the treasury, and the delivery that has it")
})

/** What every transaction of a delivery spends. */
export const anchorOf = ({ attempts }: BitcoinMovement): string | undefined => attempts[0]?.coins[0]?.outpoint

/** What is signed and sent of a delivery now: what pays the receiver, or what takes its coins back once it is not wanted any more. */
export const liveOf = ({ verdict, withdrawnAt }: BitcoinMovement): "attempts" | "releases" =>
  withdrawnAt === undefined || verdict?._tag === "Done" ? "attempts" : "releases"

/** Every transaction of a delivery. */
export const madeFor = ({ attempts, releases = [] }: BitcoinMovement): ReadonlyArray<Attempt> => [
  ...attempts,
  ...releases
]
