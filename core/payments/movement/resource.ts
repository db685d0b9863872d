// Movements, as everybody else has to know them.
import { living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { Movements } from "./movement.ts"
import { movementStates } from "./movement.states.ts"
import { paymentResource } from "./outcomes.ts"
import { movementProspects } from "./prospects.ts"

export const movementResource = paymentResource(Movements, {
  explanation: living(Movements, movementStates, ({ state }) => state, movementProspects),
  outcomes: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: true
})
