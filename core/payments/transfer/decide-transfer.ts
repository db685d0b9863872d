// What becomes of a transfer by the outcome of its movement. Pure; the table in `transfer.states.ts` decides.
import { Effect } from "effect"
import { type Reason, because, noProof, provedBy } from "../../base/reason/reason.ts"
import { decideBy, factsAbout } from "../../engine/event/book-fact.ts"
import type { Hear, MovementNews } from "../movement/news.ts"
import { insert } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import { releasedEntries, spentEntries } from "../../customers/wallet/find-wallet.ts"
import { type Transfer, TransferReceipts, Transfers, transferMovement } from "./transfer.ts"
import { type TransferPost, transferStates } from "./transfer.states.ts"
import { evidenceOf } from "../movement/order.ts"

/** What can be learned about a transfer. */
export type TransferFact =
  | { readonly on: "moved"; readonly txHash: string }
  | { readonly on: "refused"; readonly reason: Reason }
  | { readonly on: "doubted" }

const evolve = (transfer: Transfer, fact: TransferFact): Transfer => {
  switch (fact.on) {
    case "moved":
      return { ...transfer, txHash: fact.txHash }
    case "refused":
      return { ...transfer, refusal: fact.reason }
    case "doubted":
      return transfer
  }
}

/** Decides a fact about a transfer at an instant (Unix milliseconds). */
export const decideTransfer = decideBy({
  machine: transferStates,
  kind: Transfers,
  guardFacts: () => ({}),
  evolve,
  proofOf: (fact: TransferFact) =>
    fact.on === "moved" ? provedBy(fact.txHash) : fact.on === "refused" ? because(fact.reason) : noProof,
  follows: ({ after, now, post }) => ({
    writes: receiptWrites(after, now),
    entries: post.flatMap((template) => entriesOf(template, after, now))
  })
})

const entriesOf = (template: TransferPost, transfer: Transfer, at: number) => {
  const { asset, id, network, owner, units, walletId } = transfer
  const wallet = { id: walletId, owner }
  const spending = { asset, network, units, operationId: transferMovement(id), at }
  return template === "walletSpent" ? spentEntries(wallet, spending) : releasedEntries(wallet, spending)
}

// Only a receiver of ours has a statement that can show it.
const receiptWrites = (transfer: Transfer, now: number): ReadonlyArray<Write> => {
  const { asset, id, network, owner, toSubAccountId, txHash, units } = transfer
  if (toSubAccountId === null || txHash === null) return []
  return [insert(TransferReceipts, {
    id: `${id}/received`,
    owner,
    subAccountId: toSubAccountId,
    transferId: id,
    asset,
    network,
    units,
    txHash,
    createdAt: now,
    updatedAt: now
  })]
}

const transferFacts = factsAbout(
  Transfers,
  (before, fact: TransferFact, now) => Effect.succeed(decideTransfer(before, fact, now))
)

/** What the movement of a transfer means for it. */
export const hearTransfer: Hear = (news, now) => transferFacts.changes(news.movement.subject, factOf(news), now)

const factOf = (news: MovementNews): TransferFact => {
  switch (news.on) {
    case "moved":
      return { on: "moved", txHash: evidenceOf(news.receipt) ?? "" }
    case "refused":
      return { on: "refused", reason: news.reason }
    case "doubted":
      return { on: "doubted" }
    case "prepared":
    case "reversed":
      throw new Error("a transfer does not come back")
  }
}
