// Disputes, as everybody else has to know them.
import { browsable } from "../../engine/resource/browsable.ts"
import { type Prospects, living } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { paymentResource } from "../movement/outcomes.ts"
import { type DisputeGuardFacts, type DisputeTrigger, disputeStates } from "./dispute.states.ts"
import { type Dispute, Disputes, disputeStatuses, hasLeg, triggerOf } from "./dispute.ts"

const prospects: Prospects<Dispute, DisputeTrigger, DisputeGuardFacts> = (dispute, _, on) =>
  disputeStatuses.filter((status) => triggerOf[status] === on).map((status) => ({ isNews: !hasLeg(dispute, status) }))

const rows = browsable(Disputes, {
  states: disputeStates.states,
  final: ["CANCELED", "REJECTED", "ACCEPTED"],
  listed: { by: "all", list: "all" },
  row: (dispute) => ({
    id: dispute.id,
    subAccountId: null,
    end: null,
    asset: null,
    network: null,
    value: dispute.legs[0]?.value ?? null,
    assetAmount: null,
    fee: null,
    externalId: null,
    endToEndId: dispute.endToEndId,
    txHash: null,
    settled: null
  }),
  outline: none
})

export const disputeResource = paymentResource(Disputes, {
  explanation: living(Disputes, disputeStates, ({ state }) => state, prospects),
  outcomes: none,
  browsable: rows,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
