// Why something was not done, has to wait, or is not known: a code, with data where the code alone does not say it. What a
// program decides by is the code; sentences are made of it in `english.ts` and in the dashboard's Portuguese.
import { Schema } from "effect"
import { assetCodes } from "../money/assets.ts"

/**
 * Why nothing was sent, for a reason of our own. `manual`: the other side takes no such order at all, so an operator does it there.
 * `notConfigured`: no settings name what it needs, and once they do it is sent.
 */
export const holdCodes = ["float", "fuel", "limit", "paused", "custody", "approval", "manual", "notConfigured"] as const
export type HoldCode = (typeof holdCodes)[number]

/** What a port says of a call whose outcome is unknown: no answer, or none that says what became of it. */
const unknownCodes = [
  "noAnswer",
  "unreadable",
  "notListed",
  "incomplete",
  "ambiguous",
  "underWay",
  "notPaid",
  "notFound",
  "reverted",
  "busy",
  "notKept",
  "notResent"
] as const

/** What a port says of a call that was refused for good. */
export const refusalCodes = [
  "refusedByProvider",
  "refusedByReceiver",
  "failed",
  "cameBack",
  "expired",
  "deadlinePassed",
  "cancelled",
  "insufficientFunds",
  "frozen",
  "badReceiver",
  "badAmount",
  "badInvoice",
  "feeTooHigh",
  "documentGone",
  "idTaken",
  "notSupported",
  "notConfigured"
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** Why a call was refused for good; `detail` is as in every reason. */
export const RefusalReason = Schema.Struct({
  code: Schema.Literals(refusalCodes),
  detail: Schema.optionalKey(Schema.String)
})
export type RefusalReason = typeof RefusalReason.Type

/** What a port says of a call that was not done: what would be a refusal may also be all that is known. */
const outcomeCodes = [...unknownCodes, ...refusalCodes] as const
export type OutcomeCode = (typeof outcomeCodes)[number]

/** What core itself says of a movement, a record or a job. */
const ownCodes = [
  // Of movements.
  "absenceProvesNothing",
  "onItsWay",
  "claimTooOld",
  "changedMeanwhile",
  "needsSeed",
  "seedGone",
  "noInvoice",
  "neverReceived",
  "withdrawn",
  "saidByOperator",
  "otherAccount",
  "sendingOff",
  "notLookedUp",
  "mayStillLand",
  "alikeWasSent",
  "proofUsed",
  "accountUnread",
  "floatUnread",
  "floatReserved",
  "returnFirst",
  "addressNotConfigured",
  "worthNothing",
  // Of jobs.
  "chargePayable",
  "underExamination",
  "underReview",
  "maybeOurReturn",
  "paymentNotRequested",
  "paymentUnknown",
  "otherRunHasSeed",
  "authorizationHolds",
  "somethingOpen",
  "tookTooLong",
  "stepFailed",
  "noSuchTask",
  // Of reserves.
  "noBalance",
  "notReadNow",
  // Of webhooks.
  "connectionFailed",
  "closedWithoutAnswer",
  "notSent",
  "notUrl",
  "notHttp",
  "credentialsInUrl",
  "notHttps",
  "notPublic",
  "slowBefore",
  "webhookRemoved"
] as const

/** The codes that need no data; `detail` is technical text of the other side or of an adapter: it is shown, and never compared. */
export const plainCodes = [...holdCodes, ...outcomeCodes, ...ownCodes] as const
export type PlainCode = (typeof plainCodes)[number]

const Plain = Schema.Struct({ code: Schema.Literals(plainCodes), detail: Schema.optionalKey(Schema.String) })

const coded = <const C extends string, F extends Schema.Struct.Fields>(code: C, fields: F) =>
  Schema.Struct({ code: Schema.Literal(code), ...fields })

/** The codes with data. Amounts are decimal text in whole units. */
const Detailed = [
  /**
   * What the other side has under our id is not what was ordered. `amount` is what it says that moved of `asset`, where that is what
   * differs; `detail` is as in every reason.
   */
  coded("differs", {
    amount: Schema.optionalKey(Schema.String),
    asset: Schema.optionalKey(Schema.Literals(assetCodes)),
    detail: Schema.optionalKey(Schema.String)
  }),
  /** It would pass what may leave a treasury at once, in an hour or in a day. */
  coded("treasuryLimit", {
    asset: Schema.String,
    amount: Schema.String,
    most: Schema.String,
    per: Schema.Literals(["movement", "hour", "day"])
  }),
  /** It would take a treasury below its low mark; `free` is what it has to spend. */
  coded("belowLowMark", { asset: Schema.String, free: Schema.String }),
  coded("answered", { status: Schema.Int }),
  coded("noAnswerWithin", { ms: Schema.Int }),
  coded("notPort", { port: Schema.Int }),
  /** A command that meets a refusal which passes by itself, by the name of the refusal. */
  coded("refusal", { error: Schema.String }),
  /** Networks that did not say what they hold. */
  coded("networksUnread", {
    networks: Schema.Array(Schema.Struct({ network: Schema.String, says: Schema.String }))
  })
] as const

export const Reason = Schema.Union([Plain, ...Detailed])
export type Reason = typeof Reason.Type

type DetailedReason = (typeof Detailed)[number]["Type"]
export type ReasonCode = Reason["code"]

/** The reason of a code. */
export type ReasonOf<C extends ReasonCode> = C extends PlainCode ? { readonly code: C; readonly detail?: string }
  : Extract<DetailedReason, { readonly code: C }>

/** A reason that its code says, with the technical text that there is beside it. */
export const reason = <const C extends PlainCode>(code: C, detail?: string): ReasonOf<C> & { readonly code: C } =>
  (detail === undefined ? { code } : { code, detail }) as ReasonOf<C> & { readonly code: C }

/** The technical text of a reason; null where it has none. */
export const detailOf = (of: Reason): string | null => "detail" in of ? of.detail ?? null : null

/** A reason as logs and other errors carry it. */
export const technical = (of: Reason): string => {
  const detail = detailOf(of)
  return detail === null ? of.code : `${of.code}: ${detail}`
}

/** What says that something happened: an id or hash of the world, or the reason that came with it; of a swap, also which leg. */
export interface Proof {
  readonly evidence: string | null
  readonly reason?: Reason
  readonly leg?: number
}

/** Nothing says it but the fact itself. */
export const noProof: Proof = { evidence: null }
export const provedBy = (evidence: string | null): Proof => ({ evidence })
export const because = (given: Reason): Proof => ({ evidence: null, reason: given })

/** Whether two proofs say the same. */
export const sameProof = (a: Proof, b: Proof): boolean =>
  a.evidence === b.evidence && a.leg === b.leg && reasonText(a.reason ?? null) === reasonText(b.reason ?? null)

const encodeJson = Schema.encodeSync(Schema.fromJsonString(Reason))
const decodeJson = Schema.decodeSync(Schema.fromJsonString(Reason))

/** A reason as the text that a queue keeps beside a job; empty for none. */
export const reasonText = (of: Reason | null): string => of === null ? "" : encodeJson(of)

/** The same back. */
export const reasonIn = (text: string): Reason | null => text === "" ? null : decodeJson(text)
