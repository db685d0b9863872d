// The lifecycle of a PIX that we pay for money that came in before, from when it is on its way: the part that payouts and
// Lightning invoices share (spec "Payout status"; C9, C10, C53). A doubt is no failure, and nothing undoes a settled PIX but
// its reversal. What came back had settled: its movement says so first.
import type { EventName } from "../../engine/event/event.ts"
import type * as templates from "../../engine/ledger/payout-templates.ts"
import type { TransitionRow } from "../../engine/machine/machine.ts"
import type { Cents } from "../../base/money/units.ts"
import type { pixPaymentTriggers } from "./pix-payment.triggers.ts"

/** What guards look at; amounts are cents, zero where the trigger has none. */
export interface PixPaymentGuardFacts {
  /** Whether what cannot be paid goes back without an order. */
  readonly goesBack: boolean
  /** Whether the PIX settled under an end-to-end id that is not known yet, and this fact tells it. */
  readonly tellsId: boolean
  readonly returnedBefore: Cents
  readonly returnedNow: Cents
  /** Given back to who had paid after the PIX had settled, and on its way there. */
  readonly refunded: Cents
  readonly refunding: Cents
}

/** The events that a row may emit. */
export type PixPaymentEvent = Extract<EventName, `PAYOUT_${string}`>

/** The entries that a row may post. */
export type PixPaymentPost = keyof typeof templates

/** What a row begins: a movement back, or a review. */
export type PixPaymentAsk = "restore" | "refund" | "review"

/** The states with what they mean; each table says what the interface shows for them. */
export const pixPaymentStates = {
  PAYING: "the PIX is on its way",
  COMPLETED: "the PIX has settled",
  OWED: "the PIX was refused: the operator decides about what came in",
  RESTORING: "the PIX was refused: what came in is on its way back",
  RESTORED: "the PIX was refused, and what came in is back",
  RETURNING: "the operator ordered that what came in goes back",
  GIVEN_BACK: "what the operator ordered back has arrived",
  RESTORING_PAID: "as RESTORING, and the PIX has settled after all",
  RESTORED_PAID: "as RESTORED, and the PIX has settled after all",
  RETURNING_PAID: "as RETURNING, and the PIX has settled after all",
  GIVEN_BACK_PAID: "as GIVEN_BACK, and the PIX has settled after all",
  REFUNDED: "the PIX had settled and came back, or the operator gave it back"
} as const
export type PixPaymentState = keyof typeof pixPaymentStates

const returned = ({ returnedBefore, returnedNow }: PixPaymentGuardFacts): bigint => returnedBefore + returnedNow

/** Whether what goes back, or went, is worth all that the bank has returned. */
export const isRefundedAhead = (facts: PixPaymentGuardFacts): boolean =>
  facts.refunded + facts.refunding >= returned(facts)

export const pixPaymentGuards = {
  goesBack: ({ goesBack }: PixPaymentGuardFacts) => goesBack,
  tellsId: ({ tellsId }: PixPaymentGuardFacts) => tellsId,
  hasReturned: ({ returnedBefore }: PixPaymentGuardFacts) => returnedBefore > 0n,
  refundedAhead: (facts: PixPaymentGuardFacts) => facts.refunded >= returned(facts),
  refundingAhead: isRefundedAhead,
  nothingOnItsWay: ({ refunding }: PixPaymentGuardFacts) => refunding === 0n,
  returnPending: ({ refunded, refunding, returnedBefore }: PixPaymentGuardFacts) =>
    returnedBefore > refunded + refunding
}

/** What the two kinds of payment announce and book differently when what came in goes back without an order. */
interface Differences {
  /** At the refusal, at the arrival, and when it cannot be sent. */
  readonly refused: ReadonlyArray<PixPaymentEvent>
  readonly restored: ReadonlyArray<PixPaymentEvent>
  readonly restoreRefused: ReadonlyArray<PixPaymentEvent>
  /** Entries beside those of whatever arrives. */
  readonly arrived: ReadonlyArray<PixPaymentPost>
}

type Row = TransitionRow<
  PixPaymentState,
  keyof typeof pixPaymentTriggers,
  keyof typeof pixPaymentGuards,
  PixPaymentPost,
  PixPaymentEvent,
  PixPaymentAsk
>

/** The rows that both tables have. */
export const pixPaymentRows = (
  { arrived, refused, restored, restoreRefused }: Differences
): ReadonlyArray<Row> => [
  { from: ["PAYING"], on: "doubted", to: "same", spec: "C10" },
  {
    from: ["PAYING", "OWED"],
    on: "pixSettled",
    to: "COMPLETED",
    post: ["payoutSettled", "payoutFeeEarned"],
    emit: ["PAYOUT_SUCCESSFUL"],
    spec: "Payout status, row 1; C9: also after a refusal, before anything was given back"
  },
  {
    from: ["PAYING"],
    on: "pixRefused",
    when: "goesBack",
    to: "RESTORING",
    emit: refused,
    ask: ["restore"],
    spec: "Payout status, row 2; C21"
  },
  {
    from: ["PAYING"],
    on: "pixRefused",
    to: "OWED",
    emit: ["PAYOUT_FAILED"],
    ask: ["review"],
    spec: "Payout status, row 2; C20: owed until the operator gives it back"
  },
  {
    from: ["RESTORING"],
    on: "restored",
    to: "RESTORED",
    post: ["payoutRestored", ...arrived],
    emit: restored,
    spec: "Payout status, row 2; C21"
  },
  {
    from: ["RETURNING"],
    on: "restored",
    to: "GIVEN_BACK",
    post: ["payoutRestored", ...arrived],
    emit: ["PAYOUT_REFUNDED"],
    spec: "PAYOUT_REFUNDED, manual refund"
  },
  {
    from: ["RESTORING"],
    on: "restoreRefused",
    to: "OWED",
    emit: restoreRefused,
    ask: ["review"],
    spec: "Payout status, row 2; C9: still owed"
  },
  { from: ["RETURNING"], on: "restoreRefused", to: "OWED", ask: ["review"], spec: "C9: still owed" },
  {
    from: ["RESTORING"],
    on: "pixSettled",
    to: "RESTORING_PAID",
    post: ["settledAfterRestoring"],
    ask: ["review"],
    spec: "C9: settled while what came in was on its way back"
  },
  {
    from: ["RETURNING"],
    on: "pixSettled",
    to: "RETURNING_PAID",
    post: ["settledAfterRestoring"],
    ask: ["review"],
    spec: "C9: settled while what came in was on its way back"
  },
  {
    from: ["RESTORED"],
    on: "pixSettled",
    to: "RESTORED_PAID",
    post: ["settledAfterRestoring"],
    ask: ["review"],
    spec: "C9: settled after what came in was given back"
  },
  {
    from: ["GIVEN_BACK"],
    on: "pixSettled",
    to: "GIVEN_BACK_PAID",
    post: ["settledAfterRestoring"],
    ask: ["review"],
    spec: "C9: settled after what came in was given back"
  },
  {
    from: ["RESTORING_PAID"],
    on: "restored",
    to: "RESTORED_PAID",
    post: ["payoutRestored", ...arrived],
    emit: restored,
    spec: "Payout status, row 2; C21"
  },
  {
    from: ["RETURNING_PAID"],
    on: "restored",
    to: "GIVEN_BACK_PAID",
    post: ["payoutRestored", ...arrived],
    emit: ["PAYOUT_REFUNDED"],
    spec: "PAYOUT_REFUNDED, manual refund"
  },
  {
    from: ["RESTORING_PAID", "RETURNING_PAID"],
    on: "restoreRefused",
    when: "hasReturned",
    to: "REFUNDED",
    post: ["lossCovered", "payoutFeeEarned"],
    emit: ["PAYOUT_SUCCESSFUL", "PAYOUT_REFUNDED"],
    ask: ["review"],
    spec: "Payout status, rows 1 and 3: paid, not given back, and returned by the receiver's bank"
  },
  {
    from: ["RESTORING_PAID", "RETURNING_PAID"],
    on: "restoreRefused",
    to: "COMPLETED",
    post: ["lossCovered", "payoutFeeEarned"],
    emit: ["PAYOUT_SUCCESSFUL"],
    spec: "Payout status, row 1: paid, and not given back"
  },
  {
    from: ["COMPLETED", "REFUNDED", "RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"],
    on: "pixSettled",
    when: "tellsId",
    to: "same",
    spec: "Payout status, row 1: endToEndId becomes available"
  },
  {
    from: ["RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"],
    on: "reversed",
    to: "same",
    post: ["returnedAfterRestoring"],
    ask: ["review"],
    spec: "C9: settled after what came in was given back, and returned"
  },
  {
    from: ["REFUNDED"],
    on: "reversed",
    when: "refundedAhead",
    to: "same",
    post: ["payoutReversed", "lossRecovered"],
    emit: ["PAYOUT_REFUNDED"],
    spec: "Payout status, row 3: the operator had given it back before"
  },
  {
    from: ["COMPLETED", "REFUNDED"],
    on: "reversed",
    when: "refundingAhead",
    to: "REFUNDED",
    post: ["payoutReversed"],
    emit: ["PAYOUT_REFUNDED"],
    spec: "Payout status, row 3: the operator is giving it back"
  },
  {
    from: ["COMPLETED", "REFUNDED"],
    on: "reversed",
    to: "REFUNDED",
    post: ["payoutReversed"],
    emit: ["PAYOUT_REFUNDED"],
    ask: ["review"],
    spec: "Payout status, row 3; PAYOUT_REFUNDED, refund pending manual review"
  },
  {
    from: ["OWED"],
    on: "refundOrdered",
    to: "RETURNING",
    ask: ["refund"],
    spec: "PAYOUT_REFUNDED, manual refund"
  },
  {
    from: ["COMPLETED"],
    on: "refundOrdered",
    when: "nothingOnItsWay",
    to: "same",
    ask: ["refund"],
    spec: "Payout status, row 3: the operator refunds"
  },
  {
    from: ["REFUNDED"],
    on: "refundOrdered",
    when: "returnPending",
    to: "same",
    ask: ["refund"],
    spec: "PAYOUT_REFUNDED, refund pending manual review"
  },
  {
    from: ["COMPLETED", "REFUNDED"],
    on: "refundedByOperator",
    to: "REFUNDED",
    post: ["reversalRefunded", "paidPayoutRefunded", ...arrived],
    emit: ["PAYOUT_REFUNDED"],
    spec: "Payout status, row 3; PAYOUT_REFUNDED, manual refund"
  },
  {
    from: ["COMPLETED", "REFUNDED"],
    on: "operatorRefundRefused",
    to: "same",
    ask: ["review"],
    spec: "PAYOUT_REFUNDED, manual refund"
  }
]

/** All of them. */
export const anyPixPaymentState = Object.keys(pixPaymentStates) as ReadonlyArray<PixPaymentState>

/** Where no row takes a trigger. Each outcome is booked once on its movement, so what comes again, or out of turn, is an alarm. */
export const pixPaymentElsewhere = {
  doubted: { ignore: anyPixPaymentState.filter((state) => state !== "PAYING") },
  pixSettled: {
    ignore: ["COMPLETED", "REFUNDED", "RESTORING_PAID", "RESTORED_PAID", "RETURNING_PAID", "GIVEN_BACK_PAID"]
  },
  pixRefused: {},
  reversed: {},
  restored: {},
  restoreRefused: {},
  refundOrdered: { reject: anyPixPaymentState.filter((state) => state !== "OWED") },
  refundedByOperator: {},
  operatorRefundRefused: {}
} as const satisfies Readonly<Record<keyof typeof pixPaymentTriggers, object>>

const itsMovement = { waits: "its movement" }
const theOperator = { waits: "the operator, who has it for review" }

/** Whom a PIX payment waits for in each state. */
export const pixPaymentOwed = {
  PAYING: itsMovement,
  COMPLETED: { waits: "no one: the rail reports a reversal" },
  OWED: theOperator,
  RESTORING: itsMovement,
  RESTORED: { waits: "no one" },
  RETURNING: itsMovement,
  GIVEN_BACK: { waits: "no one" },
  RESTORING_PAID: itsMovement,
  RESTORED_PAID: theOperator,
  RETURNING_PAID: itsMovement,
  GIVEN_BACK_PAID: theOperator,
  REFUNDED: { waits: "its movements, and else the operator" }
} as const
