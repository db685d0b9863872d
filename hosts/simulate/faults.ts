// Everything that goes wrong in a simulation, by name. A fault is injected at a place that has a name too, so that a run
// can be told again with exactly the faults that mattered.

/** Each kind with its group and what happens. */
export const faults = {
  killBeforeCall: ["process", "a process is killed before a call of it begins"],
  killAfterCommit: ["process", "a process is killed after its commit stood, before it could go on"],
  killAfterPort: ["process", "a process is killed after a provider did what it asked, before it could write that down"],
  timeoutBefore: ["provider", "a request never arrives, and the caller waits for its answer in vain"],
  timeoutAfter: ["provider", "a request takes effect, and the answer is lost"],
  refused: ["provider", "a provider refuses for good"],
  lostRefusal: ["provider", "a provider refuses for good, and the answer is lost"],
  unavailable: ["provider", "a provider answers that it can do nothing now"],
  held: ["provider", "a provider sends nothing for now: the float is empty, a limit is reached"],
  malformed: ["provider", "an answer arrives and cannot be read; the request took effect"],
  darkLookUp: ["provider", "a look-up finds out nothing"],
  slowAnswer: ["provider", "an answer takes longer than a lease"],
  eventTwice: ["event", "a provider tells the same event twice"],
  eventEarly: ["event", "an event overtakes the answer of the request that caused it"],
  eventLate: ["event", "an event comes hours later"],
  eventMonthLate: ["event", "an event comes thirty days later"],
  eventLost: ["event", "an event never comes; only a look-up tells"],
  eventContradicts: ["event", "an event tells the opposite of what happened"],
  eventWrongAmount: ["event", "an event tells more money than there was"],
  returnUnnamed: ["event", "an event of a return does not say its id"],
  ownReturnReported: ["event", "a rail reports a return of ours like any other"],
  settledAgain: ["event", "a payment is reported as settled a second time, under another end-to-end id"],
  paymentReportLost: ["event", "the report of a payment is lost; only the look-up of its charge finds it"],
  paidOtherAmount: ["payer", "a payer pays less or more than the charge"],
  paymentTimeUnknown: ["event", "an event of a payment does not say when it settled"],
  stuckThenMined: ["chain", "a transfer is stuck for hours and then final"],
  minedButFailed: ["chain", "a transfer is stuck and then final without effect"],
  reorg: ["chain", "a transfer was seen and is gone; sent again it becomes final"],
  partialHtlc: ["lightning", "a payment is held on its way for hours and then comes back"],
  feeAboveAllowance: ["lightning", "no route is cheap enough, and the payment is refused"],
  paidAfterExpiry: ["lightning", "an invoice is paid after it expired"],
  commitUnavailable: ["database", "a commit is turned away: a serialization failure, a deadlock, a lock time-out"],
  commitLostBefore: ["database", "the connection is lost with a commit that never arrived"],
  commitLostAfter: ["database", "the connection is lost after a commit that stands"],
  readUnavailable: ["database", "a read is turned away"],
  slowFlush: ["database", "a flush takes seconds"],
  databaseAway: ["database", "the database is away, or full, for minutes"],
  storeRestored: ["database", "the data store is restored from a backup of minutes before"],
  commitsLost: ["database", "a fail-over loses the last commits"],
  clockSkew: ["clock", "two processes believe different times, up to five minutes apart"],
  clockJumpBack: ["clock", "the clock of a process jumps back"],
  clockJumpAhead: ["clock", "the clock of a process jumps over a boundary: two minutes, a day"],
  calendarEdge: ["clock", "a leap day, the end of a year, the turn of summer time"],
  leaseOutlived: ["jobs", "a step outlives its lease, and another worker takes the job over"],
  queueUnavailable: ["jobs", "the queue cannot be asked"],
  receiverSlow: ["receiver", "a receiver answers after ten seconds"],
  receiverSilent: ["receiver", "a receiver never answers"],
  receiverResets: ["receiver", "a receiver takes an event and resets the connection"],
  receiverRefuses: ["receiver", "a receiver answers 500, 302 or 410"],
  receiverAway: ["receiver", "a receiver is away for an hour"],
  secretRotated: ["configuration", "a webhook's secret is rotated while events are on their way"],
  flagFlipped: ["configuration", "a flag of an account changes while payments are on their way"],
  kycRevoked: ["configuration", "an approval ends while payments are on their way"],
  keyRevoked: ["configuration", "a key is revoked between two requests of its holder"],
  accountChanged: [
    "configuration",
    "the PIX account, the Lightning node or the treasury is another one, for hours or for good"
  ]
} as const satisfies Readonly<Record<string, readonly [group: string, about: string]>>

export type Fault = keyof typeof faults

/** How often each fault is drawn where it is possible, between 0 and 1. */
export type FaultRates = Partial<Readonly<Record<Fault, number>>>
