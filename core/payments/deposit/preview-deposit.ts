// POST /api/deposit/asset?dryRun=true: what the same request would answer, all gates and prices passed, with no effect.
import { Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { rateNumber } from "../../base/money/rate.ts"
import { chargeAnswer } from "./charge-link.ts"
import {
  type DepositRequest,
  admit,
  checkDepositRequest,
  priced,
  readOrderContext,
  sameOrder
} from "./admit-deposit.ts"

export interface PreviewDeposit {
  readonly caller: Caller
  readonly request: DepositRequest
  /** Scheme and host that the caller requested, for the `chargeUrl` of a charge that exists. */
  readonly asked?: string | null | undefined
}

/** The answer without a charge: no BR Code and no id, unless the externalId already has one. */
export const previewDeposit = Effect.fnUntraced(function*({ asked, caller, request }: PreviewDeposit) {
  const order = yield* checkDepositRequest(caller, request)
  const context = yield* readOrderContext(caller, order)
  if (context.earlier !== undefined) return yield* chargeAnswer(yield* sameOrder(context.earlier, order), asked)
  yield* admit(caller, order, context)
  const { fee, rate } = yield* priced(caller, order)
  return {
    success: true as const,
    externalId: order.externalId ?? "",
    qrCode: null,
    fee: Number(fee),
    fxRateAtTx: rateNumber(rate),
    walletCharge: null,
    trackId: null,
    chargeUrl: null
  }
})
