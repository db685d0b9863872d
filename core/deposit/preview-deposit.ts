// POST /api/deposit/asset?dryRun=true: what the same request would answer, all gates and prices passed, with no effect.
import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { rateNumber } from "../money/rate.ts"
import { type DepositRequest, checkDepositRequest } from "./deposit-request.ts"
import { depositAnswer } from "./deposit-view.ts"
import { admit, priced, readStanding, sameOrder } from "./order-standing.ts"

export interface PreviewDeposit {
  readonly caller: Caller
  readonly request: DepositRequest
}

/** The answer without a charge: no BR Code and no id, unless the externalId already has one. */
export const previewDeposit = Effect.fnUntraced(function*({ caller, request }: PreviewDeposit) {
  const order = yield* checkDepositRequest(caller, request)
  const standing = yield* readStanding(caller, order)
  if (standing.earlier !== undefined) return depositAnswer(yield* sameOrder(standing.earlier, order))
  yield* admit(caller, order, standing)
  const { fee, rate } = yield* priced(caller, order)
  return {
    success: true as const,
    externalId: order.externalId ?? "",
    qrCode: null,
    fee: Number(fee),
    fxRateAtTx: rateNumber(rate),
    walletCharge: null
  }
})
