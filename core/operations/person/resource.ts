// Erasures, as everybody else has to know them.
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { sealedOnce } from "../../engine/resource/sealed-texts.ts"
import { Erasures, personPlace } from "./erasure.ts"

export const erasureResource = resource(Erasures, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealedOnce(Erasures, ({ id }) => personPlace(id)),
  isAnnounced: false,
  isInner: false
})
