// What is kept of a movement on the chain, under our operation id: the signed operation, every transaction that was signed
// to carry it, and what became of it. Invariant: a transaction is stored before its first byte leaves, and its relayer's
// nonce is taken by the same commit, so that every nonce that was taken has bytes that fill it.
import { Schema } from "effect"
import { RefusalReason } from "../../core/base/reason/reason.ts"
import { recordKind } from "../../core/engine/store/records.ts"
import { HexText, SignedOperation } from "./user-operation.ts"
import { noPersonalData } from "../../core/engine/store/personal.ts"

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
  signedAt: Schema.Int,
  /** Of the transaction; absent where it was stored before this was. */
  gas: Schema.optionalKey(Schema.BigInt),
  /** Number of the newest block when it was signed. */
  head: Schema.optionalKey(Schema.BigInt),
  /** Whether it carries the release and not the operation. */
  releases: Schema.optionalKey(Schema.Literal(true))
})
export type Carrier = typeof Carrier.Type

const Verdict = Schema.Union([
  Schema.TaggedStruct("Done", {
    transactionHash: HexText,
    place: Schema.Struct({ height: Schema.BigInt, hash: HexText }),
    /** Wei, of all transactions of ours; absent where somebody else carried it. */
    cost: Schema.optionalKey(Schema.BigInt)
  }),
  Schema.TaggedStruct("Refused", { reason: RefusalReason }),
  /** Withdrawn: its nonce was used up by an operation of nothing, in a final block. */
  Schema.TaggedStruct("Released", {})
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
  /** Null until it is known. */
  verdict: Schema.NullOr(Verdict),
  createdAt: Schema.Int,
  /** An operation of nothing under the same nonce, which takes it away for good when the movement is not wanted any more. */
  release: Schema.optionalKey(SignedOperation),
  /** The operation is not sent from then on. Unix milliseconds. */
  sendBefore: Schema.optionalKey(Schema.Int),
  /** Since when it is not wanted any more. Unix milliseconds. */
  withdrawnAt: Schema.optionalKey(Schema.Int),
  /** How many operations of the id were reverted in final blocks before this one, and what they took in wei. */
  reverted: Schema.optionalKey(Schema.Struct({ times: Schema.Int, cost: Schema.BigInt })),
  /** After how many reverted operations it was held until an operator releases it: whoever asks for it again then was released. */
  heldAfter: Schema.optionalKey(Schema.Int),
  /** The operation was reverted in a final block and another one may be made: nothing is on its way. */
  isSpent: Schema.optionalKey(Schema.Literal(true)),
  /** A Done whose block is final: nothing is left to do. */
  isFinal: Schema.optionalKey(Schema.Literal(true)),
  /** A Done that a reorg took back for good. */
  isLost: Schema.optionalKey(Schema.Literal(true))
})
export type EvmTransaction = typeof EvmTransaction.Type

/** The key of a relayer's nonce: one movement has it. */
export const slotAt = (chainId: number, relayer: string, nonce: number): string =>
  `${chainId}/${relayer.toLowerCase()}/${nonce}`

/** What may be sent of a movement at a time: its operation, or the release once it is not wanted; undefined where neither may. */
export const sendable = (
  { operation, release, sendBefore, verdict, withdrawnAt }: EvmTransaction,
  now: number
): SignedOperation | undefined => {
  if (verdict?._tag === "Done") return operation
  const isLate = sendBefore !== undefined && now >= sendBefore
  return verdict !== null || withdrawnAt !== undefined || isLate ? release : operation
}

/** Whether a transaction carries this one of a movement's two operations. */
export const carries = ({ release }: EvmTransaction, target: SignedOperation, carrier: Carrier): boolean =>
  (target === release) === (carrier.releases === true)

/** Whether something is left to be done: it has no verdict, or its Done can still be taken back by a reorg. */
export const isOpen = ({ isFinal, isLost, isSpent, verdict }: EvmTransaction): boolean =>
  isSpent !== true &&
  (verdict === null || verdict._tag === "Done" && isFinal !== true && isLost !== true)

export const EvmTransactions = recordKind({
  kind: "evmTransaction",
  schema: EvmTransaction,
  personal: noPersonalData("signed bytes and addresses of a chain"),
  keys: {
    slot: (transaction: EvmTransaction) => {
      const carrier = transaction.carriers.at(-1)
      return carrier === undefined ? undefined : slotAt(transaction.chainId, carrier.relayer, carrier.nonce)
    }
  },
  lists: {
    open: (transaction: EvmTransaction) => isOpen(transaction) ? String(transaction.chainId) : undefined
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
export const EvmRelayers = recordKind({ kind: "evmRelayer", schema: EvmRelayer, personal: noPersonalData("a nonce") })
