// The records of payouts, Lightning invoices, wallets, transfers, swaps, disputes, identities and the operator, as far as the
// audit judges them.
import { Schema } from "effect"

const text = Schema.String
const maybeText = Schema.NullOr(text)
/** Why something was not done: of reasons the audit judges whether there is one. */
const maybeReason = Schema.NullOr(Schema.Struct({ code: text }))
/** An amount in cents, a count, or Unix milliseconds. */
const whole = Schema.Int
const maybeWhole = Schema.NullOr(whole)
/** Smallest units. */
const anyWholeText = text.check(Schema.isPattern(/^(?:0|-?[1-9]\d*)$/))
const wholeText = text.check(Schema.isPattern(/^(?:0|[1-9]\d*)$/))
/** The same, of either sign. */
const signedText = text.check(Schema.isPattern(/^(?:0|-?[1-9]\d*)$/))
const price = Schema.Struct({ numerator: wholeText, denominator: wholeText })
const identified = { id: text, owner: text }
/** Absent in payments from before they were told apart by it. */
const duplicateFingerprint = Schema.optionalKey(text)
/** Absent where the destination names no key. */
const pixKeyDigest = Schema.optionalKey(text)

const payouts = {
  payout: Schema.Struct({
    ...identified,
    subAccountId: text,
    walletId: text,
    externalId: maybeText,
    state: Schema.Literals([
      "DEBITING",
      "PAYING",
      "COMPLETED",
      "FAILED",
      "OWED",
      "RESTORING",
      "RESTORED",
      "RETURNING",
      "GIVEN_BACK",
      "RESTORING_PAID",
      "RESTORED_PAID",
      "RETURNING_PAID",
      "GIVEN_BACK_PAID",
      "REFUNDED"
    ]),
    network: text,
    asset: text,
    value: whole,
    fee: whole,
    rate: price,
    units: wholeText,
    address: text,
    manualRefundsTo: Schema.optionalKey(Schema.Struct({ network: text, address: text })),
    transactionHash: maybeText,
    paidAt: maybeWhole,
    endToEndId: maybeText,
    refusal: maybeReason,
    returned: whole,
    refunded: whole,
    refunding: whole,
    duplicateFingerprint,
    pixKeyDigest,
    createdAt: whole
  }),
  lightningInvoice: Schema.Struct({
    ...identified,
    subAccountId: text,
    state: Schema.Literals([
      "WAITING",
      "EXPIRED",
      "PAYING",
      "COMPLETED",
      "OWED",
      "RESTORING",
      "RESTORED",
      "RETURNING",
      "GIVEN_BACK",
      "RESTORING_PAID",
      "RESTORED_PAID",
      "RETURNING_PAID",
      "GIVEN_BACK_PAID",
      "REFUNDED"
    ]),
    value: whole,
    fee: whole,
    sats: wholeText,
    rate: price,
    bolt11: text,
    paymentHash: text,
    endToEndId: maybeText,
    paidAt: maybeWhole,
    refusal: maybeReason,
    returned: whole,
    refunded: whole,
    refunding: whole,
    refundTxId: maybeText,
    pixKeyDigest,
    createdAt: whole
  })
} as const

const movements = {
  movement: Schema.Struct({
    ...identified,
    subjectKind: text,
    subject: text,
    purpose: text,
    about: Schema.NullOr(Schema.Struct({
      attempt: Schema.optionalKey(whole),
      answers: Schema.optionalKey(text),
      order: Schema.optionalKey(text)
    })),
    cents: Schema.NullOr(whole),
    order: Schema.Struct({
      kind: text,
      paymentId: Schema.optionalKey(text),
      address: Schema.optionalKey(text),
      asset: Schema.optionalKey(text),
      network: Schema.optionalKey(text),
      units: Schema.optionalKey(wholeText),
      sats: Schema.optionalKey(wholeText),
      minimumSats: Schema.optionalKey(wholeText),
      maximumFee: Schema.optionalKey(wholeText),
      mostSats: Schema.optionalKey(wholeText),
      value: Schema.optionalKey(whole)
    }),
    state: Schema.Literals(["PLANNED", "SENDING", "HELD", "CANCELLING", "DONE", "REFUSED", "CANCELLED"]),
    via: maybeText,
    sendings: whole,
    sentAt: Schema.NullOr(whole),
    doubtedAt: Schema.NullOr(whole),
    moved: Schema.optionalKey(wholeText),
    lost: Schema.optionalKey(wholeText),
    reserved: Schema.optionalKey(Schema.Literal(true)),
    counted: Schema.optionalKey(Schema.Literal(true)),
    receipt: Schema.NullOr(Schema.Struct({
      kind: text,
      cost: Schema.optionalKey(Schema.Union([whole, Schema.Struct({ coin: text, units: wholeText })])),
      transactionHash: Schema.optionalKey(text),
      paymentHash: Schema.optionalKey(text),
      transferId: Schema.optionalKey(text),
      requestId: Schema.optionalKey(text),
      endToEndId: Schema.optionalKey(Schema.NullOr(text)),
      returnEndToEndId: Schema.optionalKey(text),
      sats: Schema.optionalKey(wholeText),
      fee: Schema.optionalKey(Schema.NullOr(wholeText))
    })),
    reversals: Schema.Array(Schema.Struct({ returnId: text, value: whole })),
    history: Schema.optionalKey(Schema.Array(Schema.Struct({ on: text, from: text, to: text, at: whole }))),
    reason: maybeReason,
    createdAt: whole
  })
} as const

const wallets = {
  wallet: Schema.Struct({
    ...identified,
    subAccountId: text,
    role: Schema.Literals(["default", "made"]),
    networks: Schema.Array(text),
    protectedSymmetricKey: text,
    sealedSeed: text
  }),
  walletMirror: Schema.Struct(identified),
  keysRead: Schema.Struct({ ...identified, readAt: whole }),
  keysHour: Schema.Struct({ ...identified, startedAt: whole, wallets: whole }),
  pinState: Schema.Struct({
    ...identified,
    counted: whole,
    attempts: Schema.Array(
      Schema.Struct({ number: whole, at: whole, outcome: Schema.Literals(["open", "wrong"]) })
    )
  }),
  pinSession: Schema.Struct({
    ...identified,
    subAccountId: text,
    digest: text,
    expiresAt: whole,
    usedAt: maybeWhole
  }),
  transfer: Schema.Struct({
    ...identified,
    subAccountId: text,
    walletId: text,
    state: Schema.Literals(["SUBMITTED", "CONFIRMED", "FAILED"]),
    asset: text,
    network: text,
    units: wholeText,
    recipientAddress: text,
    toSubAccountId: maybeText,
    txHash: maybeText,
    refusal: maybeReason,
    duplicateFingerprint,
    createdAt: whole
  }),
  transferReceipt: Schema.Struct({
    ...identified,
    subAccountId: text,
    transferId: text,
    asset: text,
    network: text,
    units: wholeText,
    txHash: text,
    createdAt: whole
  }),
  transferClaim: Schema.Struct({ ...identified, transferId: text }),
  transferTurn: Schema.Struct(identified)
} as const

const swaps = {
  swap: Schema.Struct({
    ...identified,
    subAccountId: text,
    walletId: text,
    clientRequestId: text,
    state: Schema.Literals(["PENDING", "RUNNING", "COMPLETED", "FAILED", "STRANDED"]),
    units: wholeText,
    network: Schema.Literals(["spark", "lightning"]),
    minAmountOut: wholeText,
    poolMinimum: Schema.NullOr(wholeText),
    poolMaximum: Schema.NullOr(wholeText),
    error: maybeText,
    confirmedLegs: whole,
    originTxHash: maybeText,
    output: Schema.NullOr(wholeText),
    createdAt: whole
  }),
  swapAuthorization: Schema.Struct({ ...identified, sealed: maybeText, expiresAt: whole })
} as const

const side = Schema.Struct({
  expiresAt: whole,
  completedAt: maybeWhole,
  fileId: maybeText,
  fileType: maybeText
})

const people = {
  dispute: Schema.Struct({
    ...identified,
    endToEndId: text,
    state: Schema.Literals(["CREATED", "CANCELED", "REJECTED", "ACCEPTED"]),
    depositId: maybeText,
    legs: Schema.Array(
      Schema.Struct({
        status: Schema.Literals(["CREATED", "CANCELED", "REJECTED", "ACCEPTED"]),
        disputeId: maybeText,
        value: whole
      })
    )
  }),
  kycAttempt: Schema.Struct({
    ...identified,
    subAccountId: text,
    status: Schema.Literals(["PENDING", "REVIEW", "APPROVED", "REJECTED", "EXPIRED", "FAILED"]),
    approvedAt: maybeWhole,
    submitted: Schema.optionalKey(Schema.Struct({ kind: text, source: text })),
    rejection: Schema.optionalKey(Schema.Struct({ reason: maybeText }))
  }),
  kycDocument: Schema.Struct({
    ...identified,
    subAccountId: text,
    sessionId: maybeText,
    front: side,
    back: Schema.NullOr(side),
    erasedAt: Schema.optionalKey(whole)
  }),
  kycSubmission: Schema.Struct({ ...identified, sealed: maybeText }),
  kycImport: Schema.Struct({
    ...identified,
    state: Schema.Literals(["ASKING", "TAKEN", "OPEN"]),
    attemptId: text
  })
} as const

const operators = {
  approval: Schema.Struct({ ...identified, action: text, subject: text, input: text, state: text, createdAt: whole }),
  operatorAct: Schema.Struct({ ...identified, action: text, subject: text, detail: text, createdAt: whole }),
  providerFact: Schema.Struct({
    ...identified,
    sender: text,
    eventId: maybeText,
    type: text,
    subject: text,
    digest: text,
    outcome: Schema.Literals(["applied", "ignored", "kept", "review", "unsupported"]),
    times: whole,
    fact: maybeText
  }),
  command: Schema.Struct({ ...identified, result: Schema.optionalKey(text), sealed: maybeText }),
  reconcileTally: Schema.Struct({ ...identified, restored: whole, dead: whole }),
  floatLevel: Schema.Struct({ ...identified, asset: text, place: text, units: wholeText, readAt: whole }),
  treasuryUse: Schema.Struct({
    ...identified,
    asset: text,
    place: text,
    hours: Schema.Array(Schema.Struct({ from: whole, units: wholeText }))
  }),
  floatWatch: Schema.Struct({
    ...identified,
    floats: Schema.Array(Schema.Struct({ network: text, what: text, units: wholeText, level: text, since: whole }))
  }),
  treasurySweep: Schema.Struct({
    ...identified,
    reference: text,
    asset: text,
    network: text,
    units: wholeText,
    address: text,
    previous: maybeText,
    state: Schema.Literals(["ORDERED", "DONE", "REFUSED"]),
    transactionHash: maybeText,
    refusal: maybeReason
  }),
  railComparison: Schema.Struct({
    ...identified,
    comparedTo: whole,
    difference: Schema.NullOr(anyWholeText),
    looks: Schema.Array(Schema.Struct({ difference: anyWholeText, moved: wholeText })),
    journalTo: wholeText,
    unlisted: Schema.Array(
      Schema.Struct({ name: text, owner: text, subject: text, cents: anyWholeText, at: whole })
    ),
    unbooked: Schema.Array(Schema.Struct({ name: text, at: whole }))
  }),
  closing: Schema.Struct({
    ...identified,
    place: text,
    day: text,
    closedAt: whole,
    lines: Schema.Array(Schema.Struct({
      kind: text,
      asset: text,
      statement: Schema.NullOr(Schema.Struct({ count: whole, units: anyWholeText })),
      journal: Schema.Struct({ count: whole, units: anyWholeText })
    })),
    open: Schema.Array(Schema.Struct({
      movement: text,
      kind: text,
      asset: text,
      statement: Schema.NullOr(anyWholeText),
      journal: Schema.NullOr(anyWholeText),
      subject: maybeText,
      since: text
    })),
    beyond: Schema.Array(Schema.Struct({ asset: text, count: whole, units: anyWholeText })),
    unreadable: whole,
    balances: Schema.Array(
      Schema.Struct({ asset: text, held: anyWholeText, booked: Schema.NullOr(anyWholeText) })
    ),
    journalTo: wholeText
  }),
  sweep: Schema.Struct({ ...identified, after: maybeText }),
  erasure: Schema.Struct({ ...identified, sealed: maybeText, dueAt: whole, erasedAt: maybeWhole }),
  personExport: Schema.Struct({ ...identified, createdAt: whole }),
  documentUsage: Schema.Struct({ ...identified, count: whole, bytes: whole }),
  keyRing: Schema.Struct({ ...identified, kept: text, keys: Schema.Array(Schema.Struct({ id: text })), current: text }),
  resealing: Schema.Struct({
    ...identified,
    places: Schema.Record(text, Schema.Struct({ after: text, seen: whole })),
    endedAt: maybeWhole
  }),
  auditTally: Schema.Struct({ ...identified, audits: whole, checks: whole, violations: Schema.Record(text, whole) }),
  statementBlock: Schema.Struct({
    ...identified,
    subAccountId: text,
    from: whole,
    counts: Schema.Record(text, Schema.Array(maybeWhole))
  }),
  bookDay: Schema.Struct({
    ...identified,
    first: wholeText,
    last: wholeText,
    hours: Schema.Record(text, Schema.Array(signedText))
  }),
  bookMonth: Schema.Struct({ ...identified, sums: Schema.Record(text, signedText) }),
  bookPlace: Schema.Struct({ ...identified, place: wholeText, since: whole }),
  seal: Schema.Struct({
    ...identified,
    number: whole.check(Schema.isGreaterThanOrEqualTo(1)),
    first: wholeText,
    last: wholeText,
    entries: whole,
    previous: text,
    hash: text,
    sealedAt: whole
  })
} as const

export const newerShapes = { ...payouts, ...movements, ...wallets, ...swaps, ...people, ...operators } as const
