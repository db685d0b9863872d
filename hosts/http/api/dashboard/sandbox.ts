// The panel of the sandbox: says what the providers behind it would say, by the same way that their messages take, and moves
// its clock. It is there in the sandbox alone, and each viewer moves what is his.
import { Clock, Effect, Option } from "effect"
import { browsedKinds } from "../../../../core/reports/browse/row.ts"
import { type Deposit, Deposits } from "../../../../core/payments/deposit/deposit.ts"
import { NotFound, StateConflict } from "../../../../core/base/errors/errors.ts"
import { takeTrustedFacts } from "../../../../core/inbox/take-trusted-facts.ts"
import { KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { LightningInvoices } from "../../../../core/payments/lightning-invoice/lightning-invoice.ts"
import { Payouts } from "../../../../core/payments/payout/payout.ts"
import { Ids } from "../../../../core/engine/store/ids.ts"
import { find, get } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { pixMinute } from "../../../../core/base/time/instant.ts"
import * as api from "../definition/sandbox.ts"
import { managed } from "../request/management-route.ts"
import { type Viewer, sees } from "../request/viewer.ts"
import { SandboxClock, clockView } from "../../environments/live-plane.ts"

/** Brings in what the provider behind the sandbox says, as its own message would. */
const tell = Effect.fnUntraced(function*(subscription: string, data: unknown) {
  yield* takeTrustedFacts({ event: { subscription, data } })
})

const statusOf = Effect.fnUntraced(function*(kind: "deposit" | "payout" | "lightningInvoice", id: string) {
  const raw = Option.getOrThrow(yield* Store.use((store) => store.get(kind, id)))
  const { status } = browsedKinds[kind].read(raw)
  return { id, status }
})

const depositFor = Effect.fnUntraced(function*(viewer: Viewer, id: string) {
  const deposit = Option.getOrUndefined(yield* get(Deposits, id))?.value
  return deposit !== undefined && sees(viewer, deposit.owner) ? deposit : yield* new NotFound({ resource: "Deposit" })
})

// A PIX that no one paid can be neither returned nor contested.
const paidPix = ({ endToEndId, state }: Deposit) =>
  endToEndId === null
    ? Effect.fail(new StateConflict({ resource: "deposit", state }))
    : Effect.succeed(endToEndId)

const invoiceFor = Effect.fnUntraced(function*(viewer: Viewer, paymentHash: string) {
  const found = yield* find(LightningInvoices, "paymentHash", paymentHash.toLowerCase())
  const invoice = Option.getOrUndefined(found)?.value
  return invoice !== undefined && sees(viewer, invoice.owner) ? invoice : yield* new NotFound({ resource: "Invoice" })
})

// The PIX of a payout goes out under its id, that of a Lightning invoice under the invoice's.
const paymentFor = Effect.fnUntraced(function*(viewer: Viewer, id: string) {
  const payout = Option.getOrUndefined(yield* get(Payouts, id))?.value
  if (payout !== undefined && sees(viewer, payout.owner)) {
    return { kind: "payout" as const, id: payout.id, value: payout.value }
  }
  const invoice = Option.getOrUndefined(yield* find(LightningInvoices, "paymentHash", id.toLowerCase()))?.value
  if (invoice !== undefined && sees(viewer, invoice.owner)) {
    return { kind: "lightningInvoice" as const, id: invoice.id, value: invoice.value }
  }
  return yield* new NotFound({ resource: "Payout" })
})

// As the layout of the payment system has it, from an ISPB that no participant has.
const returnId = Effect.gen(function*() {
  const hex = yield* Ids.use((ids) => ids.secret(11))
  return `D99999999${pixMinute(yield* Clock.currentTimeMillis)}${hex.slice(0, 11).toUpperCase()}`
})

const types = { settle: "PAYOUT-SUCCESS", fail: "PAYOUT-FAILED", reverse: "PAYOUT-REVERSED" } as const

export const sandboxRoutes = [
  managed(
    api.payDeposit,
    Effect.fnUntraced(function*(viewer, { params, payload }) {
      const deposit = yield* depositFor(viewer, params.id)
      yield* tell("TICKET", { type: "DEPOSIT-SUCCESS", ticket: { id: deposit.trackId, ...payload } })
      return yield* statusOf("deposit", deposit.id)
    })
  ),
  managed(
    api.returnDeposit,
    Effect.fnUntraced(function*(viewer, { params, payload }) {
      const deposit = yield* depositFor(viewer, params.id)
      const endToEndId = yield* paidPix(deposit)
      const value = payload.value ?? Number(deposit.value - deposit.refunded)
      if (value === 0) return yield* new StateConflict({ resource: "deposit", state: "returned already" })
      yield* tell("PIX-RETURN", { type: "RETURN-CONFIRMED", endToEndId, returnId: yield* returnId, value })
      return yield* statusOf("deposit", deposit.id)
    })
  ),
  managed(
    api.disputeDeposit,
    Effect.fnUntraced(function*(viewer, { params, payload }) {
      const deposit = yield* depositFor(viewer, params.id)
      const endToEndId = yield* paidPix(deposit)
      const { reason, status, value = Number(deposit.value) } = payload
      yield* tell("DISPUTE", { type: status, endToEndId, value, ...(reason === undefined ? {} : { reason }) })
      return { id: endToEndId.toUpperCase(), status }
    })
  ),
  managed(
    api.movePayout,
    Effect.fnUntraced(function*(viewer, { params, payload }) {
      const { id, kind, value } = yield* paymentFor(viewer, params.id)
      const returned = payload.outcome === "reverse"
        ? { returnId: yield* returnId, returnedValue: Number(value) }
        : {}
      const reason = payload.reason === undefined ? {} : { reason: payload.reason }
      yield* tell("PIX-OUT", { type: types[payload.outcome], payment: { id, ...returned, ...reason } })
      return yield* statusOf(kind, id)
    })
  ),
  managed(
    api.payInvoice,
    Effect.fnUntraced(function*(viewer, { params }) {
      const invoice = yield* invoiceFor(viewer, params.id)
      yield* tell("LIGHTNING", { type: "INVOICE-PAID", paymentHash: invoice.paymentHash })
      return yield* statusOf("lightningInvoice", invoice.id)
    })
  ),
  managed(
    api.decideKyc,
    Effect.fnUntraced(function*(viewer, { params, payload }) {
      const attempt = Option.getOrUndefined(yield* get(KycAttempts, params.id))?.value
      if (attempt === undefined || !sees(viewer, attempt.owner)) return yield* new NotFound({ resource: "Attempt" })
      const labels = payload.labels === undefined ? {} : { labels: payload.labels }
      yield* tell("KYC", { type: payload.status, attempt: { id: attempt.id, ...labels } })
      const after = Option.getOrThrow(yield* get(KycAttempts, attempt.id)).value
      return { id: attempt.id, status: after.status }
    })
  ),
  managed(
    api.readTime,
    () => clockView
  ),
  managed(
    api.moveTime,
    Effect.fnUntraced(function*(_, { payload }) {
      const clock = yield* SandboxClock
      if (clock === undefined || !clock.canMove) {
        return yield* new StateConflict({ resource: "clock", state: "shared by several processes" })
      }
      // The worker of this process sleeps to an instant of before: a new job that was due then makes it look again. Days
      // that are over now are added up.
      const runAt = yield* Clock.currentTimeMillis
      clock.forward(payload.forwardMs)
      const id = `advance-books/${runAt}`
      const job = { id, task: "advance-books", subject: "advance-books", runAt }
      yield* Store.use((store) => store.commit(changeSet({ jobs: [job] })))
      return yield* clockView
    })
  )
]
