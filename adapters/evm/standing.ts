// What the chain says of a movement, by its user operation: the event of the EntryPoint decides, and it decides only in a
// block that is final and still canonical when it is looked at. Transactions are only what carried it.
import { Effect } from "effect"
import type { EvmNode, Landing, NodeAway } from "./node.ts"
import type { EvmTransaction, Verdict } from "./movement.ts"
import { keyOf } from "./user-operation.ts"

/** When a block counts as final: so many confirmations (1: it is the newest), or when the network says so. */
export type Finality = { readonly confirmations: number } | "finalized"

export type OperationStanding =
  | { readonly _tag: "Final"; readonly verdict: Verdict }
  | { readonly _tag: "Included" }
  /** Nowhere, though a nonce of it is used: only a person can tell. */
  | { readonly _tag: "Displaced" }
  | { readonly _tag: "Outside" }

/** What is asked of the node. */
type Witness = Pick<
  EvmNode,
  "landing" | "operationNonce" | "search" | "head" | "finalizedHead" | "blockHash"
>

/** Reads where a movement stands. */
export const standingOf = Effect.fnUntraced(function*(
  node: Witness,
  finality: Finality,
  movement: EvmTransaction
): Effect.fn.Return<OperationStanding, NodeAway> {
  const landing = (yield* carried(node, movement)) ?? (yield* searched(node, movement))
  if (landing === undefined || landing === "displaced") return { _tag: landing === undefined ? "Outside" : "Displaced" }
  const newestFinal = yield* finalHead(node, finality)
  const isFinal = newestFinal !== undefined && landing.blockNumber <= newestFinal &&
    (yield* node.blockHash(landing.blockNumber)) === landing.blockHash
  return isFinal ? { _tag: "Final", verdict: verdictOf(landing) } : { _tag: "Included" }
})

const carried = Effect.fnUntraced(function*(node: Witness, { carriers, operation }: EvmTransaction) {
  for (const { hash } of carriers.toReversed()) {
    const landing = yield* node.landing(hash, operation.hash)
    if (landing !== undefined && landing !== "elsewhere") return landing
  }
  return undefined
})

// Somebody else may have carried it: whoever sees an operation can. One of ours may also have landed since it was looked for, and
// then it cost what its receipt says.
const searched = Effect.fnUntraced(function*(node: Witness, movement: EvmTransaction) {
  const { after, carriers, operation } = movement
  const isUsed = (yield* node.operationNonce(operation.sender, keyOf(operation))) !== operation.nonce
  if (!isUsed) return undefined
  const found = yield* node.search(operation.hash, after)
  if (found === undefined) return "displaced"
  return carriers.some(({ hash }) => hash === found.transactionHash) ? (yield* carried(node, movement)) ?? found : found
})

const finalHead = (node: Witness, finality: Finality) =>
  finality === "finalized"
    ? node.finalizedHead
    : Effect.map(node.head, (head) => head - BigInt(finality.confirmations - 1))

const verdictOf = ({ blockHash, blockNumber, cost, success, transactionHash }: Landing): Verdict =>
  success
    ? {
      _tag: "Done",
      transactionHash,
      place: { height: blockNumber, hash: blockHash },
      ...(cost === undefined ? {} : { cost })
    }
    : { _tag: "Refused", reason: `the transfer was reverted in ${transactionHash}` }
