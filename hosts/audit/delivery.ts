// Delivery of deposits: `delivered-once`, `paid-or-pending`, `fee-exact` and `ambiguous-is-processing`.
import type { Body } from "./bodies.ts"
import { entriesOf, movesOf, returnedBeforeDelivery } from "./deposit-entries.ts"
import { type DepositFile, type Evidence, deliveryPrefix, depositOfOperation } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { movedBy } from "./moves.ts"

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

const wasDelivered = ({ deposit }: DepositFile): boolean => deposit.transactionHash !== null

/** One entry of a template that moves exactly this, or none. */
const requireEntry = (
  inspection: Inspection,
  file: DepositFile,
  template: "depositReceived" | "depositDelivered" | "feeEarned",
  isOwed: boolean
): void => {
  const entries = entriesOf(file, template)
  const problem = isOwed
    ? `the books must hold one ${template} entry for it`
    : `the books hold a ${template} entry for what did not happen`
  inspection.require(
    entries.length === (isOwed ? 1 : 0),
    named(file),
    problem,
    isOwed ? "1" : "0",
    String(entries.length)
  )
  const moves = movesOf(file)[template]
  for (const entry of entries) {
    inspection.require(
      movedBy(entry) === moves,
      `entry ${entry.id}`,
      "it moves something else than the deposit says",
      moves,
      movedBy(entry)
    )
  }
}

// What routing took is known of a delivery over Lightning that the node reports; an operator's word leaves it out.
const requireRouting = (inspection: Inspection, file: DepositFile): void => {
  const booked = entriesOf(file, "routingFeePaid").map(movedBy)
  const fees = file.movements.flatMap(({ order, receipt, state }) =>
    state === "DONE" && order.kind === "lightningPayment" ? [BigInt(receipt?.fee ?? "0")] : []
  )
  const expected = fees.filter((fee) => fee > 0n).map(movesOf(file).routingFeePaid)
  const problem = "what routing took of its delivery is not what the books say"
  inspection.require(booked.join() === expected.join(), named(file), problem, listed(expected), listed(booked))
}

const requireTransfer = (inspection: Inspection, { deposit }: DepositFile, transfer: Body<"sandboxTransfer">): void => {
  const record = `transfer ${transfer.id}`
  const equal = (field: string, expected: string, found: string) =>
    inspection.require(expected === found, record, `its ${field} is not that of its deposit`, expected, found)
  // What an operator ordered may be a later attempt, with a number.
  const isAttempt = transfer.id.startsWith(`${deliveryPrefix}${deposit.id}/`)
  equal("operation id", isAttempt ? transfer.id : `${deliveryPrefix}${deposit.id}`, transfer.id)
  equal("asset", deposit.delivers, transfer.asset)
  equal("network", deposit.network, transfer.network)
  equal("address", deposit.address, transfer.address)
  equal("amount", deposit.units, transfer.units)
  if (deposit.transactionHash !== null) equal("transaction hash", deposit.transactionHash, transfer.transactionHash)
}

const deliveredOnce: Invariant<Evidence> = {
  name: "delivered-once",
  holds:
    "a deposit is delivered by at most one transfer, and it is COMPLETED only when that transfer and its entries stand",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { deposit, transfers } = file
      const isDelivered = wasDelivered(file)
      const ids = transfers.map(({ id }) => id)
      inspection.require(
        ids.length <= 1,
        named(file),
        "its asset was sent more than once",
        "at most 1 transfer",
        listed(ids)
      )
      for (const transfer of transfers) requireTransfer(inspection, file, transfer)
      // The sandbox's Lightning node keeps its payments to itself.
      if (isDelivered && evidence.isSandbox && deposit.network !== "lightning") {
        const problem = "it has a transaction hash, but no transfer was made"
        inspection.require(ids.length > 0, named(file), problem, `transfer ${deliveryPrefix}${deposit.id}`, "none")
      }
      inspection.require(
        deposit.state !== "COMPLETED" || isDelivered,
        named(file),
        "it has no transaction hash",
        "a hash",
        "none"
      )
      const mayHaveHash = deposit.state === "COMPLETED" || deposit.state === "REFUNDED"
      inspection.require(
        mayHaveHash || !isDelivered,
        named(file),
        "only a COMPLETED or REFUNDED deposit has a transaction hash",
        "none",
        deposit.transactionHash ?? ""
      )
      requireEntry(inspection, file, "depositDelivered", isDelivered)
      requireRouting(inspection, file)
    }
    for (const { id } of evidence.of.sandboxTransfer.values()) {
      const isOrphan = depositOfOperation(id) !== undefined && !evidence.files.has(depositOfOperation(id) ?? "")
      inspection.require(
        !isOrphan,
        `transfer ${id}`,
        "an asset was sent for a deposit that does not exist",
        "a deposit",
        "none"
      )
    }
  }
}

const paidStates = new Set(["PROCESSING", "COMPLETED", "FAILED", "REFUNDED"])

const paidOrPending: Invariant<Evidence> = {
  name: "paid-or-pending",
  holds:
    "a deposit leaves PENDING and EXPIRED, and its asset leaves, only with one settled funding PIX that is in the books",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { deposit, receipts, transfers } = file
      const funding = receipts.filter(({ role }) => role === "funding")
      const isPaid = paidStates.has(deposit.state)
      const ids = funding.map(({ id }) => id)
      const problem = isPaid ? "no funding PIX is on record, or several" : "a PIX settled, but it counts as unpaid"
      inspection.require(
        ids.length === (isPaid ? 1 : 0),
        named(file),
        problem,
        isPaid ? "1 receipt" : "none",
        listed(ids)
      )
      for (const receipt of funding) {
        const field = "its end-to-end id is not that of its funding PIX"
        inspection.require(
          deposit.endToEndId === receipt.endToEndId,
          named(file),
          field,
          receipt.endToEndId,
          String(deposit.endToEndId)
        )
        const amount = "what it funds is not the value of the charge"
        inspection.require(
          receipt.value - receipt.surplus === deposit.value,
          `receipt ${receipt.id}`,
          amount,
          `${deposit.value} cents`,
          `${receipt.value - receipt.surplus} cents`
        )
      }
      if (transfers.length > 0) {
        inspection.require(
          ids.length > 0,
          named(file),
          "its asset was sent, but no one paid",
          "a funding receipt",
          "none"
        )
      }
      requireEntry(inspection, file, "depositReceived", ids.length > 0)
    }
  }
}

const feeExact: Invariant<Evidence> = {
  name: "fee-exact",
  holds:
    "value = fee + what is delivered, which is rounded down at the deposit's rate; the fee is booked with the delivery",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { fee, rate, units, value, withheld } = file.deposit
      inspection.require(
        fee >= 0 && fee < value,
        named(file),
        "its fee leaves nothing to deliver",
        `0 to ${value - 1} cents`,
        `${fee} cents`
      )
      const due = BigInt(Math.max(0, value - fee - withheld)) * BigInt(rate.denominator) / BigInt(rate.numerator)
      inspection.require(
        BigInt(units) === due,
        named(file),
        "it delivers another amount than value less fee and what was withheld, at its rate",
        String(due),
        units
      )
      requireEntry(inspection, file, "feeEarned", wasDelivered(file))
      const returned = wasDelivered(file) ? returnedBeforeDelivery(file) - BigInt(withheld) : 0n
      const loss = entriesOf(file, "lossRecognised").map(movedBy)
      const expected = returned === 0n ? [] : [movesOf(file).lossRecognised(returned)]
      const problem = "the loss from delivering what had been returned is not what the books say"
      inspection.require(loss.join() === expected.join(), named(file), problem, listed(expected), listed(loss))
    }
  }
}

const ambiguousIsProcessing: Invariant<Evidence> = {
  name: "ambiguous-is-processing",
  holds: "while no one knows whether the asset was sent a deposit has not failed, and one that failed was never sent",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { processingStep, refusal, state, transactionHash } = file.deposit
      if (processingStep === "DELIVERY_UNKNOWN") {
        const isOpen = state === "PROCESSING" || state === "REFUNDED"
        inspection.require(
          isOpen,
          named(file),
          "its delivery is unknown, but it is decided",
          "PROCESSING or REFUNDED",
          state
        )
        inspection.require(
          refusal === null,
          named(file),
          "its delivery is unknown and refused at once",
          "no refusal",
          refusal?.code ?? ""
        )
      }
      inspection.require(
        state !== "FAILED" || refusal !== null,
        named(file),
        "no one refused its delivery",
        "a refusal",
        "none"
      )
      if (refusal !== null) {
        const sent = [
          ...file.transfers.map(({ id }) => `transfer ${id}`),
          ...transactionHash === null ? [] : [transactionHash]
        ]
        inspection.require(
          sent.length === 0,
          named(file),
          "its delivery failed, but the asset was sent",
          "no transfer",
          listed(sent)
        )
        const failed = state === "FAILED" || state === "REFUNDED"
        inspection.require(
          failed,
          named(file),
          "its delivery was refused, but it did not fail",
          "FAILED or REFUNDED",
          state
        )
      }
    }
  }
}

export const deliveryInvariants: ReadonlyArray<Invariant<Evidence>> = [
  deliveredOnce,
  paidOrPending,
  feeExact,
  ambiguousIsProcessing
]
