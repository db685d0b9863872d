// Commands, as everybody else has to know them.
import { still } from "../resource/explanation.ts"
import { none } from "../resource/none.ts"
import { resource } from "../resource/resource.ts"
import { sealedOnce } from "../resource/sealed-texts.ts"
import { Commands, sealPlace } from "./command.ts"

export const commandResource = resource(Commands, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: sealedOnce(Commands, sealPlace),
  isAnnounced: true,
  isInner: false
})
