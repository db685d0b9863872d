// Disputes of received PIX: `dispute-legs` and `dispute-events`.
import { reais } from "./amounts.ts"
import { type Body, readEvent } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import { type Invariant, listed } from "./invariant.ts"
import { isOf } from "./reviews.ts"

type Dispute = Body<"dispute">

const named = ({ id, state }: Dispute): string => `dispute ${id} (${state})`
const noOwner = "operator"

/** The statuses from the one that stands over all others to the one that stands over none. */
const ranks = ["ACCEPTED", "REJECTED", "CANCELED", "CREATED"] as const

const disputeLegs: Invariant<Evidence> = {
  name: "dispute-legs",
  holds:
    "a dispute has each status once and stands where the strongest of them puts it, and it is of the PIX and the deposit it names",
  of: "disputes",
  inspect: (evidence, inspection) => {
    for (const dispute of evidence.of.dispute.values()) {
      inspection.look()
      const statuses = dispute.legs.map(({ status }) => status)
      inspection.require(
        statuses.length > 0 && new Set(statuses).size === statuses.length,
        named(dispute),
        "a status counts twice, or none was told",
        "each status once",
        listed(statuses)
      )
      const strongest = ranks.find((status) => statuses.includes(status)) ?? "none"
      inspection.equal(named(dispute), "its state is not what its legs come to", strongest, dispute.state)
      inspection.equal(named(dispute), "it is not kept under its PIX", dispute.endToEndId.toUpperCase(), dispute.id)
      const isSeen = evidence.raisedOf(dispute.id).some(isOf("disputeOfUnknownPix"))
      inspection.require(
        dispute.owner !== noOwner || isSeen,
        named(dispute),
        "no one owns the PIX, and no operator is to decide it",
        "a review",
        "none"
      )
      // A dispute that began before its PIX was booked learns of it with its next leg.
      const receipt = evidence.of.pixReceipt.get(dispute.id)
      const expected = receipt?.role === "funding" ? receipt.depositId : "none"
      const found = dispute.depositId ?? "none"
      const isRight = found === expected || dispute.owner === noOwner && found === "none"
      inspection.require(isRight, named(dispute), "it names another deposit than its PIX funded", expected, found)
    }
  }
}

const disputeEvents: Invariant<Evidence> = {
  name: "dispute-events",
  holds: "every status of a dispute was reported by one event, with the amount that is contested",
  of: "disputes",
  inspect: (evidence, inspection) => {
    for (const dispute of evidence.of.dispute.values()) {
      inspection.look()
      const events = evidence.toldOf(dispute.id)
      const expected = dispute.legs.map(({ status }) => `DISPUTE_${status}`).toSorted()
      const found = events.map(({ name }) => name).toSorted()
      inspection.equal(named(dispute), "its events are not those of its statuses", listed(expected), listed(found))
      for (const event of events) {
        // What came before its PIX was booked was told to the operator.
        const isTheirs = event.owner === dispute.owner || event.owner === noOwner
        inspection.require(
          isTheirs,
          `event ${event.id}`,
          "it was told to another key owner",
          dispute.owner,
          event.owner
        )
        const data = readEvent(event)?.data ?? {}
        const leg = dispute.legs.find(({ status }) => `DISPUTE_${status}` === event.name)
        if (leg === undefined) continue
        const story = (status: unknown, value: unknown, brl: unknown, endToEndId: unknown, disputeId: unknown) =>
          [status, value, brl, endToEndId, disputeId].map(String).join(", ")
        inspection.equal(
          `event ${event.id}`,
          "it tells another status, amount, PIX or contest than its dispute has",
          story(leg.status, leg.value, reais(leg.value), dispute.endToEndId, leg.disputeId),
          story(data["status"], data["value"], data["valueInBrl"], data["endToEndId"], data["disputeId"])
        )
      }
    }
  }
}

export const disputeInvariants: ReadonlyArray<Invariant<Evidence>> = [disputeLegs, disputeEvents]
