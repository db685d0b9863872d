// Letters of authorities, as everybody else has to know them.
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { still } from "../../engine/resource/explanation.ts"
import { Letters } from "./letter.ts"

export const letterResource = resource(Letters, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: true
})
