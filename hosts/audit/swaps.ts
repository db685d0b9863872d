// DePix swaps: `swap-legs`, `swap-never-repeated` and `swap-ends`.
import { createHash } from "node:crypto"
import type { Body } from "./bodies.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import { swapTemplates } from "./templates.ts"

type Swap = Body<"swap">

const named = ({ id, state }: Swap): string => `swap ${id} (${state})`
const statesOf = ({ legs }: Swap): ReadonlyArray<string> => legs.map(({ state }) => state)

const requireCourse = (inspection: Inspection, swap: Swap): void => {
  const states = statesOf(swap)
  const first = states.findIndex((state) => state !== "CONFIRMED")
  const rest = first === -1 ? [] : states.slice(first + 1)
  inspection.require(
    rest.every((state) => state === "PENDING"),
    named(swap),
    "a leg went on before the one ahead of it was confirmed",
    "confirmed legs, one that is at work, the others PENDING",
    listed(states)
  )
  const allowed: Readonly<Record<Swap["state"], (state: string) => boolean>> = {
    PENDING: (state) => state === "PENDING",
    RUNNING: () => true,
    COMPLETED: (state) => state === "CONFIRMED",
    FAILED: (state) => state === "PENDING" || state === "FAILED",
    STRANDED: () => true
  }
  inspection.require(
    states.every(allowed[swap.state]),
    named(swap),
    "its state is not what its legs say",
    swap.state === "FAILED" ? "nothing moved" : swap.state,
    listed(states)
  )
  const hasMoved = states.some((state) => state !== "PENDING" && state !== "FAILED")
  inspection.require(
    swap.state !== "STRANDED" || hasMoved,
    named(swap),
    "it is stranded, but nothing of it moved",
    "FAILED",
    swap.state
  )
  const isOver = swap.state === "FAILED" || swap.state === "STRANDED"
  const isExplained = isOver === (swap.error !== null)
  inspection.require(isExplained, named(swap), "state and error contradict each other", swap.state, String(swap.error))
}

const legs: Invariant<Evidence> = {
  name: "swap-legs",
  holds:
    "a swap's legs are confirmed in their order, its state is what they say, and each that moves value on our side is booked once and exactly",
  of: "swaps",
  inspect: (evidence, inspection) => {
    for (const swap of evidence.of.swap.values()) {
      inspection.look()
      const count = swap.network === "lightning" ? 4 : 3
      inspection.equal(named(swap), "it has not the legs of its network", String(count), String(swap.legs.length))
      requireCourse(inspection, swap)
      const owed = `swap-owed/${swap.owner}`
      const isConfirmed = (leg: number) => swap.legs[leg]?.state === "CONFIRMED"
      const [units, sats] = [BigInt(swap.units), BigInt(swap.legs[1]?.actualAmountOut ?? 0)]
      requireBooked(inspection, named(swap), evidence.bookedFor(swap.id), swapTemplates, [
        ...dueIf(isConfirmed(0), `${swap.id}/swapReceived`, moved("DEPIX", units, "treasury", owed)),
        ...dueIf(isConfirmed(1), `${swap.id}/swapExchanged`, [
          ...moved("DEPIX", units, owed, "treasury"),
          ...moved("BTC", sats, "treasury", owed)
        ]),
        ...dueIf(isConfirmed(2), `${swap.id}/swapDelivered`, moved("BTC", sats, owed, "treasury"))
      ])
      if (isConfirmed(1)) {
        const least = BigInt(swap.poolMinimum ?? swap.minAmountOut)
        inspection.require(
          sats >= least && least >= BigInt(swap.minAmountOut),
          named(swap),
          "the pool gave less than was asked for",
          `${swap.minAmountOut} sats or more, ${least} asked for`,
          `${sats} sats`
        )
      }
    }
  }
}

const neverRepeated: Invariant<Evidence> = {
  name: "swap-never-repeated",
  holds:
    "a swap has the id of its request, one authorization that is wiped once it is used, and no movement of a leg is that of another",
  of: "swaps and their movements",
  inspect: (evidence, inspection) => {
    const movements = new Map<string, string>()
    for (const swap of evidence.of.swap.values()) {
      inspection.look()
      const digest = createHash("sha256").update(`swap/${swap.owner}/${swap.clientRequestId}`).digest("hex")
      inspection.equal(
        named(swap),
        "its id is not that of its request",
        `swp_${digest.slice(0, 30)}${swap.owner.slice(-2)}`,
        swap.id
      )
      swap.legs.forEach((leg, number) => {
        const ids = { origin: leg.originTxHash, pool: leg.swapRequestId, destination: leg.destinationTxHash }
        for (const [what, id] of Object.entries(ids)) {
          if (id === null) continue
          inspection.look()
          const movement = `${what} of leg ${number}: ${id}`
          const other = movements.get(movement)
          const problem = "one of its movements is that of another swap"
          inspection.require(
            other === undefined,
            named(swap),
            problem,
            "a movement of its own",
            `${movement}, ${other}`
          )
          movements.set(movement, swap.id)
        }
        const isEvidenced = Object.values(ids).some((id) => id !== null)
        const isConfirmed = leg.state === "CONFIRMED"
        inspection.require(
          isEvidenced === isConfirmed,
          named(swap),
          `leg ${number} and its evidence contradict each other`,
          isConfirmed ? "evidence" : "none",
          isConfirmed ? "none" : listed(Object.values(ids).filter((id) => id !== null))
        )
      })
      const authorization = evidence.of.swapAuthorization.get(swap.id)
      const isUsed = swap.legs[0]?.state !== "PENDING" || swap.state === "FAILED"
      inspection.require(
        authorization !== undefined && (!isUsed || authorization.sealed === null),
        named(swap),
        "its authorization could be used again",
        "one that is wiped",
        authorization === undefined ? "none" : "one with a seed"
      )
    }
  }
}

const ends: Invariant<Evidence> = {
  name: "swap-ends",
  holds:
    "every swap that is not at its end has a job, every authorization that holds has a deadline, and a stranded swap has a review",
  of: "swaps",
  inspect: (evidence, inspection) => {
    for (const swap of evidence.of.swap.values()) {
      inspection.look()
      const isOpen = swap.state === "PENDING" || swap.state === "RUNNING"
      if (isOpen) {
        evidence.requireJob(inspection, named(swap), `advance-swap/${swap.id}`, "advance-swap", swap.id)
      }
      if (typeof evidence.of.swapAuthorization.get(swap.id)?.sealed === "string") {
        evidence.requireJob(inspection, named(swap), `expire-swap/${swap.id}`, "expire-swap", swap.id)
      }
      const isSeen = evidence.raisedOf(swap.id).some(({ reason }) => reason.startsWith("stranded"))
      const problem = "it is stranded, and no operator is to decide it"
      inspection.require(swap.state !== "STRANDED" || isSeen, named(swap), problem, "a review", "none")
    }
  }
}

export const swapInvariants: ReadonlyArray<Invariant<Evidence>> = [legs, neverRepeated, ends]
