// What the guard before the ports has on record: `moved-once`. Every effect that leaves the service was claimed once, under
// the id of its record, with its amount; what was moved before there were such records has none.
import type { Body } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { isDebited, named } from "./payout-file.ts"

type Guarded = Body<"guardedMovement">
type Movement = Body<"movement">

/** An effect on record, with the movement that has to stand for it; `amount` is undefined where a movement says none. */
interface Effect {
  readonly record: string
  readonly createdAt: number
  readonly movement: string
  readonly amount: string | undefined
}

const brl = (cents: number | string): string => `${cents} BRL`

const ofDeposits = ({ files }: Evidence): ReadonlyArray<Effect> =>
  [...files.values()].flatMap(({ deposit, entries, receipts }) => {
    const { createdAt, delivers, id, state, transactionHash, units } = deposit
    const record = `deposit ${id} (${state})`
    const delivery = { record, createdAt, movement: `deliver/${id}`, amount: `${units} ${delivers}` }
    const returned = receipts
      .filter((receipt) => entries.some((entry) => entry.id === `${id}/surplusReturned/${receipt.id}`))
      .map((receipt) => ({
        record: `surplus ${receipt.id}`,
        createdAt,
        movement: `surplus/${receipt.id}`,
        amount: brl(receipt.value)
      }))
    return transactionHash === null ? returned : [delivery, ...returned]
  })

const ofPayouts = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.payout.values()].flatMap((payout) => {
    const { asset, createdAt, id, paidAt, units, value } = payout
    const about = { record: named(payout), createdAt }
    const debit = { ...about, movement: `debit/${id}`, amount: `${units} ${asset}` }
    const pix = { ...about, movement: `pix/${id}`, amount: brl(value) }
    return [...(isDebited(payout) ? [debit] : []), ...(paidAt === null ? [] : [pix])]
  })

const ofInvoices = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.lightningInvoice.values()].flatMap(({ createdAt, id, refund, settledAt, state, value }) => {
    const about = { record: `Lightning invoice ${id} (${state})`, createdAt }
    const pix = { ...about, movement: `pixPayment/${id}`, amount: brl(value) }
    const isRefunded = refund !== null && refund.sentAt !== null
    const back = isRefunded
      ? [{ ...about, movement: `lightningPayment/refund/${id}/${refund.number}`, amount: undefined }]
      : []
    return settledAt === null ? back : [pix, ...back]
  })

const ofTransfers = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.transfer.values()].filter(({ state }) => state === "CONFIRMED").map(({ asset, createdAt, id, units }) => ({
    record: `transfer ${id}`,
    createdAt,
    movement: `transfer/${id}`,
    amount: `${units} ${asset}`
  }))

const ofSwaps = ({ of }: Evidence): ReadonlyArray<Effect> =>
  [...of.swap.values()].flatMap(({ confirmedLegs, createdAt, id, output, units }) => {
    const amounts = [`${units} DEPIX`, `${units} DEPIX`, `${output ?? "?"} BTC`, undefined]
    return amounts.slice(0, confirmedLegs).map((amount, leg) => ({
      record: `swap ${id}, leg ${leg}`,
      createdAt,
      movement: `leg-${leg}/${id}`,
      amount
    }))
  })

/** The kinds of record that a movement can be of. */
const movers = ["deposit", "payout", "lightningInvoice", "pixReceipt", "transfer", "swap"] as const

const requireGuarded = (inspection: Inspection, evidence: Evidence, movement: Guarded): void => {
  const { answer, id, movement: kind, operationId, sendings, state, subject } = movement
  const record = `movement ${id} (${state})`
  inspection.equal(record, "it is called otherwise than its kind and operation", `${kind}/${operationId}`, id)
  const isThere = movers.some((mover) => evidence.exists(mover, subject))
  inspection.require(isThere, record, "what it moves is not there", `${listed(movers)}: ${subject}`, "nothing")
  inspection.require(
    (answer === null) === (state === "SENT"),
    record,
    "state and answer contradict each other",
    state === "SENT" ? "no answer" : "an answer",
    answer ?? "none"
  )
  inspection.require(sendings >= 1, record, "it was never sent", "1 or more", String(sendings))
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
  inspection.require(hasReason, record, "nobody knows why", "a reason", "none")
  const isSent = sendings > 0
  inspection.require(isSent === (sentAt !== null), record, "it was sent at no time", String(isSent), String(sentAt))
  const mustBeSent = state === "SENDING" || state === "CANCELLING" || isDone
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
    const { guardedMovement: guarded, movement: movements } = evidence.of
    for (const movement of movements.values()) {
      inspection.look()
      requireSound(inspection, evidence, movement)
    }
    for (const movement of guarded.values()) {
      inspection.look()
      requireGuarded(inspection, evidence, movement)
    }
    const sources = [ofDeposits, ofPayouts, ofInvoices, ofTransfers, ofSwaps]
    for (const { amount, movement: id, record } of sources.flatMap((effectsOf) => effectsOf(evidence))) {
      inspection.look()
      const kept = movements.get(id)
      const before = guarded.get(id)
      const found = kept === undefined
        ? before && (before.units === null ? undefined : `${before.units} ${before.asset ?? "?"}`)
        : amountOf(kept)
      if (kept === undefined && before === undefined) {
        inspection.violation(record, "it was moved without a movement", `movement ${id}`, "none")
      } else if (amount !== undefined) {
        inspection.equal(record, "another amount was moved for it", amount, found ?? "")
      }
    }
  }
}

export const guardedInvariants: ReadonlyArray<Invariant<Evidence>> = [movedOnce]
