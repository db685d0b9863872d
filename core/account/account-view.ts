// An account and its keys as the operator sees them. A key is shown once, where it is made; afterwards only masked.
import { type ApiKey, isRevoked, maskedKey } from "./api-key.ts"
import { shownFlags } from "./flags.ts"
import { printBrl } from "../money/decimal.ts"
import { isoInstant, isoInstantOrNull, minutesOf } from "../time/instant.ts"
import type { Account } from "./account.ts"

/** The detail of an account. */
export const accountView = (account: Account) => ({
  accountId: account.id,
  environment: account.environment,
  name: account.name,
  email: account.email,
  mainSubAccountId: account.mainSubAccountId,
  flags: shownFlags(account.flags),
  perTxLimitBrl: printBrl(account.perTxLimit),
  virtualAccount: account.virtualAccount,
  blocked: account.blocked ?? false,
  fees: account.fees,
  chargeLifetimeMinutes: minutesOf(account.chargeLifetimeMs),
  requestRate: account.requestRate ?? null,
  duplicatePolicy: account.duplicatePolicy ?? "off" as const,
  createdAt: isoInstant(account.createdAt),
  updatedAt: isoInstant(account.updatedAt)
})

/** A key, masked. */
export const keyView = (key: ApiKey, now: number) => ({
  keyId: key.id,
  accountId: key.owner,
  key: maskedKey(key),
  state: isRevoked(key, now) ? "REVOKED" as const : key.revokedAt === null ? "ACTIVE" as const : "ENDING" as const,
  createdAt: isoInstant(key.createdAt),
  revokedAt: isoInstantOrNull(key.revokedAt)
})
