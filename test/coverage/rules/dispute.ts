// What disputes have to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "dispute-states", text: "every state and trigger has its answer", source: "spec Dispute status" },
  { id: "dispute-any-order", text: "legs in any order, twice or missing, end the same", source: "C31" },
  { id: "dispute-never-reopens", text: "a later CREATED never reopens", source: "C31" },
  { id: "dispute-events", text: "each status is an event of its own", source: "spec Events" },
  { id: "dispute-emitted-once", text: "each status is reported once", source: "spec Dispute events" },
  {
    id: "dispute-payload",
    text: "all four share one payload, with null where nothing is known",
    source: "spec Dispute events"
  },
  { id: "dispute-partial", text: "the contested value may be below the charge's", source: "spec Dispute events" },
  { id: "dispute-one-per-pix", text: "one MED for a PIX, whatever the case of its id", source: "spec Dispute events" },
  {
    id: "dispute-no-charge",
    text: "walletCharge is null when the PIX funded no charge",
    source: "spec Dispute events"
  },
  { id: "dispute-moves-no-money", text: "an accepted dispute moves nothing, the confirmed return does", source: "C31" },
  { id: "dispute-owner", text: "the PIX's owner is notified, the operator of an unknown one", source: "0082" },
  { id: "dispute-contradiction", text: "two decisions are put before the operator", source: "0082" }
]
