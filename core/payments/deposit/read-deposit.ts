// GET /api/deposit/asset/{externalId}: the status record, for the owner alone.
import { Effect, Option } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { NotFound } from "../../base/errors/errors.ts"
import { find } from "../../engine/store/records.ts"
import { chargeUrl } from "./charge-link.ts"
import { Deposits, depositRecord, externalIdKey } from "./deposit.ts"

/** The deposit that the caller knows by this id; links in it begin with the address that he asked, unless the service has
 * its own. */
export const readDeposit = Effect.fnUntraced(function*(caller: Caller, externalId: string, asked?: string | null) {
  const found = yield* find(Deposits, "externalId", externalIdKey(caller.account.id, externalId))
  const deposit = Option.getOrUndefined(found)?.value
  return deposit === undefined
    ? yield* new NotFound({ resource: "Deposit" })
    : { ...depositRecord(deposit, caller.account), chargeUrl: yield* chargeUrl(deposit.id, asked) }
})
