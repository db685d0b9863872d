// What may still happen to a swap.
import type { Prospects } from "../../engine/resource/explanation.ts"
import type { Movement, Purpose } from "../movement/movement.ts"
import type { MovementNews } from "../movement/news.ts"
import { canStillReport } from "../movement/prospects.ts"
import { type Swap, legPurpose, legsTo } from "./swap.ts"
import type { SwapGuardFacts, SwapTrigger } from "./swap.states.ts"

export const swapProspects: Prospects<Swap, SwapTrigger, SwapGuardFacts, Movement> = (swap, movements, on) => {
  const { confirmedLegs, network, poolMinimum } = swap
  const nothingMoved = poolMinimum === null
  const legs = legsTo(network).map((leg) => ({
    isFor: (purpose: Purpose) => purpose === legPurpose(leg),
    known: { leg, isLastLeg: leg === legsTo(network).length - 1, isNext: leg === confirmedLegs, nothingMoved }
  }))
  const reporting = (news: MovementNews["on"]) =>
    legs.filter(({ isFor }) => canStillReport(movements, isFor, news)).map(({ known }) => known)
  switch (on) {
    case "legConfirmed":
      return reporting("moved")
    case "legRefused":
      return reporting("refused")
    // Each look-up in vain is reported.
    case "legDoubted":
      return legs.filter(({ known }) => known.isNext).map(({ known }) => known)
    case "legSubmitted":
      return legs.filter(({ isFor }) => !movements.some(({ value }) => isFor(value.purpose))).map(({ known }) => known)
    case "claimed":
    case "expired":
    case "stopped":
      return [{ leg: undefined, nothingMoved }]
  }
}
