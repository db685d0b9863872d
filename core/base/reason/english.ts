// The English of reasons: one sentence for each code. It is shown to operators and developers, and nothing reads it.
import type { Reason } from "./reason.ts"
import { type ReasonWords, reasonsIn } from "./wording.ts"

const english: ReasonWords = {
  float: "there is too little to send it from",
  fuel: "there is too little for fees, or they are too high",
  limit: "a limit is reached",
  paused: "sending is paused or not possible now",
  custody: "a signature is missing",
  approval: "an approval is missing",
  manual: "an operator has to do it at the provider",

  noAnswer: "no answer",
  unreadable: "the answer cannot be read",
  notListed: "the answer is none that is documented",
  incomplete: "the answer lacks what proves it",
  ambiguous: "more than one matches",
  underWay: "it was accepted and is not final",
  notPaid: "it is not paid yet",
  notFound: "it cannot be found yet",
  reverted: "it was reverted, and is tried again",
  busy: "it is being done in another place",
  idTaken: "its id is that of another operation",
  notKept: "it cannot be stored or read now",
  notResent: "it was sent before, and cannot be sent again now",

  refusedByProvider: "the provider refused it",
  refusedByReceiver: "the receiver's side refused it",
  failed: "it failed for good",
  cameBack: "it came back",
  expired: "it has expired",
  cancelled: "it was cancelled",
  insufficientFunds: "the wallet holds less",
  frozen: "the tokens are frozen or blocked",
  badReceiver: "it cannot be sent to this receiver",
  badAmount: "this amount cannot be sent",
  badInvoice: "the invoice cannot be paid",
  feeTooHigh: "the fee is above its limit",
  documentGone: "a document is not kept any more",
  notSupported: "this is not offered here",
  notConfigured: "nothing is configured for it",

  absenceProvesNothing: "that it is not found proves nothing",
  onItsWay: "it may still be on its way out",
  claimTooOld: "the claim is too old: nothing was sent",
  changedMeanwhile: "it has changed meanwhile",
  needsSeed: "it is sent by whoever has the seed",
  seedGone: "the seed is gone: nothing was sent",
  noInvoice: "there is no invoice to pay",
  neverReceived: "it was never received",
  deadlinePassed: "it was not sent before its deadline",
  withdrawn: "an operator decided not to send it",
  saidByOperator: "an operator says that it did not happen",
  floatUnread: "what the treasury holds cannot be read",
  otherAccount: "it was requested at another account than the one that is configured",
  sendingOff: "sending is switched off",
  notLookedUp: "it may have been sent before the restore, which cannot be checked now",
  mayStillLand: "it may have been sent before the restore, and may still take effect",
  alikeWasSent: "a transfer like it, which no movement explains, left around the restore",
  proofUsed: "what proves it has settled another movement",
  accountUnread: "the account at the provider cannot be read now",
  floatReserved: "there is too little beside what is under way",
  returnFirst: "a return of its payment is applied first",
  addressNotConfigured: "the configuration does not name its address any more",
  worthNothing: "worth nothing at the current price",

  chargePayable: "the charge can still be paid",
  underExamination: "under examination",
  underReview: "under manual review",
  maybeOurReturn: "a return of ours may be the one that was reported",
  paymentNotRequested: "the payment was not requested yet",
  paymentUnknown: "its payment is not known yet",
  otherRunHasSeed: "another run may have the seed",
  authorizationHolds: "the authorization still holds",
  somethingOpen: "something is open again",
  tookTooLong: "the step took too long",
  stepFailed: "the step did not end",
  noSuchTask: "no such task",

  noBalance: "the adapter tells no balance",
  notReadNow: "it cannot be read now",

  connectionFailed: "connection failed",
  closedWithoutAnswer: "closed without an answer",
  notSent: "not sent",
  notUrl: "not a URL",
  notHttp: "not an HTTP address",
  credentialsInUrl: "credentials in the URL",
  notHttps: "not HTTPS",
  notPublic: "not a public address",
  slowBefore: "it was slow before, and too many slow ones are being waited for",
  webhookRemoved: "the webhook was removed",

  differs: ({ amount, asset, detail }) => {
    const says = amount === undefined
      ? "the other side has something else under this id"
      : `the other side says that ${amount} ${asset} moved`
    return detail === undefined ? says : `${says}: ${detail}`
  },
  treasuryLimit: ({ amount, asset, most, per }) =>
    `${amount} ${asset} would pass the limit of ${most} ${asset} ${
      per === "movement" ? "a movement" : `in ${anHourOr(per)}`
    }`,
  belowLowMark: ({ asset, free }) => `the treasury would fall below its low mark: it has ${free} ${asset} to spend`,
  answered: ({ status }) => `answered ${status}`,
  noAnswerWithin: ({ ms }) => `no answer within ${ms} ms`,
  notPort: ({ port }) => `not port ${port}`,
  refusal: ({ error }) => `refused for now: ${error}`,
  networksUnread: ({ networks }) => networks.map(({ network, says }) => `${network}: ${says}`).join("; ")
}

const anHourOr = (per: "hour" | "day"): string => per === "hour" ? "an hour" : "a day"

/** A reason in English. */
export const englishReason: (of: Reason) => string = reasonsIn(english)
