// GET /api/wallet/payout/{transactionId}: the status record, for the owner alone.
import { Effect, Option } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { get } from "../../engine/store/records.ts"
import { receiptUrlOf } from "../../customers/access/proofs.ts"
import { Payouts, payoutRecord } from "./payout.ts"

/** The caller's payout with this id; links in it begin with the address that he asked, unless the service has its own. */
export const readPayout = Effect.fnUntraced(function*(caller: Caller, transactionId: string, asked?: string | null) {
  const payout = Option.getOrUndefined(yield* get(Payouts, transactionId))?.value
  return payout === undefined || payout.owner !== caller.account.id
    ? yield* new NotFound({ resource: "Payout" })
    : { ...payoutRecord(payout), receiptUrl: yield* receiptUrlOf(payout.id, payout.paidAt, asked) }
})
