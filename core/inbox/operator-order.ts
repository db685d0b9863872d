// Orders of operators that move value. Above the amount that the environment names, an order waits for a second operator, and his
// approval carries out just what was asked (C62). What is worth an unknown amount waits as well.
import { Clock, Effect, Option, Schema } from "effect"
import { type Approval, Approvals, stateAt } from "../engine/approval/approval.ts"
import { approvalStates } from "../engine/approval/approval.states.ts"
import { subjects } from "../payments/resources.ts"
import { deliverRest } from "../payments/deposit/deliver-rest.ts"
import { restOf } from "../payments/deposit/deposit-effects.ts"
import { depositOf } from "../payments/deposit/rest-order.ts"
import { returnRest } from "../payments/deposit/return-rest.ts"
import { NotFound, SecondOperatorRequired } from "../base/errors/errors.ts"
import { LightningInvoices } from "../payments/lightning-invoice/lightning-invoice.ts"
import { refundLightningInvoice } from "../payments/lightning-invoice/refund-lightning-invoice.ts"
import type { Cents } from "../base/money/units.ts"
import { movementOf } from "../payments/movement/movement-view.ts"
import { releaseMovement } from "../payments/movement/release-movement.ts"
import { resolveMovement } from "../payments/movement/resolve-movement.ts"
import { retryMovement } from "../payments/movement/retry-movement.ts"
import { Payouts } from "../payments/payout/payout.ts"
import { refundPayout } from "../payments/payout/refund-payout.ts"
import { grossOf } from "../payments/pix-payment/pix-payment.ts"
import { createTreasurySweep, unitsOf } from "../payments/treasury-sweep/create-treasury-sweep.ts"
import { TreasurySweep, sweepCents, sweepId } from "../payments/treasury-sweep/treasury-sweep.ts"
import { operatorOwner } from "../base/ids/ids.ts"
import { Ids } from "../engine/store/ids.ts"
import { find, get, insert, list } from "../engine/store/records.ts"
import { SecondOperatorAbove } from "../ports/restrictions.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { type Actor, actOf } from "../engine/review/operator-act.ts"

/** What an order is about: the record, whose it is, and what the order is worth; null where that is not known in BRL. */
interface OrderAbout {
  readonly owner: string
  readonly subject: string
  readonly cents: Cents | null
}

const order = <I, A, E, R, F, S>(
  action: string,
  { about, input, run }: {
    readonly input: Schema.Codec<I, unknown>
    readonly about: (input: I) => Effect.Effect<OrderAbout, F, S>
    readonly run: (actor: Actor, input: I) => Effect.Effect<A, E, R>
  }
) => {
  const text = Schema.fromJsonString(input)
  const encode = Schema.encodeSync(text)
  const decode = Schema.decodeSync(text)
  return {
    /** Carries it out, unless a second operator has to agree: then it waits for him. */
    give: Effect.fnUntraced(function*(actor: Actor, asked: I) {
      const above = yield* SecondOperatorAbove
      if (above !== null) {
        const named = yield* about(asked)
        if (named.cents === null || named.cents > above) return yield* waits(actor, action, named, encode(asked))
      }
      return yield* run(actor, asked)
    }),
    /** Carries out what was asked, as it is on record. */
    carryOut: (actor: Actor, asked: string) => run(actor, decode(asked))
  }
}

// The same order while it waits is the same approval.
const waits = Effect.fnUntraced(function*(actor: Actor, action: string, about: OrderAbout, input: string) {
  const now = yield* Clock.currentTimeMillis
  const before = yield* list(Approvals, "bySubject", about.subject, { limit: 50 })
  const same = before.find(({ value }) =>
    value.action === action && value.input === input && stateAt(value, now) === "WAITING"
  )
  if (same !== undefined) return yield* new SecondOperatorRequired({ approvalId: same.value.id })
  const { by } = actor
  const approval: Approval = {
    ...about,
    id: yield* Ids.use((ids) => ids.next("apr", about.owner)),
    action,
    input,
    state: approvalStates.initial,
    askedBy: by === undefined ? null : { id: by.id, name: by.name },
    ...(typeof by?.madeBy === "string" ? { askedFor: by.madeBy } : {}),
    decidedBy: null,
    createdAt: now,
    decidedAt: null
  }
  const { id, owner, subject } = approval
  const act = actOf(actor, {
    action: "approval.ask",
    owner,
    subject: id,
    version: 0,
    detail: { action, subject },
    at: now
  })
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Approvals, approval), act] })))
  return yield* new SecondOperatorRequired({ approvalId: id })
})

const optionalText = Schema.optionalKey(Schema.String)
const ofMovement = Schema.Struct({ movementId: Schema.String })
const ofRest = Schema.Struct({ depositId: Schema.String, rest: Schema.Int })

const aboutMovement = ({ movementId }: { readonly movementId: string }) =>
  Effect.map(
    movementOf(movementId),
    ({ value: { cents, owner } }): OrderAbout => ({ owner, subject: movementId, cents })
  )

const aboutRest = ({ depositId }: { readonly depositId: string }) =>
  Effect.map(
    depositOf(depositId),
    ({ value }): OrderAbout => ({ owner: value.owner, subject: value.id, cents: restOf(value) })
  )

const aboutPayout = Effect.fnUntraced(function*({ transactionId }: { readonly transactionId: string }) {
  const payout = Option.getOrUndefined(yield* get(Payouts, transactionId))?.value
  if (payout === undefined) return yield* new NotFound({ resource: "Payout" })
  return { owner: payout.owner, subject: payout.id, cents: grossOf(payout) }
})

const aboutInvoice = Effect.fnUntraced(function*({ paymentHash }: { readonly paymentHash: string }) {
  const invoice = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase()))?.value
  if (invoice === undefined) return yield* new NotFound({ resource: "Invoice" })
  return { owner: invoice.owner, subject: invoice.id, cents: grossOf(invoice) }
})

const { asset, network, reference } = TreasurySweep.fields
const ofSweep = Schema.Struct({ asset, network, amount: Schema.String, reference })

// What has no price in reais of its own waits for a second operator wherever an amount is set.
const aboutSweep = (asked: typeof ofSweep.Type) =>
  Effect.map(unitsOf(asked), (units): OrderAbout => ({
    owner: operatorOwner,
    subject: sweepId(asked.reference),
    cents: sweepCents({ asset: asked.asset, units }) ?? null
  }))

/** Every order, by the name of its endpoint. */
export const operatorOrders = {
  refundPayout: order("refundPayout", {
    input: Schema.Struct({ transactionId: Schema.String, preview: optionalText }),
    about: aboutPayout,
    run: (actor, { preview, transactionId }) => refundPayout(actor, transactionId, preview)
  }),
  refundInvoice: order("refundInvoice", {
    input: Schema.Struct({ paymentHash: Schema.String, refundAddress: optionalText, preview: optionalText }),
    about: aboutInvoice,
    run: (actor, { preview, ...asked }) =>
      refundLightningInvoice(actor, { ...asked, ...(preview === undefined ? {} : { agreed: preview }) })
  }),
  deliverRest: order("deliverRest", {
    input: ofRest,
    about: aboutRest,
    run: (actor, { depositId, rest }) => deliverRest(actor, { depositId, rest: BigInt(rest) })
  }),
  returnRest: order("returnRest", {
    input: ofRest,
    about: aboutRest,
    run: (actor, { depositId, rest }) => returnRest(actor, { depositId, rest: BigInt(rest) })
  }),
  resolveMovement: order("resolveMovement", {
    input: Schema.Struct({
      movementId: Schema.String,
      outcome: Schema.Literals(["DONE", "REFUSED", "LOST"]),
      evidence: Schema.String,
      amount: optionalText
    }),
    about: aboutMovement,
    run: resolveMovement(subjects)
  }),
  releaseMovement: order("releaseMovement", {
    input: ofMovement,
    about: aboutMovement,
    run: releaseMovement(subjects)
  }),
  sweepTreasury: order("sweepTreasury", { input: ofSweep, about: aboutSweep, run: createTreasurySweep }),
  retryMovement: order("retryMovement", { input: ofMovement, about: aboutMovement, run: retryMovement(subjects) })
}

export type OperatorOrder = keyof typeof operatorOrders
