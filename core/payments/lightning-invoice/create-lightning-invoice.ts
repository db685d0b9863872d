// POST /api/lightning/invoice: a Lightning invoice that pays a PIX once it is paid (spec "Lightning invoice"; C4, C5, C20).
// No wallet and no KYC is requested.
import { Clock, Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { withinOperationLimit } from "../../customers/account/operation-limit.ts"
import { destinationDigest } from "../../customers/access/proofs.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { feeLines } from "../../base/fees/fee.ts"
import { type Attempt, type Remember, answered, once } from "../../customers/idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { assetToCharge } from "../../base/money/rate.ts"
import { notPaidYet } from "../pix-payment/pix-payment.ts"
import { customerRate } from "../../ports/rate-spreads.ts"
import { Ids } from "../../engine/store/ids.ts"
import type { AccountUnread } from "../../ports/provider-account.ts"
import { type InvoiceRequest, LightningNode } from "../../ports/lightning-node.ts"
import { insert } from "../../engine/store/records.ts"
import { Store, changeSet } from "../../engine/store/store.ts"
import { requireLightningPayments, requirePixPayments } from "../ways/require-ways.ts"
import {
  type LightningInvoice,
  type LightningInvoiceAnswer,
  LightningInvoices,
  lightningInvoiceAnswer
} from "./lightning-invoice.ts"
import {
  type LightningInvoiceOrder,
  type LightningInvoiceRequest,
  checkLightningInvoiceRequest
} from "./lightning-invoice-request.ts"

export interface CreateLightningInvoice {
  readonly caller: Caller
  readonly request: LightningInvoiceRequest
  readonly attempt?: Attempt<LightningInvoiceAnswer> | undefined
}

/** Issues the invoice, or gives the first answer again when the Idempotency-Key was used before. */
export const createLightningInvoice = Effect.fnUntraced(
  function*({ attempt, caller, request }: CreateLightningInvoice) {
    const order = yield* checkLightningInvoiceRequest(caller, request)
    return yield* once(caller.account.id, attempt, (remember) => issueAndStore(caller, order, remember))
  }
)

const issueAndStore = Effect.fnUntraced(function*(
  caller: Caller,
  order: LightningInvoiceOrder,
  remember: Remember<LightningInvoiceAnswer>
) {
  const invoice = yield* issue(caller, order)
  const answer = lightningInvoiceAnswer(invoice)
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [insert(LightningInvoices, invoice), ...remember(answer, invoice.createdAt)]
    }))
  )
  return answered(answer)
})

const issue = Effect.fnUntraced(function*({ account }: Caller, order: LightningInvoiceOrder) {
  yield* withinOperationLimit({ asset: "BRL", units: order.value })
  yield* requirePixPayments
  yield* requireLightningPayments
  const now = yield* Clock.currentTimeMillis
  const { fee, gross } = feeLines("lightningInvoice", order.value, account.fees)
  const rate = yield* priceOfBitcoin
  const sats = assetToCharge(rate, gross)
  const id = yield* Ids.use((ids) => ids.next("inv", account.id))
  const expiresAt = now + limits.lightningInvoiceLifetimeMs
  const { bolt11, paymentHash, via } = yield* payable({
    invoiceId: id,
    amount: sats,
    description: "PIX",
    expiresAt
  })
  const invoice: LightningInvoice = {
    id,
    owner: account.id,
    subAccountId: account.mainSubAccountId,
    state: "WAITING",
    value: order.value,
    fee,
    rate,
    destination: order.destination,
    sats,
    refundAddress: order.refundAddress,
    ...(order.declared === undefined ? {} : { declared: order.declared }),
    via,
    bolt11,
    paymentHash,
    ...notPaidYet,
    refundInvoice: null,
    refundTxId: null,
    refundedAt: null,
    ...(yield* destinationDigest(account.id, order.destination)),
    expiresAt,
    createdAt: now,
    updatedAt: now
  }
  return invoice
})

const priceOfBitcoin = customerRate("BTC", "sells").pipe(
  Effect.catchTag("RateUnavailable", () => Effect.fail(upstreamAway("The price source")))
)

// An invoice that was made and not stored was shown to no one, so it is paid by no one.
const payable = Effect.fnUntraced(function*(request: InvoiceRequest) {
  const node = yield* LightningNode
  const via = yield* Effect.catchTag(node.account, "AccountUnread", unread)
  const outcome = yield* node.createInvoice(request)
  if (outcome._tag === "Done") return { ...outcome.value, via }
  yield* Effect.logWarning("The Lightning node made no invoice", { invoice: request.invoiceId, reason: outcome.reason })
  return yield* upstreamAway("The Lightning node")
})

const unread = ({ reason }: AccountUnread) =>
  Effect.logWarning("The Lightning node cannot be read", { reason }).pipe(
    Effect.andThen(Effect.fail(upstreamAway("The Lightning node")))
  )
