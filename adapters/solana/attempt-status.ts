// Where an attempt is, by what enough nodes agree on. Only two answers end it: the transfer seen in a block, and the proof that it can
// never take effect, which is always taken from finalized blocks.
import { Effect } from "effect"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { costOf, type ExpectedTransfer, showsTransfer } from "./evidence.ts"
import { accountsIn } from "./message.ts"
import type { Commitment, Failure, SolanaNode, Status } from "./node.ts"
import { nonceIn } from "./nonce-account.ts"
import type { Attempt, Verdict } from "./transfer-record.ts"

export type Nodes = Quorum<SolanaNode>
/** An attempt that may have been sent. */
export type SignedAttempt = Attempt & { readonly wire: string; readonly signature: string }

export type AttemptStatus =
  | { readonly _tag: "Made"; readonly verdict: Extract<Verdict, { readonly _tag: "Done" }> }
  /** It was in a block, failed there, and can never run again. */
  | { readonly _tag: "Failed"; readonly failure: Failure }
  /** It was in no block and cannot come into one. */
  | { readonly _tag: "Dead"; readonly because: string }
  | { readonly _tag: "Open"; readonly because: string; readonly isSeen: boolean }

const open = (because: string, isSeen: boolean): AttemptStatus => ({ _tag: "Open", because, isSeen })

const isAtLeast = (status: Status | undefined, level: Commitment): boolean =>
  status !== undefined && (status.level === level || level === "confirmed" && status.level === "finalized")

/** A transaction at a level as enough nodes have it: null where they know of none, undefined where it is not at the level. */
const statusAt = (nodes: Nodes, signature: string, level: Commitment) =>
  nodes.agreed((node) =>
    Effect.map(node.status(signature), (status) => {
      if (status === undefined) return null
      return isAtLeast(status, level) ? { slot: status.slot, failure: status.failure } : undefined
    })
  )

/** The value of a nonce account in finalized blocks. */
export const nonceValue = (nodes: Nodes, account: string) =>
  nodes.agreed((node) => Effect.map(node.accounts([account], "finalized"), ([found]) => nonceIn(found)?.value ?? null))

/** Whether a message's lifetime is over in finalized blocks. */
const isOver = Effect.fnUntraced(function*(nodes: Nodes, lifetime: Attempt["lifetime"]) {
  if (lifetime._tag === "Nonce") return (yield* nonceValue(nodes, lifetime.account)) !== lifetime.value
  const height = yield* nodes.reached((node) => node.height("finalized"))
  return height !== undefined && height > lifetime.lastValidBlockHeight
})

/** Reads where an attempt is. */
export const statusOf = Effect.fnUntraced(function*(
  nodes: Nodes,
  attempt: SignedAttempt,
  expected: ExpectedTransfer,
  done: Commitment
): Effect.fn.Return<AttemptStatus, NodeAway> {
  const { lifetime, signature } = attempt
  // Read before it is looked for: what took effect up to then is found.
  const wasOver = yield* isOver(nodes, lifetime)
  const found = yield* statusAt(nodes, signature, "confirmed")
  if (found === null) {
    return wasOver ? { _tag: "Dead", because: endOf(lifetime) } : open("it is in no block yet", false)
  }
  if (found === undefined) return open("it is in a block that few have seen", true)
  if (found.failure !== null) {
    const final = yield* statusAt(nodes, signature, "finalized")
    if (final === null || final === undefined || final.failure === null) return open("it failed in a block that is not final", true)
    // A nonce that still stands could carry the same message again.
    return lifetime._tag === "Nonce" && !wasOver
      ? open("it failed, and its nonce was not used up", true)
      : { _tag: "Failed", failure: final.failure }
  }
  const isFinal = done === "finalized"
  if (isFinal && !(yield* statusAt(nodes, signature, "finalized"))) return open("its block is not final yet", true)
  const landed = yield* nodes.agreed((node) => node.transaction(signature))
  const hash = yield* nodes.agreed((node) => node.blockhashAt(found.slot))
  if (landed === undefined || hash === undefined) return open("its block cannot be read yet", true)
  const { accounts } = accountsIn(Buffer.from(attempt.message, "base64"))
  if (landed.slot !== found.slot || !showsTransfer(landed, accounts, expected)) {
    yield* Effect.logError("A transaction succeeded without its transfer", { signature })
    return open("its transaction succeeded, and the transfer is not in it", true)
  }
  const place = { height: found.slot, hash }
  return { _tag: "Made", verdict: { _tag: "Done", signature, place, cost: costOf(landed), isFinal } }
})

const endOf = ({ _tag }: Attempt["lifetime"]): string =>
  _tag === "Nonce" ? "its nonce was used by another transaction" : "its blockhash expired and it is in no block"

/** What became of a transaction that was seen in a block: final, or in none that enough nodes know. */
export const finalityOf = Effect.fnUntraced(function*(nodes: Nodes, attempt: SignedAttempt) {
  const wasOver = yield* isOver(nodes, attempt.lifetime)
  const final = yield* statusAt(nodes, attempt.signature, "finalized")
  if (final !== null && final !== undefined) return final.failure === null ? "final" as const : "lost" as const
  return final === null && wasOver ? "lost" as const : "waiting" as const
})
