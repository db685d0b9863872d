// The bodies of stored records as the audit understands them: only the fields that it judges, read with shapes of its own.
import { Result, Schema } from "effect"
import type { resources } from "../../core/resources.ts"
import { newerShapes } from "./shapes.ts"

const text = Schema.String
const maybeText = Schema.NullOr(text)
/** Why something was not done: of reasons the audit judges whether there is one. */
const maybeReason = Schema.NullOr(Schema.Struct({ code: text }))
/** An amount in cents, or Unix milliseconds. */
const whole = Schema.Int
const wholeText = text.check(Schema.isPattern(/^(?:0|[1-9]\d*)$/))

const identified = { id: text, owner: text }

// A kind of the core's list that has no shape does not compile.
const shapes = {
  ...newerShapes,
  account: Schema.Struct({ ...identified, environment: text, mainSubAccountId: text }),
  subaccount: Schema.Struct({ ...identified, unlocked: Schema.optionalKey(Schema.Array(text)) }),
  deposit: Schema.Struct({
    ...identified,
    subAccountId: text,
    externalId: text,
    state: Schema.Literals(["PENDING", "PROCESSING", "COMPLETED", "FAILED", "EXPIRED", "REFUNDED"]),
    processingStep: maybeText,
    network: text,
    address: text,
    value: whole,
    fee: whole,
    rate: Schema.Struct({ numerator: wholeText, denominator: wholeText }),
    delivers: text,
    units: wholeText,
    trackId: text,
    via: text,
    endToEndId: maybeText,
    transactionHash: maybeText,
    refusal: maybeReason,
    refunded: whole,
    refundEndToEndId: maybeText,
    withheld: whole,
    createdAt: whole
  }),
  pixReceipt: Schema.Struct({
    ...identified,
    depositId: text,
    endToEndId: text,
    role: Schema.Literals(["funding", "surplus"]),
    value: whole,
    surplus: whole,
    cost: Schema.optionalKey(whole)
  }),
  pixReturn: Schema.Struct({ ...identified, depositId: text, returnId: text, value: whole }),
  sandboxTransfer: Schema.Struct({
    ...identified,
    asset: text,
    network: text,
    address: text,
    units: wholeText,
    transactionHash: text
  }),
  sandboxReturn: Schema.Struct({ ...identified, endToEndId: text, value: whole }),
  event: Schema.Struct({ ...identified, name: text, subject: text, body: text, createdAt: whole }),
  webhook: Schema.Struct({
    ...identified,
    url: text,
    sealedSecret: text,
    previousSecret: Schema.optionalKey(Schema.Struct({ sealed: text, until: whole })),
    events: Schema.NullOr(Schema.Array(text)),
    retry: Schema.Boolean,
    removedAt: Schema.optionalKey(whole),
    updatedAt: whole
  }),
  delivery: Schema.Struct({
    ...identified,
    webhookId: text,
    eventId: text,
    event: text,
    state: Schema.Literals(["PENDING", "DELIVERED", "EXHAUSTED"]),
    attemptCount: whole,
    attempts: Schema.Array(Schema.Struct({ at: whole, status: Schema.NullOr(whole), problem: maybeReason })),
    replays: Schema.optionalKey(whole),
    byHand: Schema.optionalKey(whole)
  }),
  review: Schema.Struct({
    ...identified,
    subject: text,
    reason: Schema.Struct({
      code: text,
      on: Schema.optionalKey(text),
      state: Schema.optionalKey(text),
      receiptId: Schema.optionalKey(text)
    }),
    state: Schema.Literals(["OPEN", "SOLVED", "CLOSED"]),
    times: whole,
    openedAt: whole
  }),
  answer: Schema.Struct({ ...identified, body: text }),
  apiKey: Schema.Struct({ ...identified, environment: text, digest: text }),
  keyUse: Schema.Struct({ ...identified, lastUsedAt: whole }),
  plane: Schema.Struct({ ...identified, environment: text }),
  accountsSeen: Schema.Struct({ ...identified, at: whole }),
  generation: Schema.Struct({ ...identified, number: whole, since: whole, firstAt: whole, startedAt: whole }),
  pulse: Schema.Struct({ ...identified, count: whole, at: whole }),
  operator: Schema.Struct({
    ...identified,
    role: Schema.Literals(["support", "operator", "owner"]),
    state: Schema.Literals(["INVITED", "ACTIVE", "DISABLED"]),
    credentials: Schema.optionalKey(Schema.Struct({ totp: text })),
    invitation: Schema.optionalKey(Schema.Struct({ totp: Schema.optionalKey(text) }))
  }),
  operatorEmail: Schema.Struct({ ...identified, operatorId: text }),
  operatorRoster: Schema.Struct({ ...identified, owners: Schema.Array(text) }),
  operatorSessions: Schema.Struct(identified),
  operatorTries: Schema.Struct({ ...identified, count: whole }),
  serviceToken: Schema.Struct({ ...identified, digest: text, expiresAt: whole, revokedAt: Schema.NullOr(whole) })
} as const satisfies Readonly<Record<string, Schema.Top>> & Readonly<Record<keyof typeof resources, Schema.Top>>

export type Kind = keyof typeof shapes
/** The body of a record of a kind. */
export type Body<K extends Kind> = (typeof shapes)[K]["Type"]

/** Every kind whose bodies the audit knows. */
export const knownKinds = Object.keys(shapes) as ReadonlyArray<Kind>

/** Whether the audit knows the bodies of a kind. Others are read for their id and owner alone. */
export const isKnown = (kind: string): kind is Kind => Object.hasOwn(shapes, kind)

const anyBody = Schema.Struct(identified)
/** What the body of any record has. */
export type AnyBody = typeof anyBody.Type

type Decode<A> = (value: unknown) => Result.Result<A, { readonly message: string }>
const decoders: Readonly<Record<string, Decode<AnyBody>>> = Object.fromEntries(
  Object.entries(shapes).map(([kind, shape]) => [
    kind,
    Schema.decodeUnknownResult(shape as unknown as Schema.Codec<AnyBody, unknown>)
  ])
)
const decodeAny = Schema.decodeUnknownResult(anyBody)

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

/** Reads the body of a record; a failure says what it should have been, and repeats nothing of what it is. */
export const readBody = (kind: string, body: string): Result.Result<AnyBody, string> =>
  Result.mapError(
    (decoders[kind] ?? decodeAny)(parsed(body)),
    ({ message }) => message.replace(/^Expected /, "").replaceAll(/\s+/g, " ")
  )

const decodeEvent = Schema.decodeUnknownResult(
  Schema.Struct({ event: text, data: Schema.Record(text, Schema.Unknown) })
)

/** What an event tells its receivers: the name and the data; undefined when it cannot be read. */
export const readEvent = (event: Body<"event">) => Result.getOrUndefined(decodeEvent(parsed(event.body)))

/** The field of a remembered answer that names what it promised, by the kind of record that it names. */
const promised = {
  deposit: "walletCharge",
  payout: "transactionId",
  swap: "swapId",
  lightningInvoice: "paymentHash"
} as const

/** What a remembered answer promises. A Lightning invoice is named by its payment hash. */
export interface Promised {
  readonly kind: keyof typeof promised
  readonly id: string
}

const decodeAnswer = Schema.decodeUnknownResult(Schema.Record(text, Schema.Unknown))

/** The record that a remembered answer names; undefined when it names none, or is sealed. */
export const promiseOf = (answer: Body<"answer">): Promised | undefined => {
  const body = Result.getOrElse(decodeAnswer(parsed(answer.body)), (): Readonly<Record<string, unknown>> => ({}))
  const kinds = Object.keys(promised) as ReadonlyArray<Promised["kind"]>
  const kind = kinds.find((each) => typeof body[promised[each]] === "string")
  return kind === undefined ? undefined : { kind, id: String(body[promised[kind]]) }
}

const decodeDetail = Schema.decodeUnknownResult(Schema.Record(text, Schema.Unknown))

/** What was asked of the operator's act; undefined when it cannot be read. */
export const detailOf = (act: Body<"operatorAct">) => Result.getOrUndefined(decodeDetail(parsed(act.detail)))
