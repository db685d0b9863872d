// Reviews, and what operators did, as everybody else has to know them.
import { still } from "../resource/explanation.ts"
import { none } from "../resource/none.ts"
import { resource } from "../resource/resource.ts"
import { OperatorActs } from "./operator-act.ts"
import { Reviews } from "./review.ts"

export const reviewResource = resource(Reviews, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: true
})

export const operatorActResource = resource(OperatorActs, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: true
})
