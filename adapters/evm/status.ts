// What the chain says of a movement, by its user operation: the event of the EntryPoint and the token's transfer beside it decide,
// and only in a block that is canonical when it is looked at. Transactions are only what carried it.
import { Effect } from "effect"
import type { Hash } from "viem"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { EvmTransaction } from "./movement.ts"
import type { EvmNetwork } from "./network.ts"
import type { Receipt } from "./node.ts"
import { type OperationEffect, effectIn } from "./receipt.ts"
import { type TokenTransfer, keyOf, transferOf } from "./user-operation.ts"

/**
 * When a transfer is Done: after so many confirmations (1: its block is the newest), or in a block that the network calls safe
 * or final. A refusal always waits for a final block: what a reorg takes back may pass later.
 */
export interface Finality {
  readonly done: number | "safe" | "finalized"
  readonly refused: "finalized"
}

/** Where a movement was found. */
export interface Landing {
  readonly transactionHash: Hash
  readonly blockNumber: bigint
  readonly blockHash: Hash
  readonly effect: OperationEffect | { readonly _tag: "Released" }
  /** Wei that all transactions of ours for the movement took; undefined where somebody else carried it. */
  readonly cost: bigint | undefined
  /** Deep enough to be reported as done. */
  readonly isDone: boolean
  readonly isFinal: boolean
}

export type OperationStatus =
  | { readonly _tag: "Landed"; readonly landing: Landing }
  /** Nowhere, though its nonce is used in a final block. */
  | { readonly _tag: "Displaced" }
  /** In no block, and its nonce is not used for good. */
  | { readonly _tag: "Outside" }

/** What is asked of the network. */
type Witness = Pick<EvmNetwork, "receipt" | "operationNonce" | "search" | "head" | "headAt" | "blockHash">

interface Found {
  readonly transactionHash: Hash
  readonly receipt: Receipt
  readonly effect: Landing["effect"]
}

const outside: OperationStatus = { _tag: "Outside" }
const displaced: OperationStatus = { _tag: "Displaced" }

/** Reads where a movement stands. */
export const statusOf = Effect.fnUntraced(function*(
  network: Witness,
  finality: Finality,
  movement: EvmTransaction
): Effect.fn.Return<OperationStatus, NodeAway> {
  const transfer = transferOf(movement.operation)
  const own = yield* ownReceipts(network, movement)
  const found = own.flatMap((one) => foundIn(movement, transfer, one))[0] ??
    (yield* searched(network, movement, transfer))
  if (found === undefined) return outside
  if (found === "displaced") return displaced
  const { effect, receipt: { blockHash, blockNumber }, transactionHash } = found
  const isOurs = movement.carriers.some(({ hash }) => hash === transactionHash)
  // One of ours may have landed since the others were read.
  const all = isOurs && !own.some(([hash]) => hash === transactionHash) ? yield* ownReceipts(network, movement) : own
  const spent = all.reduce((total, [, { cost }]) => total + cost, movement.reverted?.cost ?? 0n)
  const [newestDone, newestFinal] = yield* Effect.all([doneHead(network, finality), network.headAt("finalized")])
  // Read after the heads, so that the hash of a final block can no longer change. Read before them, a reorganisation in between could replace
  // the block and make its number final.
  const isCanonical = (yield* network.blockHash(blockNumber)) === blockHash
  return {
    _tag: "Landed",
    landing: {
      transactionHash,
      blockNumber,
      blockHash,
      effect,
      cost: isOurs || spent > 0n ? spent : undefined,
      isDone: isCanonical && newestDone !== undefined && blockNumber <= newestDone,
      isFinal: isCanonical && newestFinal !== undefined && blockNumber <= newestFinal
    }
  }
})

// Newest first. One of them may have landed without the operation: another one had carried it already.
const ownReceipts = (network: Witness, { carriers }: EvmTransaction) =>
  Effect.map(
    Effect.forEach(carriers.toReversed(), ({ hash }) =>
      Effect.map(network.receipt(hash), (receipt) =>
        receipt === undefined ? [] : [[hash, receipt] as const])),
    (found) =>
      found.flat()
  )

const foundIn = (
  { operation, release }: EvmTransaction,
  transfer: TokenTransfer | undefined,
  [transactionHash, receipt]: readonly [Hash, Receipt]
): ReadonlyArray<Found> => {
  const effect = effectIn(receipt, operation.hash, transfer)
  if (effect !== undefined) return [{ transactionHash, receipt, effect }]
  const isReleased = release !== undefined && effectIn(receipt, release.hash, undefined) !== undefined
  return isReleased ? [{ transactionHash, receipt, effect: { _tag: "Released" } }] : []
}

// Somebody else may have carried it: whoever sees an operation can. That another operation used its nonce counts in final blocks alone:
// a reorganisation may have taken back a newer one.
const searched = Effect.fnUntraced(function*(
  network: Witness,
  movement: EvmTransaction,
  transfer: TokenTransfer | undefined
) {
  const { after, operation, release } = movement
  const isUsed = (at: "latest" | "finalized") =>
    Effect.map(network.operationNonce(operation.sender, keyOf(operation), at), (next) => next > operation.nonce)
  const upTo = Effect.fnUntraced(function*(head: bigint) {
    for (const { hash } of release === undefined ? [operation] : [operation, release]) {
      const transaction = yield* network.search(hash, after, head)
      const receipt = transaction === undefined ? undefined : yield* network.receipt(transaction)
      const found = transaction === undefined || receipt === undefined
        ? []
        : foundIn(movement, transfer, [transaction, receipt])
      if (found[0] !== undefined) return found[0]
    }
    return undefined
  })
  if (!(yield* isUsed("latest"))) return undefined
  const found = yield* upTo(yield* network.head)
  if (found !== undefined || (yield* network.headAt("finalized")) === undefined) return found
  if (!(yield* isUsed("finalized"))) return undefined
  // It may have come into a block since, which is final by now.
  const final = yield* network.headAt("finalized")
  return final === undefined ? undefined : (yield* upTo(final)) ?? "displaced"
})

/** The newest block in which a transfer is Done; undefined where there is none yet. */
export const doneHead = (network: Pick<Witness, "head" | "headAt">, { done }: Finality) =>
  typeof done === "number" ? Effect.map(network.head, (head) => head - BigInt(done - 1)) : network.headAt(done)
