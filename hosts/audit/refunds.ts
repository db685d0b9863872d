// Returns of a deposit's money: `refund-cap`, `refunded-iff` and `retryable-iff`; and of money that no one requested:
// `surplus-ends`.
import { readEvent } from "./bodies.ts"
import { entriesOf, movesOf } from "./deposit-entries.ts"
import type { DepositFile, Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { factOf, movedBy } from "./moves.ts"
import { isOf } from "./reviews.ts"

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

const requireReturnEntries = (inspection: Inspection, file: DepositFile): void => {
  const entries = [...entriesOf(file, "depositReturned"), ...entriesOf(file, "returnedAfterDelivery")]
  for (const { id, value } of file.returns) {
    const booked = entries.filter((entry) => factOf(entry) === id)
    const problem = "a confirmed return must be in the books once"
    inspection.require(booked.length === 1, `return ${id}`, problem, "1 entry", listed(booked.map((entry) => entry.id)))
    for (const entry of booked) {
      const moves = movesOf(file)
      const expected = entry.template === "depositReturned"
        ? moves.depositReturned(BigInt(value))
        : moves.returnedAfterDelivery(BigInt(value))
      const other = "it moves something else than its return says"
      inspection.require(movedBy(entry) === expected, `entry ${entry.id}`, other, expected, movedBy(entry))
    }
  }
  const known = new Set(file.returns.map(({ id }) => id))
  for (const entry of entries) {
    inspection.require(
      known.has(factOf(entry)),
      `entry ${entry.id}`,
      "it books a return that is not on record",
      "a return",
      "none"
    )
  }
}

const refundCap: Invariant<Evidence> = {
  name: "refund-cap",
  holds: "a deposit's refunded value is the sum of its confirmed returns, each counted once, and never above its value",
  of: "deposits and returns",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look(1 + file.returns.length)
      const { deposit, returns } = file
      const sum = returns.reduce((total, { value }) => total + value, 0)
      const ids = returns.map(({ returnId }) => returnId)
      inspection.require(
        deposit.refunded === sum,
        named(file),
        "its refunded value is not the sum of its returns",
        `${sum} cents`,
        `${deposit.refunded} cents`
      )
      inspection.require(
        sum <= deposit.value,
        named(file),
        "more went back than was paid",
        `at most ${deposit.value} cents`,
        `${sum} cents`
      )
      const last = deposit.refundEndToEndId
      const isNamed = last === null ? ids.length === 0 : ids.includes(last)
      inspection.require(
        isNamed,
        named(file),
        "the return that it names is none of its returns",
        listed(ids),
        String(last)
      )
      for (const { id, returnId, value } of returns) {
        inspection.require(
          id === returnId.toUpperCase(),
          `return ${id}`,
          "its id is not its return id in upper case",
          returnId.toUpperCase(),
          id
        )
        inspection.require(value > 0, `return ${id}`, "it returns nothing", "1 cent or more", String(value))
      }
      requireReturnEntries(inspection, file)
    }
    for (const { depositId, id } of evidence.of.pixReturn.values()) {
      inspection.require(
        evidence.files.has(depositId),
        `return ${id}`,
        "it returns the money of a deposit that is not there",
        depositId,
        "none"
      )
    }
  }
}

const refundedIff: Invariant<Evidence> = {
  name: "refunded-iff",
  holds: "a deposit is REFUNDED exactly when all of its value went back",
  of: "deposits",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      inspection.look()
      const { refunded, state, value } = file.deposit
      if (state === "REFUNDED") {
        inspection.require(
          refunded === value,
          named(file),
          "it is REFUNDED, but its value did not go back",
          `${value} cents`,
          `${refunded} cents`
        )
      } else {
        inspection.require(
          refunded !== value,
          named(file),
          "all of its value went back, but it is not REFUNDED",
          "REFUNDED",
          state
        )
      }
    }
  }
}

const retryableIff: Invariant<Evidence> = {
  name: "retryable-iff",
  holds:
    "receivers are told to retry only after a full confirmed refund, and the total they are told grows return by return",
  of: "failure and refund events",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      const refunds: Array<{ readonly id: string; readonly value: number; readonly total: number }> = []
      for (const event of file.events) {
        if (event.name !== "DEPOSIT_ASSET_REFUNDED" && event.name !== "DEPOSIT_ASSET_FAILED") continue
        inspection.look()
        const data = readEvent(event)?.data ?? {}
        const total = event.name === "DEPOSIT_ASSET_REFUNDED" ? Number(data["refundedValue"]) : 0
        const isFull = total === file.deposit.value
        inspection.require(
          data["retryable"] === isFull,
          `event ${event.id}`,
          "it says of retrying what its refund does not",
          `retryable: ${isFull}`,
          `retryable: ${String(data["retryable"])}`
        )
        if (event.name === "DEPOSIT_ASSET_REFUNDED") {
          refunds.push({ id: event.id, value: Number(data["refundValue"]), total })
        }
      }
      refunds.toSorted((a, b) => a.total - b.total).reduce((before, { id, total, value }) => {
        inspection.require(
          total === before + value,
          `event ${id}`,
          "the total it tells is not that of the returns so far",
          `${before + value} cents`,
          `${total} cents`
        )
        return total
      }, 0)
    }
  }
}

const surplusEnds: Invariant<Evidence> = {
  name: "surplus-ends",
  holds:
    "a PIX that does not fund its charge, and what is above the charge, is booked as owed and goes back once, or a job or an operator is on it",
  of: "surplus receipts",
  inspect: (evidence, inspection) => {
    for (const file of evidence.files.values()) {
      const surplus = file.receipts.filter((receipt) => receipt.surplus > 0)
      inspection.look(surplus.length)
      const received = entriesOf(file, "surplusReceived")
      const returned = entriesOf(file, "surplusReturned")
      for (const receipt of file.receipts) {
        inspection.require(
          receipt.role === "funding" || receipt.surplus === receipt.value,
          `surplus receipt ${receipt.id}`,
          "it funds nothing and does not go back whole",
          `${receipt.value} cents`,
          `${receipt.surplus} cents`
        )
      }
      for (const { id } of surplus) {
        const record = `surplus receipt ${id}`
        const booked = received.filter((entry) => factOf(entry) === id).length
        inspection.require(
          booked === 1,
          record,
          "it must be booked as owed once",
          "1 surplusReceived entry",
          String(booked)
        )
        const back = returned.filter((entry) => factOf(entry) === id).length
        inspection.require(
          back <= 1,
          record,
          "it went back more than once",
          "at most 1 surplusReturned entry",
          String(back)
        )
        const isSeen = file.reviews.some((review) =>
          isOf("surplusNotReturned")(review) && review.reason.receiptId === id
        )
        if (back === 0 && !isSeen) evidence.requireMovement(inspection, record, `surplus/${id}`)
        if (back === 1 && evidence.isSandbox) {
          // What an operator ordered again has a number.
          const first = `surplus/${id}`
          const sent = [...evidence.of.sandboxReturn.keys()].find((sent) =>
            sent === first || sent.startsWith(`${first}/`)
          )
          inspection.require(
            sent !== undefined,
            record,
            "the books say that it went back, but no PIX was sent",
            `return surplus/${id}`,
            "none"
          )
        }
      }
      const owed = new Map(surplus.map((receipt) => [receipt.id, BigInt(receipt.surplus)]))
      for (const entry of [...received, ...returned]) {
        const moves = movesOf(file)[entry.template === "surplusReceived" ? "surplusReceived" : "surplusReturned"]
        const expected = moves(owed.get(factOf(entry)) ?? 0n)
        inspection.require(
          owed.has(factOf(entry)),
          `entry ${entry.id}`,
          "it books a surplus that is not on record",
          "a surplus receipt",
          "none"
        )
        inspection.require(
          movedBy(entry) === expected,
          `entry ${entry.id}`,
          "it moves something else than its receipt says",
          expected,
          movedBy(entry)
        )
      }
    }
    for (const { endToEndId, id, value } of evidence.of.sandboxReturn.values()) {
      if (!id.startsWith("surplus/")) continue
      const receipt = evidence.of.pixReceipt.get(id.slice("surplus/".length))
      const expected = receipt !== undefined && receipt.surplus > 0
        ? `${receipt.surplus} cents of ${receipt.endToEndId}`
        : "no such return"
      const found = `${value} cents of ${endToEndId}`
      inspection.require(
        found === expected,
        `return ${id}`,
        "it is not the return of a surplus on record",
        expected,
        found
      )
    }
  }
}

export const refundInvariants: ReadonlyArray<Invariant<Evidence>> = [refundCap, refundedIff, retryableIff, surplusEnds]
