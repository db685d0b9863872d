// An account as it begins: what a bootstrap file and an operator start from.
import type { Environment } from "../../base/environment/environment.ts"
import { limits } from "../../base/limits/limits.ts"
import { unitsUnsafe } from "../../base/money/units.ts"
import type { Account } from "./account.ts"

/** An account with nothing on and nothing changed. */
export const newAccount = (
  parts: Pick<Account, "id" | "name" | "mainSubAccountId"> & { readonly environment: Environment },
  now: number
): Account => ({
  id: parts.id,
  owner: parts.id,
  environment: parts.environment,
  name: parts.name,
  email: null,
  mainSubAccountId: parts.mainSubAccountId,
  flags: [],
  virtualAccount: false,
  perTxLimit: unitsUnsafe("BRL", limits.perTransactionCents),
  fees: {},
  chargeLifetimeMs: limits.chargeLifetimeMs,
  createdAt: now,
  updatedAt: now
})
