// The panel and the clock of the sandbox: what the banks, chains and KYC providers behind it would report, on request. These
// endpoints exist in the sandbox alone.
import { Schema } from "effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import { limits } from "../../../../core/base/limits/limits.ts"
import { text } from "../../../../core/base/text/text.ts"
import { OperatorRequired, OwnerOrOperator, id, view } from "./admin-schemas.ts"
import { bodyFailures, failsWith } from "./envelope.ts"
import type * as Answers from "./management-answers.ts"

const cents = Schema.Int.check(Schema.isBetween(limits.depositValue))
const word = text({ minimum: 1, maximum: 255 })
const params = { id }
const done = view<Answers.SandboxDone>().pipe(HttpApiSchema.status(202))
const error = failsWith(...bodyFailures, "notFound")

/** Pays the charge of a deposit. */
export const payDeposit = HttpApiEndpoint.post("payDeposit", "/dashboard/api/sandbox/deposits/:id/pay", {
  params,
  payload: Schema.Struct({
    payer: Schema.optionalKey(Schema.Struct({ name: Schema.NullOr(word), taxId: Schema.NullOr(word) }))
  }),
  success: done,
  error
}).middleware(OwnerOrOperator)

/** Returns a paid PIX to its payer: `value` cents, all that is left by default. */
export const returnDeposit = HttpApiEndpoint.post("returnDeposit", "/dashboard/api/sandbox/deposits/:id/return", {
  params,
  payload: Schema.Struct({ value: Schema.optionalKey(cents) }),
  success: done,
  error
}).middleware(OwnerOrOperator)

/** Contests a paid PIX, or moves the contest on. */
export const disputeDeposit = HttpApiEndpoint.post("disputeDeposit", "/dashboard/api/sandbox/deposits/:id/dispute", {
  params,
  payload: Schema.Struct({
    status: Schema.Literals(["CREATED", "ACCEPTED", "REJECTED", "CANCELED"]),
    value: Schema.optionalKey(cents),
    reason: Schema.optionalKey(word)
  }),
  success: done,
  error
}).middleware(OwnerOrOperator)

/**
 * Reports what became of the PIX of a payout or Lightning invoice: settled, failed, or reversed afterwards. Left alone it
 * settles within a second; one to hold@sandbox.test waits for this.
 */
export const movePayout = HttpApiEndpoint.post("movePayout", "/dashboard/api/sandbox/payouts/:id/move", {
  params,
  payload: Schema.Struct({
    outcome: Schema.Literals(["settle", "fail", "reverse"]),
    reason: Schema.optionalKey(word)
  }),
  success: done,
  error
}).middleware(OwnerOrOperator)

/** Pays a Lightning invoice, by its payment hash. */
export const payInvoice = HttpApiEndpoint.post("payInvoice", "/dashboard/api/sandbox/lightning-invoices/:id/pay", {
  params,
  success: done,
  error
}).middleware(OwnerOrOperator)

/** Decides a KYC attempt as the provider would. */
export const decideKyc = HttpApiEndpoint.post("decideKyc", "/dashboard/api/sandbox/kyc/:id/decide", {
  params,
  payload: Schema.Struct({
    status: Schema.Literals(["APPROVED", "REJECTED", "REVIEW", "EXPIRED", "FAILED"]),
    labels: Schema.optionalKey(Schema.Array(word).check(Schema.isMaxLength(20)))
  }),
  success: done,
  error
}).middleware(OwnerOrOperator)

/** The clock of the sandbox. */
export const readTime = HttpApiEndpoint.get("readTime", "/dashboard/api/sandbox/time", {
  success: view<Answers.SandboxTime>(),
  error: failsWith()
}).middleware(OwnerOrOperator)

/** Moves the clock of the sandbox forward: charges expire, jobs fall due. It goes back when the process starts again. */
export const moveTime = HttpApiEndpoint.post("moveTime", "/dashboard/api/sandbox/time", {
  payload: Schema.Struct({
    /** At most 31 days at once. */
    forwardMs: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 31 * 86_400_000 }))
  }),
  success: view<Answers.SandboxTime>(),
  error
}).middleware(OperatorRequired)

export const sandboxPanel = HttpApiGroup.make("sandboxPanel").add(
  payDeposit,
  returnDeposit,
  disputeDeposit,
  movePayout,
  payInvoice,
  decideKyc,
  readTime,
  moveTime
).annotateMerge(OpenApi.annotations({ exclude: true }))
