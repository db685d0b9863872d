// Orders that wait for a second operator, as everybody else has to know them.
import { still } from "../resource/explanation.ts"
import { none } from "../resource/none.ts"
import { resource } from "../resource/resource.ts"
import { Approvals } from "./approval.ts"

export const approvalResource = resource(Approvals, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
