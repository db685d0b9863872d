// What movements themselves have on the books: `movement-books`. A float keeps what movements under way take from it, no more and
// no less, what moved otherwise than it was ordered is in suspense, and the PIX provider's fee of what it sent or received is booked once
// where the provider reported it.
import type { Body } from "./bodies.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { type Moves, moved } from "./moves.ts"
import { feeTemplates, receivingFeeTemplates } from "./templates.ts"

const takenBy = (order: Body<"movement">["order"]): readonly [place: string, units: bigint] => {
  switch (order.kind) {
    case "delivery":
      return [`${order.asset} of float-reserved/${order.network}`, BigInt(order.units ?? "0")]
    case "lightningPayment":
      return ["BTC of float-reserved/lightning", BigInt(order.sats ?? "0") + BigInt(order.maximumFee ?? "0")]
    default:
      return ["BRL of float-reserved/pix", BigInt(order.value ?? 0)]
  }
}

const requireFloats = (evidence: Evidence, inspection: Inspection): void => {
  const reserved = new Map<string, bigint>()
  const booked = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, place: string, units: bigint) =>
    sums.set(place, (sums.get(place) ?? 0n) + units)
  for (const { order, reserved: isReserved } of evidence.of.movement.values()) {
    if (isReserved === true) {
      const [place, units] = takenBy(order)
      add(reserved, place, units)
    }
  }
  for (const { postings } of evidence.otherEntries()) {
    for (const { account, amount, asset } of postings) {
      if (account.startsWith("float-reserved/")) add(booked, `${asset} of ${account}`, BigInt(amount))
    }
  }
  for (const place of new Set([...reserved.keys(), ...booked.keys()])) {
    inspection.look()
    inspection.equal(
      place,
      "the books reserve something else than movements that are under way take",
      String(reserved.get(place) ?? 0n),
      String(booked.get(place) ?? 0n)
    )
  }
}

// What moved beyond an order, or less of it, stands in suspense, but for what an operator gave up.
const requireSuspense = (evidence: Evidence, inspection: Inspection): void => {
  const due = new Map<string, bigint>()
  const booked = new Map<string, bigint>()
  for (const { id, lost = "0", moved: all, order } of evidence.of.movement.values()) {
    if (all === undefined) continue
    const ordered = BigInt(order.units ?? order.value ?? "0")
    due.set(`suspense/${id}`, BigInt(all) - ordered - BigInt(lost))
  }
  for (const { postings } of evidence.otherEntries()) {
    for (const { account, amount } of postings) {
      if (account.startsWith("suspense/")) booked.set(account, (booked.get(account) ?? 0n) + BigInt(amount))
    }
  }
  for (const account of new Set([...due.keys(), ...booked.keys()])) {
    inspection.look()
    inspection.equal(
      account,
      "the books keep another difference in suspense than its movement has",
      String(due.get(account) ?? 0n),
      String(booked.get(account) ?? 0n)
    )
  }
}

const feeOf = (cents: number): Moves => moved("BRL", BigInt(cents), "network-fees", "pix-settlement")

const movementBooks: Invariant<Evidence> = {
  name: "movement-books",
  holds:
    "what is reserved of a float is what movements that are under way take, what moved beyond an order or less of it is in suspense, and the PIX provider's fee of a movement or of a PIX that came in is booked once",
  of: "movements and floats",
  inspect: (evidence, inspection) => {
    for (const { id, receipt } of evidence.of.movement.values()) {
      // What a chain took is no asset of the books.
      const cost = typeof receipt?.cost === "number" ? receipt.cost : 0
      const due = dueIf(cost > 0, `${id}/railFeePaid`, feeOf(cost))
      inspection.look()
      requireBooked(inspection, `movement ${id}`, evidence.bookedFor(id), feeTemplates, due)
    }
    for (const { deposit, entries, receipts } of evidence.files.values()) {
      const due = receipts.flatMap(({ cost = 0, id }) =>
        dueIf(cost > 0, `${deposit.id}/receivingFeePaid/${id}`, feeOf(cost))
      )
      inspection.look(receipts.length)
      requireBooked(inspection, `deposit ${deposit.id}`, entries, receivingFeeTemplates, due)
    }
    requireFloats(evidence, inspection)
    requireSuspense(evidence, inspection)
  }
}

export const movementBookInvariants: ReadonlyArray<Invariant<Evidence>> = [movementBooks]
