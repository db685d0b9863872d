// An account and its keys as the operator sees them. A key is shown once, where it is made; afterwards only masked.
import { type ApiKey, isOver, isRevoked, maskedKey } from "./api-key.ts"
import { shownFlags } from "./flags.ts"
import { printBrl } from "../../base/money/decimal.ts"
import { isoInstant, isoInstantOrNull, minutesOf } from "../../base/time/instant.ts"
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
  allowedRecipients: account.allowedRecipients ?? null,
  walletKeysPerHour: account.walletKeysPerHour ?? null,
  createdAt: isoInstant(account.createdAt),
  updatedAt: isoInstant(account.updatedAt)
})

const stateOf = (key: ApiKey, now: number) => {
  if (isRevoked(key, now)) return "REVOKED" as const
  if (isOver(key, now)) return "EXPIRED" as const
  return key.revokedAt === null ? "ACTIVE" as const : "ENDING" as const
}

/** A key, masked; `lastUsedAt` in Unix milliseconds. */
export const keyView = (key: ApiKey, now: number, lastUsedAt?: number) => ({
  keyId: key.id,
  accountId: key.owner,
  key: maskedKey(key),
  state: stateOf(key, now),
  scopes: key.scopes ?? null,
  allowedAddresses: key.allowedAddresses ?? null,
  expiresAt: isoInstantOrNull(key.expiresAt ?? null),
  lastUsedAt: isoInstantOrNull(lastUsedAt ?? null),
  createdAt: isoInstant(key.createdAt),
  revokedAt: isoInstantOrNull(key.revokedAt)
})
