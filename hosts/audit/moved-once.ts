// What movements have on record: `moved-once`. Every effect that leaves the service was claimed once, under the id of its
// record, with its amount.
import type { Body } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { cameIn, named, ofPayout, paymentsOf } from "./payment-file.ts"

type Movement = Body<"movement">

/** An effect on record, with the movement that has to stand for it; `amount` is undefined where a movement says none. */
interface Effect {
  readonly record: string
  readonly movement: string
  readonly amount: string | undefined
}

const brl = (cents: number | string): string => `${cents} BRL`

const ofDeposits = ({ files }: Evidence): ReadonlyArray<Effect> =>
  [...files.values()].flatMap(({ deposit, entries, receipts }) => {
    const { delivers, id, state, transactionHash, units } = deposit
    const record = `deposit ${id} (${state})`
    const delivery = { record, movement: `deliver/${id}`, amount: `${units} ${delivers}` }
    const returned = receipts
      .filter((receipt) => entries.some((entry) => entry.id === `${id}/surplusReturned/${receipt.id}`))
      .map((receipt) => ({
        record: `surplus ${receipt.id}`,
        movement: `surplus/${receipt.id}`,
        amount: brl(receipt.value)
      }))
    return transactionHash === null ? returned : [delivery, ...returned]
  })

const ofPayments = (evidence: Evidence): ReadonlyArray<Effect> => [
  ...[...evidence.of.payout.values()].filter(cameIn).map((payout) => ({
    record: named(ofPayout(payout)),
    movement: `debit/${payout.id}`,
    amount: `${payout.units} ${payout.asset}`
  })),
  ...paymentsOf(evidence).filter(({ paidAt }) => paidAt !== null).map((payment) => ({
    record: named(payment),
    movement: `pix/${payment.id}`,
    amount: brl(payment.value)
  }))
]

const ofTransfers = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.transfer.values()].filter(({ state }) => state === "CONFIRMED").map(({ asset, id, units }) => ({
    record: `transfer ${id}`,
    movement: `transfer/${id}`,
    amount: `${units} ${asset}`
  }))

const ofSwaps = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.swap.values()].flatMap(({ confirmedLegs, id, output, units }) => {
    const amounts = [`${units} DEPIX`, `${units} DEPIX`, `${output ?? "?"} BTC`, undefined]
    return amounts.slice(0, confirmedLegs).map((amount, leg) => ({
      record: `swap ${id}, leg ${leg}`,
      movement: `leg-${leg}/${id}`,
      amount
    }))
  })

const ofSweeps = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.treasurySweep.values()].filter(({ state }) => state === "DONE").map(({ asset, id, units }) => ({
    record: `sweep ${id}`,
    movement: `sweep/${id}`,
    amount: `${units} ${asset}`
  }))

/** The kinds of record that a movement can be of. */
const movers = ["deposit", "payout", "lightningInvoice", "pixReceipt", "transfer", "swap", "treasurySweep"] as const

// What the outside showed after a restore, and what an operator says of one that was held: neither was sent by this store.
const isDoneUnsent = ({ history = [] }: Movement): boolean => {
  const arrived = history.findLast(({ from, to }) => from !== "DONE" && to === "DONE")
  return arrived !== undefined && (arrived.on === "found" || arrived.from === "HELD")
}

const requireSound = (inspection: Inspection, evidence: Evidence, movement: Movement): void => {
  const { id, order, reason, receipt, sendings, sentAt, state, subject, subjectKind } = movement
  const record = `movement ${id} (${state})`
  const isThere = movers.some((mover) => mover === subjectKind) && evidence.exists(subjectKind, subject)
  inspection.require(isThere, record, "what it is for is not there", `${subjectKind} ${subject}`, "nothing")
  const isDone = state === "DONE"
  inspection.equal(
    record,
    "state and receipt contradict each other",
    isDone ? order.kind : "none",
    receipt?.kind ?? "none"
  )
  const hasReason = state !== "REFUSED" && state !== "HELD" || reason !== null
  inspection.require(hasReason, record, "no one knows why", "a reason", "none")
  const isSent = sendings > 0
  inspection.require(isSent === (sentAt !== null), record, "it was sent at no time", String(isSent), String(sentAt))
  const mustBeSent = state === "SENDING" || state === "CANCELLING" || isDone && !isDoneUnsent(movement)
  inspection.require(isSent || !mustBeSent, record, "it was never sent", "1 or more", String(sendings))
}

/** What a movement says that it moves. */
const amountOf = ({ order }: Movement): string => {
  if (order.value !== undefined) return brl(order.value)
  return order.sats === undefined ? `${order.units ?? "?"} ${order.asset ?? "DEPIX"}` : `${order.sats} BTC`
}

const movedOnce: Invariant<Evidence> = {
  name: "moved-once",
  holds:
    "whatever left the service was claimed once before it was sent, under the id of its record and with its amount",
  of: "movements and their effects",
  inspect: (evidence, inspection) => {
    const movements = evidence.of.movement
    for (const movement of movements.values()) {
      inspection.look()
      requireSound(inspection, evidence, movement)
    }
    const sources = [ofDeposits, ofPayments, ofTransfers, ofSwaps, ofSweeps]
    for (const { amount, movement: id, record } of sources.flatMap((effectsOf) => effectsOf(evidence))) {
      inspection.look()
      const kept = movements.get(id)
      if (kept === undefined) inspection.violation(record, "it was moved without a movement", `movement ${id}`, "none")
      else if (amount !== undefined) {
        inspection.equal(record, "another amount was moved for it", amount, amountOf(kept))
      }
    }
  }
}

export const movedOnceInvariants: ReadonlyArray<Invariant<Evidence>> = [movedOnce]
