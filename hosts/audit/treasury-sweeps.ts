// Sweeps of treasuries: `sweep-exact`. What was taken out is on the books once, with the amount and the hash of its one movement.
import type { Body } from "./bodies.ts"
import { dueIf, requireBooked } from "./booked.ts"
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import { moved } from "./moves.ts"
import { sweepTemplates } from "./templates.ts"

type Sweep = Body<"treasurySweep">
const named = ({ id, state }: Sweep): string => `sweep ${id} (${state})`

const requireMoved = (inspection: Inspection, evidence: Evidence, sweep: Sweep): void => {
  const { address, asset, id, network, state, transactionHash, units } = sweep
  const movement = evidence.of.movement.get(`sweep/${id}`)
  const order = movement?.order
  inspection.equal(
    named(sweep),
    "its movement sends something else",
    `${units} ${asset} on ${network} to ${address}`,
    order === undefined ? "none" : `${order.units} ${order.asset} on ${order.network} to ${order.address}`
  )
  const states: Readonly<Record<string, Sweep["state"]>> = { DONE: "DONE", REFUSED: "REFUSED", CANCELLED: "REFUSED" }
  inspection.equal(named(sweep), "its movement says otherwise", states[movement?.state ?? ""] ?? "ORDERED", state)
  inspection.equal(
    named(sweep),
    "its hash is not that of its receipt",
    String(movement?.receipt?.transactionHash ?? null),
    String(transactionHash)
  )
}

const sweepExact: Invariant<Evidence> = {
  name: "sweep-exact",
  holds:
    "a sweep has one movement to its address, its entry when that is done and only then, an act of an operator, and none beside it is open",
  of: "sweeps of treasuries",
  inspect: (evidence, inspection) => {
    const acts = new Set([...evidence.of.operatorAct.values()].map(({ action, subject }) => `${action} ${subject}`))
    const sweeps = [...evidence.of.treasurySweep.values()]
    for (const sweep of sweeps) {
      inspection.look()
      requireMoved(inspection, evidence, sweep)
      const { asset, id, state, units } = sweep
      const due = dueIf(
        state === "DONE",
        `${id}/treasurySwept`,
        moved(asset, BigInt(units), "owner-drawings", "treasury")
      )
      requireBooked(inspection, named(sweep), evidence.bookedFor(id), sweepTemplates, due)
      const isOrdered = acts.has(`treasury.sweep ${sweep.id}`)
      inspection.require(isOrdered, named(sweep), "no operator is on record for having ordered it", "an act", "none")
    }
    const open = sweeps.filter(({ state }) => state === "ORDERED")
    for (const [place, among] of Map.groupBy(open, ({ asset, network }) => `${asset}@${network}`)) {
      inspection.require(among.length === 1, place, "several sweeps are open at once", "one", String(among.length))
    }
  }
}

export const treasurySweepInvariants: ReadonlyArray<Invariant<Evidence>> = [sweepExact]
