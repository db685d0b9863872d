// Events, and the messages of providers, as everybody else has to know them.
import { still } from "../resource/explanation.ts"
import { none } from "../resource/none.ts"
import { resource } from "../resource/resource.ts"
import { Events } from "./event.ts"
import { FactTraces } from "./fact-trace.ts"

export const eventResource = resource(Events, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

export const providerFactResource = resource(FactTraces, {
  explanation: none,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: false,
  isInner: false
})
