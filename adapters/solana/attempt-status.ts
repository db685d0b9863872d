// Where an attempt is, by what enough nodes agree on. Only two answers end it: the transfer seen in a block, and the proof that it can
// never take effect, which is always taken from finalized blocks.
import { Effect } from "effect"
import type { NodeAway } from "../rpc-quorum/node-away.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { type ExpectedTransfer, costOf, showsTransfer } from "./evidence.ts"
import { accountsIn } from "./message.ts"
import type { Commitment, Failure, Status } from "./answers.ts"
import type { SolanaNode } from "./node.ts"
import { nonceIn } from "./nonce-account.ts"
import type { Attempt, Verdict } from "./transfer-record.ts"

export type Nodes = Quorum<SolanaNode>
/** An attempt that may have been sent. */
export type SignedAttempt = Attempt & { readonly wire: string; readonly signature: string }

export type AttemptStatus =
  | { readonly _tag: "Made"; readonly verdict: Extract<Verdict, { readonly _tag: "Done" }> }
  /** It was in a block, failed there, and can never run again; `cost`: lamports that whoever pays the fees lost by it. */
  | { readonly _tag: "Failed"; readonly failure: Failure; readonly cost: bigint }
  /** Its lifetime is over and it is in no block yet; `at`: the height of the chain. */
  | { readonly _tag: "Over"; readonly at: bigint }
  /** It was in no block and cannot come into one. */
  | { readonly _tag: "Dead"; readonly because: string }
  | { readonly _tag: "Open"; readonly because: string }
  /** It succeeded in a block, and enough nodes show another transfer in it. */
  | { readonly _tag: "Odd"; readonly because: string }

type Open = Extract<AttemptStatus, { readonly _tag: "Open" }>
type Absence = Extract<AttemptStatus, { readonly _tag: "Over" | "Dead" | "Open" }>

const open = (because: string): Open => ({ _tag: "Open", because })

const isAtLeast = (status: Status | undefined, level: Commitment): boolean =>
  status !== undefined && (status.level === level || level === "confirmed" && status.level === "finalized")

/** A transaction at a level as enough nodes have it: null where they know of none, undefined where it is not at the level. */
export const statusAt = (nodes: Nodes, signature: string, level: Commitment) =>
  nodes.agreed((node) =>
    Effect.map(node.status(signature), (status) => {
      if (status === undefined) return null
      return isAtLeast(status, level) ? { slot: status.slot, failure: status.failure } : undefined
    })
  )

/** The value of a nonce account in finalized blocks. */
export const nonceValue = (nodes: Nodes, account: string) =>
  nodes.agreed((node) => Effect.map(node.accounts([account], "finalized"), ([found]) => nonceIn(found)?.value ?? null))

/** The height that enough nodes have reached. */
export const heightOf = (nodes: Nodes, commitment: Commitment) =>
  Effect.map(nodes.reached((node) => node.height(commitment)), (height) => height ?? 0n)

/** Whether a message's lifetime is over in finalized blocks, which reach up to a height. */
const isOver = Effect.fnUntraced(function*(nodes: Nodes, lifetime: Attempt["lifetime"], final: bigint) {
  if (lifetime._tag === "Nonce") return (yield* nonceValue(nodes, lifetime.account)) !== lifetime.value
  return final > lifetime.lastValidBlockHeight
})

const endOf = ({ _tag }: Attempt["lifetime"]): string =>
  _tag === "Nonce" ? "its nonce was used by another transaction" : "its blockhash expired and it is in no block"

/**
 * What it means that a transaction is in no block. A node may show what a block did before it shows the block's transactions, and another
 * machine may answer the second question than the first: so the proof takes two looks, with finality between them.
 */
const absence = Effect.fnUntraced(function*(
  nodes: Nodes,
  { lifetime, overAt }: Attempt,
  wasOver: boolean,
  final: bigint
): Effect.fn.Return<Absence, NodeAway> {
  if (!wasOver) return open("it is in no block yet")
  if (overAt === null) return { _tag: "Over", at: yield* heightOf(nodes, "confirmed") }
  return final > overAt
    ? { _tag: "Dead", because: endOf(lifetime) }
    : open("its lifetime is over, and it is in no block yet")
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
  const finalHeight = yield* heightOf(nodes, "finalized")
  const wasOver = yield* isOver(nodes, lifetime, finalHeight)
  const found = yield* statusAt(nodes, signature, "confirmed")
  if (found === null) return yield* absence(nodes, attempt, wasOver, finalHeight)
  if (found === undefined) return open("it is in a block that few have seen")
  if (found.failure !== null) {
    const final = yield* statusAt(nodes, signature, "finalized")
    if (final === null || final === undefined || final.failure === null) {
      return open("it failed in a block that is not final")
    }
    // A nonce that still stands could carry the same message again.
    if (lifetime._tag === "Nonce" && !wasOver) return open("it failed, and its nonce was not used up")
    const landed = yield* nodes.agreed((node) => node.transaction(signature))
    return landed === undefined || landed.slot !== final.slot
      ? open("it failed, and its block cannot be read yet")
      : { _tag: "Failed", failure: final.failure, cost: costOf(landed) }
  }
  const isFinal = done === "finalized"
  if (isFinal && !(yield* statusAt(nodes, signature, "finalized"))) return open("its block is not final yet")
  const landed = yield* nodes.agreed((node) => node.transaction(signature))
  const hash = yield* nodes.agreed((node) => node.blockhashAt(found.slot))
  if (landed === undefined || hash === undefined) return open("its block cannot be read yet")
  const { accounts } = accountsIn(Buffer.from(attempt.message, "base64"))
  if (landed.slot !== found.slot) return open("its block cannot be read yet")
  if (!showsTransfer(landed, accounts, expected)) {
    yield* Effect.logError("A transaction succeeded without its transfer", { signature })
    return { _tag: "Odd", because: `${signature} shows no such transfer` }
  }
  const place = { height: found.slot, hash }
  return { _tag: "Made", verdict: { _tag: "Done", signature, place, cost: costOf(landed), isFinal } }
})

type Finality = Absence | { readonly _tag: "Final" }

/** What became of a transaction that was seen in a block: final, or in none that enough nodes know. */
export const finalityOf = Effect.fnUntraced(function*(
  nodes: Nodes,
  attempt: SignedAttempt
): Effect.fn.Return<Finality, NodeAway> {
  const finalHeight = yield* heightOf(nodes, "finalized")
  const wasOver = yield* isOver(nodes, attempt.lifetime, finalHeight)
  const final = yield* statusAt(nodes, attempt.signature, "finalized")
  if (final === undefined) return open("its block is not final yet")
  if (final === null) return yield* absence(nodes, attempt, wasOver, finalHeight)
  return final.failure === null ? { _tag: "Final" } : { _tag: "Dead", because: "it failed in a final block" }
})
