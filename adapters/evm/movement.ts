// What is kept of a movement on the chain, under our operation id: the signed operation, every transaction that was signed
// to carry it, and what became of it. Invariant: a transaction is stored before its first byte leaves, and its relayer's
// nonce is taken by the same commit, so that every nonce that was taken has bytes that fill it.
import { Schema } from "effect"
import { recordKind } from "../../core/ports/records.ts"
import { HexText, SignedOperation } from "./user-operation.ts"

/** A signed transaction that carries the operation. */
const Carrier = Schema.Struct({
  relayer: HexText,
  nonce: Schema.Int,
  hash: HexText,
  /** The bytes that are broadcast. */
  raw: HexText,
  maxFeePerGas: Schema.BigInt,
  maxPriorityFeePerGas: Schema.BigInt,
  /** Unix milliseconds. */
  signedAt: Schema.Int
})
export type Carrier = typeof Carrier.Type

const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    transactionHash: HexText,
    place: Schema.Struct({ height: Schema.BigInt, hash: HexText }),
    /** Wei; absent where only the event was found. */
    cost: Schema.optionalKey(Schema.BigInt)
  }),
  Schema.TaggedStruct("Refused", { reason: Schema.String })
])
export type Verdict = typeof Verdict.Type

const EvmTransaction = Schema.Struct({
  /** The operation id. */
  id: Schema.String,
  owner: Schema.String,
  chainId: Schema.Int,
  operation: SignedOperation,
  /** Oldest first; none where the movement was refused before anything was sent. */
  carriers: Schema.Array(Carrier),
  /** Number of the newest block before anything was sent: the operation is in none up to there. */
  after: Schema.BigInt,
  /** Null until it is final. */
  verdict: Schema.NullOr(Verdict),
  createdAt: Schema.Int
})
export type EvmTransaction = typeof EvmTransaction.Type

/** The key of a relayer's nonce: one movement has it. */
export const slotAt = (chainId: number, relayer: string, nonce: number): string =>
  `${chainId}/${relayer.toLowerCase()}/${nonce}`

export const EvmTransactions = recordKind({
  kind: "evmTransaction",
  schema: EvmTransaction,
  keys: {
    slot: (transaction: EvmTransaction) => {
      const carrier = transaction.carriers.at(-1)
      return carrier === undefined ? undefined : slotAt(transaction.chainId, carrier.relayer, carrier.nonce)
    }
  }
})

const EvmRelayer = Schema.Struct({
  /** Chain id and address. */
  id: Schema.String,
  owner: Schema.String,
  /** The nonce that its next transaction takes. */
  next: Schema.Int
})
export type EvmRelayer = typeof EvmRelayer.Type

/** One row a relayer: whoever takes a nonce replaces it. */
export const EvmRelayers = recordKind({ kind: "evmRelayer", schema: EvmRelayer })

/** Whose records these are: the operator's. */
export const operator = "operator"
