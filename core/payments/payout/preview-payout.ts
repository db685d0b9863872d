// POST /api/wallet/payout?dryRun=true: what the same request would answer, with no effect. All gates and the price, but not
// the PIN: counting an attempt would be an effect, and judging one without counting it would let anybody guess.
import { Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import {
  type PayoutRequest,
  admitPayout,
  checkPayoutRequest,
  fundedPayout,
  pricedPayout,
  readPayoutRecords,
  samePayout
} from "./admit-payout.ts"
import { type PayoutAnswer, payoutAnswer, previewAnswer } from "./payout.ts"

export interface PreviewPayout {
  readonly caller: Caller
  readonly request: PayoutRequest
}

/** The answer without a payout: no ids, unless the externalId already has one. */
export const previewPayout = Effect.fnUntraced(function*({ caller, request }: PreviewPayout) {
  const order = yield* checkPayoutRequest(caller, request)
  const records = yield* readPayoutRecords(caller, order)
  if (records.earlier !== undefined) {
    const answer: PayoutAnswer = payoutAnswer(yield* samePayout(records.earlier, order))
    return answer
  }
  const wallet = yield* admitPayout(caller, order, records)
  const priced = yield* pricedPayout(caller, order)
  yield* fundedPayout(wallet, priced)
  const answer: PayoutAnswer = previewAnswer(priced)
  return answer
})
