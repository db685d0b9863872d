// What became of a spend, by the nonce that it was signed over: at most one transaction uses a value up, and the account's history shows
// which. It needs no record of what was sent.
import { Effect } from "effect"
import { type RefusalReason, reason } from "../../core/base/reason/reason.ts"
import { type Nodes, nonceValue, statusAt } from "./attempt-status.ts"
import { type ExpectedTransfer, costOf, showsTransfer } from "./evidence.ts"
import { failureText } from "./failures.ts"
import type { History, Past } from "./history.ts"
import { type MessageLifetime, stepsOf } from "./message.ts"
import type { Verdict } from "./transfer-record.ts"

export type NonceLifetime = Extract<MessageLifetime, { readonly value: string }>

export interface SignedTransfer extends ExpectedTransfer {
  readonly id: string
  readonly createsAccount: boolean
  readonly createdAt: number
}

export type SpendFate =
  | { readonly _tag: "Made"; readonly verdict: Extract<Verdict, { readonly _tag: "Done" }> }
  | { readonly _tag: "Refused"; readonly reason: RefusalReason }
  /** Its nonce has its value still; `because`: what was seen of it all the same. */
  | { readonly _tag: "Unused"; readonly because: string | null }
  | { readonly _tag: "Open"; readonly because: string }
  /** It succeeded in a final block, and enough nodes show another transfer in it. */
  | { readonly _tag: "Odd"; readonly because: string }

const open = (because: string): SpendFate => ({ _tag: "Open", because })
const unused = (because: string | null): SpendFate => ({ _tag: "Unused", because })
const refusedFor = (reason: RefusalReason): SpendFate => ({ _tag: "Refused", reason })

const isBy = (id: string, { landed: { memos } }: Past): boolean => memos.length === 1 && memos[0] === id

export const makeNonceUse = (nodes: Nodes, history: History) =>
  /** Where a spend is, by final blocks alone: nobody carries on what has no record. */
  Effect.fnUntraced(function*(spend: SignedTransfer, { account, value }: NonceLifetime) {
    // Read before it is looked for: what used it up by then is found.
    const stands = (yield* nonceValue(nodes, account)) === value
    const past = yield* history([account], spend.createdAt)
    const uses = past.filter(({ landed: { accounts, lifetime } }) => lifetime === value && accounts.includes(account))
    const use = uses.find(({ landed }) => landed.failure === null) ?? uses.find((each) => isBy(spend.id, each)) ??
      uses[0]
    if (use === undefined) return stands ? unused(null) : open("its nonce was used, and no node shows by what")
    const { landed, signature } = use
    const { failure, slot } = landed
    const isOurs = isBy(spend.id, use)
    if (failure !== null && stands) return unused(isOurs ? "it failed, and its nonce was not used up" : null)
    if (!(yield* statusAt(nodes, signature, "finalized"))) {
      return open("its nonce was used in a block that is not final")
    }
    if (!isOurs) return refusedFor(reason("expired", "its nonce was used by another transaction"))
    if (failure !== null) {
      return refusedFor(reason("failed", failureText(failure, stepsOf(true, spend.createsAccount))))
    }
    if (!showsTransfer(landed, landed.accounts, spend)) {
      yield* Effect.logError("A transaction succeeded without its transfer", { signature })
      const odd: SpendFate = { _tag: "Odd", because: `${signature} shows no such transfer` }
      return odd
    }
    const hash = yield* nodes.agreed((node) => node.blockhashAt(slot))
    if (hash === undefined) return open("its block cannot be read yet")
    const place = { height: slot, hash }
    const made: SpendFate = {
      _tag: "Made",
      verdict: { _tag: "Done", signature, place, cost: costOf(landed), isFinal: true }
    }
    return made
  })

export type NonceUse = ReturnType<typeof makeNonceUse>
