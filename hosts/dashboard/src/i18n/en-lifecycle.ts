// What moves records, in English: triggers as the lifecycles themselves describe them, guards as they follow "when".
import { type LifecycleWords, triggers } from "../../../http/api/dashboard/vocabulary.ts"

/** The guards of every PIX that we pay. */
const payment = {
  tellsId: "it brings the end-to-end id that was missing",
  hasReturned: "part of the PIX came back before",
  refundedAhead: "as much was given back before",
  refundingAhead: "as much was given back before, or is on its way back",
  nothingOnItsWay: "nothing is on its way back",
  returnPending: "part of what the bank sent back is not given back yet"
} as const

export const enLifecycle: LifecycleWords = {
  deposit: {
    triggers: triggers.deposit,
    guards: {
      nothingReturned: "nothing was returned before",
      returnsEqualValue: "the returns add up to the whole value",
      returnsBelowValue: "the returns add up to less than the value",
      paysLess: "the PIX is below the charge",
      returnedEarly: "a return of it was reported first",
      deliversNothing: "it is worth nothing at the current price",
      deliversNothingRailReturns: "it is worth nothing at the current price, and the PIX provider returns it by itself",
      railReturns: "the PIX provider returns failed deposits by itself",
      isWithOperator: "nothing else happens to the payment any more",
      isRestDeliverable: "nothing else happens to the payment any more, and the rest is worth a delivery",
      returnsBelowValueUnsent: "something is left, and the delivery was never sent",
      returnsBelowReturnUnsent: "something is left, and our own return was not sent yet"
    }
  },
  dispute: {
    triggers: triggers.dispute,
    guards: { isNews: "no one has told this of the dispute before" }
  },
  kycAttempt: {
    triggers: triggers.kycAttempt,
    guards: { isProof: "it is a proof of a company that is approved" }
  },
  lightningInvoice: {
    triggers: triggers.lightningInvoice,
    guards: { goesBack: "the invoice names an address to refund to", ...payment }
  },
  movement: {
    triggers: triggers.movement,
    guards: {
      unsent: "nothing was sent",
      unprepared: "it was not made ready before",
      tellsProof: "it brings the id that was missing",
      restates: "an operator states anew how much of it moved",
      otherProof: "it brings another id than the one on record",
      fits: "all that came back is not more than what was paid",
      isRetriable: "its record has no order of its own for that"
    }
  },
  payout: {
    triggers: triggers.payout,
    guards: {
      goesBack: "refunds are automatic",
      ...payment,
      refundsReversal: "refunds are automatic, and less was given back before than the bank has returned"
    }
  },
  swap: {
    triggers: triggers.swap,
    guards: {
      nothingMoved: "nothing has moved",
      isNext: "every leg before it is confirmed",
      isReceipt: "it is the leg that takes the asset in",
      isExchange: "it is the leg that exchanges",
      isLastDelivery: "it is the leg that delivers, and no other follows",
      isDelivery: "it is the leg that delivers"
    }
  },
  transfer: {
    triggers: triggers.transfer,
    guards: {}
  },
  treasurySweep: {
    triggers: triggers.treasurySweep,
    guards: {}
  }
}
