// How rough the world is: how often each fault is drawn, by the name that the command line takes.
import type { FaultRates } from "./faults.ts"

const calm: FaultRates = {}

const rough: FaultRates = {
  killBeforeCall: 0.0004,
  killAfterCommit: 0.002,
  killAfterPort: 0.003,
  timeoutBefore: 0.04,
  timeoutAfter: 0.04,
  refused: 0.02,
  lostRefusal: 0.01,
  unavailable: 0.04,
  held: 0.06,
  malformed: 0.02,
  darkLookUp: 0.15,
  slowAnswer: 0.02,
  eventTwice: 0.1,
  eventEarly: 0.05,
  eventLate: 0.03,
  eventMonthLate: 0.002,
  eventLost: 0.05,
  eventContradicts: 0.02,
  eventWrongAmount: 0.03,
  returnUnnamed: 0.2,
  ownReturnReported: 0.3,
  settledAgain: 0.02,
  paymentReportLost: 0.1,
  paidOtherAmount: 0.08,
  paymentTimeUnknown: 0.1,
  stuckThenMined: 0.02,
  minedButFailed: 0.01,
  reorg: 0.02,
  partialHtlc: 0.02,
  feeAboveAllowance: 0.01,
  paidAfterExpiry: 0.3,
  commitUnavailable: 0.005,
  commitLostBefore: 0.003,
  commitLostAfter: 0.005,
  readUnavailable: 0.001,
  slowFlush: 0.002,
  queueUnavailable: 0.002,
  databaseAway: 0.02,
  clockSkew: 0.05,
  clockJumpBack: 0.03,
  clockJumpAhead: 0.03,
  calendarEdge: 0.3,
  leaseOutlived: 0.004,
  secretRotated: 0.003,
  flagFlipped: 0.006,
  kycRevoked: 0.004,
  keyRevoked: 0.004,
  receiverSlow: 0.02,
  receiverSilent: 0.02,
  receiverResets: 0.02,
  receiverRefuses: 0.05,
  receiverAway: 0.005
}

/** Everything three times as often. */
const chaos: FaultRates = Object.fromEntries(
  Object.entries(rough).map(([fault, rate]) => [fault, Math.min(0.3, rate * 3)])
)

/** Providers that answer little, and tell the opposite and too much. */
const lying: FaultRates = {
  ...rough,
  timeoutAfter: 0.25,
  refused: 0.12,
  lostRefusal: 0.05,
  darkLookUp: 0.6,
  eventEarly: 0.3,
  eventLate: 0.2,
  eventLost: 0.4,
  eventContradicts: 0.3,
  eventWrongAmount: 0.2
}

/** What goes wrong on any day. */
const usual: FaultRates = {
  timeoutBefore: 0.04,
  timeoutAfter: 0.04,
  unavailable: 0.04,
  refused: 0.02,
  held: 0.03,
  darkLookUp: 0.05,
  eventLost: 0.05,
  paymentReportLost: 0.1,
  paidOtherAmount: 0.15,
  stuckThenMined: 0.05,
  killAfterPort: 0.003
}

/** A store that loses commits, time and again. */
const restored: FaultRates = { ...usual, storeRestored: 0.05, commitsLost: 0.15 }

/** Accounts at providers that are changed, for hours or for good. */
const elsewhere: FaultRates = { ...usual, accountChanged: 0.08 }

export const profiles = { calm, rough, chaos, lying, restored, elsewhere } as const
export type Profile = keyof typeof profiles
