// Sweeps of treasuries, as everybody else has to know them.
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { oneMovementProspects } from "../movement/prospects.ts"
import { hearTreasurySweep } from "./decide-treasury-sweep.ts"
import { sweepWaitsFor } from "./treasury-surplus.ts"
import { treasurySweepStates } from "./treasury-sweep.states.ts"
import { TreasurySweeps } from "./treasury-sweep.ts"

export const treasurySweepResource = paymentResource(TreasurySweeps, {
  explanation: living(TreasurySweeps, treasurySweepStates, ({ state }) => state, oneMovementProspects),
  outcomes: { hear: hearTreasurySweep, waitsFor: sweepWaitsFor },
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
})
