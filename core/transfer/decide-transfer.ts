// One fact about a transfer, decided: the table says which row holds, and this turns the row into a change set. Pure, and
// the only place where a transfer's record and entries change. Ids are made of the transfer, so each is booked once.
import { releasedEntries, spentEntries } from "../wallet/mirror.ts"
import { passed } from "../machine/history.ts"
import { step } from "../machine/machine.ts"
import { type Stored, insert, replace } from "../ports/records.ts"
import { type ChangeSet, type Write, changeSet } from "../ports/store.ts"
import { Reviews, review } from "../review/review.ts"
import { type Transfer, TransferReceipts, Transfers, operationOf } from "./transfer.ts"
import { type TransferPost, transferStates } from "./transfer.states.ts"

/** What can be learned about a transfer. */
export type TransferFact =
  | { readonly on: "confirmed"; readonly txHash: string }
  | { readonly on: "refused"; readonly reason: string }
  | { readonly on: "unknown" }

/** What follows from a fact: a change set to commit, or nothing for a duplicate or stale one. */
export type TransferDecision =
  | { readonly _tag: "Changed"; readonly transfer: Transfer; readonly changes: ChangeSet }
  | { readonly _tag: "Ignored" }
  | { readonly _tag: "Alarmed"; readonly changes: ChangeSet }

/** Decides a fact about a transfer at an instant (Unix milliseconds). */
export const decideTransfer = (before: Stored<Transfer>, fact: TransferFact, now: number): TransferDecision => {
  const taken = step(transferStates, before.value.state, fact.on, {})
  switch (taken._tag) {
    case "Ignored":
      return { _tag: "Ignored" }
    case "Rejected":
    case "Alarmed":
      return { _tag: "Alarmed", changes: changeSet({ writes: [alarm(before.value, fact, now)] }) }
    case "Taken": {
      const transfer = passed(evolve(before.value, fact, taken.to, now), taken, now, proofOf(fact))
      return {
        _tag: "Changed",
        transfer,
        changes: changeSet({
          moves: [taken],
          writes: [replace(Transfers, before, transfer), ...receiptWrites(transfer, now)],
          entries: taken.post.flatMap((post) => entriesOf(post, transfer, now))
        })
      }
    }
  }
}

// What proves a fact to whoever asks later.
const proofOf = (fact: TransferFact): string | null => {
  switch (fact.on) {
    case "confirmed":
      return fact.txHash
    case "refused":
      return fact.reason
    case "unknown":
      return null
  }
}

const evolve = (transfer: Transfer, fact: TransferFact, state: Transfer["state"], now: number): Transfer => {
  const next: Transfer = { ...transfer, state, updatedAt: now }
  switch (fact.on) {
    case "confirmed":
      return { ...next, txHash: fact.txHash }
    case "refused":
      return { ...next, refusal: fact.reason }
    case "unknown":
      return next
  }
}

const entriesOf = (post: TransferPost, transfer: Transfer, at: number) => {
  const { asset, network, owner, units, walletId } = transfer
  const wallet = { id: walletId, owner }
  const spending = { asset, network, units, operationId: operationOf(transfer), at }
  switch (post) {
    case "walletSpent":
      return spentEntries(wallet, spending)
    case "walletReleased":
      return releasedEntries(wallet, spending)
  }
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

// An impossible fact changes nothing but the operator's list.
const alarm = (transfer: Transfer, fact: TransferFact, createdAt: number): Write =>
  insert(
    Reviews,
    review({
      owner: transfer.owner,
      subject: transfer.id,
      reason: `impossible ${fact.on} in ${transfer.state}`,
      evidence: `${fact.on} in ${transfer.state}`,
      createdAt
    })
  )
