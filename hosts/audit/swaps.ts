// DePix swaps: `swap-legs`, `swap-never-repeated` and `swap-ends`.
import { createHash } from "node:crypto"
import type { Body } from "./bodies.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"
import { moved } from "./moves.ts"
import { swapTemplates } from "./templates.ts"
import { isOf } from "./reviews.ts"

type Swap = Body<"swap">

const named = ({ id, state }: Swap): string => `swap ${id} (${state})`
/** The movements of a swap's legs, in their order. */
const legsOf = ({ of }: Evidence, { id, network }: Swap): ReadonlyArray<Body<"movement"> | undefined> =>
  Array.from({ length: network === "lightning" ? 4 : 3 }, (_, leg) => of.movement.get(`leg-${leg}/${id}`))

const stateOf = (movement: Body<"movement"> | undefined): string => movement?.state ?? "PENDING"

const requireCourse = (inspection: Inspection, swap: Swap, states: ReadonlyArray<string>): void => {
  const first = states.findIndex((state) => state !== "DONE")
  const rest = first === -1 ? [] : states.slice(first + 1)
  inspection.require(
    rest.every((state) => state === "PENDING"),
    named(swap),
    "a leg went on before the one ahead of it was confirmed",
    "confirmed legs, one that is at work, the others PENDING",
    listed(states)
  )
  const done = states.filter((state) => state === "DONE").length
  inspection.equal(named(swap), "it counts other legs than happened", String(done), String(swap.confirmedLegs))
  const allowed: Readonly<Record<Swap["state"], (state: string) => boolean>> = {
    PENDING: (state) => state === "PENDING",
    RUNNING: () => true,
    COMPLETED: (state) => state === "DONE",
    FAILED: (state) => state === "PENDING" || state === "REFUSED",
    STRANDED: () => true
  }
  inspection.require(
    states.every(allowed[swap.state]),
    named(swap),
    "its state is not what its legs say",
    swap.state === "FAILED" ? "nothing moved" : swap.state,
    listed(states)
  )
  const hasMoved = states.some((state) => state !== "PENDING" && state !== "REFUSED")
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
      const movements = legsOf(evidence, swap)
      requireCourse(inspection, swap, movements.map(stateOf))
      const given = movements[1]?.receipt?.sats ?? null
      inspection.equal(named(swap), "the pool gave something else", given ?? "nothing", swap.output ?? "nothing")
      const owed = `swap-owed/${swap.owner}`
      const isConfirmed = (leg: number) => movements[leg]?.state === "DONE"
      const [units, sats] = [BigInt(swap.units), BigInt(given ?? 0)]
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
          "the pool gave less than was requested",
          `${swap.minAmountOut} sats or more, ${least} requested`,
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
    const proofs = new Map<string, string>()
    for (const swap of evidence.of.swap.values()) {
      inspection.look()
      const digest = createHash("sha256").update(`swap/${swap.owner}/${swap.clientRequestId}`).digest("hex")
      inspection.equal(
        named(swap),
        "its id is not that of its request",
        `swp_${digest.slice(0, 30)}${swap.owner.slice(-2)}`,
        swap.id
      )
      legsOf(evidence, swap).forEach((leg, number) => {
        const { requestId, transferId } = leg?.receipt ?? {}
        for (const [what, id] of Object.entries({ transfer: transferId, request: requestId })) {
          if (id === undefined) continue
          inspection.look()
          const proof = `${what} of leg ${number}: ${id}`
          const other = proofs.get(proof)
          const problem = "one of its movements is that of another swap"
          inspection.require(other === undefined, named(swap), problem, "a movement of its own", `${proof}, ${other}`)
          proofs.set(proof, swap.id)
        }
      })
      const authorization = evidence.of.swapAuthorization.get(swap.id)
      const isUsed = legsOf(evidence, swap)[0] !== undefined || swap.state === "FAILED"
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
      const isSeen = evidence.raisedOf(swap.id).some(isOf("stranded"))
      const problem = "it is stranded, and no operator is to decide it"
      inspection.require(swap.state !== "STRANDED" || isSeen, named(swap), problem, "a review", "none")
    }
  }
}

export const swapInvariants: ReadonlyArray<Invariant<Evidence>> = [legs, neverRepeated, ends]
