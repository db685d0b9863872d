// A movement: one transfer of value outside, exactly once. It is planned in the commit of the record that it is for, and its
// result is booked in one commit with what that means for the record. Nothing else sends value.
import { Schema } from "effect"
import { Reason } from "../../base/reason/reason.ts"
import { type Passage, history } from "../../engine/machine/machine.ts"
import { insert, owedIn, recordKind } from "../../engine/store/records.ts"
import type { Write } from "../../engine/store/store.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { type Cents, CentsFromNumber } from "../../base/money/units.ts"
import { civilMonthInSaoPaulo } from "../../base/time/instant.ts"
import { type MovementKind, MovementOrder, MovementReceipt, proofKeyOf } from "./order.ts"
import { type MovementState, movementStates } from "./movement.states.ts"
import {
  historyFields,
  paymentRecords,
  personalField,
  pixDestinationFields,
  pixReceiverFields
} from "../../engine/store/personal.ts"

/** The kinds of record that movements are for. */
export const subjectKinds = [
  "deposit",
  "lightningInvoice",
  "payout",
  "pixReceipt",
  "swap",
  "transfer",
  "treasurySweep"
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What a movement does for its record; of a swap, which leg it is. */
export const purposes = [
  "deliver",
  "return",
  "surplus",
  "debit",
  "pix",
  "restore",
  "refund",
  "reversal",
  "transfer",
  "sweep",
  "leg-0",
  "leg-1",
  "leg-2",
  "leg-3"
] as const
export type Purpose = (typeof purposes)[number]

/**
 * What tells movements of one purpose apart: the number of the attempt, which exists only after the one before was refused or
 * cancelled; the id of the return that it answers, in upper case; or the id of the operator's order.
 */
const About = Schema.Union([
  Schema.Struct({ attempt: Schema.Int }),
  Schema.Struct({ answers: Schema.String }),
  Schema.Struct({ order: Schema.String })
])
export type About = typeof About.Type

/** The records whose own job performs their movements; all others have a job for each movement. */
const performsItsOwn: ReadonlySet<SubjectKind> = new Set(["swap"])

/** A part of a PIX payment that the receiver's bank sent back, under the rail's id of the return. */
const Reversal = Schema.Struct({
  returnId: Schema.String,
  value: CentsFromNumber,
  reason: Schema.NullOr(Schema.String),
  at: Schema.Int
})
export type Reversal = typeof Reversal.Type

export const Movement = Schema.Struct({
  /** As `movementId` spells it; ports know the movement by it. */
  id: Schema.String,
  owner: Schema.String,
  /** The record whose lifecycle hears of the outcome, and what the movement does for it. */
  subjectKind: Schema.Literals(subjectKinds),
  subject: Schema.String,
  purpose: Schema.Literals(purposes),
  /** Null where a record has one movement of the purpose, and for the first attempt. */
  about: Schema.NullOr(About),
  order: MovementOrder,
  /** What it is worth in BRL on the books of its record; null where that is not known. */
  cents: Schema.NullOr(CentsFromNumber),
  state: Schema.Literals(Object.keys(movementStates.states) as ReadonlyArray<MovementState>),
  /** What the order was made ready with before it was sent, such as the invoice that an address gave; null before, or where nothing is. */
  prepared: Schema.NullOr(Schema.String),
  /**
   * The account that it was asked of, as the port names it; what comes back of a charge names that of the charge from the start. Null
   * before.
   */
  via: Schema.NullOr(Schema.String),
  /** How often it was sent, and when last, by the store's time in Unix milliseconds. */
  sendings: Schema.Int,
  sentAt: Schema.NullOr(Schema.Int),
  /** Since when it is unknown whether it happened. */
  doubtedAt: Schema.NullOr(Schema.Int),
  receipt: Schema.NullOr(MovementReceipt),
  /** What moved in all, in smallest units of the order's asset, where an operator said that it was another amount than was ordered. */
  moved: Schema.optionalKey(Schema.BigInt),
  /** What of that is lost: it is beyond the order, and does not come back. */
  lost: Schema.optionalKey(Schema.BigInt),
  /** While its units are reserved of a float. */
  reserved: Schema.optionalKey(Schema.Literal(true)),
  /** Once its units count against the limits of its treasury. */
  counted: Schema.optionalKey(Schema.Literal(true)),
  /** What came back of it since. */
  reversals: Schema.Array(Reversal),
  /** Why it was refused, or is held: for the operator, customers see a text of ours. */
  reason: Schema.NullOr(Reason),
  createdAt: Schema.Int,
  updatedAt: Schema.Int,
  history
})
export type Movement = typeof Movement.Type

/** The asset and units that an order moves out of what the service holds; undefined where it moves a user's, or two assets. */
export const orderedOf = ({ order }: Pick<Movement, "order">): Amount | undefined => {
  if (order.kind === "delivery") return { asset: order.asset, units: order.units }
  return order.kind === "pixPayment" || order.kind === "pixReturn" ? { asset: "BRL", units: order.value } : undefined
}

interface Amount {
  readonly asset: AssetCode
  readonly units: bigint
}

/** What moved beyond the order and is in suspense, below zero where less moved. */
export const suspenseOf = ({ lost = 0n, moved, order }: Pick<Movement, "lost" | "moved" | "order">): bigint =>
  moved === undefined ? 0n : moved - (orderedOf({ order })?.units ?? moved) - lost

/** Whether it is held because the other side takes no such order: a person does it there (0233). */
export const isLeftToPerson = ({ reason, state }: Pick<Movement, "reason" | "state">): boolean =>
  state === "HELD" && reason?.code === "manual"

const unprovable: ReadonlySet<string> = new Set(["notLookedUp", "alikeWasSent", "mayStillLand", "differs"])

/** Whether it is held because a store that lost commits may have sent it, which nothing proves (0253). */
export const isPerhapsSent = ({ reason, sentAt, state }: Pick<Movement, "reason" | "sentAt" | "state">): boolean =>
  state === "HELD" && sentAt === null && unprovable.has(reason?.code ?? "")

/** The movement that a job performs. */
export const movementOfJob = ({ id }: { readonly id: string }): string => id.slice("move/".length)

const job = {
  task: "perform-movement",
  id: ({ id }: Movement) => `move/${id}`,
  subject: ({ subject }: Movement) => subject,
  doubtedAt: ({ doubtedAt }: Movement) => doubtedAt,
  when: ({ subjectKind }: Movement) => !performsItsOwn.has(subjectKind)
}

// What moved otherwise than it was ordered is before an operator until he says what became of it.
const suspenseJob = {
  task: "watch-suspense",
  id: ({ id }: Movement) => `suspense/${id}`,
  subject: ({ id }: Movement) => id,
  when: (movement: Movement) => suspenseOf(movement) !== 0n
}

/** Which movements go to an address that an operation names: what payouts give back goes to the customer's wallet. */
const toAddresses: Readonly<Partial<Record<SubjectKind, ReadonlyArray<MovementKind>>>> = {
  deposit: ["delivery", "lightningPayment"],
  lightningInvoice: ["lightningPayment"],
  swap: ["satsTransfer", "userPayment"],
  transfer: ["spend"]
}

const arrival = ({ from, to }: Passage): boolean => to === "DONE" && from !== "DONE"

/** When value arrived at an address that an operation names, in Unix milliseconds; undefined for every other movement. */
export const sentOutAt = ({ history = [], order, state, subjectKind }: Movement): number | undefined =>
  state === "DONE" && toAddresses[subjectKind]?.includes(order.kind) === true ? history.find(arrival)?.at : undefined

/** The civil month in São Paulo in which it arrived. */
const sentOutIn = (movement: Movement): string | undefined => {
  const at = sentOutAt(movement)
  return at === undefined ? undefined : civilMonthInSaoPaulo(at)
}

export const Movements = recordKind({
  kind: "movement",
  schema: Movement,
  personal: {
    purpose: paymentRecords,
    seenBy: "the account, operators",
    fields: {
      ...pixDestinationFields("order.destination"),
      ...pixReceiverFields("receipt.receiver"),
      "order.address": personalField.address,
      "reason.detail": personalField.text,
      "reversals.*.reason": personalField.text,
      ...historyFields
    }
  },
  keys: {
    payment: ({ order }: Movement) => order.kind === "pixPayment" ? order.paymentId : undefined,
    // What proves it: there is a receipt once it is done.
    proof: ({ order, receipt }: Movement) => proofKeyOf(order, receipt)
  },
  lists: { bySubject: ({ subject }: Movement) => subject, sentOut: sentOutIn },
  owed: owedIn(
    {
      PLANNED: { owes: job },
      SENDING: { owes: job },
      HELD: { owes: job },
      CANCELLING: { owes: job },
      DONE: { owes: suspenseJob, waits: "no one, but for what is in suspense" },
      REFUSED: { waits: "the record that it is for" },
      CANCELLED: { waits: "no one" }
    },
    (movement: Movement) => movement.state
  )
})

/** The id of a record's movement for a purpose. */
export const movementId = (subject: string, purpose: Purpose, about: About | null = null): string =>
  about === null ? `${purpose}/${subject}` : `${purpose}/${subject}/${aboutKey(about)}`

/** What tells it apart, as ids have it. */
export const aboutKey = (about: About): string =>
  "attempt" in about ? String(about.attempt) : "answers" in about ? about.answers : about.order

/** The attempt after this one. */
export const attemptAfter = ({ about, id }: Pick<Movement, "about" | "id">): About => {
  if (about === null) return { attempt: 2 }
  if ("attempt" in about) return { attempt: about.attempt + 1 }
  throw new Error(`${id} answers or follows an order: there is one of it`)
}

/** Whether an operator may order another attempt at it. Everything else has an order of its record: the rest, or a refund. */
export const isRetriable = ({ subjectKind }: Pick<Movement, "subjectKind">): boolean => subjectKind === "pixReceipt"

/** A movement that is wanted. */
export interface Plan extends Pick<Movement, "owner" | "subjectKind" | "subject" | "purpose" | "order"> {
  readonly about?: About | null
  readonly cents?: Cents | undefined
  /** The account that alone can do it. */
  readonly via?: string | null
  /** Unix milliseconds. */
  readonly at: number
}

/** A movement before anything was sent for it. */
export const planned = ({ about = null, at, cents, via = null, ...plan }: Plan): Movement => ({
  ...plan,
  id: movementId(plan.subject, plan.purpose, about),
  about,
  cents: cents ?? null,
  state: "PLANNED",
  prepared: null,
  via,
  sendings: 0,
  sentAt: null,
  doubtedAt: null,
  receipt: null,
  reversals: [],
  reason: null,
  createdAt: at,
  updatedAt: at
})

/** Puts a movement on record: a part of the commit that wants it, which gets the job that performs it. */
export const plan = (parts: Plan): { readonly writes: ReadonlyArray<Write> } => ({
  writes: [insert(Movements, planned(parts))]
})

/** Whether only whoever holds the user's seed can send it: once, and refused if it never arrives. */
export const needsSeed = (kind: MovementKind): boolean => kind === "tokenTransfer" || kind === "userPayment"

/** Whether something has to be on record before it can be sent, such as the invoice of an address. */
export const isMadeReady = (kind: MovementKind): boolean => kind === "lightningPayment"
