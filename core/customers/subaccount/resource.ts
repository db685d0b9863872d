// Subaccounts, as everybody else has to know them.
import { still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { Subaccounts } from "./subaccount.ts"

export const subaccountResource = resource(Subaccounts, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
